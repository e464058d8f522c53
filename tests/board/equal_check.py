#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether the board's module answers as the native library does, to the byte: edits, lessons, the gallery, generators.

  equal_check.py --library liblanewright.so --module lanewright.wasm.gz.base64
                 [--edits 10000] [--every 1] [--seed 1] [--report FILE]

Both are asked the same, the module in node, as a page does; what the library answers says which random edits can come
next. An answer that differs in a byte is shown with what was asked. Of `solve`, in counted rounds, the time that it
took is left out. A sample is one call of --every, and fewer edits. The report is kept in
tests/bench/reports/board_answers.md. Exit code 1 where anything differs, 77 where there is no node.
"""

import argparse
import collections
import ctypes
import json
import os
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
# Asked of each file of the gallery and of what generators make. The view of a board holds lanes, reasons, numbers,
# their bounds, findings and words.
QUESTIONS = [{"ask": "check"}, {"ask": "fixes", "finding": 0}, {"ask": "save"}]
# Asked of a lesson's board; one of a schedule refuses them.
LESSON_QUESTIONS = [
    {"ask": "hint"},
    {"ask": "help", "level": "check"},
    {"ask": "help", "level": "coach"},
    {"ask": "optimizer", "mode": "postvalidated"},
    {"ask": "follow"},
    {"ask": "follow"},
    {"ask": "restart"},
    {"ask": "answer"},
    {"ask": "time", "seconds": 7},
    {"ask": "progress"},
    {"ask": "answers", "by": "Ada"},
]
HEAD = """# The board's module against the native library

Seed {seed}: {calls} calls of both, {differ} answers that differ in a byte. Of `solve`, in counted rounds, the time it
took is left out. Made by `tests/board/equal_check.py`.

