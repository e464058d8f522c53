#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether the board's module answers as the native library does, to the byte: edits, lessons, the gallery, generators.

  equal_check.py --library liblanewright.so --module lanewright.wasm.gz.base64
                 [--edits 10000] [--every 1] [--seed 1] [--report FILE]

Everything is asked of the native library first, which also says what random edits can be made next; node then runs the
module as a page does and is given the same calls. An answer that differs in a byte is shown with what was asked. Of
`solve`, in counted rounds, the time that it took is left out. A sample is one call of --every, and fewer edits. The
report is kept in tests/bench/reports/board_answers.md. Exit code 1 where anything differs, 77 where there is no node.
"""

import argparse
import collections
import ctypes
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECONDS = re.compile(r'"seconds": [^,\n]*')
KINDS = ["F", "B", "W", "BW"]
# Keys of `generate` with what they may be.
CHOICES = {"chunks": [1, 2, 3], "w_parts": [2], "tf": ["1.37"], "tb": ["2.25"], "tw": ["0.5"], "tcomm": ["0.601"]}
REFUSED = '{"error": {"sentence"'
# Asked of each file of the gallery, of what generators make and now and then of what edits left.
QUESTIONS = [
    {"ask": "simulate"},
    {"ask": "simulate", "form": "text"},
    {"ask": "simulate", "form": "csv"},
    {"ask": "simulate", "iterations": 4, "optimizer": "postvalidated"},
    {"ask": "validate"},
    {"ask": "validate", "form": "text"},
    {"ask": "validate", "pytorch": True},
    {"ask": "bound"},
    {"ask": "bound", "form": "text"},
    {"ask": "convert", "out": "-", "to": "lwsched"},
    {"ask": "convert", "out": "-", "to": "lwrun"},
    {"ask": "convert", "out": "-", "to": "pytorch"},
    {"ask": "convert", "out": "-", "to": "pytorch-comms"},
    {"ask": "convert", "out": "-", "to": "chrome-trace"},
    {"ask": "compare", "b": "other"},
    {"ask": "compare", "b": "other", "form": "text"},
]
HEAD = """# The board's module against the native library

Seed {seed}: {calls} calls of both, {differ} answers that differ in a byte. Of `solve`, in counted rounds, the time it
took is left out. Made by `tests/board/equal_check.py`.

| what | calls | refused, in the same words |
|:--|--:|--:|
"""


class Native:
    """The library, by ctypes, with calls as answers.mjs has them. What was called, and given, is kept."""

    def __init__(self, path):
        core = self.core = ctypes.CDLL(path)
        for name in ("open", "ask", "text", "spans"):
            getattr(core, "lanewright_" + name).restype = ctypes.c_void_p
        core.lanewright_holds.restype = ctypes.c_char_p
        core.lanewright_open.argtypes = [ctypes.c_char_p]
        core.lanewright_name.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        core.lanewright_ask.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p]
        core.lanewright_text.argtypes = core.lanewright_spans.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
        core.lanewright_holds.argtypes = core.lanewright_free.argtypes = [ctypes.c_void_p]
        core.lanewright_free.restype = None
        self.documents = []
        self.calls = []  # (what it belongs to, the call, what it gave)
        self.part = ""

    def _kept(self, call, given):
        self.calls.append((self.part, call, given))
        return given

    def _taken(self, pointer):
        text = ctypes.string_at(pointer).decode()
        self.core.lanewright_free(pointer)
        return text

    def open(self, text):
        self.documents.append(self.core.lanewright_open(text.encode()))
        return self._kept(["open", text], len(self.documents) - 1)

    def name(self, number, name, other):
        self.core.lanewright_name(self.documents[number], name.encode(), self.documents[other])
        self._kept(["name", number, name, other], None)

    def ask(self, number, **request):
        words = json.dumps(request)
        handle = None if number is None else self.documents[number]
        given = self._taken(self.core.lanewright_ask(handle, words.encode(), None, None))
        return self._kept(["ask", number, words], given)

    def text(self, number):
        return self._kept(["text", number], self._taken(self.core.lanewright_text(self.documents[number], None)))

    def spans(self, number):
        rows = ctypes.c_size_t()
        pointer = self.core.lanewright_spans(self.documents[number], ctypes.byref(rows))
        numbers = list((ctypes.c_int64 * (8 * rows.value)).from_address(pointer)) if pointer else []
        self.core.lanewright_free(pointer)
        return self._kept(["spans", number], numbers)

    def holds(self, number):
        said = self.core.lanewright_holds(self.documents[number])
        return self._kept(["holds", number], said and said.decode())

    def free(self, number):
        self.core.lanewright_free(self.documents[number])
        self._kept(["free", number], None)


def is_schedule(text):
    return text.startswith("{") and '"format": "lanewright-schedule"' in text[:60]


def ops_of(text):
    """The rows of a schedule's file."""
    return json.loads(text).get("order") or []


