#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How long a million spans take to reach numpy, once their schedule is opened, and what the time is made of.

    python_spans.py [--ranks 64] [--microbatches 5209] [--times 15] [--report reports/python_spans.md]

PYTHONPATH must lead to the package; numpy must be there. Each row is the least of so many, by the clock and of this
thread's processor, since the other cores of a busy machine say nothing of ours. Exits with 1 where a million spans take
more than 50 ms of a processor from an opened schedule to the array.
"""

import argparse
import pathlib
import sys
import time

import numpy

import lanewright as lw
from lanewright import library

MOST = 50  # ms for a million
HEAD = """# A million spans in numpy

ZB-H1 on {ranks} ranks with {microbatches} microbatches: {count} spans of 8 numbers, {megabytes:.0f} MB, from a file of
{file:.1f} MB. The least of {times}, in milliseconds. Made by `python_spans.py`, release build. numpy looks at the
memory that the core filled, so that its own part is one call. What is left of a later array is the writing of that
memory, for which large pages are asked as numpy does for the last row.

| what | by the clock | of a processor |
|:--|--:|--:|
"""


def measured(what, times):
    """Milliseconds by the clock and of this thread's processor, the least of each, and the last result."""
    taken = []
    for _ in range(times):
        clock, used = time.perf_counter(), time.thread_time()
        result = what()
        taken.append((1000 * (time.perf_counter() - clock), 1000 * (time.thread_time() - used)))
    return min(each[0] for each in taken), min(each[1] for each in taken), result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ranks", type=int, default=64)
    parser.add_argument("--microbatches", type=int, default=5209)
    parser.add_argument("--times", type=int, default=15)
    parser.add_argument("--report", type=pathlib.Path)
    given = parser.parse_args()
    text = lw.generate("zb-h1", given.ranks, given.microbatches).text

    fresh = [lw.Schedule(text) for _ in range(given.times)]
    reading = iter(fresh)
    read = measured(lambda: next(reading).document.holds(), given.times)
    simulating = iter(fresh)
    first = measured(lambda: next(simulating).timeline().to_numpy(), given.times)
    again = measured(lambda: fresh[0].timeline().to_numpy(), given.times)
    rows = measured(lambda: library.spans(fresh[0].document), given.times)
    filled = measured(lambda: numpy.empty((rows[2][1], 8), numpy.int64).fill(1), given.times)
    count = rows[2][1]
    table = (
        ("reading the schedule, once", read),
        ("its first array: simulating, rows, numpy", first),
        ("every later array: rows, numpy", again),
        ("of that the C side, `lanewright_spans`", rows),
        ("for comparison, numpy filling as many numbers with ones", filled),
    )
    report = HEAD.format(
        ranks=given.ranks,
        microbatches=given.microbatches,
        count=count,
        megabytes=count * 64 / 1e6,
        file=len(text) / 1e6,
        times=given.times,
    )
    report += "".join(f"| {name} | {clock:.1f} | {used:.1f} |\n" for name, (clock, used, _) in table)
    print(report)
    if given.report:
        given.report.write_text(report, encoding="utf-8")
    return 1 if again[1] > MOST * count / 1e6 else 0


if __name__ == "__main__":
    sys.exit(main())
