# SPDX-License-Identifier: Apache-2.0
"""Many schedules at once: every generator with every number of ranks, microbatches and every limit."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Union, overload

from . import questions
from .errors import Refused
from .library import Text
from .pictures import PicturedSweep
from .progress import Hearing, Shows
from .shown import Answer, Number, Shown, ask_about
from .timeline import exact

# One value, some, or lists and stretches as the command line takes them: "4,8", "8:64:8", "0.5x:2x:0.25x".
Values = Union[Text, range]


def _texts(key: str, values: Values | None) -> list[str] | None:
    if values is None:
        return None
    several = values if isinstance(values, (Sequence, range)) and not isinstance(values, str) else [values]
    if not len(several):
        raise Refused("a list of a sweep must have a value, or be left out", key)
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


class Cell(Mapping[str, Any]):
    """A row of a sweep: its keys are attributes, too. Numbers are exact, None where the order does not exist."""

    def __init__(self, values: Answer) -> None:
        self._values = {key: _exactly(key, value) for key, value in values.items()}

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

    def __init__(self, options: Answer, progress: Shows = False) -> None:
        self.options = options
        with Hearing(progress) as hear:
            self._text = ask_about(None, questions.sweep, hear, **options)

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

    def to_pandas(self) -> Any:
        """A DataFrame with a row per cell, numbers as floats. Raises ImportError where pandas is missing."""
        import pandas  # type: ignore[import-untyped, unused-ignore]

        return pandas.DataFrame(self.answer["cells"])

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
    *names: str,
    ranks: Values | None = None,
    microbatches: Values | None = None,
    chunks: Values | None = None,
    memory_limit: Values | None = None,
    jobs: int | None = None,
    progress: Shows = False,
    **options: Any,
) -> Sweep:
    """Every generator named with every number of ranks and microbatches under every limit: a row each.

    ranks, microbatches, chunks: a number, a list of them, a range, or FROM:TO:STEP as text, "8:64:8"
    memory_limit: likewise; "1.5x" is one and a half times what 1F1B holds on that rank, None in a list no limit
    jobs: how many at once (one per core); options: as `generate` has them: problem, forward, transfer, …

    A row has generator, ranks, microbatches, chunks, memory_limit, `refused` (why there is no such order, or None),
    the numbers of `simulate` and peak_memory_max. Ctrl-C keeps the rows so far. Raises Refused where a name or list is
    wrong.
    """
    from .making import OPTIONS

    lists = {"ranks": ranks, "microbatches": microbatches, "chunks": chunks, "memory_limit": memory_limit}
    given = {"name": list(names), **{key: _texts(key, value) for key, value in lists.items()}, "jobs": jobs}
    return Sweep({**given, **{OPTIONS.get(key, key): value for key, value in options.items()}}, progress)
