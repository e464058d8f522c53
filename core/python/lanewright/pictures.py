# SPDX-License-Identifier: Apache-2.0
"""Schedules, runs and sweeps as pictures: in notebooks, on matplotlib's Axes, and as files."""

from __future__ import annotations

import functools
import html
import json
import math
import os
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Callable

from . import questions
from .boards import Board
from .errors import Refused
from .timeline import KINDS, NANOSECONDS

if TYPE_CHECKING:
    from .library import Document
    from .shown import Finding
    from .timeline import Timeline

# A notebook's cell at 96 pixels per inch, with type as large as its own.
_NOTEBOOK: dict[str, Any] = {"width": "22cm", "font": "9", "show": "numbers,legend,ranks,digits,title,ruler,bubbles"}
# Of a picture: above that a browser becomes slow, and the notebook's file large.
MOST_LETTERS = 3_000_000
_COLOUR = re.compile(r'(fill|stroke)="(#[0-9A-F]{6})"')
# Where a page is dark: by JupyterLab's or VS Code's own word, or else by the system's.
_DARK = (
    "body[data-jp-theme-light=false] .lanewright,body.vscode-dark .lanewright{%s}"
    "@media(prefers-color-scheme:dark){body:not([data-jp-theme-light]):not(.vscode-light) .lanewright{%s}}"
)
_LOOKS = (
    ".lanewright{overflow-x:auto}.lanewright svg{display:block;max-width:100%;height:auto}"
    ".lanewright pre{margin:0;line-height:1.3;font-size:12px}.lanewright summary{cursor:pointer;margin-top:4px}"
)


class Picture(str):
    """A figure as SVG, which is its text; a notebook shows it."""

    _draw: Callable[..., str]

    def save(self, path: str | os.PathLike[str]) -> Picture:
        """Writes the figure, by the ending as .svg, .pdf, .png or .tex, and gives itself back. Raises Refused."""
        self._draw(out=os.fspath(path))
        return self

    def __repr__(self) -> str:
        return f"<Picture: {len(self)} letters of SVG>"

    def _repr_svg_(self) -> str:
        return self


@functools.cache
def colours() -> dict[str, Any]:
    """The core's colours, `light` and `dark`: what is around blocks, `ranks`, and `blocks` by kind and chunk."""
    found: dict[str, Any] = json.loads(questions.list(colours=True))["colours"]
    return found


def in_both(light: str, dark: str) -> tuple[str, dict[str, str]]:
    """One text of two that differ in colours alone: each colour is a variable that is the light one where it is not
    set, and what the variables are where it is dark. Without the same drawing in both it is the light one."""
    nights = [colour for _, colour in _COLOUR.findall(dark)]
    if len(nights) != len(_COLOUR.findall(light)):
        return light, {}
    variables: dict[str, str] = {}
    rest = iter(nights)

    def variable(match: re.Match[str]) -> str:
        of, day = match.groups()
        night = next(rest)
        if day == night:
            return match.group()
        name = f"--lw-{day[1:]}-{night[1:]}"
        variables[name] = night
        return f'{of}="var({name},{day})"'

    return _COLOUR.sub(variable, light), variables


def framed(body: str, variables: dict[str, str]) -> str:
    """What a notebook shows, with its looks in both themes."""
    dark = ";".join(f"{name}:{colour}" for name, colour in variables.items())
    return f'<div class="lanewright"><style>{_LOOKS}{_DARK % (dark, dark)}</style>{body}</div>'


def sentence(problem: Refused) -> str:
    """A refusal as a notebook shows it."""
    return framed(f"<p>{html.escape(str(problem))}</p>", {})


def folded(title: str, text: str) -> str:
    return f"<details><summary>{html.escape(title)}</summary><pre>{html.escape(text.strip())}</pre></details>"


def _axes(size: tuple[float, float]) -> Any:
    from matplotlib import pyplot

    return pyplot.subplots(figsize=size, layout="constrained")[1]


