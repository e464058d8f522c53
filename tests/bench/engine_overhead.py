#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures what the engine itself costs per op and per message.

  engine_overhead.py BUILD [--report FILE]

Per op: the pause between two ops of one rank that waits for nothing (choosing the next instruction, looking after
messages, writing the span down). Per message: from the end of an op to the moment at which a rank that waits for its value
has it, with values of 2 KiB and of 1 MiB. All unpaced, medians over the steps behind the first, spans recorded.
"""
import argparse
import json
import os
import pathlib
import statistics
import sys

import engine_runs


def measured(cli, folder, name, ranks, microbatches, model, *options):
    path = pathlib.Path(folder) / "a.lwsched"
    engine_runs.generated(cli, name, ranks, microbatches, path, each=1, transfer=0)
    output = pathlib.Path(folder) / "a.lwrun"
    answer, finished = engine_runs.run(cli, path, "--steps", "6", "-o", str(output), *options, model=model)
    if answer is None:
        sys.exit(finished.stderr)
    return json.loads(output.read_text())["steps"][1:]


def pauses(steps):
    return [after[1] - before[2] for step in steps for lane in step["wall"] for before, after in zip(lane, lane[1:])]


def ops(steps):
    return [span[2] - span[1] for step in steps for lane in step["wall"] for span in lane]


def arrivals(steps):
    """From the end of the op to the arrival, of values that somebody waited for."""
    found = []
    for step in steps:
        ends = {span[0]: span[2] for lane in step["wall"] for span in lane}
        waits = [(rank, start, end) for kind, rank, start, end, _, _ in step["others"] if kind == "wait"]
        for kind, _, _, end, op, peer in step["others"]:
            if kind != "transfer" or op not in ends:
                continue
            if any(rank == peer and start < ends[op] and end <= over + 1000 for rank, start, over in waits):
                found.append(end - ends[op])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--report")
    options = parser.parse_args()
    os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    cli, _ = engine_runs.programs(options.build)
    small = {**engine_runs.MODEL, "layers": 2, "width": 32, "context": 16}
    large = {**engine_runs.MODEL, "layers": 2, "width": 512, "heads": 8, "context": 128, "batch": 4}
    lines = []
    with engine_runs.folder() as folder:
        for start in ("--in-process", "mpirun"):
            words = [start] if start.startswith("--") else []
            one = measured(cli, folder, "zb-h1", 1, 64, small, *words)
            little = measured(cli, folder, "1f1b", 2, 16, small, *words)
            much = measured(cli, folder, "1f1b", 2, 4, large, *words)
            between, times = pauses(one), ops(one)
            row = [start.lstrip("-"), f"{statistics.median(between) / 1000:.2f}", f"{statistics.median(times) / 1000:.0f}",
                   *(f"{statistics.median(arrivals(steps) or [0]) / 1000:.1f}" for steps in (little, much))]
            lines.append("| " + " | ".join(row) + " |")
    text = "\n".join([
        "# Overhead of the engine", "", f"`tests/bench/engine_overhead.py BUILD` on {engine_runs.machine()}.", "",
        "| started by | pause between ops, µs | median op of this tiny model, µs | message of 2 KiB, µs | of 1 MiB, µs |",
        "|---|---|---|---|---|", *lines, ""])
    print(text)
    if options.report:
        pathlib.Path(options.report).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
