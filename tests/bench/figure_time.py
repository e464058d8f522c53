#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long `render` takes, as a whole process: starting, reading the file, laying out, writing.

    figure_time.py --cli lanewright-cli [--times 40] [--report reports/figures.md]

The middle one of so many runs of a process each, and the least of them. Exits with 1 where a budget is exceeded; run it
on a quiet machine."""

import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

# Generator, ranks, microbatches, options of `render`, ending, and the most milliseconds that the middle one may take.
ROWS = (
    ("zb-h1", 16, 64, (), "svg", 50),
    ("zb-h1", 16, 64, ("--show", "all"), "svg", 50),
    ("zb-h1", 16, 64, ("--width", "column"), "svg", 50),
    ("dualpipe", 16, 64, ("--show", "all"), "svg", 50),
    ("zb-h1", 16, 64, (), "tex", None),
    ("zb-h1", 16, 64, (), "pdf", None),
    ("zb-h1", 16, 64, (), "png", None),
    ("zb-h1", 64, 1024, (), "svg", None),
)


def milliseconds(command):
    begun = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}: {done.stderr}")
    return 1000 * (time.perf_counter() - begun)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", default="lanewright-cli")
    parser.add_argument("--times", type=int, default=40)
    parser.add_argument("--report", type=pathlib.Path)
    options = parser.parse_args()
    lines = [
        "# How long figures take",
        "",
        f"`render` as a whole process, {options.times} times each; the schedule is made before. Made by",
        "`figure_time.py`, release build.",
        "",
        "| what | middle | least | at most | size |",
        "|:--|--:|--:|--:|--:|",
    ]
    exceeded = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, ranks, microbatches, words, ending, most in ROWS:
            file, picture = f"{folder}/a.lwsched", f"{folder}/a.{ending}"
            milliseconds([options.cli, "generate", name, "-p", str(ranks), "-m", str(microbatches), "-o", file])
            taken = [milliseconds([options.cli, "render", file, picture, *words]) for _ in range(options.times)]
            middle = statistics.median(taken)
            exceeded += most is not None and middle > most
            what = " ".join((name, f"{ranks} × {microbatches}", *words, f"as {ending}"))
            size = pathlib.Path(picture).stat().st_size / 1000
            budget = f"{most} ms" if most else ""
            lines.append(f"| {what} | {middle:.1f} ms | {min(taken):.1f} ms | {budget} | {size:.0f} kB |")
    text = "\n".join(lines) + "\n"
    if options.report:
        options.report.write_text(text)
    print(text)
    return 1 if exceeded else 0


if __name__ == "__main__":
    sys.exit(main())