class Pictured:
    """What can be drawn."""

    if TYPE_CHECKING:

        @property
        def document(self) -> Document: ...

        @property
        def title(self) -> str: ...

        def timeline(self) -> Timeline: ...

        def findings(self) -> list[Finding]: ...

    def picture(
        self, *, with_: Pictured | None = None, below: Pictured | Sequence[Pictured] = (), **choices: Any
    ) -> Picture:
        """The figure for a paper or slides, as SVG; `.save(path)` writes it, also as PDF, PNG or TikZ.

        `with_`: a run drawn with this plan; `below`: more of these on the same axis. `choices` are those of `render`:
        width="column", palette="grey", show="all", time="10:42.5", ranks="0-3" and all others of
        `lanewright.questions.render`. Raises Refused.
        """
        below = [below] if isinstance(below, Pictured) else below
        others = {f"below {place}": each.document for place, each in enumerate(below)}
        names = list(others)
        if with_ is not None:
            others["the run"] = with_.document
            choices["with_"] = "the run"
        draw = functools.partial(questions.render, self.document, below=names or None, others=others, **choices)
        picture = Picture(draw(out="-", as_="svg"))
        picture._draw = draw
        return picture

    def board(self) -> Board:
        """The page that is shared of it (`convert --to html`), for any browser; it sends nothing. A notebook shows it
        in a frame, and its `edited` is the schedule as somebody edits it there. Raises Refused where there is no order,
        or above 100,000 blocks."""
        return Board(questions.convert(self.document, out="-", to="html"))

    def plot(self, ax: Any = None) -> Any:
        """Draws the lanes on matplotlib's Axes, or on new ones, and gives these back: times in the file's unit, ranks
        from the top, blocks in the core's colours, pairs one above the other. Raises Refused where there is no order,
        ImportError without matplotlib."""
        ax = ax or _axes((10, 3))
        timeline = self.timeline()
        unit, looks = NANOSECONDS[timeline.time_unit], colours()["light"]
        hosted: dict[int, list[int]] = {}
        bars: dict[tuple[str, int, float, float], list[tuple[float, float]]] = {}
        is_second = False
        for rank, kind, stage, _, _, pair, start, end in timeline.to_numpy().tolist():
            chunks = hosted.setdefault(rank, [])
            if stage not in chunks:
                chunks.append(stage)
            low, high = (0, 0.4) if is_second else (-0.4, 0.4 if pair else 0.8)
            bars.setdefault((KINDS[kind], chunks.index(stage), rank + low, high), []).append(
                (start / unit, (end - start) / unit)
            )
            is_second = bool(pair)
        named = set()
        for (kind, chunk, low, high), spans in bars.items():
            steps = looks["blocks"][kind]
            colour, label = steps[min(chunk, len(steps) - 1)][0], None if kind in named else kind
            ax.broken_barh(spans, (low, high), facecolor=colour, edgecolor=looks["surface"], linewidth=0.4, label=label)
            named.add(kind)
        ax.set_yticks(range(len(hosted)), [f"rank {rank}" for rank in range(len(hosted))])
        ax.set_ylim(len(hosted) - 0.4, -0.6)
        ax.set_xlim(left=0)
        ax.set_xlabel("time" if timeline.time_unit == "unit" else f"time ({timeline.time_unit})")
        ax.set_title(self.title)
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, -0.2), ncols=len(named), frameon=False)
        return ax

    def _problem(self) -> str:
        """What is known of a problem without an order; empty of all else that can't be drawn."""
        try:
            known = json.loads(questions.bound(self.document))
        except Refused:
            return ""
        unit = "" if known["time_unit"] == "unit" else f" {known['time_unit']}"
        says = f"{known['title'] or 'A problem'}. It has no order yet; none can be below {known['lower_bound']:g}{unit}"
        why = f" ({known['bounds'][0]['reason']})" if known["bounds"] else ""
        return framed(f"<p>{html.escape(says + why)}. generate(…, problem=…) and solve() make one.</p>", {})

    def _repr_html_(self) -> str:
        try:
            numbers = questions.simulate(self.document, form="text")
            light, dark = (self.picture(theme=theme, **_NOTEBOOK) for theme in ("light", "dark"))
            wrong = [finding.message for finding in self.findings() if finding.severity == "error"]
        except Refused as problem:
            return self._problem() or sentence(problem)
        drawing, variables = in_both(light, dark)
        if len(drawing) > MOST_LETTERS:
            drawing = "<p>Too many blocks for a notebook: picture(time=…, ranks=…) draws a part, board() a page.</p>"
        says = "".join(f"<p>{html.escape(each)}</p>" for each in wrong[:3])
        if len(wrong) > 3:
            says += f"<p>… {len(wrong) - 3} more: findings()</p>"
        try:
            causes = folded("Where the time went", questions.causes(self.document, form="text"))
        except Refused:
            causes = ""  # a plan, or a run that does not say it
        return framed(drawing + says + folded("Numbers", numbers) + causes, variables)


