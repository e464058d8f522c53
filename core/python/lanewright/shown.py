# SPDX-License-Identifier: Apache-2.0
"""What questions are asked about: a schedule or a measured run, as a value."""

from __future__ import annotations

import functools
import json
import os
import pathlib
import tempfile
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Callable, Generic, NamedTuple, TypeVar, overload

from . import questions
from .errors import Refused
from .library import Document, Hearer, Text, listed, spans
from .pictures import Pictured
from .progress import Hearing, Shows
from .timeline import Exact, Timeline, exact

if TYPE_CHECKING:
    from .measured import Run
    from .schedule import Schedule

Self = TypeVar("Self", bound="Shown")
T = TypeVar("T")
Answer = dict[str, Any]


def is_json(text: str) -> bool:
    """Else a schedule's text is PyTorch's CSV."""
    return text.lstrip("\ufeff \t\r\n").startswith("{")


def ask_about(
    document: Document | None,
    question: Callable[..., str],
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
    **options: Any,
) -> str:
    """What a question says, as the command line prints it. Schedules and runs among the options, or in their lists, are
    what their files would be."""
    others: dict[str, Document] = {}

    def named(key: str, value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return [named(f"{key}[{place}]", each) for place, each in enumerate(value)]
        if not isinstance(value, (Shown, Document)):
            return value
        others[f"the {key}"] = value.document if isinstance(value, Shown) else value
        return f"the {key}"

    options = {key: named(key, value) for key, value in options.items()}
    return question(document, others=others, hear=hear, form=form, called=called, **options)


def without_form(question: Callable[..., str], options: Mapping[str, Any]) -> Mapping[str, Any]:
    """The options of what is read as JSON. TypeError where they ask for another form."""
    if "form" in options:
        raise TypeError(f"this gives values; lanewright.questions.{question.__name__} gives text in a form")
    return options


def answer_and_file(
    document: Document | None,
    question: Callable[..., str],
    progress: Shows = False,
    out: str = "output",
    **options: Any,
) -> tuple[Answer, bytes]:
    """The answer to a question, as Python reads JSON, and the file that it writes, which lies nowhere. Raises Refused
    where nothing is feasible."""
    written = Document()
    if document is not None and callable(progress):  # which may ask about it meanwhile
        document = Document(document.content().decode(errors="surrogateescape"))
    with Hearing(progress) as hear:
        answer = json.loads(ask_about(document, question, hear, **{**without_form(question, options), out: written}))
    if answer.get("feasible") is False:
        raise Refused(answer["reason"], answer.get("where") or "", exit=1)
    return {**answer, "output": None}, written.content()


class Finding(NamedTuple):
    """What is wrong with an order, or worth a look; `code` is a name that stays, `severity` error, warning or note."""

    code: str
    severity: str
    rank: int | None
    op: str | None
    approved: str | None
    message: str
    row: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        return self.message


class Number(Generic[T]):
    """A member of the answer to `simulate`. Where there is none, Refused says why."""

    def __init__(self, make: Callable[[Any], T], words: str) -> None:
        self.make = make
        self.__doc__ = words

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, shown: None, owner: type) -> Number[T]: ...

    @overload
    def __get__(self, shown: Shown, owner: type) -> T: ...

    def __get__(self, shown: Shown | None, owner: type) -> Number[T] | T:
        return self if shown is None else self.make(shown.number(self.name))


def _each(values: list[Any]) -> tuple[Exact | None, ...]:
    return tuple(None if value is None else exact(value) for value in values)


def _short(value: Exact) -> str:
    """For people: three decimals, or three digits where it is small."""
    number = float(value)
    return f"{number:.3g}" if 0 < number < 1 else f"{number:.3f}".rstrip("0").rstrip(".")


class Value:
    """What never changes, so that what was computed of it stays right."""

    def __setattr__(self, name: str, _: object) -> None:
        kind = type(self).__name__
        raise AttributeError(f"{name} can't be set: a {kind} never changes; make another one")

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)


