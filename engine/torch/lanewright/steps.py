# SPDX-License-Identifier: Apache-2.0
"""From what was noted in a step to blocks, waits and communication of one rank, still on that rank's own clock."""

import typing

from .names import Op, block_from_action, block_text, producer_of

FORWARD, FULL, INPUT, WEIGHT = range(4)
_KINDS = ("F", "BW", "B", "W")
_LETTERS = ("F", "B", "I", "W")


class Call(typing.NamedTuple):
    """An op as the host ran it, in the order in which it is noted."""

    kind: int
    stage: int
    microbatch: int
    start: int
    end: int


class Row(typing.NamedTuple):
    """The times of an action, in the order of a part's line. A part has the second op of a pair only where it ran."""

    index: int  # of the action
    begin: int  # its window's
    start: typing.Optional[int]  # of computing; None: it computed nothing, or nobody could tell
    end: typing.Optional[int]
    until: int  # its window's end
    second_start: typing.Optional[int] = None
    second_end: typing.Optional[int] = None

    def written(self, origin):
        """As a part has it: a list whose times count from `origin`."""
        there = self[1:5] if self.second_end is None else self[1:]
        return [self.index, *(None if time is None else time - origin for time in there)]

    @staticmethod
    def read(row, origin):
        return Row(row[0], *(None if time is None else time + origin for time in row[1:7]))


def digest(step, device=None):
    """The line of a part for one step, a plain dict.

    `actions` are the rank's, in order, and `t` has what a Row says of each. Times count from `start`. `launched`: on
    GPUs the host's time of each window.
    `live`: the most bytes that each row's op held, and `peak`: the step, where memory was measured.
    `device`: the times of the step's events in the order in which they were marked, from the GPU.
    """
    calls = [Call(*step["calls"][at : at + 5]) for at in range(0, len(step["calls"]), 5)]
    origin = step["begin"]
    record = {"step": step["step"], "start": origin, "length": step["end"] - origin, "loss": step.get("loss")}
    if step["actions"] is None:
        record["actions"] = [f"{call.stage}{_LETTERS[call.kind]}{call.microbatch}" for call in calls]
        record["bare"] = True  # windows are not known: communication and loss lie between the ops
        rows = _bare_rows(calls, device)
        launched = [call.start for call in calls]
    else:
        record["actions"] = step["actions"]
        rows = _rows(step["actions"], step["windows"], calls, device)
        launched = step["windows"][: len(rows)]
    record["t"] = [row.written(origin) for row in rows]
    if device is not None:
        record["launched"] = [time - origin for time in launched]
    if "held" in step:
        record["live"] = _held_in(rows, record["actions"], calls, step["held"])
        record["peak"] = step["peak"]
    return record


def _held_in(rows, actions, calls, held):
    """The most bytes that each row of a step held; None of what computes nothing, or what nobody heard of."""
    most = {(_KINDS[call.kind], call.stage, call.microbatch): size for call, size in zip(calls, held)}
    live = []
    for row in rows:
        ops = block_from_action(actions[row.index]) or ()
        sizes = [most.get((op.kind, op.stage, op.microbatch)) for op in ops]
        live.append(max(sizes) if sizes and None not in sizes else None)
    return live


def _bare_rows(calls, device):
    """A row for each call, whose window is the call itself. On a GPU there are two marks for each."""
    rows = []
    for index, call in enumerate(calls):
        start, end = (call.start, call.end) if device is None else device[2 * index : 2 * index + 2]
        rows.append(Row(index, start, start, end, end))
    return rows


def _rows(actions, windows, calls, device):
    """The rows of all actions that ended. On a GPU there is a mark in front of each block and behind it, and between
    them two for each call."""
    rows = []
    marks = iter(device or ())
    at = 0
    computed = False  # the action before did: on a GPU it ends at the next mark
    for index, (action, begin, until) in enumerate(zip(actions, windows, windows[1:])):
        computes = block_from_action(action) is not None
        if device is not None and (computes or computed):
            edge = next(marks)
            if computes:
                begin = edge
            if computed:
                rows[-1] = rows[-1]._replace(until=edge)
        inside = []
        while at < len(calls) and calls[at].start <= until:
            call = calls[at]
            inside.append((call.start, call.end) if device is None else (next(marks), next(marks)))
            at += 1
        first, second, *_ = [*(inside if computes else ()), (None, None), (None, None)]
        rows.append(Row(index, begin, *first, until, *second))
        computed = computes
    if device is not None and computed:
        rows[-1] = rows[-1]._replace(until=next(marks, rows[-1].until))
    return rows


