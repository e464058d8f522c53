#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a build from scratch costs in CPU minutes, with every cache empty, as quickstart and test build.

    tests/bench/build_cost.py [--jobs N] [--cuda ARCHITECTURE] [--ctest] [--report FILE]

Three rows: quickstart's targets, then all else with the tests, both without CUDA; with --cuda what the backend adds for
that architecture. --ctest then runs every test as packaging/test does, and says how long that took by the clock. CPU
time is that of all processes that a step started; on a machine whose cores share their units it grows with what else
runs, so leave the machine alone meanwhile. --report writes the table as Markdown.
"""

import argparse
import os
import platform
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BUDGET = {"quickstart's targets": 9, "everything with tests": 22, "one CUDA architecture": 3}


def used():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def do(command, log, **options):
    """Runs it, and gives the seconds of CPU and of the clock. Ends all with its last lines where it fails."""
    cpu, clock = used(), time.monotonic()
    with open(log, "a") as out:
        code = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, check=False, **options).returncode
    if code != 0:
        tail = "\n".join(Path(log).read_text().splitlines()[-20:])
        sys.exit(f"{tail}\n{' '.join(map(str, command))} ended with {code}")
    return used() - cpu, time.monotonic() - clock


def slowest(build, count):
    """The steps that took longest by the clock, from ninja's log."""
    steps = {}
    for line in (build / ".ninja_log").read_text().splitlines()[1:]:
        start, end, _, name, _ = line.split("\t")
        steps[name] = (int(end) - int(start)) / 1000
    return sorted(steps.items(), key=lambda step: -step[1])[:count]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--cuda", metavar="ARCHITECTURE", help="also the backend cuda, for this architecture")
    parser.add_argument("--ctest", action="store_true", help="run the tests, too")
    parser.add_argument("--report", type=Path)
    asked = parser.parse_args()
    environment = dict(os.environ, CCACHE_DISABLE="1")
    rows = []
    with tempfile.TemporaryDirectory(prefix="lanewright-build-") as folder:
        build, log = Path(folder) / "build", Path(folder) / "log"
        configure = [
            "cmake",
            "-S",
            ROOT,
            "-B",
            build,
            "-G",
            "Ninja",
            "-DCMAKE_BUILD_TYPE=Release",
            "-DLANEWRIGHT_UNITY=ON",
            "-DLANEWRIGHT_TESTS=ON",
        ]
        compile_ = ["cmake", "--build", build, "--parallel", str(asked.jobs)]
        do([*configure, "-DLANEWRIGHT_CUDA=OFF"], log, env=environment)
        first = do([*compile_, "--target", "lanewright", "lanewright-cli", "lanewright-engine"], log, env=environment)
        rows.append(("quickstart's targets", *first))
        rest = do(compile_, log, env=environment)
        rows.append(("everything with tests", first[0] + rest[0], first[1] + rest[1]))
        steps = slowest(build, 15)
        tests = None
        if asked.ctest:
            tests = do(["ctest", "--test-dir", build, "--parallel", str(asked.jobs * 3 // 2)], log, env=environment)
        if asked.cuda:
            other = Path(folder) / "cuda"
            configure[configure.index(build)] = other
            do(
                [
                    *configure,
                    "-DLANEWRIGHT_APP=OFF",
                    "-DLANEWRIGHT_TESTS=OFF",
                    f"-DLANEWRIGHT_CUDA_ARCHITECTURES={asked.cuda}",
                ],
                log,
                env=environment,
            )
            rows.append(
                (
                    "one CUDA architecture",
                    *do(
                        ["cmake", "--build", other, "--parallel", str(asked.jobs), "--target", "lanewright-cuda"],
                        log,
                        env=environment,
                    ),
                )
            )
    lines = ["| what | CPU minutes | at most | by the clock, minutes |", "|---|---|---|---|"]
    lines += [f"| {name} | {cpu / 60:.1f} | {BUDGET[name]} | {clock / 60:.1f} |" for name, cpu, clock in rows]
    if tests:
        lines.append(
            f"| ctest, {asked.jobs * 3 // 2} at a time | {tests[0] / 60:.1f} | | {tests[1] / 60:.1f} (at most 4) |"
        )
    lines += ["", "The longest steps, by the clock:", ""] + [f"* {name}: {seconds:.1f} s" for name, seconds in steps]
    print("\n".join(lines))
    if asked.report:
        commit = subprocess.run(
            ["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True
        ).stdout.strip()
        compiler = subprocess.run(["c++", "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[
            0
        ]
        asked.report.write_text(
            f"# What a build from scratch costs\n\n`tests/bench/build_cost.py` at {commit}, {os.cpu_count()} cores "
            f"({platform.machine()}), {compiler}, every cache empty.\n\n" + "\n".join(lines) + "\n"
        )


main()
