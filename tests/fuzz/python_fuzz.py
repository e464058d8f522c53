#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Feeds the readers of the Python package with what it makes of good files: parts of a recording, plans, addresses.

  python_fuzz.py [--seconds 60] [--seed 1] [--found FOLDER] [--one FILE]

The package must answer everything with a result or with `Refused`. An input that reaches a way between two lines that
none before it reached is kept, and changed in its turn. Ends with libFuzzer's words for executions, ways and inputs,
and with exit code 1 where anything else was raised, which then lies in FOLDER.
"""

import argparse
import io
import json
import os
import pathlib
import random
import resource
import signal
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = os.environ.get("PYTHONPATH") or str(ROOT / "build/fuzz/python")  # joined in a build tree
sys.path.insert(0, PACKAGE)
sys.path.insert(0, str(ROOT / "engine/torch/tests"))

from test_lanewright import header_of, record_of

from lanewright import Refused, lwrun
from lanewright.plan import check_runnable, read_plan
from lanewright.run import steps_from
from lanewright.stream import address_of

PATIENCE = 10  # s for an input
MEMORY = 2 << 30  # bytes
LONGEST = 20_000  # bytes of a file
ODD = [
    0,
    -1,
    1,
    2,
    1 << 31,
    1 << 53,
    1 << 63,
    10**40,
    -0.5,
    1e300,
    float("inf"),
    float("nan"),
    True,
    None,
    "",
    "x",
    "²",
    "F0.0",
    "\u202eF0.0",
    "\x00",
    [],
    [[]],
    {},
    {"a": 1},
]
BYTES = [
    b"",
    b"0",
    b"[",
    b"]",
    b"{",
    b"}",
    b'"',
    b",",
    b"\n",
    b"-1",
    b"1e999",
    b"null",
    b"\xff",
    b"\x00",
    b"[" * 2000,
    b"9" * 5000,
]


class Late(Exception):
    """An input that took too long."""


def seeds():
    """Files by name, of each kind of input."""
    with tempfile.TemporaryDirectory() as folder:
        parts = pathlib.Path(folder) / "run.lwrun.parts"
        for rank in (0, 1):
            writer = lwrun.PartWriter(parts, header_of(rank, f"clock{rank}"), None)
            for number in (5, 6):
                record = record_of(rank, number, number * 1000 + rank)
                writer.step({**record, "live": [64] * len(record["t"]), "peak": 80}, ["list", "stage"])
                writer.optimizer(number, number * 1000 + 610, number * 1000 + 650)
            writer.clock_pair([1, 2, 3, 4])
            writer.end(7)
        recorded = {path.name: path.read_bytes() for path in sorted(parts.iterdir())}
    plans = [
        path.read_bytes()
        for path in sorted((ROOT / "schedules/gallery").glob("*.lwsched"))
        if path.stat().st_size < LONGEST
    ]
    yield recorded
    for plan in plans[:12]:
        yield {"plan.lwsched": plan}
    yield {**recorded, "plan.lwsched": plans[0]}
    for address in (b"127.0.0.1:4000:abc", b"[::1]:4000:abc"):
        yield {"address": address}
    yield {"steps": b"5:15,20"}


def places_in(value, path=()):
    """The ways to all values of a document."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places_in(value[key], (*path, key))
    elif isinstance(value, list):
        for at in range(len(value)):
            yield from places_in(value[at], (*path, at))


def with_value(document, path, new):
    if not path:
        return new
    holder = document
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = new
    return document


def changed_document(text, rng):
    """One value of one line's JSON is another, or is gone, or stands twice."""
    lines = text.split(b"\n") if b"\n{" in text and not text.startswith(b"{\n") else [text]
    at = rng.randrange(len(lines))
    try:
        document = json.loads(lines[at])
        path = rng.choice(list(places_in(document)))
        lines[at] = json.dumps(with_value(document, path, rng.choice(ODD))).encode()
    except (ValueError, RecursionError):
        return changed_bytes(text, rng)
    return b"\n".join(lines)


def changed_bytes(text, rng):
    at, to = sorted(rng.randrange(len(text) + 1) for _ in range(2))
    choice = rng.randrange(4)
    if choice == 0:
        return text[:at] + rng.choice(BYTES) + text[to:]
    if choice == 1:
        return text[:at] + text[at:to] * 2 + text[to:]
    if choice == 2 and text:
        at = min(at, len(text) - 1)
        return text[:at] + bytes([text[at] ^ (1 << rng.randrange(8))]) + text[at + 1 :]
    return text[:at] + rng.choice(BYTES) + text[at:]


