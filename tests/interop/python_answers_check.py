#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether Python answers as lanewright-cli does, to the byte: on the gallery and on random files.

  python_answers_check.py --cli lanewright-cli [--files 1000] [--every 1] [--seed 1] [--report FILE]

Files are made by random calls of `generate`, random changes of orders, costs and limits, and of runs; some are broken.
Each is asked by both doors what there is to ask; what is refused must be refused in the same sentence, but for what
options are called. Of `solve` the time that it took is left out. A sample is one question of --every, by chance.
PYTHONPATH must lead to the package. The report is kept in tests/bench/reports/python_answers.md. Exit code 1 where
anything differs.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import lanewright as lw
from lanewright import library, questions

GALLERY = pathlib.Path(__file__).resolve().parents[2] / "schedules" / "gallery"
SECONDS = re.compile(r'"seconds": [^,\n]*')
# Keys of `generate` with what they may be.
CHOICES = {
    "chunks": [1, 2],
    "w_parts": [2, 3],
    "tf": ["0.5", "1.37", "18.522"],
    "tb": ["1", "2.25"],
    "tw": ["0", "0.125"],
    "tcomm": ["0", "0.601"],
    "mb": [-1, "-0.5"],
    "memory_limit": [2, 4, "6.5", "9"],
    "time_unit": ["ms", "s", "us"],
    "memory_unit": ["MiB", "B"],
    "lengths": ["uniform:512:8192", "lognormal:2048:0.8"],
    "optimizer_mode": ["postvalidated"],
    "objective": ["period"],
}
HEAD = """# Python against the command line

The gallery and {files} random files, seed {seed}: {asked} questions by both doors, {differ} answers that differ in a
byte. Of `solve`, in counted rounds, the time it took is left out. Made by `tests/interop/python_answers_check.py`.

| question | asked | refused, in the same words |
|:--|--:|--:|
"""
FLAGS = {"ranks": "-p", "microbatches": "-m"}
KEYS = {"-p": "ranks", "-m": "microbatches", "-v": "chunks"}


def in_keys(sentence):
    """The sentence with options called as Python calls them: the one thing in which refusals differ."""
    option = r"(?<![\w-])--?[a-z][a-z-]*"
    return re.sub(option, lambda at: KEYS.get(at[0], at[0].lstrip("-").replace("-", "_")), sentence)


def words_of(options):
    """The words of a command for options of Python; its arguments come first."""
    words = []
    for key, value in options.items():
        if key in ("name", "b"):
            words.insert(0, str(value))
        elif value is not None:
            words += [FLAGS.get(key, "--" + key.replace("_", "-"))] + ([] if value is True else [str(value)])
    return words


def cli_says(cli, question, file, options, is_file=False):
    """What is printed, and in the last line why nothing is. Names of files are left out, which Python has none of."""
    words = [cli, question, *([str(file)] if file else []), *words_of(options), *([] if is_file else ["--json"])]
    done = subprocess.run(words, capture_output=True)
    refused = done.stderr.decode(errors="surrogateescape").strip().splitlines()
    if done.stdout or not refused:
        return done.stdout.decode()
    return "refused: " + in_keys(re.sub(r"/\S*/\w+\.lw\w+: ", "", refused[-1].replace("lanewright-cli: ", "", 1)))


def python_says(ask, is_file=False):
    try:
        return ask() + ("" if is_file else "\n")
    except lw.Refused as problem:
        return "refused: " + ": ".join(part for part in (problem.place, problem.sentence) if part)


def changed(text, dice):
    """The file with a change, which may well break it."""
    file = json.loads(text)
    how = dice.randrange(8)
    rows = file.get("order") or [[]]
    row = dice.choice(rows)
    if how <= 2 and len(row) > 1:
        one, other = dice.sample(range(len(row)), 2) if how else (0, 1)
        row[one], row[other] = row[other], row[one]
    elif how == 3 and row:
        row.pop(dice.randrange(len(row)))
    elif how == 4 and row:
        dice.choice(rows).insert(0, dice.choice(row))
    elif how == 5:
        costs = file.setdefault("costs", {})
        costs[dice.choice(["forward", "backward_input", "transfer", "optimizer"])] = dice.choice([0, 0.3, 7, -1, "x"])
    elif how == 6:
        file.setdefault("memory", {})["limit"] = dice.choice([1, 3.5, 100, -1, [2]])
    else:
        where = dice.randrange(len(text))
        return text[:where] + dice.choice(["", "}", "7", '"', "é"]) + text[where + dice.randrange(3) :]
    return json.dumps(file, indent=1)