class Shown(Value, Pictured):
    """The text of an `.lwsched`, an `.lwrun` or PyTorch's CSV. It never changes; equal texts are equal values.

    Times are in `time_unit` and memory is in `memory_unit`, both exact: an int, or a Fraction where it is not whole;
    float() makes floats of them. Shares are floats. Every number's definition is that of `lanewright-cli simulate`.
    """

    answer: Answer | None = None
    """What the core said when it made this: of `solve`, `costs`, `run`, `plan_model`, `import_traces`; else None."""

    text: str
    """What its file holds."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise TypeError(f"a file's text is str, not {type(text).__name__}")
        vars(self)["text"] = text

    @classmethod
    def open(cls: type[Self], path: str | os.PathLike[str]) -> Self:
        """What the file holds. Raises Refused where that is of another kind."""
        from .making import open as opened

        shown = opened(path)
        if not isinstance(shown, cls):
            raise Refused(f"this is a {type(shown).__name__.lower()}, not a {cls.__name__.lower()}", file=str(path))
        return shown

    @classmethod
    def made(cls: type[Self], answer: Answer, content: bytes) -> Self:
        """The value of a file that an answer came with."""
        shown = cls(content.decode(errors="surrogateescape"))
        vars(shown)["answer"] = answer
        return shown

    @functools.cached_property
    def document(self) -> Document:
        return Document(self.text)

    def ask(self, question: Callable[..., str], **options: Any) -> Any:
        """What a question of `lanewright.questions` says about it, as Python reads JSON. Schedules and runs among the
        options are what their files would be."""
        return json.loads(ask_about(self.document, question, **without_form(question, options)))

    @functools.cached_property
    def _simulated(self) -> str:
        return questions.simulate(self.document)

    @functools.cached_property
    def numbers(self) -> Answer:
        """The whole answer to `simulate`, as Python reads JSON: times and memory are floats, or ints."""
        numbers: Answer = json.loads(self._simulated)
        return numbers

    @functools.cached_property
    def _exact_numbers(self) -> Answer:
        numbers: Answer = json.loads(self._simulated, parse_float=Fraction)
        return numbers

    def number(self, key: str) -> Any:
        """A number by its key in `numbers`, exactly. Raises Refused where the order or run does not have it."""
        numbers = self._exact_numbers
        value = numbers.get(key + "_exact", numbers.get(key))
        if value is None:
            errors = [finding for finding in self.findings() if finding.severity == "error"]
            raise Refused(errors[0].message if errors else f"there is no {key.replace('_', ' ')} of this", key, exit=1)
        return value

    title = Number(str, "For people.")
    ranks = Number(int, "How many ranks the pipeline has.")
    microbatches = Number(int, "How many microbatches an iteration has.")
    time_unit = Number(str, "Of times: ns, us, ms, s or unit.")
    memory_unit = Number(str, "Of memory: B, KiB, MiB, GiB or unit.")
    optimizer_mode = Number(str, "How iterations follow each other: sync or postvalidated.")
    iteration_time = Number(exact, "Time per iteration in the optimizer mode, with steps and reductions.")
    makespan = Number(exact, "Last end − first start, over all ranks.")
    longest_span = Number(
        exact, "Largest over the ranks of own last end − own first start: the Zero Bubble papers' cost."
    )
    period = Number(exact, "Time per iteration when iterations follow each other back to back.")
    bubble = Number(exact, "Iteration time − the work of the rank with the most, as a time.")
    bubble_share = Number(float, "bubble / iteration_time.")
    bubble_rate = Number(float, "1 − (largest busy time of a rank) / longest_span: the Zero Bubble papers' rate.")
    idle_share = Number(float, "1 − (busy time of all ranks) / (ranks × makespan).")
    overhead = Number(float, "makespan / (largest busy time of a rank) − 1: Megatron's bubble fraction.")
    lower_bound = Number(exact, "Proven: no order of these stages within the limits has a smaller iteration time.")
    gap = Number(float, "iteration_time / lower_bound − 1.")
    avoidable = Number(exact, "iteration_time − lower_bound: what a better order could win at most.")
    avoidable_share = Number(float, "avoidable / iteration_time.")
    transfer_volume = Number(int, "Values sent between ranks per iteration.")
    peak_memory = Number(_each, "Per rank: the largest running sum of activations; None where nobody counted.")
    memory_limit = Number(_each, "Per rank: the limit on its activations, or None.")
    total_memory = Number(_each, "Per rank: static memory, buffers and activations; None of a measured step.")
    device_memory = Number(_each, "Per rank: what its device has, or None.")

    @property
    def proof(self) -> Answer | None:
        """What a search has proved beyond the other bounds, `{"objective", "lower_bound", "by", …}`, or None."""
        return self.numbers.get("proof")

    def timeline(self) -> Timeline:
        """Every op with its times: rows of (rank, op, start, end), and arrays of them. Raises Refused of a problem
        without an order."""
        try:
            return Timeline(*spans(self.document), lambda: self.time_unit)
        except Refused:
            questions.simulate(self.document)  # which says why
            raise

    def validate(self, **options: Any) -> Answer:
        """The answer to `validate`; options as in `lanewright.questions.validate`."""
        answer: Answer = self.ask(questions.validate, **options)
        return answer

    def findings(self, **options: Any) -> list[Finding]:
        """What is wrong, errors first; an empty list where nothing is. Options as in `questions.validate`."""
        return [Finding(**each) for each in self.validate(**options)["findings"]]

    @property
    def valid(self) -> bool:
        """No finding is an error."""
        return bool(self.validate()["valid"])

    def legal(self, frameworks: str | Sequence[str] = "all", **options: Any) -> list[Answer]:
        """A verdict of each framework on this very order: `{"framework", "runs", "runs_by", "broken", …}`. Options:
        transport and message, as in `questions.validate`. Sources of the rules stand in schedules/FRAMEWORKS.md."""
        wanted = listed(frameworks, "frameworks")
        if not wanted:
            return []
        verdicts: list[Answer] = self.validate(for_=wanted, called={"for": "frameworks"}, **options)["frameworks"]
        return verdicts

    def bound(self, objective: str | None = None, optimizer_mode: str | None = None, explain: bool = False) -> Answer:
        """How short a schedule can be at best, and why: the answer to `bound`.

        objective: iteration (None), makespan, period or longest_span; explain: with the argument of the largest bound.
        """
        options = {"objective": objective, "optimizer_mode": optimizer_mode, "explain": explain or None}
        answer: Answer = self.ask(questions.bound, **options)
        return answer

    def check_proof(self) -> Answer:
        """Whether what the file says no order is below holds: `{"accepted", "reason", "place", …}`."""
        answer: Answer = self.ask(questions.check_proof)
        return answer

    def compare(self, other: Shown, all: bool | None = None) -> Answer:
        """This as the plan against a run or another plan: the answer to `compare`. all: every op, not the worst 20."""
        if not isinstance(other, Shown):
            raise TypeError(f"it is compared with a Schedule or a Run, not {type(other).__name__}")
        answer: Answer = self.ask(questions.compare, b=other, all=all)
        return answer

    def solve(
        self,
        time_limit: float | None = None,
        progress: Shows = False,
        *,
        objective: str | None = None,
        order: str | None = None,
        exact: bool | None = None,
        seed: int | None = None,
        threads: int | None = None,
        rounds: int | None = None,
        memory_limit: Text | None = None,
        optimizer_mode: str | None = None,
    ) -> Schedule:
        """The best order that a search finds, with what it proved. `answer` says what there is to say of the search:
        value, optimal, proved_by, method, seconds, stopped.

        Ctrl-C, and an interrupted cell of a notebook, give the best so far. Other threads run meanwhile. Raises Refused
        where no order keeps the limits.

        time_limit: seconds (10)
        progress: True shows the best so far; or what is called with each event, and stops the search by what it returns
        objective: iteration (None), makespan, period or longest_span
        order: what moves where microbatches differ: microbatches, ops or both (None)
        exact: go for a proof; seed: of the random numbers (1); threads: 0, one per core (None)
        rounds: search for so many rounds instead of a time, to repeat exactly
        memory_limit: on the activations of each rank, or a list with one per rank, in place of the file's
        """
        from .schedule import Schedule

        return Schedule.made(
            *answer_and_file(
                self.document,
                questions.solve,
                progress,
                time_limit=time_limit,
                objective=objective,
                order=order,
                exact=exact,
                seed=seed,
                threads=threads,
                rounds=rounds,
                memory_limit=memory_limit,
                optimizer_mode=optimizer_mode,
            )
        )

    def run(self, steps: int | None = None, progress: Shows = False, *, in_process: bool = True, **options: Any) -> Run:
        """Trains a GPT in exactly this order on the engine, all ranks as threads of one process, and measures it.
        `answer` says losses, hashes of weights and gradients, and more.

        steps: of training (3); in_process=False: a process for each rank, by MPI where it is there; options: as in
        `questions.run`. Raises Refused where the order is not valid, or the engine or a backend is missing.
        """
        from .measured import Run

        alone = in_process and options.get("backend") != "torch"
        options = {"steps": steps, "in_process": alone or None, **options}
        return Run.made(*answer_and_file(self.document, questions.run, progress, **options))

    def profile(
        self, steps: int | None = None, progress: Shows = False, *, in_process: bool = True, **options: Any
    ) -> Schedule:
        """The schedule with costs as the engine measures them; `answer` has their spread. Options: as in
        `questions.profile`."""
        from .schedule import Schedule

        options = {"steps": steps, "in_process": in_process or None, **options}
        return Schedule.made(*answer_and_file(self.document, questions.profile, progress, **options))

    @overload
    def convert(self, to: str, path: None = None, **options: Any) -> str: ...

    @overload
    def convert(self, to: str | None, path: str | os.PathLike[str], **options: Any) -> Answer: ...

    def convert(
        self, to: str | None = None, path: str | os.PathLike[str] | None = None, **options: Any
    ) -> str | Answer:
        """The text of another format: lwsched, lwrun, pytorch, pytorch-comms, chrome-trace, html, jaxpp or primus. With
        a path it is written there, and the answer to `convert` comes back, with findings and how to launch it.

        Options: as in `questions.convert`, such as cut_in_half, untie, replicas, fuse_weights, torch, fsdp. Raises
        Refused where the format can't say the order.
        """
        kind = "lwrun" if self.document.holds() == "run" else "lwsched"
        options.setdefault("from_", kind if is_json(self.text) else "pytorch-csv")
        with Hearing() as hear:
            said = ask_about(self.document, questions.convert, hear, out=path or "-", to=to, **options)
        answer: str | Answer = json.loads(said) if path else said
        return answer

    def render(self, path: str | os.PathLike[str] | None = None, **choices: Any) -> Any:
        """The picture: SVG as text, with as_="tex" TikZ as text, with as_="pdf" or "png" its bytes. With a path it is
        written there, in the format that its name says, and the answer to `render` comes back.

        choices: as in `questions.render`: width, theme, palette, show, with_ (a Run), below (a list of these), …
        """
        if path is not None:
            return json.loads(ask_about(self.document, questions.render, out=path, **choices))
        choices.setdefault("as_", "svg")
        content = answer_and_file(self.document, questions.render, out="out", **choices)[1]
        return content.decode() if choices["as_"] in ("svg", "tex") else content

    def __repr__(self) -> str:
        kind = type(self).__name__
        try:
            unit = "" if self.time_unit == "unit" else f" {self.time_unit}"
            time = "no time" if self.numbers["makespan"] is None else f"makespan {_short(self.makespan)}{unit}"
            return f"<{kind} {self.title!r}: {time}>" if self.title else f"<{kind}: {time}>"
        except Refused as problem:
            return f"<{kind}: {problem.sentence}>"

    def save(self: Self, path: str | os.PathLike[str]) -> Self:
        """Writes the file, and gives itself back."""
        pathlib.Path(path).write_text(self.text, encoding="utf-8", errors="surrogateescape")
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shown) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __getstate__(self) -> dict[str, Any]:
        return {"text": self.text, "answer": self.answer}


class Lesson(Shown):
    """A lesson: `validate(answer=plan)` holds a student's schedule against its goals, and `solve` finds the best order
    that its rules allow."""

    def validate(self, **options: Any) -> Answer:
        """The answer to `validate`; `answer` is a Schedule or its file, `answers` a folder of such."""
        answer = options.get("answer")
        if not isinstance(answer, Shown):
            return super().validate(**options)
        with tempfile.TemporaryDirectory() as folder:  # students' answers are files
            answer.save(os.path.join(folder, "answer.lwsched"))
            return super().validate(**{**options, "answer": os.path.join(folder, "answer.lwsched")})
