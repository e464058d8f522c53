# SPDX-License-Identifier: Apache-2.0
"""Schedules as files say them (`schedules/FORMAT.md`), and what stands in the way of running one in PyTorch."""

import json

from .errors import Refused
from .names import block_from_action, block_from_text, block_text, producer_of

MOST_RANKS = 65536
MOST_STAGES = 16384

# What Python raises where a file holds something else than its readers expect.
SENSELESS = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class Plan:
    """An order with its placement: `ranks`, `stages`, `microbatches`, `place` (the rank of each stage) and `order`, a
    row of blocks per rank. `text` is the schedule's JSON, as it stood in its file; `lengths_differ`: those of
    its microbatches."""

    def __init__(self, document, text, name="the plan"):
        self.text = text
        self.name = name
        try:
            placement = document["placement"]
            self.ranks = int(placement["ranks"])
            if not 1 <= self.ranks <= MOST_RANKS:
                raise ValueError(f"from 1 to {MOST_RANKS} ranks, not {self.ranks}")
            self.directions = [list(row) for row in placement.get("directions") or [range(self.ranks)]]
            self.place = self.directions[0]
            if not all(isinstance(rank, int) and 0 <= rank < self.ranks for row in self.directions for rank in row):
                raise ValueError("a stage lies on no rank")
            self.microbatches = int(document["microbatches"])
            self.lengths_differ = len(set((document.get("microbatch") or {}).get("length") or ())) > 1
            rows = document.get("order")
        except SENSELESS as problem:
            raise Refused(f"{name}: this is no schedule of Lanewright's ({problem})") from None
        if rows is None:
            raise Refused(f"{name} is a problem without an order; give it one with generate or solve first")
        self.stages = len(self.place)
        try:
            self.order = [[block_from_text(word) for word in row] for row in rows]
        except SENSELESS as problem:
            raise Refused(f"{name}: {problem}") from None
        if len(self.order) != self.ranks:
            raise Refused(f"{name}: there are {len(self.order)} rows of ops for {self.ranks} ranks")

    def check_job(self, ranks, stages, microbatches, place=None):
        """Raises Refused where a job is of another shape than the plan. `place`: the rank of each stage, where it is
        known."""
        if (self.ranks, self.stages, self.microbatches) != (ranks, stages, microbatches):
            raise Refused(
                f"{self.name} has {self.stages} stages on {self.ranks} ranks and {self.microbatches} microbatches, "
                f"and the job {stages} on {ranks} and {microbatches}"
            )
        if place is not None and self.place != place:
            raise Refused(f"{self.name} puts the stages on ranks {self.place}, and the job had them on {place}")

    def __eq__(self, other):
        own = (self.place, self.microbatches, self.order)
        return isinstance(other, Plan) and own == (other.place, other.microbatches, other.order)

    __hash__ = None


def read_plan(path):
    """The plan of a `.lwsched`, or the one that a `.lwrun` ran. Raises Refused, naming the file."""
    if isinstance(path, Plan):
        return path
    name, text = str(path), ""
    try:
        with open(path, encoding="utf-8-sig") as file:
            text = file.read()
        document = json.loads(text)
    except OSError as problem:
        raise Refused(f"{name} can't be read: {problem.strerror}") from None
    except (ValueError, RecursionError) as problem:
        raise Refused(_no_json(name, text, problem)) from None
    if not isinstance(document, dict):
        raise Refused(f"{name}: this is no schedule of Lanewright's")
    if document.get("format") == "lanewright-run":
        document = document.get("schedule")
        text = json.dumps(document)
        if not isinstance(document, dict):
            raise Refused(f"{name}: the run holds no schedule")
    if document.get("format") != "lanewright-schedule":
        raise Refused(
            f"{name}: this is no schedule of Lanewright's (.lwsched), nor a run (.lwrun); generate, solve and "
            "convert write one"
        )
    if document.get("version") != 1:
        raise Refused(
            f"{name} is of version {document.get('version')} of the format, and version 1 is known here; a newer "
            "package reads it"
        )
    return Plan(document, text.strip(), name)


def _no_json(name, text, problem):
    """What a file is that was given for a plan, and what works with it."""
    cells = [cell.strip() for cell in text.split("\n", 1)[0].split(",")]
    if any(block_from_action(cell) for cell in cells):
        return (
            f"{name} is a CSV of PyTorch's own: its runtime reads it, schedule._load_csv({name!r}), or make a plan "
            f"of it: lanewright-cli convert {name} plan.lwsched"
        )
    if isinstance(problem, UnicodeDecodeError) or "\0" in text:
        return (
            f"{name} is packed or no text; a plan is a .lwsched, as lanewright-cli generate, solve and convert write it"
        )
    return f"{name} is no JSON, as a plan is (.lwsched, .lwrun): {problem}"


