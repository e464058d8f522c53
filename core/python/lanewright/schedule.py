# SPDX-License-Identifier: Apache-2.0
"""Schedules as values: made by hand, edited, and said as code."""

from __future__ import annotations

import functools
import json
import pprint
import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Union

from . import questions
from .boards import Board
from .errors import Refused
from .library import Document, Text, _plain
from .shown import Answer, Shown, ask_about

# A value for all stages, a list with an entry per stage, or a list of such per direction.
PerStage = Union[int, float, Decimal, Fraction, None, Sequence[Any], Mapping[str, Any]]

# Where a file keeps what has a name of its own here.
PLACES = {
    "title": ("", "title"),
    "time_unit": ("", "time_unit"),
    "memory_unit": ("", "memory_unit"),
    "optimizer_mode": ("", "optimizer_mode"),
    "gaps": ("", "gaps"),
    "forward": ("costs", "forward"),
    "backward_input": ("costs", "backward_input"),
    "backward_weight": ("costs", "backward_weight"),
    "transfer": ("costs", "transfer"),
    "overlapped": ("costs", "overlapped"),
    "memory_forward": ("memory", "forward"),
    "memory_backward_input": ("memory", "backward_input"),
    "memory_backward_weight": ("memory", "backward_weight"),
    "memory_limit": ("memory", "limit"),
}
# What `generate` takes of a whole rank.
WHOLE = [name for name, (_, key) in PLACES.items() if "ward" in key or key == "overlapped"]
MOST_MICROBATCHES = 1 << 20  # more the core refuses
_OP = re.compile(r"(BW|F|B|W|R)(\d+)\.(\d+)(?:/(\d+))?")


def _number(value: object) -> object:
    """What a file says of Fractions and the like: a decimal."""
    plain = _plain(value)
    return float(plain) if isinstance(plain, str) else plain