def changed(files, rng):
    """The files with some changes; now and then one of them is gone or another's."""
    files = dict(files)
    for _ in range(rng.choice([1, 1, 1, 2, 4])):
        name = rng.choice(sorted(files))
        if rng.random() < 0.02:
            files[rng.choice(["rank2.jsonl", "rank².jsonl", "rank.jsonl", "rank0.jsonl", "plan.lwsched"])] = files[name]
        change = changed_document if rng.random() < 0.6 else changed_bytes
        files[name] = change(files[name], rng)[:LONGEST]
    return files


def read(files, folder):
    """What the package does with such files. Refused is an answer."""
    folder = pathlib.Path(folder) / "run.lwrun.parts"
    folder.mkdir()
    try:
        for name, text in files.items():
            (folder / name).write_bytes(text)
        if "address" in files:
            address_of(files["address"].decode("utf-8", "replace"))
        elif "steps" in files:
            steps_from(files["steps"].decode("utf-8", "replace"))
        elif len(files) == 1 and "plan.lwsched" in files:
            check_runnable(read_plan(folder / "plan.lwsched"))
        else:
            path, sentence = lwrun.merge(folder)
            json.loads(path.read_text(encoding="utf-8"))
            assert sentence
    except Refused as problem:
        assert str(problem), "a refusal says why"
    finally:
        for path in folder.parent.rglob("*"):
            if path.is_file():
                path.unlink()
        folder.rmdir()


class Ways:
    """Counts the ways from line to line within the package."""

    def __init__(self):
        self.all = set()
        self.new = False
        self.last = {}

    def trace(self, frame, event, _):
        if not frame.f_code.co_filename.startswith(PACKAGE):
            return None
        if event == "line":
            way = (frame.f_code, self.last.get(frame, 0), frame.f_lineno)
            self.last[frame] = frame.f_lineno
            if way not in self.all:
                self.all.add(way)
                self.new = True
        elif event == "return":
            self.last.pop(frame, None)
        return self.trace

    def of(self, call):
        self.new = False
        self.last.clear()
        sys.settrace(self.trace)
        try:
            call()
        finally:
            sys.settrace(None)


def packed(files):
    return json.dumps({name: text.decode("latin-1") for name, text in files.items()})


def unpacked(text):
    return {name: value.encode("latin-1") for name, value in json.loads(text).items()}


def late(*_):
    raise Late(f"no end within {PATIENCE} s")


def attempt(files, ways, scratch):
    """What was wrong with the answer; nothing where all is well."""
    signal.alarm(PATIENCE)
    said, sys.stdout, sys.stderr = (sys.stdout, sys.stderr), io.StringIO(), io.StringIO()
    try:
        ways.of(lambda: read(files, scratch))
    except Exception as problem:  # noqa: BLE001 - whatever it is, it is a find
        at = problem.__traceback__
        while at.tb_next and at.tb_next.tb_frame.f_code.co_filename.startswith(PACKAGE):
            at = at.tb_next
        while at.tb_next and not at.tb_frame.f_code.co_filename.startswith(PACKAGE):
            at = at.tb_next
        return (
            f"{type(problem).__name__} at {os.path.basename(at.tb_frame.f_code.co_filename)}:{at.tb_lineno}: {problem}"[
                :300
            ]
        )
    finally:
        signal.alarm(0)
        sys.stdout, sys.stderr = said
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--found", default="build/fuzz/found/python")
    parser.add_argument("--one", help="only this input, such as one that was found")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    signal.signal(signal.SIGALRM, late)
    ways, rng, found = Ways(), random.Random(options.seed), {}
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as scratch:
        if options.one:
            problem = attempt(unpacked(pathlib.Path(options.one).read_text()), ways, scratch)
            print(problem or "answered as it must")
            return 1 if problem else 0
        kept = list(seeds())
        for files in kept:
            if problem := attempt(files, ways, scratch):
                found[problem.split(": ")[0]] = (problem, files)
        executions, began = len(kept), time.monotonic()
        while time.monotonic() < began + options.seconds:
            files = changed(rng.choice(kept), rng)
            problem = attempt(files, ways, scratch)
            executions += 1
            if problem:
                found.setdefault(problem.split(": ")[0], (problem, files))
            elif ways.new:
                kept.append(files)
    for number, (problem, files) in enumerate(found.values()):
        folder = pathlib.Path(options.found)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"find-{number}").write_text(packed(files))
        print(f"find-{number}: {problem}")
    print(f"cov: {len(ways.all)} corp: {len(kept)}")
    print(f"stat::number_of_executed_units: {executions}")
    print(f"stat::average_exec_per_sec: {int(executions / max(options.seconds, 1))}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
