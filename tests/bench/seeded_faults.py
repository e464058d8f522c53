#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether the tests of bounds, searches and proofs notice that something is wrong: a table of faults.

    tests/bench/seeded_faults.py SCRATCH [--only TEXT] [--again] [--jobs N] [--minutes N] [--report FILE]

Each fault of fault_list.py is one small change of what a source means. In a copy of the checkout below SCRATCH it is
made by itself, its file is compiled, and the tests of its room run, the quick ones of all programs first, up to the
first that fails, crashes or takes longer than so many minutes. A fault that no test notices is a hole in the tests.
What SCRATCH knows from a run before stands, unless the fault has changed since or --again asks; --only looks at those
with the text in file or words. The exit code is 1 where a fault went unnoticed. Compiled with -O1; from scratch a build
takes some minutes, each fault less than one.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from fault_list import FAULTS

ROOT = Path(__file__).resolve().parent.parent.parent
# Of each room the programs of tests, the quickest first.
TESTS = {
    "core/sequence": ["test_sequence", "test_check", "test_bounds", "test_solve"],
    "core/bounds": ["test_check", "test_bounds", "test_solve"],
    "core/check": ["test_check", "test_solve"],
    "core/solve": ["test_solve"],
}
# The tests that take no longer than so many seconds run first, of all programs, then the next.
TIERS = [1, 5, float("inf")]
OPTIONS = [
    "-DLANEWRIGHT_UNITY=ON",
    "-DLANEWRIGHT_UNITY_BUT=^core/(bounds|check|sequence|solve)(/|$)",
    "-DLANEWRIGHT_APP=OFF",
    "-DLANEWRIGHT_ENGINE=OFF",
    "-DLANEWRIGHT_CUDA=OFF",
    "-DCMAKE_BUILD_TYPE=None",
    "-DCMAKE_CXX_FLAGS=-O1 -g0",
]


def room_of(fault):
    return next(room for room in TESTS if fault.file.startswith(f"{room}/"))


def check_list():
    """Each text stands in its file once, or all ends with one sentence."""
    for fault in FAULTS:
        count = (ROOT / fault.file).read_text(encoding="utf-8").count(fault.old)
        if count != 1:
            sys.exit(f"{fault.file} has the text of '{fault.breaks}' {count} times, not once: {fault.old!r}")


def copy_checkout(source):
    """All files of the checkout that differ; what is the same keeps its time, so that it is not compiled anew."""
    listed = subprocess.run(
        ["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard"], capture_output=True, check=True
    )
    for name in listed.stdout.decode().splitlines():
        own, copy = ROOT / name, source / name
        if own.is_file() and not (copy.is_file() and copy.read_bytes() == own.read_bytes()):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(own, copy)
            shutil.copymode(own, copy)