# The columns of a sweep's table: what stands above, and the key of a cell.
_COLUMNS = {
    "generator": "generator",
    "ranks": "ranks",
    "microbatches": "microbatches",
    "chunks": "chunks",
    "memory limit": "memory_limit",
    "iteration time": "iteration_time",
    "bubble share": "bubble_share",
    "peak memory": "peak_memory_max",
}
# The marks of its generators, with letters and in SVG: what lies on another shows by its shape.
_MARKS = {
    "o": ("●", "m-4,0a4,4 0 1,0 8,0a4,4 0 1,0 -8,0z"),
    "s": ("■", "m-4,-4h8v8h-8z"),
    "D": ("◆", "m0,-5l5,5l-5,5l-5,-5z"),
    "^": ("▲", "m0,-5l5,9h-10z"),
    "v": ("▼", "m0,5l5,-9h-10z"),
}
_WIDE, _HIGH, _LEFT, _LOW = 640, 300, 64, 44  # of a scatter: its size, and the room for the numbers of its axes


def _cell(key: str, value: Any) -> str:
    if value is None:
        return "–"
    if key == "bubble_share":
        return f"{float(value):.1%}"
    return html.escape(value if isinstance(value, str) else f"{float(value):.6g}")


def _ticks(most: float) -> list[float]:
    """From 0 up to what holds `most`, four to ten steps of 1, 2 or 5 times a power of ten."""
    step = 10.0 ** math.floor(math.log10(most / 4 or 1)) if most > 0 else 1.0
    step *= next(factor for factor in (1, 2, 5, 10) if most / (step * factor) <= 8)
    return [step * count for count in range(math.ceil(most / step - 1e-9) + 1)]


