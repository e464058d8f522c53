# SPDX-License-Identifier: Apache-2.0
"""Many schedules at once: every generator with every number of ranks, microbatches and every limit."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Union, overload

from . import questions
from .errors import Refused
from .library import Text, listed
from .pictures import PicturedSweep
from .progress import Hearing, Shows
from .shown import Answer, Number, Shown, Value, ask_about, without_form
from .timeline import exact

NUMBERS = (int, float, Decimal, Fraction)
# One value, some, or lists and stretches as the command line takes them: "4,8", "8:64:8", "0.5x:2x:0.25x".
Values = Union[Text, range]


def _texts(key: str, values: Values | None) -> list[str] | None:
    if values is None:
        return None
    is_one = isinstance(values, (str, *NUMBERS))
    several = [values] if is_one else listed(values, key)
    if not several:
        raise Refused("a list of a sweep must have a value, or be left out", key)
    odd = [each for each in several if each is not None and not isinstance(each, (str, *NUMBERS))]
    if odd:
        raise TypeError(f"{key} must be a number, a text or a list of such, not {odd[0]!r}")
    said = ("none" if each is None else float(each) if isinstance(each, Fraction) else each for each in several)
    return [str(each) for each in said]


def _exactly(key: str, value: Any) -> Any:
    """As the attribute of that name of a schedule has it: times and memory exactly, shares as floats."""
    number = vars(Shown).get(key)
    if isinstance(number, Number) and value is not None and not isinstance(value, str):
        return number.make(value)
    if isinstance(value, list):
        return tuple(_exactly("", each) for each in value)
    return exact(value) if isinstance(value, Fraction) else value


class Cell(Value, Mapping[str, Any]):
    """A row of a sweep: its keys are attributes, too. Numbers are exact, None where the order does not exist."""

    _values: Answer

    def __init__(self, values: Answer) -> None:
        vars(self)["_values"] = {key: _exactly(key, value) for key, value in values.items()}

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __getattr__(self, key: str) -> Any:
        if key.startswith("_") or key not in self._values:
            raise AttributeError(key)
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Cell({', '.join(f'{key}={value!r}' for key, value in self._values.items())})"


class Sweep(PicturedSweep, Sequence[Cell]):
    """The rows of a sweep, in the order of its lists."""

    # Of a frame, unless all are wanted.
    COLUMNS = (
        *("generator", "ranks", "microbatches", "chunks", "memory_limit", "refused"),
        *("iteration_time", "bubble", "bubble_share", "lower_bound", "gap", "makespan", "longest_span"),
        *("peak_memory_max", "valid", "time_unit", "memory_unit"),
    )

    def __init__(self, options: Answer, progress: Shows | None = None) -> None:
        from .making import CALLED

        self.options: Answer = {"called": {"name": "names", **CALLED}, **without_form(questions.sweep, options)}
        with Hearing(progress) as hear:
            self._text = ask_about(None, questions.sweep, hear, **self.options)

    @functools.cached_property
    def answer(self) -> Answer:
        """The whole answer to `sweep`, as Python reads JSON."""
        answer: Answer = json.loads(self._text)
        return answer

    @functools.cached_property
    def _cells(self) -> list[Cell]:
        return [Cell(each) for each in json.loads(self._text, parse_float=Fraction)["cells"]]

    @property
    def csv(self) -> str:
        """The rows as the command line's --csv prints them; they are computed anew."""
        return ask_about(None, questions.sweep, form="csv", **self.options)

    def to_pandas(self, all: bool = False) -> Any:
        """A DataFrame with a row per cell, numbers as floats: COLUMNS, those that say something; all: every number of
        `simulate`. Raises ImportError where pandas is missing."""
        import pandas  # type: ignore[import-untyped, unused-ignore]

        frame = pandas.DataFrame(self.answer["cells"])
        return frame if all else frame[[key for key in self.COLUMNS if frame[key].notna().any()]]

    def __len__(self) -> int:
        return len(self._cells)

    @overload
    def __getitem__(self, index: int) -> Cell: ...

    @overload
    def __getitem__(self, index: slice) -> list[Cell]: ...

    def __getitem__(self, index: int | slice) -> Cell | list[Cell]:
        return self._cells[index]

    def __repr__(self) -> str:
        return f"<Sweep: {len(self)} cells>"


def sweep(
    *names: str | Sequence[str],
    ranks: Values | None = None,
    microbatches: Values | None = None,
    chunks: Values | None = None,
    memory_limit: Values | None = None,
    jobs: int | None = None,
    progress: Shows | None = None,
    **options: Any,
) -> Sweep:
    """Every generator named, also in a list, with every number of ranks and microbatches under every limit: a row each.

    ranks, microbatches, chunks: a number, a list of them, a range, or FROM:TO:STEP as text, "8:64:8"
    memory_limit: likewise; "1.5x" is one and a half times what 1F1B holds on that rank, None in a list no limit
    jobs: how many at once (one per core); options: as `generate` has them: problem, forward, transfer, …
    progress: how far it is, on the standard error: True, False, or from the third second on (None)

    A row has generator, ranks, microbatches, chunks, memory_limit, `refused` (why there is no such order, or None),
    the numbers of `simulate` and peak_memory_max. Ctrl-C keeps the rows so far. Raises Refused where a name or list is
    wrong.
    """
    from .making import OPTIONS

    lists = {"ranks": ranks, "microbatches": microbatches, "chunks": chunks, "memory_limit": memory_limit}
    named = [each for some in names for each in listed(some, "a name")]
    for name in named:
        if not isinstance(name, str):
            raise TypeError(f"names are those of generators, not {name!r}")
    for odd in {"document", "others", "hear"} & options.keys():
        raise TypeError(f"sweep has no option {odd}")
    given = {"name": named, **{key: _texts(key, value) for key, value in lists.items()}, "jobs": jobs}
    return Sweep({**given, **{OPTIONS.get(key, key): value for key, value in options.items()}}, progress)
