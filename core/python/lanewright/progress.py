# SPDX-License-Identifier: Apache-2.0
"""What is heard of long work: how far it is, and remarks beside the answer."""

from __future__ import annotations

import importlib
import math
import pathlib
import sys
import time
import warnings
from types import TracebackType
from typing import Any, Callable, Optional, Union

# False: nothing is shown; True: tqdm's line where it is installed, else one on the standard error; or what is called
# with each event, {"progress": line}, {"best": {…}} or {}, and stops the work by what it returns where that is true.
Shows = Union[bool, Callable[[dict[str, Any]], Optional[bool]]]


class Remark(UserWarning):
    """What there is to say beside an answer: the words that `lanewright-cli` prints on the standard error."""


class _Line:
    """A line on the standard error that stands in the place of the one before."""

    def __init__(self) -> None:
        self.length = 0

    def set_description_str(self, line: str) -> None:
        sys.stderr.write("\r" + line.ljust(self.length))
        sys.stderr.flush()
        self.length = len(line)

    def close(self) -> None:
        if self.length:
            sys.stderr.write("\n")


def _line() -> Any:
    try:
        return importlib.import_module("tqdm.auto").tqdm(bar_format="{desc}")
    except ImportError:
        return _Line()


def _callers_level() -> int:
    """How far above the function that asks for it the first line outside of this package stands."""
    frame, level = sys._getframe(1), 1
    while frame.f_back and pathlib.Path(frame.f_code.co_filename).parent == pathlib.Path(__file__).parent:
        frame, level = frame.f_back, level + 1
    return level


class Hearing:
    """A hearer for one question: `with Hearing(True) as hear: questions.solve(document, hear=hear)`. Remarks become
    warnings once the work is done."""

    def __init__(self, shows: Shows | None = False) -> None:
        """Shows work from the third second on where `shows` is None."""
        if not isinstance(shows, (bool, type(None))) and not callable(shows):
            raise TypeError(f"progress is True, False or what is called with each event, not {shows!r}")
        self.calls = shows if callable(shows) else None
        self.line: Any = _line() if shows is True else None
        self.waits_until = time.monotonic() + 2 if shows is None else math.inf
        self.remarks: list[str] = []

    def __call__(self, event: dict[str, Any]) -> bool | None:
        if "remark" in event:
            self.remarks.append(event["remark"])
        elif event.get("progress"):
            if self.line is None and time.monotonic() >= self.waits_until:
                self.line = _line()
            if self.line is not None:
                self.line.set_description_str(event["progress"])
        return self.calls(event) if self.calls and "remark" not in event else None

    def __enter__(self) -> Hearing:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, _: TracebackType | None
    ) -> None:
        if self.line is not None:
            self.line.close()
        for remark in self.remarks if problem is None else ():
            warnings.warn(remark, Remark, stacklevel=_callers_level())
