#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long `render` takes, as a whole process: starting, reading the file, laying out, writing.

    figure_time.py --cli lanewright-cli [--times 40] [--report reports/figures.md]

The middle one of so many runs of a process each, the least of them, and what the middle one takes of processors. Exits
with 1 where a budget is exceeded; run it on a quiet machine."""

import argparse
import os
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


def taken_by(command):
    """Milliseconds until the process has ended, and those of processors."""
    begun = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} ended with {process.returncode}")
    return 1000 * (time.perf_counter() - begun), 1000 * (used.ru_utime + used.ru_stime)


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
        "| what | middle | least | of processors | at most | size |",
        "|:--|--:|--:|--:|--:|--:|",
    ]
    exceeded = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, ranks, microbatches, words, ending, most in ROWS:
            file, picture = f"{folder}/a.lwsched", f"{folder}/a.{ending}"
            taken_by([options.cli, "generate", name, "-p", str(ranks), "-m", str(microbatches), "-o", file])
            taken = [taken_by([options.cli, "render", file, picture, *words]) for _ in range(options.times)]
            middle, busy = map(statistics.median, zip(*taken))
            least = min(taken)[0]
            exceeded += most is not None and middle > most
            what = " ".join((name, f"{ranks} × {microbatches}", *words, f"as {ending}"))
            size = pathlib.Path(picture).stat().st_size / 1000
            budget = f"{most} ms" if most else ""
            times = " | ".join(f"{each:.1f} ms" for each in (middle, least, busy))
            lines.append(f"| {what} | {times} | {budget} | {size:.0f} kB |")
    text = "\n".join(lines) + "\n"
    if options.report:
        options.report.write_text(text)
    print(text)
    return 1 if exceeded else 0


if __name__ == "__main__":
    sys.exit(main())