def check_runnable(plan, pairs=True):
    """Raises Refused where PyTorch's runtime would not run this order, or would train something else with it.

    `pairs`: whether this PyTorch has overlapped pairs.
    """
    if len(plan.directions) > 1:
        raise Refused(
            f"{plan.name} has {len(plan.directions)} directions, so that a stage lies on several ranks, which "
            "PyTorch's pipelining does not know; cut a DualPipe in half (dualpipev), and load one replica of a "
            "replicated pipeline"
        )
    for rank, row in enumerate(plan.order):
        if not row:
            raise Refused(f"rank {rank} has no ops; PyTorch wants a stage on each rank")
        for block in row:
            _check_pair(block, rank, pairs)
            for op in block:
                _check_op(plan, op, rank)
    _check_ops(plan)
    _check_losses(plan)
    _check_progress(plan)


def _check_pair(block, rank, pairs):
    if len(block) != 2:
        return
    if not pairs:
        raise Refused(
            f"{block_text(block)} (rank {rank}) is an overlapped pair, which came with PyTorch 2.9; take the pairs "
            "apart or use a newer PyTorch"
        )
    if [op.kind for op in block] != ["F", "BW"]:
        raise Refused(
            f"{block_text(block)} (rank {rank}): a pair of PyTorch's is an F and a whole backward; fuse B and W"
        )


def _check_op(plan, op, rank):
    if op.kind == "R":
        raise Refused(
            f"{op} (rank {rank}): recomputation is no action of PyTorch's; wrap the stage's layers in checkpoint() "
            "and drop R"
        )
    if op.part is not None:
        raise Refused(f"{op} (rank {rank}): PyTorch does not cut W into parts; make the schedule with weight_parts 1")
    if not 0 <= op.stage < plan.stages or not 0 <= op.microbatch < plan.microbatches:
        raise Refused(f"{op} (rank {rank}): there is no such stage or microbatch")
    if plan.place[op.stage] != rank:
        raise Refused(f"{op} stands on rank {rank}, and stage {op.stage} lies on rank {plan.place[op.stage]}")


def _check_ops(plan):
    """Each F, and each BW or B and W, once and behind its own."""
    seen = {}
    for rank, row in enumerate(plan.order):
        for position, block in enumerate(row):
            for op in block:
                if op in seen:
                    raise Refused(f"{op} stands twice on rank {rank}")
                seen[op] = position
    kinds = {(op.kind, op.stage, op.microbatch): position for op, position in seen.items()}
    for stage in range(plan.stages):
        for microbatch in range(plan.microbatches):
            at = {kind: kinds.get((kind, stage, microbatch)) for kind in ("F", "B", "W", "BW")}
            name = f"{stage}.{microbatch}"
            if at["BW"] is not None and (at["B"] is not None or at["W"] is not None):
                raise Refused(f"BW{name} stands beside a B or W of its own")
            split = at["B"] is not None or at["W"] is not None
            steps = ["F", "B", "W"] if split else ["F", "BW"]
            for kind in steps:
                if at[kind] is None:
                    raise Refused(f"{kind}{name} is missing")
            for first, second in zip(steps, steps[1:]):
                if at[first] >= at[second]:
                    raise Refused(f"{second}{name} stands before {first}{name}")


def _check_losses(plan):
    """PyTorch numbers the losses by the order of the last stage's forwards."""
    last = -1
    for block in plan.order[plan.place[-1]]:
        for op in block:
            if op.kind == "F" and op.stage == plan.stages - 1:
                if op.microbatch < last:
                    raise Refused(
                        f"{op} comes after F{op.stage}.{last}: PyTorch would take the wrong loss for both; let the "
                        "last stage take them in turn"
                    )
                last = op.microbatch


def _check_progress(plan):
    """Runs the order without times; whoever is left waits for ever."""
    done, next_block = set(), [0] * plan.ranks
    moved = True
    while moved:
        moved = False
        for rank, row in enumerate(plan.order):
            while next_block[rank] < len(row):
                block = row[next_block[rank]]
                missing = missing_value(plan, block, done)
                if missing:
                    break
                for op in block:
                    done.add((op.kind.replace("BW", "B"), op.stage, op.microbatch))
                next_block[rank] += 1
                moved = True
    for rank, row in enumerate(plan.order):
        if next_block[rank] < len(row):
            block = row[next_block[rank]]
            kind, stage, microbatch = missing_value(plan, block, done)
            raise Refused(
                f"the schedule deadlocks: rank {rank} waits in {block_text(block)} for {kind}{stage}.{microbatch}, "
                f"which rank {plan.place[stage]} never reaches"
            )


def missing_value(plan, block, done):
    """(kind, stage, microbatch) of a value that the block needs and that is not made yet, or None. The second op of a
    pair may take what its first one made."""
    made = set()
    for op in block:
        producer = producer_of(op, plan.stages)
        if producer:
            value = (*producer, op.microbatch)
            if value not in done and value not in made:
                return value
        made.add((op.kind.replace("BW", "B"), op.stage, op.microbatch))
    return None