def random_op(dice, text):
    """Mostly one that is there; else one of about that size, or no op at all."""
    rows = [row for row in ops_of(text) if row]
    if rows and dice.randrange(8):
        return dice.choice(dice.choice(dice.choice(rows)).split("+"))
    if dice.randrange(6) == 0:
        return dice.choice(["", "X1.2", "F0", "F-1.0", "B0.0/9", "F99.0", "é"])
    return f"{dice.choice(KINDS)}{dice.randrange(6)}.{dice.randrange(9)}"


def near(dice, text, op):
    """An op of the same rank, not far away; else any."""
    for row in ops_of(text):
        for place, block in enumerate(row):
            if op in block.split("+") and dice.randrange(6):
                return row[max(0, min(len(row) - 1, place + dice.randint(-4, 4)))].split("+")[0]
    return random_op(dice, text)


def random_edit(dice, text):
    """An edit in the words of the question `edit`."""
    op = random_op(dice, text)
    how = dice.choices(
        ["move", "by", "insert", "remove", "split", "fuse", "pair", "unpair", "gap", "stage", "all", "wrong"],
        [30, 10, 12, 6, 6, 6, 6, 4, 4, 3, 1, 2],
    )[0]
    where = {dice.choice(["before", "after"]): near(dice, text, op)}
    if how == "move":
        return {"move": op, **where}
    if how == "by":
        return {"move": op, "by": dice.randint(-5, 5)}
    if how == "insert":
        return {"insert": op, **(where if dice.randrange(2) else {})}
    if how in ("remove", "fuse", "unpair"):
        return {how: op}
    if how == "split":
        return {"split": op, **({"w_parts": dice.randint(1, 3)} if dice.randrange(4) == 0 else {})}
    if how == "pair":
        return {"pair": op, "with": near(dice, text, op)}
    if how == "gap":
        return {"gap": op, "time": dice.choice(["0", "1.5", "0.25", "-1", "x"])}
    if how == "stage":
        return {"stage": dice.randrange(5), "to_rank": dice.randrange(5)}
    if how == "all":
        return {dice.choice(["split", "fuse"]): "all"}
    return {"move": op, "insert": op}


def walk_edits(native, texts, edits, dice):
    """Random edits, one after the other, of one schedule and then another."""
    native.part = "edit"
    while edits > 0:
        text = dice.choice(texts)
        document = native.open(text)
        for _ in range(min(edits, 100)):
            edits -= 1
            answer = native.ask(document, ask="edit", **random_edit(dice, text))
            if is_schedule(answer):
                native.free(document)
                text = answer
                document = native.open(text)
            if dice.randrange(10) == 0:
                native.ask(document, **dice.choice(QUESTIONS[:10]))
        native.free(document)


def ask_all(native, part, text, other, dice, every):
    """All questions about a file, with another to compare it with."""
    native.part = part
    document = native.open(text)
    native.name(document, "other", other)
    for request in QUESTIONS:
        if dice.randrange(every) == 0:
            native.ask(document, **request)
    if dice.randrange(every) == 0:
        native.spans(document)
        native.holds(document)
        native.text(document)
    if len(text) < 20_000 and dice.randrange(4 * every) == 0:
        native.part = "solve"
        native.ask(document, ask="solve", rounds=2, threads=1, seed=dice.randrange(9))
    native.free(document)


def ask_gallery(native, dice, every):
    folder = ROOT / "schedules" / "gallery"
    files = [file.read_text() for file in sorted(folder.iterdir()) if file.suffix in (".lwsched", ".lwrun")]
    others = [native.open(text) for text in files]
    for text in files:
        ask_all(native, "the gallery", text, dice.choice(others), dice, every)
    return [text for text in files if is_schedule(text) and len(text) < 30_000 and ops_of(text)]


