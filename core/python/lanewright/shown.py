# SPDX-License-Identifier: Apache-2.0
"""What questions are asked about: a schedule or a measured run, as a value."""

from __future__ import annotations

import functools
import json
import os
import pathlib
from fractions import Fraction
from typing import Any, Callable, TypeVar, Union

from .library import Document

Self = TypeVar("Self", bound="Shown")
# An exact number in the file's unit: an int where it is whole.
Exact = Union[int, Fraction]


def exact(value: int | str | Fraction) -> Exact:
    """`27`, `"51/2"` or `"0.75"` as what it is exactly."""
    number = Fraction(value)
    return number.numerator if number.denominator == 1 else number


class Shown:
    """The text of an `.lwsched`, an `.lwrun` or PyTorch's CSV. It never changes; equal texts are equal values."""

    def __init__(self, text: str) -> None:
        self.text = text

    @functools.cached_property
    def document(self) -> Document:
        return Document(self.text)

    def answer(self, question: Callable[..., str], **options: Any) -> Any:
        """What a question of `lanewright.questions` says about it, as Python reads JSON."""
        return json.loads(question(self.document, **options))

    def save(self: Self, path: str | os.PathLike[str]) -> Self:
        """Writes the file, and gives itself back."""
        pathlib.Path(path).write_text(self.text, encoding="utf-8")
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shown) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __getstate__(self) -> dict[str, str]:
        return {"text": self.text}