class Workshop:
    """A copy of the checkout and its build."""

    def __init__(self, arguments):
        self.source = arguments.scratch / "source"
        self.build = arguments.scratch / "build"
        self.jobs = arguments.jobs
        self.seconds = 60 * arguments.minutes
        self.times = {}

    def begin(self):
        copy_checkout(self.source)
        linker = ["-DCMAKE_EXE_LINKER_FLAGS=-fuse-ld=mold"] if shutil.which("mold") else []
        cache = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
        self.run(["cmake", "-S", self.source, "-B", self.build, "-G", "Ninja", *OPTIONS, *linker, *cache])
        self.times = self.measure()

    def run(self, command):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            tail = "\n".join((done.stdout + done.stderr).splitlines()[-20:])
            sys.exit(f"{tail}\n{' '.join(map(str, command))} ended with {done.returncode}")

    def path_of(self, program):
        self.run(["ninja", "-C", self.build, f"-j{self.jobs}", program])
        return next(self.build.glob(f"tests/core/*/{program}"))

    def measure(self):
        """Runs all tests without a fault, once: per program the seconds that each takes."""
        memory = self.build / "times.json"
        if memory.exists():
            return json.loads(memory.read_text(encoding="utf-8"))
        times = {}
        for program in dict.fromkeys(sum(TESTS.values(), [])):
            out = self.build / f"{program}.json"
            self.run([self.path_of(program), f"--gtest_output=json:{out}"])
            suites = json.loads(out.read_text(encoding="utf-8"))["testsuites"]
            tests = [test for suite in suites for test in suite["testsuite"]]
            times[program] = {f"{test['classname']}.{test['name']}": float(test["time"][:-1]) for test in tests}
        memory.write_text(json.dumps(times, indent=1), encoding="utf-8")
        return times

    def noticed_by(self, program, above, most):
        """Builds it and runs its tests that take so long; the one that fails, or nothing. New ones are quick."""
        times = self.times[program].items()
        tests = [name for name, seconds in times if above < seconds <= most]
        if above < 0:
            tests = ["-" + ":".join(name for name, seconds in times if seconds > most)]
        elif not tests:
            return None
        path = self.path_of(program)
        try:
            done = subprocess.run(
                [path, f"--gtest_filter={':'.join(tests)}"],
                capture_output=True,
                text=True,
                errors="replace",
                timeout=self.seconds,
                check=False,
                env=dict(os.environ, GTEST_FAIL_FAST="1"),
            )
        except subprocess.TimeoutExpired as late:
            return f"{last_begun((late.stdout or b'').decode(errors='replace'))} (hangs)"
        if done.returncode == 0:
            return None
        failed = re.search(r"^\[  FAILED  \] ([\w./]+)", done.stdout, re.MULTILINE)
        return failed[1] if failed else f"{last_begun(done.stdout)} (crashes)"

    def try_fault(self, fault):
        """The test that notices it, and its program; nothing where none does."""
        path = self.source / fault.file
        whole = path.read_text(encoding="utf-8")
        path.write_text(whole.replace(fault.old, fault.new), encoding="utf-8")
        try:
            for above, most in zip([-1, *TIERS], TIERS):
                for program in TESTS[room_of(fault)]:
                    if test := self.noticed_by(program, above, most):
                        return f"{program}: {test}"
            return None
        finally:
            path.write_text(whole, encoding="utf-8")


def last_begun(output):
    begun = re.findall(r"^\[ RUN      \] ([\w./]+)", output, re.MULTILINE)
    return begun[-1] if begun else "before its first test"


def report(results):
    caught = sum(1 for _, test in results if test)
    lines = [
        "# Whether tests notice what is wrong",
        "",
        "Made by `tests/bench/seeded_faults.py SCRATCH --report tests/bench/reports/seeded_faults.md`. Each row is one "
        "small",
        "change of what a source means, made by itself, and the test that failed first.",
        "",
        f"{caught} of {len(results)} were noticed.",
        "",
        "| file | what breaks | noticed by |",
        "|---|---|---|",
    ]
    for fault, test in results:
        lines.append(f"| {fault.file} | {fault.breaks} | {f'`{test}`' if test else '**nobody**'} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scratch", type=Path, help="a folder for the copy and its build, made where it is missing")
    parser.add_argument("--only", default="", help="faults with this text in their file or words")
    parser.add_argument("--again", action="store_true", help="also those that are known to be noticed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--minutes", type=float, default=10, help="that a program of tests may take")
    parser.add_argument("--report", type=Path)
    arguments = parser.parse_args()
    arguments.scratch = arguments.scratch.resolve()
    check_list()
    workshop = Workshop(arguments)
    workshop.begin()
    memory = arguments.scratch / "noticed.json"
    known = json.loads(memory.read_text(encoding="utf-8")) if memory.exists() else {}
    results = []
    for fault in FAULTS:
        if arguments.only not in fault.file and arguments.only not in fault.breaks:
            continue
        key = "\n".join(fault)
        began = time.monotonic()
        if arguments.again or not known.get(key):
            known[key] = workshop.try_fault(fault)
            memory.write_text(json.dumps(known, indent=1), encoding="utf-8")
        results.append((fault, known[key]))
        took = time.monotonic() - began
        print(f"{took:6.1f} s  {fault.file}: {fault.breaks}: {known[key] or 'NOBODY NOTICES'}", flush=True)
    print(f"{sum(1 for _, test in results if test)} of {len(results)} noticed")
    if arguments.report:
        arguments.report.write_text(report(results), encoding="utf-8")
    return 0 if all(test for _, test in results) else 1


if __name__ == "__main__":
    sys.exit(main())
