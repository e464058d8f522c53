#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the measured longest span of paced runs against the plan.

  engine_paced.py BUILD [--runs 10] [--report FILE]

The share by which the measured longest span of a run (that of its median step) is off the planned one. The exit code is
1 when a run of 8 ranks with ops of 5 ms is off by more than 1 %; the other rows are only reported.
"""

import argparse
import json
import os
import pathlib
import sys

import engine_runs

# generator, ranks, microbatches, length of an op in ms, whether it must hold. Overlapped pairs take 5/6 of their parts.
ROWS = [
    ("zb-h1", 8, 16, 5, True),
    ("1f1b", 8, 16, 5, True),
    ("zb-h1", 8, 16, 10, True),
    ("zb-h1", 8, 16, 2, False),
    ("zb-h1", 16, 32, 5, False),
    ("gpipe", 16, 32, 5, False),
    ("dualpipe", 8, 20, 5, True),
    ("dualpipev", 8, 20, 5, True),
    ("combined-1f1b", 8, 16, 5, True),
    ("combined-interleaved-1f1b", 8, 16, 10, True),
]
LIMIT = 0.01


def shorten_pairs(path):
    """Gives every pair of stages 5/6 of what its ops take, by both partners."""
    plan = json.loads(path.read_text())
    costs = plan["costs"]
    stages = len(plan["placement"]["directions"][0])

    def of(key, stage):
        return costs[key][stage] if isinstance(costs[key], list) else costs[key]

    def times(*backward):
        return [
            [round(5 / 6 * (of("forward", f) + sum(of(key, b) for key in backward)), 6) for b in range(stages)]
            for f in range(stages)
        ]

    costs["overlapped"] = {"B": times("backward_input"), "BW": times("backward_input", "backward_weight")}
    path.write_text(json.dumps(plan))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--steps", type=int, default=5)
    parser.add_argument("--report")
    options = parser.parse_args()
    os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    cli, _ = engine_runs.programs(options.build)
    lines = []
    bad = 0
    load = engine_runs.machine()
    with engine_runs.folder() as folder:
        for name, ranks, microbatches, each, must in ROWS:
            path = pathlib.Path(folder) / f"{name}-{ranks}-{each}.lwsched"
            plan = engine_runs.generated(cli, name, ranks, microbatches, path, each=each, transfer=0.5)
            shorten_pairs(path)
            model = {**engine_runs.MODEL, "layers": len(plan["placement"]["directions"][0]), "width": 32, "context": 16}
            off = []
            for _ in range(options.runs):
                answer, finished = engine_runs.run(cli, path, "--paced", "--steps", str(options.steps), model=model)
                if answer is None:
                    sys.exit(finished.stderr)
                off.append(answer["longest_span"] / answer["planned_longest_span"] - 1)
            held = sum(abs(value) <= LIMIT for value in off)
            bad += must and held < len(off)
            off.sort()
            lines.append(
                f"| {name} | {ranks} | {microbatches} | {each} | {off[len(off) // 2]:+.3%} | {max(off, key=abs):+.3%} "
                "| "
                f"{held} of {len(off)} |"
            )
            print(lines[-1], flush=True)
    text = "\n".join(
        [
            "# Paced runs",
            "",
            f"`tests/bench/engine_paced.py BUILD --runs {options.runs}` on {load}; a run has {options.steps} steps and "
            "counts by "
            "its median one. mpirun, F = B = W, transfer 0.5 ms.",
            "",
            "| schedule | ranks | microbatches | op, ms | median off the plan | worst run | within 1 % |",
            "|---|---|---|---|---|---|---|",
            *lines,
            "",
        ]
    )
    print(text)
    if options.report:
        pathlib.Path(options.report).write_text(text)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
