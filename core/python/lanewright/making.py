# SPDX-License-Identifier: Apache-2.0
"""Where schedules and runs come from, and what is asked about none."""

from __future__ import annotations

import json
import os
import pathlib
import stat
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from . import questions
from .errors import Refused
from .library import Document, Text, ask, listed
from .measured import Run
from .progress import Hearing, Shows
from .schedule import Schedule
from .shown import Answer, Lesson, Shown, answer_and_file, ask_about, is_json, without_form

# What the field calls the options of `generate`, and what these are called there.
OPTIONS = {
    "forward": "tf",
    "backward_input": "tb",
    "backward_weight": "tw",
    "transfer": "tcomm",
    "memory_forward": "mf",
    "memory_backward_input": "mb",
    "memory_backward_weight": "mw",
}
CALLED = {option: name for name, option in OPTIONS.items()}  # in sentences


def generate(
    name: str,
    ranks: int | None = None,
    microbatches: int | None = None,
    *,
    problem: Shown | str | os.PathLike[str] | None = None,
    chunks: int | None = None,
    placement: str | None = None,
    w_parts: int | None = None,
    group: int | None = None,
    objective: str | None = None,
    forward: Text | None = None,
    backward_input: Text | None = None,
    backward_weight: Text | None = None,
    transfer: Text | None = None,
    overlapped: Text | None = None,
    memory_forward: Text | None = None,
    memory_backward_input: Text | None = None,
    memory_backward_weight: Text | None = None,
    memory_limit: Text | None = None,
    lengths: Text | os.PathLike[str] | None = None,
    quadratic: Text | None = None,
    seed: int | None = None,
    time_unit: str | None = None,
    memory_unit: str | None = None,
    title: str | None = None,
    optimizer_mode: str | None = None,
) -> Schedule:
    """An order by a generator; `generators()` lists them with their closed forms and sources. "empty" is a board
    without ops, to be drawn on by `insert` and `repeat`.

    Times and memory are for a whole rank and one microbatch and are divided evenly among its chunks. With a problem, a
    schedule or its file, placement, costs and limits are that one's, and options replace its values.

    ranks (4), microbatches (8); chunks: per rank (what the generator takes); w_parts: parts of each W (1)
    placement: of an empty board, chain, loop, v, two-ways or the rank of each stage, "0,1,1,0" (chain)
    group: interleaved methods and GIS, microbatches per group
    objective: automatic methods make it small: iteration, makespan, period or longest_span (None)
    forward, backward_input, backward_weight: time of F, B and W in `time_unit` (1), of every stage; unequal stages
        are a problem, `Schedule(ranks=4, microbatches=8, forward=[1, 2, 1, 1])`
    transfer: time of a value between two ranks (0); overlapped: of a pair of F and BW (the sum of its parts)
    memory_forward: what F takes in `memory_unit` (1); memory_backward_input, memory_backward_weight: the changes at B
        and W, 0 or below (0 and −1); the three add up to 0, and what is left out makes them do so
    memory_limit: on the activations of each rank, or a list with one per rank (none)
    lengths: tokens of each microbatch: a file, "uniform:A:B" or "lognormal:M:S"; quadratic: which part of a time grows
        with the square of the length, 0 to 1 (0); seed: which draw (1)
    time_unit: ns, us, ms, s or unit (unit); memory_unit: B, KiB, MiB, GiB or unit (unit)
    optimizer_mode: sync or postvalidated

    Raises Refused where no such order keeps the limits, or the generator does not take the options. What the generator
    does not look at is a warning.
    """
    given = {key: value for key, value in locals().items() if value is not None}
    with Hearing() as hear:
        options = {OPTIONS.get(key, key): value for key, value in given.items()}
        text = ask_about(None, questions.generate, hear, called=CALLED, **options)
    return Schedule(text)


def open(path: str | os.PathLike[str]) -> Schedule | Run | Lesson:
    """What a file holds: the Schedule of an .lwsched or PyTorch's CSV, the Run of an .lwrun, or a Lesson. Raises
    Refused where it is none of these. `Schedule.open` and `Run.open` take their own kind only."""
    problem = None
    try:
        file = pathlib.Path(path)
        if stat.S_ISFIFO(file.stat().st_mode):
            raise Refused(
                "this is a pipe, which may never end; Schedule and Run take the text that was read of it", "", str(path)
            )
        text = file.read_bytes().decode(errors="surrogateescape")
    except OSError as what:
        problem = what
    except Refused:
        raise
    except ValueError:  # half a letter, or a zero
        raise Refused("this is no name of a file", file=ascii(path)) from None
    if problem is not None:
        ask("check-proof", {"file": path})  # which says so in the command line's words
        raise Refused(str(problem), file=str(path))
    document = Document(text)
    holds = document.holds()
    if holds is None:
        ask("check-proof", {"file": path})
    if holds == "schedule" and not is_json(text):
        return from_csv(text)
    kinds: dict[str | None, type[Schedule | Run | Lesson]] = {"run": Run, "lesson": Lesson}
    shown = kinds.get(holds, Schedule)(text)
    vars(shown)["document"] = document  # it has been read
    return shown


