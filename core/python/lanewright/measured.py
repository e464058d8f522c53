# SPDX-License-Identifier: Apache-2.0
"""Measured runs as values."""

from __future__ import annotations

import functools
from typing import Any

from . import questions
from .schedule import Schedule
from .shown import Answer, Shown, answer_and_file


class Run(Shown):
    """A run, measured: of the engine, of PyTorch, or of other trainers' traces. Its numbers are those of the step that
    stands for it."""

    @functools.cached_property
    def plan(self) -> Schedule:
        """The schedule that it ran."""
        return Schedule(self.convert("lwsched"))

    def causes(self, all: bool | None = None) -> Answer:
        """Where it lost its time, by cause, with what helps: the answer to `causes`. all: every rank and replica, not
        the worst 8. Raises Refused where the run has no whole step."""
        answer: Answer = self.ask(questions.causes, all=all)
        return answer

    def costs(
        self,
        plan: Schedule | None = None,
        *,
        microbatches: bool | None = None,
        step: int | None = None,
        replica: int | None = None,
        as_: str | None = None,
    ) -> Schedule:
        """The plan with the measured times and memory as its costs; `answer` has their spread.

        plan: that takes them (that of the run); microbatches: a time for each stage and microbatch, not only each stage
        step, replica: of that one alone; as_: "pytorch", as PyTorch runs the stages
        """
        options: dict[str, Any] = {"plan": plan, "microbatches": microbatches, "step": step, "replica": replica}
        return Schedule.made(*answer_and_file(self.document, questions.costs, as_=as_, **options))