def _shape(order: Sequence[Sequence[str]]) -> Answer:
    """Microbatches, parts of W and the placement that an order has: each stage lies where its ops stand."""
    paths: dict[int, dict[int, int]] = {}
    parts = 1
    for rank, row in enumerate(order):
        for _, stage, microbatch, part in _OP.findall(" ".join(row)):
            paths.setdefault(int(microbatch), {}).setdefault(int(stage), rank)
            parts = max(parts, int(part or 0) + 1)
    if not paths:
        wrong = next((op for row in order for op in row), None)
        if wrong is not None:
            raise Refused(f"{json.dumps(wrong)} is no op; F2.5 is the forward of stage 2 for microbatch 5", "order")
        raise Refused("an order without ops does not say where stages lie; give placement", "order")
    stages = 1 + max(max(path) for path in paths.values())
    # A microbatch that misses a stage goes the way of those that agree with it.
    whole = [path for _, path in sorted(paths.items()) if len(path) == stages]
    directions = list({tuple(path[stage] for stage in range(stages)): None for path in whole})
    if not directions:
        raise Refused("no microbatch has an op of every stage; give placement", "order")

    def direction(microbatch: int) -> int:
        path = paths.get(microbatch, {})
        agreeing = [sum(way[stage] == rank for stage, rank in path.items()) for way in directions]
        return agreeing.index(max(agreeing))

    microbatches = max(paths) + 1
    placement: Answer = {"ranks": len(order), "directions": [list(way) for way in directions]}
    every = range(min(microbatches, MOST_MICROBATCHES))
    dealt = [direction(microbatch) for microbatch in every]
    if dealt != [microbatch * len(directions) // microbatches for microbatch in every]:
        placement["direction_of"] = dealt
    return {"microbatches": microbatches, "placement": placement, "parts": parts}


def _rows(order: Any) -> list[list[str]]:
    """The rows of an order. Raises TypeError where it has none."""
    if not isinstance(order, Iterable) or isinstance(order, (str, bytes, Mapping)):
        raise TypeError(f"order must be a list with a row of ops for each rank, not {type(order).__name__}")
    rows = list(order)
    for rank, row in enumerate(rows):
        if isinstance(row, str):
            raise Refused(f"must be a list of ops, not the text {json.dumps(row)}", f"order[{rank}]")
        if not isinstance(row, Iterable):
            raise TypeError(f"order[{rank}] must be a list of ops such as F2.5, not {row!r}")
        rows[rank] = list(row)
        odd = [op for op in rows[rank] if not isinstance(op, str)]
        if odd:
            raise TypeError(f"order[{rank}] must have ops such as F2.5, not {odd[0]!r}")
    return rows


def _written(
    order: Sequence[Sequence[str]] | None,
    ranks: int | None,
    microbatches: int | None,
    placement: Sequence[Any] | Mapping[str, Any] | None,
    values: Mapping[str, Any],
    costs: Mapping[str, Any] | None,
    memory: Mapping[str, Any] | None,
    more: Mapping[str, Any] | None,
) -> str:
    """The file of a schedule by hand, as the core writes it."""
    for name, keys in {"costs": costs, "memory": memory, "more": more}.items():
        if not isinstance(keys, (Mapping, type(None))):
            raise TypeError(f"{name} must be a dict with keys of schedules/FORMAT.md, not {type(keys).__name__}")
    if not isinstance(placement, (Mapping, Sequence, type(None))) or isinstance(placement, str):
        raise TypeError(f"placement must be a list with the rank of each stage, not {type(placement).__name__}")
    order = None if order is None else _rows(order)
    shape = _shape(order) if order is not None and (placement is None or microbatches is None) else {}
    if microbatches is None and not shape:
        raise Refused("say how many, or give an order of so many", "microbatches")
    if placement is None:
        where: Mapping[str, Any] = shape.get("placement", {"ranks": ranks})
    elif isinstance(placement, Mapping):
        where = placement
    else:
        rows = placement if placement and not isinstance(placement[0], int) else [placement]
        where = {"ranks": ranks or len(order or ()), "directions": rows}
    file: Answer = {
        "format": "lanewright-schedule",
        "version": 1,
        "microbatches": microbatches or shape.get("microbatches"),
        "placement": {**where, **({"ranks": ranks} if ranks else {})},
        "costs": {"weight_parts": shape.get("parts", 1), **(costs or {})},
        "memory": {**(memory or {})},
        **(more or {}),
    }
    for name, value in values.items():
        section, key = PLACES[name]
        if value is not None:
            (file[section] if section else file)[key] = value
    if order is not None:
        file["order"] = order
    try:
        document = Document(json.dumps(file, default=_number, allow_nan=False, ensure_ascii=False))
    except ValueError as problem:
        raise problem if isinstance(problem, Refused) else Refused("every number must be finite") from None
    return questions.convert(document, out="-", from_="lwsched", to="lwsched")


def _as_code(values: Mapping[str, Any], call: str) -> str:
    """The call with its keywords, an order's rows on lines of their own."""

    def said(key: str, value: Any) -> str:
        if key == "order":
            return "[\n" + "".join(f"        {json.dumps(row)},\n" for row in value) + "    ]"
        if isinstance(value, str):
            return json.dumps(value, ensure_ascii=False)
        return pprint.pformat(value, width=120, compact=True, sort_dicts=False)

    words = [said(key, value) if key == "name" else f"{key}={said(key, value)}" for key, value in values.items()]
    line = f"{call}({', '.join(words)})"
    several = f"{call}(\n" + "".join(f"    {word},\n" for word in words) + ")"
    return f"import lanewright as lw\n\nplan = {line if len(line) <= 100 else several}\n"


class Schedule(Shown):
    """A schedule, or a problem without an order.

    >>> plan = Schedule(order=[["F0.0", "F0.1", "BW0.0", "BW0.1"], ["F1.0", "BW1.0", "F1.1", "BW1.1"]], forward=2)
    >>> plan.iteration_time, plan.valid
    (12, True)
    """

    def __init__(
        self,
        text: str | None = None,
        *,
        order: Sequence[Sequence[str]] | None = None,
        ranks: int | None = None,
        microbatches: int | None = None,
        placement: Sequence[Any] | Mapping[str, Any] | None = None,
        title: str | None = None,
        time_unit: str | None = None,
        memory_unit: str | None = None,
        forward: PerStage = None,
        backward_input: PerStage = None,
        backward_weight: PerStage = None,
        transfer: PerStage = None,
        overlapped: PerStage = None,
        memory_forward: PerStage = None,
        memory_backward_input: PerStage = None,
        memory_backward_weight: PerStage = None,
        memory_limit: PerStage = None,
        optimizer_mode: str | None = None,
        gaps: Mapping[str, Any] | None = None,
        costs: Mapping[str, Any] | None = None,
        memory: Mapping[str, Any] | None = None,
        more: Mapping[str, Any] | None = None,
    ) -> None:
        """From the text of a file; or by hand, where the text is left out.

        order: a row of ops per rank: F2.5 is the forward of stage 2 for microbatch 5, B the gradient of its input, W
            that of its weights, BW both in one, R a forward once more, W2.5/0 a part of W, F3.7+BW4.2 a pair
        ranks, microbatches, placement: as the ops stand, unless said; placement is the rank of each stage, a list of
            such for each direction, or what a file says (schedules/FORMAT.md 1.2)
        forward, backward_input, backward_weight: time of F, B and W of a stage (1): one number, or one per stage
        transfer: time of a value between two ranks (0); overlapped: of a pair, per stage of its F (the sum of both)
        memory_forward, …: what F takes (1), the changes at B (0) and W (what is left); memory_limit: per rank (none)
        costs, memory, more: further keys of a file's costs, memory and top level (schedules/FORMAT.md)

        Raises Refused where a file would be refused; what is wrong with the order `findings` say.
        """
        if text is None:
            values = {key: value for key, value in locals().items() if key in PLACES}
            text = _written(order, ranks, microbatches, placement, values, costs, memory, more)
        super().__init__(text)

    @functools.cached_property
    def _file(self) -> Answer:
        """The keys of its file as the core writes it, with all defaults."""
        file: Answer = json.loads(self.convert("lwsched"))
        return file

    def number(self, key: str) -> Any:
        """A number by its key in `numbers`, exactly; of a problem without an order what its file says. Raises Refused
        where there is none."""
        if self.order is None and key in {*self._file, "ranks"}:
            return self._file["placement"]["ranks"] if key == "ranks" else self._file[key]
        return super().number(key)

    def _part(self, key: str) -> Any:
        return json.loads(json.dumps(self._file.get(key)))

    @property
    def costs(self) -> Answer:
        """How long ops and transfers take, in `time_unit`, by the keys of schedules/FORMAT.md 1.3."""
        costs: Answer = self._part("costs") or {}
        return costs

    @property
    def memory(self) -> Answer:
        """What ops take and give back, in `memory_unit`, and the limits, by the keys of schedules/FORMAT.md 1.4."""
        memory: Answer = self._part("memory") or {}
        return memory

    @property
    def placement(self) -> Answer:
        """Which rank hosts which stage: `{"ranks", "directions", …}`."""
        placement: Answer = self._part("placement")
        return placement

    @property
    def order(self) -> list[list[str]] | None:
        """A row of ops per rank; None of a problem."""
        order: list[list[str]] | None = self._part("order")
        return order

    def edit(self, **keys: Any) -> Schedule:
        """The schedule after one edit, by the keys of `questions.edit`; what is wrong with it then `findings` say.
        Raises Refused where there is no such op or place."""
        return Schedule(ask_about(self.document, questions.edit, output="-", **keys))

    def move(
        self,
        op: str,
        *,
        before: str | None = None,
        after: str | None = None,
        by: int | None = None,
        to_rank: int | None = None,
    ) -> Schedule:
        """The op, or the pair that holds it, before or after another op of its rank, or so many places later (by;
        below 0 earlier). With to_rank its stage moves there, with all its ops."""
        return self.edit(move=op, before=before, after=after, by=by, to_rank=to_rank)

    def move_stage(self, stage: int, to_rank: int, direction: int | None = None) -> Schedule:
        """The stage on another rank, with all its ops; direction: its copy, where it has several (0)."""
        return self.edit(stage=stage, to_rank=to_rank, direction=direction)

    def gap_before(self, op: str, time: Text) -> Schedule:
        """The op waits so long on purpose, in `time_unit`; 0 takes its gap away."""
        return self.edit(gap=op, time=time)

    def split(self, op: str | None = None, w_parts: int | None = None) -> Schedule:
        """BW as B and W, W behind it; w_parts: each W in so many parts. Without an op all of them."""
        return self.edit(split="all" if op is None else op, w_parts=w_parts)

    def fuse(self, op: str | None = None) -> Schedule:
        """B and its W as one BW, where B stands. Without an op all of them."""
        return self.edit(fuse="all" if op is None else op)

    def block(self) -> Answer:
        """What the order repeats: `{"microbatches", "interval", "least_interval", "keeps", "ops", …}`, in `time_unit`.
        Raises Refused where nothing repeats."""
        answer: Answer = self.ask(questions.block)
        return answer

    def repeat(self, every: Text = "least") -> Schedule:
        """The building block of the order, or the first microbatches where only those are there, again and again, so
        long after each other."""
        return self.edit(repeat_every=every)

    def squeeze(self) -> Schedule:
        """The order drawn together: no gaps, and blocks in pauses before them, where memory has room."""
        return self.edit(squeeze=True)

    def pair(self, op: str, with_: str) -> Schedule:
        """Two ops of a rank, an F and a B or BW, as one overlapped block."""
        return self.edit(pair=op, with_=with_)

    def unpair(self, op: str) -> Schedule:
        """The pair that holds the op as two blocks, its F first."""
        return self.edit(unpair=op)

    def remove(self, op: str) -> Schedule:
        """The order without the op, which is then missing."""
        return self.edit(remove=op)

    def insert(self, op: str, *, before: str | None = None, after: str | None = None) -> Schedule:
        """The op, which is missing, put in before or after another; without either where it fits."""
        return self.edit(insert=op, before=before, after=after)

    def board(self) -> Board:
        board = super().board()
        board._plan = lambda text: Schedule(text or self.text)
        return board

    board.__doc__ = Shown.board.__doc__

    def to_code(self) -> str:
        """Python that makes an equal schedule and calls it `plan`: a generator's call where that makes it to the byte,
        else its order."""
        call = self._generated() if self.order is not None else None
        return _as_code(call, "lw.generate") if call else _as_code(self._by_hand(), "lw.Schedule")

    def _generated(self) -> Answer | None:
        """The options of a generator that makes this schedule, or None."""
        from .making import generate

        found = self.numbers["recognised"]
        if not found["exact"] or found["replicas"] != 1:
            return None
        file, costs, memory = self._file, self.costs, self.memory
        ranks = file["placement"]["ranks"]
        chunks = len(file["placement"]["directions"][0]) // ranks
        options: Answer = {"name": found["name"], "ranks": ranks, "microbatches": file["microbatches"]}
        for name, (section, key) in PLACES.items():
            value = (costs if section == "costs" else memory if section == "memory" else file).get(key)
            if isinstance(value, (dict, list)) and name != "memory_limit":
                if value:
                    return None
            elif value is not None:
                options[name] = value * chunks if name in WHOLE else value
        options.pop("gaps", None)
        if costs.get("weight_parts", 1) > 1:
            options["w_parts"] = costs["weight_parts"]
        for chunked in ({}, {"chunks": chunks}):
            for titled in (False, True):
                call = {**options, **chunked}
                if not titled:
                    call.pop("title", None)
                try:
                    made = generate(**call)
                except Refused:
                    return None
                if made.text == self.text:
                    return _without_defaults(call, made)
        return None

    def _by_hand(self) -> Answer:
        """The keywords of `Schedule` that make this one."""
        file = self._file
        least = Schedule(microbatches=file["microbatches"], placement=file["placement"])._file
        values: Answer = {"order": file["order"]} if file.get("order") is not None else {}
        shape = _shape(file["order"]) if values and any(file["order"]) else {}
        rest: dict[str, Answer] = {"costs": self.costs, "memory": self.memory}
        rest["more"] = {key: file[key] for key in file if key not in (*rest, "order", "format", "version", "placement")}
        if {"replicas": 1, **shape.get("placement", {})} != file["placement"]:
            values["placement"] = file["placement"]
        for name, (section, key) in PLACES.items():
            value = rest[section or "more"].pop(key, None)
            if value is not None and value != (least[section] if section else least).get(key):
                values[name] = value
        if shape.get("microbatches") == rest["more"]["microbatches"]:
            del rest["more"]["microbatches"]
        else:
            values["microbatches"] = rest["more"].pop("microbatches")
        if rest["costs"].get("weight_parts") == shape.get("parts", 1):
            del rest["costs"]["weight_parts"]
        for section, left in rest.items():
            known = least if section == "more" else least[section]
            values[section] = {key: value for key, value in left.items() if key not in known or value != known[key]}
        return {key: value for key, value in values.items() if value not in ({}, None)}


def _without_defaults(call: Answer, made: Schedule) -> Answer:
    """The call without options that change nothing."""
    from .making import generate

    for key in [key for key in call if key not in ("name", "ranks", "microbatches")]:
        fewer = {other: value for other, value in call.items() if other != key}
        try:
            if generate(**fewer).text == made.text:
                call = fewer
        except Refused:
            continue
    return call