def from_csv(csv: str | os.PathLike[str]) -> Schedule:
    """The schedule of PyTorch's CSV, compute_only or compute_comms, from its text or its file."""
    is_text = isinstance(csv, str) and ("\n" in csv or "," in csv or not csv.strip())
    document, path = (Document(str(csv)), None) if is_text else (None, csv)
    return Schedule(ask_about(document, questions.convert, in_=path, out="-", from_="pytorch-csv", to="lwsched"))


def plan_model(
    model: str | os.PathLike[str], cluster: str | os.PathLike[str], progress: Shows = False, **options: Any
) -> Schedule:
    """Cuts a model over the devices of a cluster and orders it. `answer` has the stages, the front and other planners'.

    model, cluster: files (.lwmodel, .lwcluster), or presets' names; options: as in `questions.plan`: time_limit, tries,
    stages, placement, chunks, what_if, … Ctrl-C gives the best so far. Raises Refused where the model does not fit.
    """
    return Schedule.made(*answer_and_file(None, questions.plan, progress, model=model, cluster=cluster, **options))


def from_megatron_layout(
    layout: str, model: str | os.PathLike[str], cluster: str | os.PathLike[str], **options: Any
) -> Schedule:
    """The schedule of a model that is cut as Megatron's --pipeline-model-parallel-layout says, "Et*3|(tt|)*2t|L", on
    the devices of a cluster as they are listed; more stages than devices go around them. The rest as `plan_model`."""
    return plan_model(model, cluster, layout=layout, **options)


def import_traces(
    paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    *,
    from_: str | None = None,
    mapping: str | os.PathLike[str] | None = None,
    plan: Shown | str | os.PathLike[str] | None = None,
    take: str | None = None,
    replica: str | int | None = None,
    progress: Shows = False,
) -> Run:
    """A run of other people's traces of all ranks. `answer` says what was read and left out.

    paths: files, or folders of them; from_: chrome, primus, megatron, ndtimeline or kineto, where it is not plain
    plan: the schedule that the job was told to run; take: steps from A up to but without B, "A:B"
    replica: one by its number, "slowest" or "all"
    """
    every = listed(paths, "paths")
    options: dict[str, Any] = {"from_": from_, "mapping": mapping, "plan": plan, "take": take}
    options["replica"] = None if replica is None else str(replica)
    return Run.made(*answer_and_file(None, questions.import_, progress, path=every, **options))


def compare(plan: Shown, actual: Shown, all: bool | None = None) -> Answer:
    """Plan against run, or plan against plan: the answer to `compare`. all: every op, not the worst 20."""
    if not isinstance(plan, Shown):
        raise TypeError(f"a Schedule or a Run is compared, not {type(plan).__name__}; open(path) makes one of a file")
    return plan.compare(actual, all)


def legal(
    name: str,
    ranks: int | None = None,
    microbatches: int | Sequence[int] | None = None,
    *,
    frameworks: str | Sequence[str] = "all",
    **options: Any,
) -> Answer:
    """Which frameworks run an order of so many ranks, chunks and microbatches, and what comes nearest: the answer to
    `legal`.

    microbatches: of several passes a list; options: as in `questions.legal`: chunks, group, layers, layout, batch, …
    """
    wanted = listed(frameworks, "frameworks")
    passes = [microbatches] if isinstance(microbatches, int) else microbatches
    without_form(questions.legal, options)
    said = questions.legal(
        name=name, ranks=ranks, microbatches=passes, for_=wanted, called={"for": "frameworks"}, **options
    )
    answer: Answer = json.loads(said)
    return answer


class Generator(NamedTuple):
    """A generator: its name for `generate`, what it does in a line, its closed form of the longest span and source."""

    name: str
    title: str
    summary: str
    parameters: str
    closed_form: str
    source: str
    splits_backward: bool
    options: Sequence[Any]


def generators() -> list[Generator]:
    """All generators, as the desktop lists them."""
    return [Generator(**each) for each in json.loads(questions.list())["generators"]]


def gpus() -> Mapping[str, Any]:
    """The GPUs of this machine, or why none can be used: the answer to `list --gpus`."""
    answer: Answer = json.loads(questions.list(gpus=True))
    return answer
