# SPDX-License-Identifier: Apache-2.0
"""What the scripts about the engine share: starting the CLI, and schedules made here."""

import json
import os
import pathlib
import random
import subprocess
import tempfile

MODEL = {"layers": 8, "width": 16, "heads": 2, "context": 8, "vocabulary": 256, "batch": 1, "seed": 3}


def programs(build):
    """The CLI and the engine of a build folder."""
    folder = pathlib.Path(build).resolve() / "bin"
    return str(folder / "lanewright-cli"), str(folder / "lanewright-engine")


def generated(cli, name, ranks, microbatches, path, each=5.0, transfer=0.5):
    """A schedule file of a generator, F = B = W = `each` ms."""
    words = [cli, "generate", name, "-p", str(ranks), "-m", str(microbatches), "-o", str(path)]
    for key in ("tf", "tb", "tw"):
        words += [f"--{key}", str(each)]
    subprocess.run([*words, "--tcomm", str(transfer)], check=True, stdout=subprocess.DEVNULL)
    return json.loads(pathlib.Path(path).read_text())


def random_order(rng, directions, direction_of, microbatches, stages, ranks, parts=1, fused=False, recompute=False):
    """A valid order in which any op that can run next may be the next, of any microbatch."""
    rows = [[] for _ in range(ranks)]
    done = set()
    waiting = []
    for stage in range(stages):
        for microbatch in range(microbatches):
            waiting.append(("F", stage, microbatch, 0))
            if recompute:
                waiting.append(("R", stage, microbatch, 0))
            if fused:
                waiting.append(("BW", stage, microbatch, 0))
            else:
                waiting.append(("B", stage, microbatch, 0))
                waiting += [("W", stage, microbatch, part) for part in range(parts)]
    back = "BW" if fused else "B"

    def can_run(op):
        kind, stage, microbatch, _ = op
        if kind == "F":
            return stage == 0 or ("F", stage - 1, microbatch, 0) in done
        if kind == "R":
            return ("F", stage, microbatch, 0) in done
        if kind == "W":
            return ("B", stage, microbatch, 0) in done
        kept = "R" if recompute else "F"
        return (kept, stage, microbatch, 0) in done and (
            stage + 1 == stages or (back, stage + 1, microbatch, 0) in done
        )

    while waiting:
        op = rng.choice([op for op in waiting if can_run(op)])
        waiting.remove(op)
        done.add(op)
        kind, stage, microbatch, part = op
        text = f"{kind}{stage}.{microbatch}" + (f"/{part}" if kind == "W" and parts > 1 else "")
        rows[directions[direction_of[microbatch]][stage]].append(text)
    return rows


def random_schedule(rng, ranks, microbatches, both_ways=False):
    """A schedule file of a random placement, random ops and a random order."""
    chunks = rng.choice([1, 1, 2])
    stages = ranks * chunks
    if both_ways:
        stages, there = ranks, list(range(ranks))
        directions = [there, there[::-1]]
        direction_of = [0] * (microbatches // 2) + [1] * (microbatches - microbatches // 2)
    else:
        folded = chunks == 2 and rng.random() < 0.5
        second = list(range(ranks))[::-1] if folded else list(range(ranks))
        directions = [list(range(ranks)) + (second if chunks == 2 else [])]
        direction_of = [0] * microbatches
    fused = rng.random() < 0.3
    parts = 1 if fused else rng.choice([1, 1, 2, 3])
    recompute = rng.random() < 0.25
    plan = {
        "format": "lanewright-schedule",
        "version": 1,
        "title": "random",
        "time_unit": "ms",
        "memory_unit": "unit",
        "microbatches": microbatches,
        "placement": {"ranks": ranks, "directions": directions, "replicas": 1},
        "costs": {
            "forward": 1,
            "backward_input": 1,
            "backward_weight": 1,
            "weight_parts": parts,
            "recompute": 1 if recompute else None,
            "transfer": rng.choice([0, 0.3]),
            "links": "latency",
            "overlapped": None,
            "optimizer": 0,
            "all_reduce": 0,
        },
        "memory": {
            "forward": 1,
            "backward_input": 0,
            "backward_weight": -1,
            "recompute": 0,
            "static": 0,
            "limit": None,
            "device": None,
        },
        "order": random_order(rng, directions, direction_of, microbatches, stages, ranks, parts, fused, recompute),
        "gaps": {},
    }
    return plan


def run(cli, schedule, *options, model=MODEL, environment=None, limit=120):
    """What `run --json` says, and the finished process."""
    words = [cli, "run", str(schedule), "--json", "--model", json.dumps(model), *options]
    finished = subprocess.run(
        words, capture_output=True, text=True, timeout=limit, env={**os.environ, **(environment or {})}
    )
    return (json.loads(finished.stdout) if finished.returncode == 0 else None), finished


def machine():
    """One line about where the figures were taken."""
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    name = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), "?")
    return f"{os.cpu_count()} cores ({name}), load {os.getloadavg()[0]:.1f}"


def folder():
    return tempfile.TemporaryDirectory(prefix="lanewright-bench-")


def dice(seed):
    return random.Random(seed)