def changed_run(text, dice):
    """A run whose numbers are a little others, or whose text is broken."""
    if dice.randrange(4) == 0:
        return changed(text, random.Random(dice.randrange(1 << 30)))
    by = dice.uniform(0.5, 2)
    return re.sub(r"\d+\.\d{4,}", lambda number: f"{float(number[0]) * by:.6f}", text)


def random_call(dice, names):
    options = {"name": dice.choice(names), "ranks": dice.randint(1, 6), "microbatches": dice.randint(1, 10)}
    for key, values in CHOICES.items():
        if dice.randrange(4) == 0:
            options[key] = dice.choice(values)
    return options


def made_files(count, seed, folder):
    """Names with texts and the call of `generate` that made each, or None."""
    dice = random.Random(seed)
    names = [each.name for each in lw.generators()]
    for file in sorted(GALLERY.iterdir()):
        if file.suffix in (".lwsched", ".lwrun"):
            yield file, file.read_text(), None
    run = (GALLERY / "measured-job.lwrun").read_text()
    number = 0
    while number < count:
        options = random_call(dice, names)
        if dice.randrange(12) == 0:
            text, kind, options = changed_run(run, dice), "lwrun", None
        else:
            kind = "lwsched"
            text = python_says(lambda: questions.generate(**options), is_file=True)
            if text.startswith("refused") or dice.randrange(2):
                base = lw.generate("zb-h1", dice.randint(2, 4), dice.randint(2, 8)).text
                yield None, text, options
                text = changed(base if text.startswith("refused") else text, dice)
                options = None
        file = pathlib.Path(folder) / f"{number}.{kind}"
        file.write_text(text, encoding="utf-8")
        number += 1
        yield file, text, options


def questions_about(file, text, other, dice):
    """What both doors are asked: the question's name, its options, and Python's way to ask."""
    document = library.Document(text)
    plain = [("simulate", {"ops": dice.choice([None, True]), "iterations": dice.choice([None, None, 3])})]
    plain += [("validate", {"transport": dice.choice([None, "all"])})]
    plain += [("bound", {"explain": dice.choice([None, True])}), ("check-proof", {})]
    if file.suffix == ".lwrun":
        plain += [("causes", {})]
    else:
        # Without time for z3, whose proof ends by the clock.
        options = {"rounds": dice.randint(0, 3), "threads": 1, "seed": dice.randint(1, 9), "time_limit": 0}
        plain += [("solve", options)]
    for name, options in plain:
        yield name, options, lambda name=name, options=options: library.ask(name, options_for(options), document)
    if other:
        others = {str(other[0]): library.Document(other[1])}
        options = {"b": str(other[0])}
        yield "compare", options, lambda: library.ask("compare", options, document, others)


def options_for(options):
    return {key: [value] if key == "transport" and value else value for key, value in options.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", required=True)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--report", type=pathlib.Path)
    given = parser.parse_args()
    dice, sample = random.Random(given.seed), random.Random(given.seed)
    asked, refused, differ = collections.Counter(), collections.Counter(), []

    def compare(name, file, options, ask, is_file=False):
        theirs = cli_says(given.cli, name, file, options, is_file)
        ours = python_says(ask, is_file)
        same = SECONDS.sub("", theirs) == SECONDS.sub("", ours)
        return name, same, theirs.startswith("refused"), (name, str(file), options, theirs, ours)

    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs, before = [], None
        for file, text, options in made_files(given.files, given.seed, folder):
            if options and sample.randrange(given.every) == 0:
                ask = lambda options=options: questions.generate(**options)
                jobs.append(pool.submit(compare, "generate", None, options, ask, True))
            if file:
                for name, keys, ask in questions_about(file, text, before, dice):
                    if sample.randrange(given.every) == 0:
                        jobs.append(pool.submit(compare, name, file, keys, ask))
                before = (file, text)
        for job in jobs:
            name, same, is_refused, told = job.result()
            asked[name] += 1
            refused[name] += is_refused
            if not same:
                differ.append(told)
    for name, file, options, theirs, ours in differ[:10]:
        lines = [two for two in zip(theirs.splitlines() + [""], ours.splitlines() + [""]) if two[0] != two[1]][:1]
        print(f"{name} {file} {options} differs: {lines}", file=sys.stderr)
    report = HEAD.format(files=given.files, seed=given.seed, asked=sum(asked.values()), differ=len(differ))
    report += "".join(f"| `{name}` | {asked[name]} | {refused[name]} |\n" for name in sorted(asked))
    print(report)
    if given.report:
        given.report.write_text(report, encoding="utf-8")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
