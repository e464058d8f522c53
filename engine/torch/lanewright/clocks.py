# SPDX-License-Identifier: Apache-2.0
"""Many clocks made one: those of hosts, by messages and by what must have come first, and those of GPUs.

A rank's clock plus its offset is the clock of rank 0. Each value that crosses ranks says that its sending came before
its use: `offset(sender) - offset(user) <= used - sent`. A comparison by messages says as much in both directions. The
least of these for each pair of ranks are the edges of a graph, whose shortest ways from and to rank 0 hold each offset
in an interval. Its middle is taken, which fits all ranks at once, and half its width is the uncertainty: a bound, not a
guess. The idea is that of the Network Time Protocol (RFC 5905), with a schedule's values for messages.
"""

import datetime
import os
import pathlib
import socket
import time
import typing

from .errors import Refused

clock = time.monotonic_ns
TRIPS = 20
PATIENCE = 5.0  # seconds for another rank to answer
DRIFT = 1e-4  # by how much clocks of hosts may run apart: 100 ppm
LEAST_NS = 1000.0  # added to the uncertainty of a step before it is weighed, so that none outweighs all others
_recorders = 0


def _clock_name():
    """What processes must share to read one clock: the boot of the machine, and the name space of its time."""
    words = []
    boot = lambda: pathlib.Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    for read in (boot, lambda: os.readlink("/proc/self/ns/time")):
        try:
            words.append(read())
        except OSError:
            words.append("")
    return socket.gethostname() + "/" + "/".join(words) if not words[0] else "/".join(words)


class World:
    """The ranks of one pipeline, and how their clocks compare."""

    def __init__(self, group):
        import torch.distributed as dist

        global _recorders
        group = group if group is not None else dist.group.WORLD
        members = dist.get_process_group_ranks(group)
        self.rank = dist.get_rank(group)
        self.ranks = len(members)
        self.first = 0 in members
        self.host = socket.gethostname()
        self.clock = _clock_name()
        self.one_clock = False
        self._prefix = f"lanewright/{members[0]}/{_recorders}"
        self._round = 0
        self._pairs = []
        _recorders += 1

    def _store(self):
        from torch.distributed import distributed_c10d

        return distributed_c10d._get_default_store()

    def _read(self, store, key, seconds):
        store.wait([key], datetime.timedelta(seconds=max(0.01, seconds)))
        return store.get(key).decode()

    def meet(self):
        """Finds out whether all ranks read one clock. Without an answer they are taken to have clocks of their own."""
        try:
            store = self._store()
            store.set(f"{self._prefix}/clock/{self.rank}", self.clock)
            deadline = time.monotonic() + PATIENCE
            left = lambda: deadline - time.monotonic()
            names = {self._read(store, f"{self._prefix}/clock/{rank}", left()) for rank in range(self.ranks)}
            self.one_clock = len(names) == 1
        except Exception:  # noqa: BLE001 - no store, no answer, a group that is gone: the values' order must do
            self.one_clock = False

    def exchange(self):
        """Compares this rank's clock with that of rank 0, which serves all others in turn. All ranks call it. Gives
        [own time, least offset, largest offset], or None: on rank 0, where all read one clock, or without an answer."""
        self._round += 1
        if self.one_clock or self.ranks == 1:
            return None
        try:
            store = self._store()
            prefix = f"{self._prefix}/{self._round}"
            if self.rank == 0:
                self._serve(store, prefix)
                return None
            pair = self._ask(store, f"{prefix}/{self.rank}")
        except Exception:  # noqa: BLE001
            return None
        self._pairs.append(pair)
        return pair

    def _serve(self, store, prefix):
        deadline = time.monotonic() + PATIENCE
        for rank in range(1, self.ranks):
            for trip in range(TRIPS):
                self._read(store, f"{prefix}/{rank}/ask{trip}", deadline - time.monotonic())
                store.set(f"{prefix}/{rank}/answer{trip}", str(clock()))

    def _ask(self, store, prefix):
        least, most = None, None
        deadline = time.monotonic() + PATIENCE
        for trip in range(TRIPS):
            sent = clock()
            store.set(f"{prefix}/ask{trip}", "1")
            there = int(self._read(store, f"{prefix}/answer{trip}", deadline - time.monotonic()))
            back = clock()
            least = there - back if least is None else max(least, there - back)
            most = there - sent if most is None else min(most, there - sent)
        return [clock(), least, most]

    def offset(self):
        """(offset, uncertainty) as messages alone tell it so far; (0, 0) on one clock, None where it is unknown."""
        if self.one_clock or self.rank == 0:
            return 0, 0
        if not self._pairs:
            return None
        _, least, most = self._pairs[-1]
        return (least + most) // 2, (most - least + 1) // 2


