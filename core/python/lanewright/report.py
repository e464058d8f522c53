# SPDX-License-Identifier: Apache-2.0
"""A run as one page that any browser opens without a network: made where the job ran, looked at on a laptop.

python -m lanewright report job.lwrun [-o job.html]
"""

from __future__ import annotations

import html
import pathlib
import sys

from . import questions
from .errors import Refused
from .library import Document
from .lwrun import merge

# What stands below the numbers, in the words of the command line.
_SECTIONS = (("Where the time went", questions.causes), ("Costs", questions.costs))


def page(text: str) -> str:
    """The shared page of a run, lanes with what was measured under what was planned and all numbers, with causes and
    costs below; where the run does not say these, the reason stands there. `text`: that of its file. Raises Refused.
    """
    run = Document(text)
    whole = questions.convert(run, out="-", to="html")
    sections = []
    for title, question in _SECTIONS:
        try:
            said = question(run, form="text")
        except Refused as problem:
            said = str(problem)
        sections.append(
            f'<section><h2>{title}</h2><div class="scrolls"><pre>{html.escape(said.strip())}</pre></div></section>\n'
        )
    before, footer, after = whole.partition("<footer>")
    return "".join([before, *sections, footer, after])


def write(run: str, output: str | None = None) -> str:
    """Writes the page of a run, or of the folder of its parts, which become a run beside it, and gives the page's name.
    Raises Refused and OSError."""
    path = pathlib.Path(run)
    if path.is_dir():
        path = merge(path)[0]  # type: ignore[no-untyped-call, unused-ignore]
    text = path.read_text(encoding="utf-8", errors="replace")
    if Document(text).holds() == "schedule":
        says = f"{path} is a schedule, which nobody has measured: its page has neither causes nor costs"
        print(f"lanewright: {says}", file=sys.stderr)
    target = pathlib.Path(output) if output else path.with_suffix(".html")
    if target.resolve() == path.resolve():
        raise Refused("the page would take the place of its run", file=run)
    try:
        target.write_text(page(text), encoding="utf-8")
    except Refused as problem:
        raise Refused(problem.sentence, problem.place, problem.file or str(path), problem.exit) from None
    return str(target)