class Block(typing.NamedTuple):
    """A block of a rank's step."""

    ops: tuple
    start: int
    end: int
    waits_from: typing.Optional[int]  # when its wait began; None: it did not wait
    parts: list  # of a pair
    inside: bool  # the wait, if any, is within the span: nobody could tell them apart
    launched: typing.Optional[int]
    live: typing.Optional[int]  # bytes; None: unknown

    @property
    def text(self):
        return block_text(self.ops)


def blocks_of(record, place, rank):
    """The blocks of a part's step and its other actions, [text, start, end] each. Times are the rank's own: `start` of
    the record is added."""
    origin = record["start"]
    blocks, others = [], []
    launched = record.get("launched")
    live = record.get("live") or [None] * len(record["t"])
    if len(live) != len(record["t"]):
        raise ValueError("live holds another number of rows than t")
    for written, held in zip(record["t"], live):
        row = Row.read(written, origin)
        text = record["actions"][row.index]
        ops = block_from_action(text)
        if ops is None:
            others.append([text, row.begin, row.until])
            continue
        crosses = any(_crosses(op, place, rank) for op in ops)
        is_timed = row.start is not None
        parts = []
        if len(ops) == 2 and is_timed and row.second_end is not None:
            parts = [(ops[0], row.start, row.end), (ops[1], row.second_start, row.second_end)]
        waited = is_timed and crosses and row.start > row.begin and not record.get("bare")
        start = row.start if is_timed else row.begin
        inside = crosses and not is_timed
        host = launched[row.index] + origin if launched else None
        waits_from = row.begin if waited else None
        blocks.append(Block(ops, start, max(start, row.until), waits_from, parts, inside, host, held))
    return blocks, others


def _crosses(op, place, rank):
    producer = producer_of(op, len(place))
    return producer is not None and place[producer[1]] != rank


def live_of(blocks):
    """The bytes that each of a rank's blocks held; none where that is not known of all."""
    live = [block.live for block in blocks]
    return [] if None in live else live


def value_of(op):
    """What an op makes for others: ('F' or 'B', stage, microbatch); None of a W."""
    return None if op.kind in ("W", "R") else (op.kind.replace("BW", "B"), op.stage, op.microbatch)


def need_of(op, place, rank):
    """The value that an op needs from another rank, or None."""
    producer = producer_of(op, len(place))
    if producer is None or place[producer[1]] == rank:
        return None
    return (*producer, op.microbatch)


def op_of(value):
    return Op(value[0], value[1], value[2])


def waits_of(block, place, rank):
    """Where a block waited for values of other ranks, as (op, from, until): in front of it, and within it where the
    second op of a pair waited behind the first one."""
    waits = []
    if block.waits_from is not None:
        waits.append((block.ops[:1] if block.parts else block.ops, block.waits_from, block.start))
    if block.parts:
        (_, _, done), (second, begun, _) = block.parts
        if begun > done:
            waits.append(([second], done, begun))
    found = []
    for ops, since, until in waits:
        op = next((op for op in ops if need_of(op, place, rank)), None)
        if op is not None:
            found.append((op, since, until))
    return found


def activity(kind, rank, start, end, op=None, peer=None):
    """A row of what a rank did beside its blocks, or within one."""
    return [kind, rank, start, end, None if op is None else str(op), peer]


def in_turn(blocks, at):
    """(block, start, end) of a rank's blocks where `at` says a time of its own on another clock: there too none begins
    before the one in front of it has ended."""
    last = None
    for block in blocks:
        start = at(block.start) if last is None else max(at(block.start), last)
        last = max(start, at(block.end))
        yield block, start, last


def parts_of(block, rank, start, end, at):
    """The ops of a pair that lies from `start` to `end` there, as activities."""
    for op, since, until in block.parts:
        since = min(max(at(since), start), end)
        yield activity("part", rank, since, min(max(at(until), since), end), op)