class Misfit(Refused):
    """No clocks make every value arrive after it was sent."""


def solve(ranks, edges):
    """Offsets and uncertainties, one each per rank, from `edges`: (a, b) to the most that offset(a) - offset(b) can be.

    Raises Misfit, whose `pairs` are the (a, b) around a cycle that can't be. A rank that nothing holds has None for
    both.
    """
    above = _ways(ranks, edges)
    below = _ways(ranks, {(b, a): most for (a, b), most in edges.items()})
    ways = [None if None in both else both for both in zip(above, below)]
    offsets = [both and (both[0] - both[1]) // 2 for both in ways]
    return offsets, [both and (both[0] + both[1] + 1) // 2 for both in ways]


def _ways(ranks, edges):
    """Bellman and Ford's shortest ways from rank 0; an edge (a, b) leads from b to a."""
    way = [None] * ranks
    by = [None] * ranks
    way[0] = 0
    for turn in range(ranks + 1):
        changed = None
        for (a, b), most in edges.items():
            if way[b] is not None and (way[a] is None or way[b] + most < way[a]):
                way[a] = way[b] + most
                by[a] = b
                changed = a
        if changed is None:
            return way
        if turn == ranks:
            raise _misfit(by, changed)
    return way


def _misfit(by, rank):
    for _ in by:
        rank = by[rank]
    pairs, at = [], rank
    while True:
        pairs.append((at, by[at]))
        at = by[at]
        if at == rank or at is None:
            break
    problem = Misfit("the clocks of the ranks fit no order in which every value arrives after it was sent")
    problem.pairs = pairs
    return problem


class Alignment(typing.NamedTuple):
    """Per rank: offset at `origin` (a time of the rank's own clock), drift beside it, and how far off it may be."""

    by: str
    origins: list
    offsets: list
    drifts: list
    uncertainties: list

    def common(self, rank, time):
        return time + self.offsets[rank] + round(self.drifts[rank] * (time - self.origins[rank]))


def as_they_are(origins):
    ranks = len(origins)
    return Alignment("raw", origins, [0] * ranks, [0.0] * ranks, [0] * ranks)


def align(steps, pairs):
    """An Alignment of the steps' ranks.

    `steps`: per step (start, edges): per rank when the step began on its own clock, and the edges that its values make.
    `pairs`: per rank the comparisons by messages, [own time, least, most] each.
    Each step is solved alone, together with the comparisons, which hold as far as clocks drift apart until then. Of
    many steps a line is made per rank; what a step is off from it is added to its uncertainty. Raises Misfit.
    """
    ranks = len(pairs)
    points = [[] for _ in range(ranks)]
    misfits = []
    for starts, edges in steps:
        try:
            offsets, uncertainties = solve(ranks, _narrowed(edges, starts, pairs))
        except Misfit as problem:
            misfits.append(problem)
            continue
        if None in offsets:
            raise Refused(f"nothing tells how the clock of rank {offsets.index(None)} compares with that of rank 0")
        for rank in range(ranks):
            points[rank].append((starts[rank], offsets[rank], uncertainties[rank]))
    if not points[0] or len(misfits) > len(points[0]):
        raise misfits[0] if misfits else Refused("there is no step to compare clocks by")
    origins = list(steps[0][0])
    lines = [_line(list_of, origin) for list_of, origin in zip(points, origins)]
    return Alignment(
        "exchange" if any(pairs) else "dependencies",
        origins,
        [round(line.offset) for line in lines],
        [line.drift for line in lines],
        [line.uncertainty for line in lines],
    )


def _narrowed(edges, starts, pairs):
    """The edges with what the comparisons say of the time when the ranks' step began."""
    edges = dict(edges)
    for rank, list_of in enumerate(pairs):
        for at, least, most in list_of:
            slack = round(DRIFT * abs(starts[rank] - at))
            edges[rank, 0] = min(edges.get((rank, 0), most + slack), most + slack)
            edges[0, rank] = min(edges.get((0, rank), slack - least), slack - least)
    return edges


class Line(typing.NamedTuple):
    """A clock against that of rank 0: its offset at an origin, its drift from there on, and how far off both may be."""

    offset: int
    drift: float
    uncertainty: int


def _line(points, origin):
    """The Line through the steps, (time, offset, uncertainty) each, or a level one where that is the surer. A step
    weighs by how sure it is: by the square of 1 over its uncertainty, as where errors are independent."""
    weights = [1.0 / (uncertainty + LEAST_NS) ** 2 for _, _, uncertainty in points]
    total = sum(weights)
    times = [at - origin for at, _, _ in points]
    # Offsets of clocks that began at different boots are large: what differs is all that is fitted.
    base = points[0][1]
    offs = [offset - base for _, offset, _ in points]
    mean_time = sum(weight * at for weight, at in zip(weights, times)) / total
    mean = sum(weight * off for weight, off in zip(weights, offs)) / total

    def through_mean(drift):
        start = mean - drift * mean_time
        most = max(
            uncertainty + abs(off - start - drift * at) for at, off, (_, _, uncertainty) in zip(times, offs, points)
        )
        return Line(base + round(start), drift, int(most) + 1 if most else 0)

    level = through_mean(0.0)
    spread = sum(weight * (at - mean_time) ** 2 for weight, at in zip(weights, times))
    if len(points) < 3 or spread <= 0:
        return level
    sloped = through_mean(
        sum(weight * (at - mean_time) * (off - mean) for weight, at, off in zip(weights, times, offs)) / spread
    )
    return sloped if sloped.uncertainty <= level.uncertainty > 0 else level


class EventTape:
    """The events of one step on a GPU, in the order in which they were marked."""

    def __init__(self, base, host, take):
        self.base = base
        self.host = host  # its time just before the base was recorded
        self.marks = []
        self.last = None
        self._take = take

    def mark(self):
        event = self._take()
        event.record()
        self.marks.append(event)


class DeviceClock:
    """Times of a GPU's events on the host's clock.

    `elapsed_time` counts in float32 milliseconds, so that events are compared with a base of their own step, and bases
    with each other from step to step. The first is tied to the host's clock by the tightest of some pairs, outside of
    any step. From then on each step corrects it where it must: a base can't have run before the host recorded it, nor
    the last event after the host saw that it had.
    """

    def __init__(self):
        import torch

        self._cuda = torch.cuda
        self._pool = []
        self._before = None  # the base of the step that was read last
        width = None
        for _ in range(8):
            torch.cuda.synchronize()
            sent = clock()
            event = self._take()
            event.record()
            event.synchronize()
            back = clock()
            if width is None or back - sent < width:
                width = back - sent
                self._before, self._time = event, (sent + back) // 2

    def _stock(self, count):
        while len(self._pool) < count:
            self._pool.append(self._cuda.Event(enable_timing=True))

    def _take(self):
        self._stock(1)
        return self._pool.pop()

    def refuse_capture(self):
        if self._cuda.is_current_stream_capturing():
            raise Refused(
                "the step is being captured into a CUDA graph, whose replays no event can time; "
                "record without CUDA graphs"
            )

    def begin_step(self):
        self._stock(64)
        base = self._take()
        host = clock()
        base.record()
        return EventTape(base, host, self._take)

    def end_step(self, tape):
        self._stock(len(tape.marks) + 2)
        tape.last = self._take()
        tape.last.record()

    def ready(self, tape):
        return tape.last.query()

    def times(self, tape, wait=False):
        """Of each mark, in ns of the host's clock. The tape's events go back to the pool; the GPU must have done it."""
        if wait:
            tape.last.synchronize()
        seen = clock()
        base = self._time + _between(self._before, tape.base)
        base = max(base, tape.host)
        last = _between(tape.base, tape.last)
        base = max(tape.host, min(base, seen - last))
        times = [base + _between(tape.base, event) for event in tape.marks]
        self._pool += [self._before, tape.last, *tape.marks]
        self._before, self._time = tape.base, base
        return times

    def later_loss(self, losses, summed):
        """The sum or the mean of losses that lie on the GPU, for when it has got there: a function, or None without
        losses."""
        import torch

        if not losses or not all(isinstance(loss, torch.Tensor) for loss in losses):
            return None
        host = torch.empty((), pin_memory=True, dtype=torch.float32)
        each = torch.stack([loss.detach().float().mean() for loss in losses])
        host.copy_(each.sum() if summed else each.mean(), non_blocking=True)
        return lambda: float(host)


def _between(first, second):
    return round(first.elapsed_time(second) * 1e6)
