#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long `lanewright-cli` goes on after the first Ctrl-C, at random moments of long commands.

  stop_delays.py CLI [--times N] [--seed S] [--only WORD…] [--all]

Each command is started so many times, and interrupted after a random time between its start and the latest (or its
end). It must end by itself with exit code 130; `solve` and `plan` have then written a
schedule that `validate` takes, or had no answer yet and wrote nothing. The table has the longest and the median delay
from the signal to the end, and the load of the machine while it was measured, which is part of each delay.
"""

import argparse
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time

PATIENCE = 120  # seconds after which a command counts as one that does not end


def problem(ranks, chunks, microbatches, limit=None, v=False, directions=1, **more):
    """Unequal stages on a loop or V, with room for `limit` of what 1F1B holds."""
    draw = random.Random(f"{ranks} {chunks} {microbatches} {v}")
    line = list(range(ranks))
    path = sum((line[::-1] if v and arm % 2 else line for arm in range(chunks)), [])
    stages = len(path)
    times = lambda: [draw.randint(800, 1200) for _ in range(stages)]
    memory = {"forward": 64, "backward_weight": -64}
    if limit:
        memory["limit"] = int(64 * chunks * ranks * limit)
    return {
        "format": "lanewright-schedule",
        "version": 1,
        "time_unit": "us",
        "memory_unit": "MiB",
        "microbatches": microbatches,
        "placement": {"ranks": ranks, "directions": [path] if directions == 1 else [path, path[::-1]]},
        "costs": {"forward": times(), "backward_input": times(), "backward_weight": times(), "transfer": 60, **more},
        "memory": memory,
    }


def unequal(file, microbatches):
    draw = random.Random(microbatches)
    return {**file, "microbatch": {"length": [draw.randint(100, 8000) for _ in range(microbatches)], "quadratic": 0.3}}


def paired(file):
    return {**file, "costs": {**file["costs"], "overlapped": 2700}}


def problems():
    loops = {
        "loop 8x4, 512": problem(8, 4, 512),
        "loop 8x4, 512, short of memory": problem(8, 4, 512, 0.6),
        "loop 4x16, 256, short of memory": problem(4, 16, 256, 0.6),
        "loop 2x16, 512, short of memory": problem(2, 16, 512, 0.6),
        "V 32, 256": problem(32, 2, 256, v=True),
        "V 32, 256, short of memory": problem(32, 2, 256, 0.5, v=True),
        "line 16, 2048, short of memory": problem(16, 1, 2048, 0.6),
        "64 ranks, 1024": problem(64, 1, 1024),
        "1 rank, 16384 stages": problem(1, 16384, 1),
        "1 rank, 1024 stages, 64": problem(1, 1024, 64),
        "512 ranks, 512": problem(512, 1, 512),
        "1 stage, 1048576": problem(1, 1, 1 << 20),
        "both ways 16, 256": problem(16, 1, 256, directions=2),
        "serial links, loop 8x2, 256": problem(8, 2, 256, links="serial"),
    }
    loops["pairs, loop 8x2, 256"] = paired(problem(8, 2, 256))
    loops["pairs, loop 8x4, 512, short of memory"] = paired(problem(8, 4, 512, 0.8))
    loops["lengths, line 8, 256"] = unequal(problem(8, 1, 256), 256)
    loops["lengths, loop 8x4, 128, short of memory"] = unequal(problem(8, 4, 128, 0.8), 128)
    return loops


def commands(folder, given):
    """(name, words, output) each; an output is checked."""
    files = {}
    for name, file in problems().items():
        files[name] = os.path.join(folder, f"{len(files)}.lwsched")
        with open(files[name], "w") as out:
            json.dump(file, out)
    for path in given:
        files[os.path.basename(path)] = path
    found = os.path.join(folder, "found.lwsched")
    all_of = []
    for name, path in files.items():
        for objective in ("iteration", "makespan", "period", "longest_span"):
            words = ["solve", path, "--objective", objective, "--time-limit", "600", "-o", found]
            all_of.append((f"solve {objective}: {name}", words, found))
        all_of.append((f"solve --exact: {name}", ["solve", path, "--exact", "--time-limit", "600", "-o", found], found))
        all_of.append((f"solve --rounds: {name}", ["solve", path, "--rounds", "100000", "-o", found], found))
        all_of.append((f"bound: {name}", ["bound", path], None))
    for name in ("lengths, line 8, 256", "lengths, loop 8x4, 128, short of memory"):
        for order in ("microbatches", "ops"):
            words = ["solve", files[name], "--order", order, "--time-limit", "600", "-o", found]
            all_of.append((f"solve --order {order}: {name}", words, found))
    sweep = ["sweep", "zb-auto", "zbv", "v-half", "1f1b", "-p", "8:256:8", "-m", "64:4096:64", "--csv"]
    all_of.append(("sweep", sweep, None))
    for words in ("gpt2-xl ethernet", "gpt3-6.7b mixed --placement loop", "gpt2-medium nvlink --placement v"):
        all_of.append((f"plan {words}", ["plan", *words.split(), "--time-limit", "600", "-o", found], found))
    large = os.path.join(folder, "large.lwsched")
    with open(large, "w") as out:
        file = problem(64, 1, 16384)
        row = lambda r: [f"{kind}{r}.{m}" for m in range(16384) for kind in ("F", "B", "W")]
        json.dump({**file, "order": [row(r) for r in range(64)]}, out)
    for command in ("solve", "bound", "validate", "simulate"):
        all_of.append((f"{command}: 3145728 ops to read", [command, large], None))
    return all_of


def tried(cli, words, output, moment):
    """(delay, exit code, errors); no delay where it ended before."""
    if output and os.path.exists(output):
        os.remove(output)
    process = subprocess.Popen([cli, *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        process.communicate(timeout=moment)
        return None, process.returncode, ""
    except subprocess.TimeoutExpired:
        pass
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    try:
        _, errors = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return PATIENCE, "killed", ""
    return time.monotonic() - sent, process.returncode, errors.strip()


def fault_of(cli, words, output, code, errors):
    if code in (0, 1):
        return ""  # it had its answer
    if code != 130:
        return f"exit {code}: {errors}"
    if output and os.path.exists(output):
        checked = subprocess.run([cli, "validate", output], capture_output=True, text=True)
        if checked.returncode != 0:
            return f"what it wrote is not valid: {checked.stdout.strip()}"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--times", type=int, default=4, help="interrupts of each command")
    parser.add_argument("--latest", type=float, default=12, help="seconds after the start of the last interrupts")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[], help="commands whose names hold one of these")
    parser.add_argument("--all", action="store_true", help="print every delay")
    parser.add_argument("--files", nargs="*", default=[], help="more schedules to ask about")
    options = parser.parse_args()
    draw = random.Random(options.seed)
    slow = faults = count = 0
    load = []
    print("| command | interrupts | median delay, s | longest, s | at, s |\n|---|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for name, words, output in commands(folder, options.files):
            if options.only and not any(word in name for word in options.only):
                continue
            delays = []
            latest = options.latest
            for at in range(options.times):
                moment = draw.uniform(0.02, 0.7 if at % 2 else latest)
                delay, code, errors = tried(options.cli, words, output, moment)
                load.append(os.getloadavg()[0])
                if delay is None:
                    latest = min(latest, moment)
                    continue
                if options.all:
                    print(f"  {name} at {moment:.2f}: {delay:.2f}, exit {code}", file=sys.stderr, flush=True)
                fault = fault_of(options.cli, words, output, code, errors)
                if fault:
                    faults += 1
                    print(f"  {name} at {moment:.2f}: {fault}", file=sys.stderr, flush=True)
                delays.append((delay, moment))
            if not delays:
                continue
            count += len(delays)
            slow += sum(delay > 1 for delay, _ in delays)
            longest, moment = max(delays)
            median = statistics.median(delay for delay, _ in delays)
            print(f"| {name} | {len(delays)} | {median:.2f} | {longest:.2f} | {moment:.1f} |", flush=True)
    print(f"\n{count} interrupts, {slow} of them heard after more than a second, {faults} faults.")
    average, most = statistics.mean(load), max(load)
    print(f"Load of the machine, {os.cpu_count()} cores: {average:.1f} on the average, {most:.1f} at most.")
    return 1 if slow or faults else 0


if __name__ == "__main__":
    sys.exit(main())
