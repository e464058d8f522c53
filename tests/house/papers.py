#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the papers for developers against the tree: whatever a page links to or names as a path is there.

Prints what is not there; exits with 1 where there is any.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HOUSES = ("core", "engine", "app", "tests", "packaging", "resources", "schedules", "doc", ".ci")
ELSEWHERE = ("CHANGELOG.md",)  # names what has gone, too


def pages():
    yield from ROOT.glob("*.md")
    for house in HOUSES:
        yield from (ROOT / house).rglob("*.md")


def anchors(page):
    """The names under which a page's headings are linked to."""
    titles = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", title).lower()).replace(" ", "-")
        for title in titles
    }


def dead_links(page, text):
    for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        if not there.exists() or anchor and there.suffix == ".md" and anchor not in anchors(there):
            yield target


def exists(name):
    """A folder, a file, or a header and source without their ends."""
    there = ROOT / name
    return there.exists() or any(there.parent.glob(there.name + ".*"))


def dead_paths(text):
    for name in re.findall(r"`((?:core|engine|app|tests|packaging|resources|doc)/[\w./-]+[\w/])`", text):
        if not exists(name):
            yield name


def main():
    bad = 0
    for page in sorted(set(pages())):
        name, text = str(page.relative_to(ROOT)), page.read_text()
        wrong = list(dead_links(page, text))
        if name not in ELSEWHERE:
            wrong += dead_paths(text)
        for target in wrong:
            print(f"{name}: {target} is not there")
        bad += len(wrong)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
