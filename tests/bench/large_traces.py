#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long imports of large traces take, and how much memory.

  large_traces.py CLI TRACES [TIMELINE] [--megabytes N]

TRACES holds recordings of the profiler (tests/data/traces): the steps of kineto-dualpipev-p4m10 and of synthetic-gpu
are repeated until all ranks together have so many megabytes (300), each operator and kernel ten times, once as they
are, once packed. TIMELINE is timeline-SE.json.gz of github.com/ByteDance-Seed/StragglerAnalysis (Apache-2.0), whose 32
replicas are repeated four times, and until they have as many megabytes. Prints for each the size, the time, and the
largest memory of the process; exits with 1 where the profiler's traces as they are take more than a tenth of their
size.
"""

import argparse
import gzip
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

failures = []


# A process begins with the memory of the one that starts it, so a small one starts what is measured.
STARTER = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
sys.stdout.buffer.write(b"%d\\n" % resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.stdout.buffer.write(done.stdout if done.returncode == 0 else done.stderr)
sys.exit(done.returncode)
"""


def measured(cli, paths):
    """Seconds and megabytes of an import, and what it said."""
    with tempfile.TemporaryDirectory() as scratch:
        output = pathlib.Path(scratch) / "job.lwrun"
        begun = time.monotonic()
        done = subprocess.run(
            [sys.executable, "-S", "-E", "-c", STARTER, cli, "import", *map(str, paths), "-o", str(output), "--json"],
            stdout=subprocess.PIPE,
        )
        seconds = time.monotonic() - begun
        held, _, answer = done.stdout.decode().partition("\n")
        if done.returncode != 0:
            failures.append(answer.strip())
            return seconds, int(held) / 1000, answer.strip()
        said = json.loads(answer)
        return (
            seconds,
            int(held) / 1000,
            f"{said['replicas']} x {said['ranks']} ranks, {said['steps']} steps, run of "
            f"{output.stat().st_size / 1e6:.0f} MB",
        )


def split_at_time(event):
    """The event's text before and behind its time, and the time."""
    text = json.dumps(event | {"ts": "TIME"}, separators=(",", ":"))
    before, behind = text.split('"TIME"')
    return before, event["ts"], behind


def repeat_steps(source, target, megabytes, packed):
    """Each rank's trace with its step so often that the file has so many megabytes.

    The recorded jobs have a dozen operators an action, those of a real model hundreds: each is there ten times.
    """
    traces = {}
    for path in sorted(source.glob("rank*_trace.json.gz")):
        with gzip.open(path, "rt") as file:
            traces[path] = json.load(file)
    starts, lengths = {}, []
    for path, trace in traces.items():
        own = [event for event in trace["traceEvents"] if event.get("ph") == "X"]
        starts[path] = min(event["ts"] for event in own)
        lengths.append(max(event["ts"] + event.get("dur", 0) for event in own) - starts[path] + 5000)
    for path, trace in traces.items():
        events = trace.pop("traceEvents")
        timed = []
        for event in events:
            if event.get("ph") != "X" or event["name"].startswith("ProfilerStep"):
                continue
            often = event.get("cat") in ("cpu_op", "kernel", "cuda_runtime")
            for turn in range(10 if often else 1):
                # Kernels are found by the numbers of their launches, each of which has its own.
                args = event.get("args", {})
                if "correlation" in args:
                    args = args | {"correlation": f"NUMBER{turn}{args['correlation']}"}
                timed.append(split_at_time(event | {"args": args}))
        place = target / path.name.removesuffix(".gz" if not packed else "")
        with gzip.open(place, "wt", 1) if packed else place.open("w") as file:
            head = json.dumps(trace)[:-1] + ',"traceEvents":['
            file.write(head)
            written, step, comma = len(head), 0, ""
            while written < megabytes * 1e6:
                text = comma + ",".join(
                    f"{before}{at + step * max(lengths):.3f}{behind}" for before, at, behind in timed
                )
                text = re.sub(r'"NUMBER(\d+)"', lambda found: f"{step + 1}{found.group(1)}", text)
                file.write(text)
                written, step, comma = written + len(text), step + 1, ","
            file.write("]}")


def repeat_replicas(events, target, times):
    replicas = 1 + max(event["pid"] for event in events)
    with open(target, "w") as file:
        file.write("[")
        file.writelines(
            ("," if turn else "")
            + ",".join(
                json.dumps(event | {"pid": event["pid"] + turn * replicas}, separators=(",", ":")) for event in events
            )
            for turn in range(times)
        )
        file.write("]")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("traces", type=pathlib.Path)
    parser.add_argument("timeline", type=pathlib.Path, nargs="?")
    parser.add_argument("--megabytes", type=float, default=300)
    arguments = parser.parse_args()
    missed = False
    print(f"{'':34} {'MB':>6} {'s':>6} {'MB held':>8} {'share':>6}")

    def row(name, paths, goal=None):
        nonlocal missed
        size = sum(path.stat().st_size for path in paths) / 1e6
        seconds, held, said = measured(arguments.cli, paths)
        over = goal is not None and held > goal * size
        missed |= over
        print(
            f"{name:34} {size:6.0f} {seconds:6.1f} {held:8.0f} {held / size:6.2f}  {said}"
            + ("  MISSED" if over else ""),
            flush=True,
        )

    for name in ("kineto-dualpipev-p4m10", "synthetic-gpu"):
        for packed in (False, True):
            with tempfile.TemporaryDirectory() as scratch:
                folder = pathlib.Path(scratch)
                ranks = len(list((arguments.traces / name).glob("rank*_trace.json.gz")))
                repeat_steps(arguments.traces / name, folder, arguments.megabytes / ranks, packed)
                row(name + (", packed" if packed else ""), sorted(folder.iterdir()), None if packed else 0.1)
    if arguments.timeline:
        with gzip.open(arguments.timeline, "rt") as file:
            text = file.read()
        events = json.loads(text)
        for times in (1, 4, max(5, round(arguments.megabytes * 1e6 / len(text)))):
            with tempfile.TemporaryDirectory() as scratch:
                path = pathlib.Path(scratch) / "timeline.json"
                repeat_replicas(events, path, times)
                row(f"{arguments.timeline.name.split('.')[0]}, {times} times", [path])
    return 1 if missed or failures else 0


if __name__ == "__main__":
    sys.exit(main())