| what | calls | refused, in the same words |
|:--|--:|--:|
"""


class Both:
    """The library, by ctypes, and node with the module, asked the same. What the library gives counts for what comes
    next; where the module gives something else, that is shown."""

    def __init__(self, library, module):
        os.environ["LANEWRIGHT_Z3"] = os.devnull  # nothing there: the module has no z3 to find orders with either
        core = self.core = ctypes.CDLL(library)
        for name in ("open", "ask", "text", "spans"):
            getattr(core, "lanewright_" + name).restype = ctypes.c_void_p
        core.lanewright_holds.restype = ctypes.c_char_p
        core.lanewright_open.argtypes = [ctypes.c_char_p]
        core.lanewright_name.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        core.lanewright_ask.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p, ctypes.c_void_p]
        core.lanewright_text.argtypes = core.lanewright_spans.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
        core.lanewright_holds.argtypes = core.lanewright_free.argtypes = [ctypes.c_void_p]
        core.lanewright_free.restype = None
        words = ["node", str(ROOT / "tests" / "board" / "answers.mjs"), module]
        self.node = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.documents = []
        self.words = None  # the document of a dictionary
        self.part = ""  # what the calls belong to
        self.calls = collections.Counter()
        self.refused = collections.Counter()
        self.differ = 0

    def _call(self, call, native):
        """What `native` gives, while node does the same."""
        self.node.stdin.write(json.dumps(call).encode() + b"\n")
        self.node.stdin.flush()
        given = native()
        line = self.node.stdout.readline()
        if not line:
            sys.exit(f"the module broke down, asked {json.dumps(call)[:1000]}")
        self.calls[self.part] += 1
        self.refused[self.part] += isinstance(given, str) and given.startswith(REFUSED)
        module = json.loads(line)
        if without_seconds(module) != without_seconds(given):
            self.differ += 1
            if self.differ <= 10:
                show(self.part, call, str(given), str(module))
        return given

    def _taken(self, pointer):
        text = ctypes.string_at(pointer).decode()
        self.core.lanewright_free(pointer)
        return text

    def open(self, text):
        def native():
            self.documents.append(self.core.lanewright_open(text.encode()))
            return len(self.documents) - 1

        return self._call(["open", text], native)

    def name(self, number, name, other):
        one, two = self.documents[number], self.documents[other]
        self._call(["name", number, name, other], lambda: self.core.lanewright_name(one, name.encode(), two) and None)

    def ask(self, number, **request):
        words = json.dumps(request)
        handle = None if number is None else self.documents[number]
        return self._call(
            ["ask", number, words], lambda: self._taken(self.core.lanewright_ask(handle, words.encode(), None, None))
        )

    def text(self, number):
        return self._call(
            ["text", number], lambda: self._taken(self.core.lanewright_text(self.documents[number], None))
        )

    def spans(self, number):
        def native():
            rows = ctypes.c_size_t()
            pointer = self.core.lanewright_spans(self.documents[number], ctypes.byref(rows))
            numbers = list((ctypes.c_int64 * (8 * rows.value)).from_address(pointer)) if pointer else []
            self.core.lanewright_free(pointer)
            return numbers

        return self._call(["spans", number], native)

    def holds(self, number):
        def native():
            said = self.core.lanewright_holds(self.documents[number])
            return said and said.decode()

        return self._call(["holds", number], native)

    def free(self, number):
        self._call(["free", number], lambda: self.core.lanewright_free(self.documents[number]))


def without_seconds(given):
    return SECONDS.sub("", given) if isinstance(given, str) else given


def show(part, call, native, module):
    pairs = enumerate(zip(native, module))
    first = next((i for i, (one, other) in pairs if one != other), min(len(native), len(module)))
    print(f"{part}: {json.dumps(call)[:500]}")
    for who, gave in (("native", native), ("module", module)):
        print(f"  {who}: …{gave[max(0, first - 80) : first + 120]!r}", flush=True)


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


def begin(both, document, dice):
    """A board of the document, in English or, as often, in German."""
    if dice.randrange(2) == 0:
        both.ask(document, ask="board")
        return
    if both.words is None:
        both.words = both.open((ROOT / "resources" / "words" / "de.json").read_text())
    both.name(document, "words", both.words)
    both.ask(document, ask="board", language="de")


def ask_all(both, part, text, dice, every):
    """All questions about a file."""
    both.part = part
    document = both.open(text)
    if dice.randrange(every) == 0:
        begin(both, document, dice)
        for request in QUESTIONS:
            both.ask(document, **request)
        both.spans(document)
        both.holds(document)
        both.text(document)
    if len(text) < 20_000 and dice.randrange(4 * every) == 0:
        both.part = "solve"
        both.ask(document, ask="solve", rounds=2, threads=1, seed=dice.randrange(9))
    both.free(document)


def ask_gallery(both, dice, every):
    folder = ROOT / "schedules" / "gallery"
    files = [file.read_text() for file in sorted(folder.iterdir()) if file.suffix == ".lwsched"]
    for text in files:
        ask_all(both, "the gallery", text, dice, every)
    return [text for text in files if is_schedule(text) and len(text) < 30_000 and ops_of(text)]


def ask_generators(both, dice, every):
    """What all generators make, and refuse, of a few shapes."""
    both.part = "generate"
    names = [each["name"] for each in json.loads(both.ask(None, ask="list"))["generators"]]
    made = []
    for name in names:
        for shape in range(4 if every == 1 else 1):
            both.part = "generate"
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
            text = both.ask(None, ask="generate", **request)
            if is_schedule(text):
                made.append(text)
                ask_all(both, "what generators make", text, dice, every)
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


def ask_mutants(both, texts, dice, count):
    both.part = "broken files"
    for _ in range(count):
        document = both.open(mutant(dice, dice.choice(texts)))
        both.holds(document)
        both.ask(document, ask="board")
        both.free(document)


def walk_board(both, document, part, steps, dice, text):
    """A board of the document, and random requests of it; `text` is a schedule with about its ops."""
    both.part = part
    begin(both, document, dice)
    for _ in range(steps):
        how = dice.choices(["edit", "back", "other", "help"], [10, 4, 3, 2])[0]
        edit = random_edit(dice, text)
        if dice.randrange(12) == 0:
            edit = dice.choice([{"fill": True}, {"halve": True}, {"fix": [dice.randrange(3), dice.randrange(3)]}])
        elif "remove" in edit and dice.randrange(2):
            edit = {"remove": ",".join(random_op(dice, text) for _ in range(3))}
        if how == "edit":
            both.ask(document, ask="propose", **edit)
            both.ask(document, ask="apply", **edit, **({"merge": 1} if dice.randrange(4) == 0 else {}))
        elif how == "back":
            both.ask(document, ask=dice.choice(["undo", "undo", "redo"]))
        elif how == "other":
            request = dice.choice([{"ask": "places", "ops": random_op(dice, text)}, {"ask": "check"}])
            both.ask(document, **dice.choice([request, {"ask": "fixes", "finding": dice.randrange(3)}]))
        else:
            both.ask(document, **dice.choice(LESSON_QUESTIONS))
        if dice.randrange(8) == 0:
            now = both.text(document)
            text = now if is_schedule(now) and ops_of(now) else text
    return both.ask(document, ask="save")


def walk_boards(both, texts, steps, dice):
    """Boards of schedules that have few ops, since each answer is all that a page shows."""
    few = [text for text in texts if len(text) < 6_000]
    while steps > 0:
        text = dice.choice(few)
        document = both.open(text)
        walk_board(both, document, "boards of schedules", min(steps, 40), dice, text)
        both.free(document)
        steps -= 40


def solution_of(both, lesson):
    """The teacher's order as a schedule's file; none where no generator makes it alone."""
    problem = {"format": "lanewright-schedule", "version": 1, **lesson["problem"]}
    solution = lesson["solution"]
    if "order" in solution:
        return json.dumps(problem | {"order": solution["order"]})
    document = both.open(json.dumps(problem))
    text = both.ask(document, ask="generate", name=solution["generator"])
    both.free(document)
    return text if is_schedule(text) else None


def ask_lessons(both, dice, every):
    """Each lesson with every lesson's solution, its own and all foreign ones, broken and whole; then a pupil who does
    anything."""
    both.part = "lessons"
    texts = [file.read_text() for file in sorted((ROOT / "resources" / "lessons").glob("*.lwlesson"))]
    solutions = [text for text in (solution_of(both, json.loads(lesson)) for lesson in texts) if text]
    for lesson in texts[:: min(every, 4)]:
        both.part = "lessons"
        document = both.open(lesson)
        both.holds(document)
        both.ask(document, ask="board")
        for solution in solutions:
            if dice.randrange(every) == 0:
                both.ask(document, ask="apply", plan=mutant(dice, solution), title="A broken one")
                both.ask(document, ask="apply", plan=solution, title="An answer")
                both.ask(document, ask="answers", by="Ada")
                both.ask(document, ask="restart")
        both.free(document)
        document = both.open(lesson)
        walk_board(both, document, "boards of lessons", 60 // every, dice, dice.choice(solutions))
        both.part = "boards of lessons"
        kept = both.ask(document, ask="progress")
        both.free(document)
        document = both.open(lesson)
        both.ask(document, ask="board", progress=kept)
        both.free(document)
    return texts


def report(both, seed):
    rows = "".join(f"| {part} | {count} | {both.refused[part]} |\n" for part, count in both.calls.items())
    return HEAD.format(seed=seed, calls=sum(both.calls.values()), differ=both.differ) + rows


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
    both = Both(options.library, options.module)
    texts = ask_gallery(both, dice, options.every)
    texts += [text for text in ask_generators(both, dice, options.every) if ops_of(text)]
    walk_boards(both, texts, options.edits, dice)
    lessons = ask_lessons(both, dice, options.every)
    ask_mutants(both, texts + lessons, dice, options.edits // 10)
    both.node.stdin.close()
    text = report(both, options.seed)
    print(text)
    if options.report:
        pathlib.Path(options.report).write_text(text)
    return 1 if both.differ else 0


if __name__ == "__main__":
    sys.exit(main())
