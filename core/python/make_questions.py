#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints core/python/lanewright/questions.py: a function for each question of the core, from its own tables.

make_questions.py [--cli lanewright-cli] > core/python/lanewright/questions.py
"""

import argparse
import itertools
import json
import keyword
import subprocess
import textwrap

TYPES = {
    "text": "Text",
    "number": "int",
    "real": "float",
    "flag": "bool",
    "texts": "Sequence[str]",
    "numbers": "Sequence[int]",
}
HEAD = '''# SPDX-License-Identifier: Apache-2.0
"""Every question that the core answers, a function each. core/python/make_questions.py made them of the core's tables.

Each returns the answer's text: what `lanewright-cli` prints with --json, or the file that was asked for. `document` is
what the first argument of the command would name. See `lanewright.library.ask` for `others`, `hear`, `form` and
`called`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .library import Document, Hearer, Text, ask
'''


def wrapped(text, indent):
    return textwrap.fill(text, 120, initial_indent=indent, subsequent_indent=indent + "    ")


def python_name(name):
    return name.replace("-", "_") + ("_" if keyword.iskeyword(name) else "")


def answer_lines(question, said):
    """A line for each key of the answer; keys that an earlier question explained in the same words stand together."""
    origins = [said.setdefault((note["key"], note["words"]), question["name"]) for note in question["answer"]]
    for (origin, depth), notes in itertools.groupby(
        zip(origins, question["answer"]), lambda pair: (pair[0], pair[1]["depth"])
    ):
        indent = "    " + "  " * depth
        if origin != question["name"]:
            yield wrapped(", ".join(note["key"] for _, note in notes) + f": as in {origin}", indent)
        else:
            yield from (wrapped(f"{note['key']}: {note['words']}", indent) for _, note in notes)


def function(question, said):
    name = python_name(question["name"])
    options = [(option, python_name(option["key"])) for option in question["options"]]
    lines = [f"\n\ndef {name}(", "    document: Document | None = None,", "    *,"]
    lines += [f"    {word}: {TYPES[option['kind']]} | None = None," for option, word in options]
    lines += [
        "    others: Mapping[str, Document] | None = None,",
        "    hear: Hearer | None = None,",
        '    form: str = "json",',
        "    called: Mapping[str, str] | None = None,",
        ") -> str:",
        wrapped(f'"""{question["words"]}.', "    "),
        "",
        "    Options:",
        "",
    ]
    for option, word in options:
        choices = f"; one of {', '.join(option['choices'])}" if option["choices"] else ""
        lines.append(wrapped(f"{word}: {option['words']}{choices}", "    "))
    lines += ["", "    The answer:", ""]
    lines += answer_lines(question, said)
    lines += ['    """', "    options = {"]
    lines += [f'        "{option["key"]}": {word},' for option, word in options]
    lines += ["    }"]
    reserved = {option["key"]: word for option, word in options if word != option["key"]}
    names = f"{json.dumps(reserved)[:-1]}, **(called or {{}})}}" if reserved else "called"
    lines += [f'    return ask("{question["name"]}", options, document, others, hear, form, {names})']
    return "\n".join(line.replace("\\", "\\\\") for line in lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", default="lanewright-cli")
    cli = parser.parse_args().cli
    told = subprocess.run([cli, "list", "--questions", "--json"], check=True, capture_output=True, text=True).stdout
    said = {}  # of which question a key and its words were first
    print(HEAD + "".join(function(question, said) for question in json.loads(told)["questions"]))


if __name__ == "__main__":
    main()