def ask_generators(native, dice, every):
    """What all generators make, and refuse, of a few shapes."""
    native.part = "generate"
    names = [each["name"] for each in json.loads(native.ask(None, ask="list"))["generators"]]
    made = []
    for name in names:
        for shape in range(4 if every == 1 else 1):
            native.part = "generate"
            request = {"name": name, "ranks": dice.randint(1, 6), "microbatches": dice.randint(1, 12)}
            if shape:
                choices = {
                    "chunks": [1, 2, 3],
                    "w_parts": [2],
                    "tf": ["1.37"],
                    "tb": ["2.25"],
                    "tw": ["0.5"],
                    "tcomm": ["0.601"],
                }
                request |= {key: dice.choice(of) for key, of in choices.items() if dice.randrange(3) == 0}
            text = native.ask(None, ask="generate", **request)
            if is_schedule(text):
                made.append(text)
                other = native.open(text)
                ask_all(native, "what generators make", text, other, dice, 4 * every)
    return made


def mutant(dice, text):
    """The file with something changed in its text."""
    where = dice.randrange(len(text))
    how = dice.randrange(4)
    if how == 0:
        return text[:where] + dice.choice(["", "}", "7", '"', "é", ",", "-"]) + text[where + dice.randrange(3) :]
    numbers = list(re.finditer(r"(?<=[ \[])\d+(?=[,\]\n])", text))
    if how == 1 and numbers:
        number = dice.choice(numbers)
        return text[: number.start()] + dice.choice(["0", "2", "-1", "17", "1e3", "0.5"]) + text[number.end() :]
    lines = text.split("\n")
    one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    if how == 2:
        lines[one], lines[other] = lines[other], lines[one]
    else:
        del lines[one]
    return "\n".join(lines)


def ask_mutants(native, texts, dice, count):
    native.part = "broken files"
    for _ in range(count):
        document = native.open(mutant(dice, dice.choice(texts)))
        native.holds(document)
        native.ask(document, **dice.choice(QUESTIONS[:10]))
        native.free(document)


def lessons():
    return [file.read_text() for file in sorted((ROOT / "resources" / "lessons").glob("*.lwlesson"))]


def differing(native, module):
    """Gives the module the same calls; what it gave otherwise, with the place of the call."""
    words = "".join(json.dumps(call) + "\n" for _, call, _ in native.calls)
    done = subprocess.run(
        ["node", str(ROOT / "tests" / "board" / "answers.mjs"), module], input=words.encode(), stdout=subprocess.PIPE
    )
    given = done.stdout.decode().splitlines()
    without = lambda each: SECONDS.sub("", each) if isinstance(each, str) else each
    differ = []
    for place, (part, call, native_gave) in enumerate(native.calls):
        module_gave = json.loads(given[place]) if place < len(given) else "the module broke down"
        if without(module_gave) != without(native_gave):
            differ.append((place, part, call, native_gave, module_gave))
        if place >= len(given):
            break
    return differ


def show(differ):
    for place, part, call, one, other in differ[:10]:
        print(f"call {place}, {part}: {json.dumps(call)[:300]}")
        pairs = enumerate(zip(str(one), str(other)))
        first = next((i for i, (a, b) in pairs if a != b), min(len(str(one)), len(str(other))))
        for who, gave in (("native", str(one)), ("module", str(other))):
            print(f"  {who}: …{gave[max(0, first - 80) : first + 120]!r}")


def report(native, differ, seed):
    counts = collections.Counter(part for part, *_ in native.calls)
    refused = collections.Counter(
        part for part, _, gave in native.calls if str(gave).startswith('{"error": {"sentence"')
    )
    rows = "".join(f"| {part} | {count} | {refused[part]} |\n" for part, count in counts.items())
    return HEAD.format(seed=seed, calls=len(native.calls), differ=len(differ)) + rows


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--library", required=True)
    words.add_argument("--module", required=True)
    words.add_argument("--edits", type=int, default=10_000)
    words.add_argument("--every", type=int, default=1)
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--report")
    options = words.parse_args()
    if shutil.which("node") is None:
        print("not done: there is no node")
        return 77
    dice = random.Random(options.seed)
    native = Native(options.library)
    texts = ask_gallery(native, dice, options.every)
    texts += [text for text in ask_generators(native, dice, options.every) if ops_of(text)]
    walk_edits(native, texts, options.edits, dice)
    ask_mutants(native, texts + lessons(), dice, options.edits // 10)
    differ = differing(native, options.module)
    show(differ)
    text = report(native, differ, options.seed)
    print(text)
    if options.report:
        pathlib.Path(options.report).write_text(text)
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
