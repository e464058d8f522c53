#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes resources/words: what core says in the desktop's languages, for pages, which have no Qt.

make_words.py           writes resources/words/de.json
make_words.py --check   says whether it is as it would be written, and that no phrase of core lacks its words
"""

import argparse
import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LITERAL = r'"(?:[^"\\]|\\.)*"'
PHRASE = re.compile(rf"\b(?:phrase|countedPhrase)\(\s*({LITERAL})\s*,\s*((?:{LITERAL}\s*)+)")


def said_by_core():
    """The context and English of every phrase in core's sources."""
    for source in sorted((ROOT / "core").rglob("*.[ch]*")):
        if source.suffix in (".h", ".cpp"):
            for context, text in PHRASE.findall(source.read_text(encoding="utf-8")):
                yield json.loads(context), "".join(map(json.loads, re.findall(LITERAL, text)))


def translated(language):
    """What the desktop's file has, by context and English: words, or a list of those of one and of many."""
    words = {}
    for context in ElementTree.parse(ROOT / f"app/translations/lanewright_{language}.ts").getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            forms = [form.text for form in translation.iter("numerusform")]
            words[context.findtext("name"), message.findtext("source")] = forms or translation.text
    return words


def words_in(language):
    known = translated(language)
    words = {}
    missing = []
    for context, english in sorted(set(said_by_core())):
        said = known.get((context, english))
        if not said or not all(said):
            missing.append(f"{context}: {english}")
        else:
            words.setdefault(context, {})[english] = said
    return json.dumps(words, ensure_ascii=False, indent=1) + "\n", missing


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    file = ROOT / "resources/words/de.json"
    text, missing = words_in("de")
    for each in missing:
        print(f"lanewright_de.ts has no words for {each}", file=sys.stderr)
    if not arguments.check:
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    elif file.read_text(encoding="utf-8") != text:
        print(f"{file.relative_to(ROOT)} is out of date: run app/translations/make_words.py", file=sys.stderr)
        return 1
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