class PicturedSweep:
    """A sweep as a table, and as points of memory against time."""

    if TYPE_CHECKING:

        def __iter__(self) -> Iterator[Any]: ...

    def points(self) -> dict[str, list[tuple[float, float, str]]]:
        """Of each generator (largest peak memory of a rank, iteration time, what it is), where there is an order."""
        points: dict[str, list[tuple[float, float, str]]] = {}
        for cell in self:
            memory, time = cell.get("peak_memory_max"), cell.get("iteration_time")
            if memory is not None and time is not None:
                what = f"{cell['generator']}, {cell['ranks']} ranks, {cell['microbatches']} microbatches"
                if cell.get("memory_limit") is not None:
                    what += f", limit {cell['memory_limit']}"
                points.setdefault(cell["generator"], []).append((float(memory), float(time), what))
        return points

    def _axes_names(self) -> tuple[str, str]:
        """What the axes of memory and time are called, with their units."""

        def named(what: str, key: str) -> str:
            unit = next((cell[key] for cell in self if cell.get(key)), "unit")
            return what if unit == "unit" else f"{what} ({unit})"

        return named("peak memory of the fullest rank", "memory_unit"), named("iteration time", "time_unit")

    def plot(self, ax: Any = None) -> Any:
        """Draws iteration time against peak memory on matplotlib's Axes, or on new ones, and gives these back: a point
        for each cell, with a mark and a colour for each generator. Raises ImportError without matplotlib."""
        ax = ax or _axes((6.4, 4))
        palette = colours()["light"]["ranks"]
        for place, (name, points) in enumerate(self.points().items()):
            memory, times, _ = zip(*points)
            colour, mark = palette[place % len(palette)], list(_MARKS)[place % len(_MARKS)]
            ax.scatter(memory, times, facecolors=colour + "40", edgecolors=colour, marker=mark, label=name, s=36)
        ax.set_xlim(left=0)
        ax.set_ylim(bottom=0)
        across, up = self._axes_names()
        ax.set_xlabel(across)
        ax.set_ylabel(up)
        ax.legend(frameon=False)
        return ax

    def _scatter(self) -> tuple[str, dict[str, str]]:
        """The same as SVG, with what its variables are where it is dark."""
        points, both = self.points(), [colours()[theme]["ranks"] for theme in ("light", "dark")]
        every = [point for several in points.values() for point in several]
        if not every:
            return "", {}
        across, up = _ticks(max(point[0] for point in every)), _ticks(max(point[1] for point in every))

        def x(value: float) -> float:
            return _LEFT + value / across[-1] * (_WIDE - _LEFT - 12)

        def y(value: float) -> float:
            return _HIGH - _LOW - value / up[-1] * (_HIGH - _LOW - 12)

        marks = [
            f'<svg viewBox="0 0 {_WIDE} {_HIGH}" width="{_WIDE}" role="img" font-size="12" fill="currentColor">'
            "<title>Iteration time against peak memory</title>"
        ]
        line = 'stroke="currentColor" stroke-opacity="0.2"/>'
        for value in across:
            marks.append(f'<line x1="{x(value):.1f}" x2="{x(value):.1f}" y1="12" y2="{_HIGH - _LOW}" {line}')
            marks.append(f'<text x="{x(value):.1f}" y="{_HIGH - _LOW + 16}" text-anchor="middle">{value:g}</text>')
        for value in up:
            marks.append(f'<line x1="{_LEFT}" x2="{_WIDE - 12}" y1="{y(value):.1f}" y2="{y(value):.1f}" {line}')
            marks.append(f'<text x="{_LEFT - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{value:g}</text>')
        middle, (below, beside) = (_LEFT + _WIDE) / 2, self._axes_names()
        marks.append(f'<text x="{middle}" y="{_HIGH - 8}" text-anchor="middle">{below}</text>')
        turned = f'transform="rotate(-90 14 {_HIGH / 2})"'
        marks.append(f'<text x="14" y="{_HIGH / 2}" text-anchor="middle" {turned}>{beside}</text>')
        variables, names = {}, []
        for place, (name, several) in enumerate(points.items()):
            day, night = (palette[place % len(palette)] for palette in both)
            variable = f"--lw-{day[1:]}-{night[1:]}"
            variables[variable] = night
            colour, (letter, shape) = f"var({variable},{day})", list(_MARKS.values())[place % len(_MARKS)]
            names.append(f'<span><span style="color:{colour}">{letter}</span> {html.escape(name)}</span>')
            look = f'fill="{colour}" fill-opacity="0.25" stroke="{colour}" stroke-width="1.5"'
            marks += [
                f'<path transform="translate({x(memory):.1f} {y(time):.1f})" d="{shape}" {look}>'
                f"<title>{html.escape(what)}: {time:g}, memory {memory:g}</title></path>"
                for memory, time, what in several
            ]
        legend = f'<div style="display:flex;flex-wrap:wrap;gap:0 16px;font-size:12px">{"".join(names)}</div>'
        return "".join([*marks, "</svg>", legend]), variables

    def _repr_html_(self) -> str:
        shown = {title: key for title, key in _COLUMNS.items() if any(cell.get(key) is not None for cell in self)}
        rows = []
        for cell in self:
            cells = [_cell(key, cell.get(key)) for key in shown.values()]
            if cell.get("iteration_time") is None:
                given = sum(
                    key in ("generator", "ranks", "microbatches", "chunks", "memory_limit") for key in shown.values()
                )
                says = html.escape(str(cell.get("refused") or "no such order"))
                row = "".join(f"<td>{each}</td>" for each in cells[:given])
                rows.append(
                    f'<tr>{row}<td colspan="{max(1, len(shown) - given)}" style="text-align:left">{says}</td></tr>'
                )
            else:
                rows.append("<tr>" + "".join(f"<td>{each}</td>" for each in cells) + "</tr>")
        head = "".join(f"<th>{title}</th>" for title in shown)
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
        scatter, variables = self._scatter()
        return framed(f'{scatter}<div style="max-height:320px;overflow:auto">{table}</div>', variables)
