#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the longest span that measured costs predict against that of an unpaced run, over the kinds of the gallery.

  engine_prediction.py BUILD [--rounds 3] [--report FILE]

Each schedule of the gallery's generators, and those with R and with W in parts, at 2 ranks: `profile` measures its
costs and writes them into a copy, `simulate` predicts the longest span of that copy, and `run` trains in its order,
unpaced. The share is that by which the prediction is off the run's median step. The row of a schedule is the median of
the rounds; the exit code is 1 when a row is off by more than 5 %. The two ranks need two cores for themselves.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys

import engine_runs

LIMIT = 0.05
MODEL = {"layers": 8, "width": 256, "heads": 8, "context": 128, "vocabulary": 256, "batch": 4, "seed": 3}
# Name of the row, generator, its options.
KINDS = [
    ("gpipe", "gpipe"),
    ("1f1b", "1f1b"),
    ("zb-h1", "zb-h1"),
    ("zb-h2", "zb-h2"),
    ("zb-auto", "zb-auto"),
    ("zb-1p", "zb-1p"),
    ("zb-2p", "zb-2p"),
    ("interleaved-1f1b", "interleaved-1f1b"),
    ("looped-bfs", "looped-bfs"),
    ("interleaved-zb", "interleaved-zb"),
    ("hanayo", "hanayo"),
    ("chimera", "chimera"),
    ("dualpipe", "dualpipe"),
    ("dualpipev", "dualpipev"),
    ("zbv", "zbv"),
    ("zbv-fixed", "zbv-fixed"),
    ("v-half", "v-half"),
    ("v-min", "v-min"),
    ("1f1b-v", "1f1b-v"),
    ("combined-1f1b", "combined-1f1b"),
    ("combined-1f1b-delay-w", "combined-1f1b-delay-w"),
    ("combined-interleaved", "combined-interleaved-1f1b"),
    ("w-in-parts", "zb-h1", "--w-parts", "2"),
    ("recompute", "1f1b"),
]


def with_recompute(path):
    """R in front of every BW of the first stage."""
    plan = json.loads(path.read_text())
    plan["costs"]["recompute"] = [1, None]
    plan["order"][0] = [
        op for each in plan["order"][0] for op in ([each.replace("BW", "R"), each] if each.startswith("BW") else [each])
    ]
    path.write_text(json.dumps(plan))


def make(cli, kind, folder):
    row, generator, *options = kind
    path = folder / f"{row}.lwsched"
    words = [cli, "generate", generator, "-p", "2", "-m", "8", "-o", str(path), *options]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    if row == "recompute":
        with_recompute(path)
    return path


def answer_of(words):
    finished = subprocess.run(words, capture_output=True, text=True, timeout=600)
    if finished.returncode != 0:
        sys.exit(f"{' '.join(words)}: {finished.stderr.strip()}")
    return json.loads(finished.stdout)


def compare(cli, path, steps):
    """Predicted and measured longest span, ms."""
    measured = path.with_suffix(".measured.lwsched")
    model = ["--model", json.dumps(MODEL)]
    answer_of([cli, "profile", str(path), "-o", str(measured), "--steps", str(steps), "--json", *model])
    predicted = answer_of([cli, "simulate", str(measured), "--json"])["longest_span"]
    ran = answer_of([cli, "run", str(measured), "--steps", str(steps), "--json", *model])["longest_span"]
    return predicted, ran


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=8)
    parser.add_argument("--only", action="append", help="only this row")
    parser.add_argument("--report")
    options = parser.parse_args()
    os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    cli, _ = engine_runs.programs(options.build)
    load = engine_runs.machine()
    kinds = [kind for kind in KINDS if not options.only or kind[0] in options.only]
    pairs = {kind[0]: [] for kind in kinds}
    with engine_runs.folder() as folder:
        paths = {kind[0]: make(cli, kind, pathlib.Path(folder)) for kind in kinds}
        for _ in range(options.rounds):
            for name, path in paths.items():
                pairs[name].append(compare(cli, path, options.steps))
                predicted, ran = pairs[name][-1]
                print(
                    f"{name}: {predicted:.2f} ms predicted, {ran:.2f} ms measured, {predicted / ran - 1:+.2%}",
                    flush=True,
                )
    lines = []
    bad = 0
    for name, rounds in pairs.items():
        off = sorted(predicted / ran - 1 for predicted, ran in rounds)
        middle = statistics.median(off)
        bad += abs(middle) > LIMIT
        lines.append(
            f"| {name} | {statistics.median(ran for _, ran in rounds):.1f} | {middle:+.2%} | {off[0]:+.2%} | "
            f"{off[-1]:+.2%} |"
        )
    text = "\n".join(
        [
            "# Predictions with measured costs",
            "",
            f"`tests/bench/engine_prediction.py BUILD --rounds {options.rounds}` on {load}; 2 ranks by mpirun, 8 "
            "microbatches, "
            f"{options.steps} steps for the costs and as many for the run. Model: "
            + ", ".join(f"{key} {value}" for key, value in MODEL.items())
            + ".",
            "",
            f"{len(lines) - bad} of {len(lines)} schedules are within {LIMIT:.0%} by the median of their rounds.",
            "",
            "| schedule | measured longest span, ms | prediction off by | least | most |",
            "|---|--:|--:|--:|--:|",
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
