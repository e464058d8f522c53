# SPDX-License-Identifier: Apache-2.0
"""Every op with its times."""

from __future__ import annotations

import array
import functools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Callable, NamedTuple, Union, overload

# An exact number in the file's unit: an int where it is whole.
Exact = Union[int, Fraction]

KINDS = ("F", "B", "W", "BW", "R")
# Nanoseconds in a unit of time; an abstract one counts as a millisecond.
NANOSECONDS = {"ns": 1, "us": 10**3, "ms": 10**6, "s": 10**9, "unit": 10**6}


def exact(value: int | str | Fraction) -> Exact:
    """`27`, `"51/2"` or `"0.75"` as what it is exactly."""
    number = Fraction(value)
    return number.numerator if number.denominator == 1 else number


class Row(NamedTuple):
    """An op with its times, in the unit of the schedule or run: half open, [start, end)."""

    rank: int
    op: str
    start: Exact
    end: Exact


class Timeline(Sequence[Row]):
    """The ops of all ranks, rank by rank in the order in which they run: of a schedule as simulated, of a run as
    measured in its representative step. Rows are made when they are looked at; an overlapped pair is two rows with the
    same times, its F first. Where an order stalls, these are the ops that have run by then.
    """

    COLUMNS = ("rank", "kind", "stage", "microbatch", "part", "pair", "start", "end")

    def __init__(self, spans: Sequence[int], rows: int, unit: Callable[[], str]) -> None:
        self._spans, self._rows, self._unit = spans, rows, unit

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (bytes(memoryview(self._spans)), self._rows, self.time_unit)  # type: ignore[arg-type]

    @functools.cached_property
    def time_unit(self) -> str:
        """`ns`, `us`, `ms`, `s` or `unit`."""
        return self._unit()

    @functools.cached_property
    def _has_parts(self) -> bool:
        return any(self._spans[4 : 8 * self._rows : 8])

    def __len__(self) -> int:
        return self._rows

    def _row(self, index: int) -> Row:
        rank, kind, stage, microbatch, part, _, start, end = self._spans[8 * index : 8 * index + 8]
        op = f"{KINDS[kind]}{stage}.{microbatch}" + (f"/{part}" if kind == 2 and self._has_parts else "")
        unit = NANOSECONDS[self.time_unit]
        return Row(rank, op, exact(Fraction(start, unit)), exact(Fraction(end, unit)))

    @overload
    def __getitem__(self, index: int) -> Row: ...

    @overload
    def __getitem__(self, index: slice) -> list[Row]: ...

    def __getitem__(self, index: int | slice) -> Row | list[Row]:
        where = range(self._rows)[index]
        return self._row(where) if isinstance(where, int) else [self._row(each) for each in where]

    def __iter__(self) -> Iterator[Row]:
        return map(self._row, range(self._rows))

    def __repr__(self) -> str:
        return f"<{self._rows} ops with their times in {self.time_unit}>"

    def to_numpy(self, structured: bool = False) -> Any:
        """An array of int64, shape (ops, 8), without a copy: COLUMNS, kinds as indices of KINDS, times in nanoseconds
        (an abstract unit counts as a million). `pair` is 1 where the op runs as one block with that of the next row.

        structured: shape (ops,) with a field for each column. Raises ImportError where numpy is missing.
        """
        import numpy

        fields = [(name, numpy.int64) for name in self.COLUMNS]
        if not self._rows:
            return numpy.empty(0, fields) if structured else numpy.empty((0, 8), numpy.int64)
        if structured:
            return numpy.frombuffer(self._spans, fields)  # type: ignore[call-overload, unused-ignore]
        return numpy.frombuffer(self._spans, numpy.int64).reshape(-1, 8)  # type: ignore[call-overload, unused-ignore]

    def to_pandas(self) -> Any:
        """A DataFrame with a row per op: rank, op, kind (its letters), stage, microbatch, part, pair, start and end in
        `time_unit`, as floats. Raises ImportError where pandas is missing.
        """
        import numpy
        import pandas  # type: ignore[import-untyped, unused-ignore]

        rows = self.to_numpy()
        frame = pandas.DataFrame({name: rows[:, column] for column, name in enumerate(self.COLUMNS)})
        frame["kind"] = numpy.array(KINDS)[rows[:, 1]]
        frame["pair"] = rows[:, 5] == 1
        for name in ("start", "end"):
            frame[name] = frame[name] / NANOSECONDS[self.time_unit]
        frame.insert(1, "op", [row.op for row in self])
        return frame


def _restored(spans: bytes, rows: int, unit: str) -> Timeline:
    """What was pickled."""
    return Timeline(array.array("q", spans), rows, lambda: unit)
