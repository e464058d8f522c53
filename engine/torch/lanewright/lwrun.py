# SPDX-License-Identifier: Apache-2.0
"""The parts that ranks write, and the `.lwrun` (`schedules/FORMAT.md`, section 2) that is made of them."""

import json
import math
import os
import pathlib
import statistics
import time
import typing

from . import __version__, clocks, cores
from .errors import Refused
from .plan import MOST_RANKS, MOST_STAGES, SENSELESS, read_plan
from .steps import activity, blocks_of, in_turn, live_of, need_of, op_of, parts_of, value_of, waits_of

PATIENCE = 20.0  # seconds that rank 0 waits for the parts of others
_PLAN = "plan.lwsched"


def part_folder(path):
    """Where the parts of a run lie: `run.lwrun.parts`."""
    path = pathlib.Path(path)
    return path.with_name(path.name + ".parts")


class PartWriter:
    """A rank's own part: a line of JSON for what it is, then one for each step. A line is written as a whole, so that a
    job that is killed keeps its steps."""

    def __init__(self, folder, header, plan):
        folder.mkdir(parents=True, exist_ok=True)
        if header["rank"] == 0:
            for old in folder.glob("rank*.jsonl"):
                if old.name != "rank0.jsonl" and _rank_of(old) >= header["ranks"]:
                    old.unlink()
            (folder / _PLAN).unlink(missing_ok=True)
            if plan is not None:
                (folder / _PLAN).write_text(plan.text + "\n", encoding="utf-8")
        self._file = (folder / f"rank{header['rank']}.jsonl").open("w", encoding="utf-8")
        self._actions = None
        self._hooks = None
        self._line({"lanewright_part": 1, **header, "job": os.environ.get("TORCHELASTIC_RUN_ID", "")})

    def _line(self, value):
        self._file.write(json.dumps(value, separators=(",", ":")) + "\n")
        self._file.flush()

    def step(self, record, hooks):
        if hooks != self._hooks:
            self._hooks = list(hooks)
            self._line({"hooks": self._hooks})
        if record["actions"] != self._actions:
            self._actions = record["actions"]
            self._line({"actions": self._actions})
        self._line({key: value for key, value in record.items() if key != "actions" and value is not None})

    def optimizer(self, step, start, end):
        self._line({"optimizer": [step, start, end]})

    def clock_pair(self, pair):
        self._line({"clock_pair": pair})

    def end(self, overhead):
        self._line({"end": True, "overhead_ns": overhead})
        self._file.close()


class Part:
    """What one rank's file says."""

    def __init__(self, path):
        self.path = path
        self.header = None
        self.steps = {}
        self.optimizer = {}
        self.clock_pairs = []
        self.hooks = []
        self.overhead = 0
        self.ended = False
        self._actions = None  # those of the steps that follow
        try:
            with open(path, encoding="utf-8") as file:
                lines = file.read().split("\n")
        except UnicodeDecodeError as problem:
            raise Refused(f"{path} is no text in UTF-8: {problem.reason} at byte {problem.start}") from None
        for number, text in enumerate(lines, 1):
            if not text:
                continue
            try:
                self._take(json.loads(text))
            except Refused:
                raise
            except SENSELESS as problem:
                if number == len(lines):
                    break  # the job was killed while it wrote
                raise Refused(f"{path}, line {number}: {problem}") from None
        if self.header is None:
            raise Refused(f"{path} is empty")

    def _take(self, line):
        if self.header is None:
            if line.get("lanewright_part") != 1:
                raise Refused(f"{self.path} is no part of a recording that is known here")
            self.header = _checked(line)
        elif "actions" in line:
            self._actions = line["actions"]
        elif "hooks" in line:
            self.hooks = line["hooks"]
        elif "step" in line:
            self.steps[line["step"]] = {**line, "actions": self._actions}
        elif "optimizer" in line:
            step, start, end = line["optimizer"]
            self.optimizer[step] = (start, end)
        elif "clock_pair" in line:
            self.clock_pairs.append(line["clock_pair"])
        elif "end" in line:
            self.ended = True
            self.overhead = line.get("overhead_ns", 0)


def _checked(header):
    """The first line of a part, whose numbers others count with."""
    for key, most in (("rank", MOST_RANKS - 1), ("ranks", MOST_RANKS), ("stage_count", MOST_STAGES)):
        if not isinstance(header[key], int) or not 0 <= header[key] <= most:
            raise ValueError(f"{key} is a whole number up to {most}")
    return header


def _rank_of(path):
    digits = path.stem[len("rank") :]
    return int(digits) if digits.isascii() and digits.isdigit() else -1


def read_parts(folder):
    """The parts of all ranks, in order. Refused names what is missing."""
    folder = pathlib.Path(folder)
    if not folder.is_dir():
        raise Refused(f"{folder} is no folder of parts; these lie beside the run, as in run.lwrun.parts")
    parts = {_rank_of(path): Part(path) for path in folder.glob("rank*.jsonl") if _rank_of(path) >= 0}
    if not parts:
        raise Refused(f"{folder} holds no rank0.jsonl or any other part")
    first = next(iter(parts.values())).header
    for part in parts.values():
        for key in ("ranks", "stage_count", "microbatches", "job"):
            if part.header.get(key) != first.get(key):
                raise Refused(
                    f"the parts in {folder} are of different jobs: {key} is {first.get(key)} and {part.header.get(key)}"
                )
    missing = [rank for rank in range(first["ranks"]) if rank not in parts]
    if missing:
        raise Refused(
            f"{folder} lacks the parts of rank{'s' if len(missing) > 1 else ''} {', '.join(map(str, missing))}; "
            "they lie where those ranks ran, under the same name"
        )
    return [parts[rank] for rank in range(first["ranks"])]


def merge(folder, path=None):
    """Makes a `.lwrun` of the parts in a folder, and gives (its path, a sentence about it). Steps that not all ranks
    have finished are left out, and the run is then partial. Raises Refused."""
    folder = pathlib.Path(folder)
    if path is None:
        path = folder.with_name(
            folder.name[: -len(".parts")] if folder.name.endswith(".parts") else folder.name + ".lwrun"
        )
    parts = read_parts(folder)
    plan = read_plan(folder / _PLAN) if (folder / _PLAN).exists() else None
    try:
        text, sentence = run_text(parts, plan)
    except Refused:
        raise
    except SENSELESS as problem:
        raise Refused(f"the parts in {folder} make no sense: {problem}") from None
    path = pathlib.Path(path)
    new = path.with_name(path.name + ".new")
    new.write_text(text, encoding="utf-8")
    os.replace(new, path)
    return path, f"{path}: {sentence}"


def finish(path, say):
    """On rank 0: waits until all parts have ended, and makes the file. Says what is left to do where it can't."""
    folder = part_folder(path)
    deadline = time.monotonic() + PATIENCE
    problem = None
    while True:
        try:
            parts = read_parts(folder)
            if all(part.ended for part in parts) or time.monotonic() > deadline:
                say(merge(folder, path)[1])
                return
        except (Refused, OSError) as failure:
            problem = failure
            if time.monotonic() > deadline:
                break
        time.sleep(0.05)
    say(f"{problem}; then: python -m lanewright merge {folder}")


def _place_of(parts):
    place = [None] * parts[0].header["stage_count"]
    for rank, part in enumerate(parts):
        for stage in part.header["stages"]:
            place[stage] = rank
    if None in place:
        raise Refused(f"no rank has stage {place.index(None)}")
    return place


class Step:
    """One step of all ranks: their blocks and other actions, on their own clocks until `shift` makes them one."""

    def __init__(self, number, parts, place):
        self.number = number
        records = [part.steps[number] for part in parts]
        self.starts = [record["start"] for record in records]
        self.lanes, self.actions = [], []
        for rank, record in enumerate(records):
            blocks, others = blocks_of(record, place, rank)
            self.lanes.append(blocks)
            self.actions.append(others)
        losses = [record["loss"] for record in records if record.get("loss") is not None]
        self.loss = losses[-1] if losses else None
        self.ends = [record["start"] + record["length"] for record in records]
        self.peaks = [record.get("peak") for record in records]
        self.optimizer = [part.optimizer.get(number) for part in parts]

    def sends(self, device):
        """When each value left its rank at the earliest: (rank, time). On a CPU its SEND's start, else its op's end."""
        sent = {}
        for rank, lane in enumerate(self.lanes):
            for block in lane:
                for op in block.ops:
                    if value_of(op):
                        sent[value_of(op)] = (rank, block.end)
        if device == "cpu":
            for rank, actions in enumerate(self.actions):
                for text, begin, _ in actions:
                    value = _sent_value(text)
                    if value in sent and sent[value][0] == rank:
                        sent[value] = (rank, begin)
        return sent

    def edges(self, place, device):
        """What the values say about clocks: (a, b) to the most that offset(a) - offset(b) can be."""
        sent = self.sends(device)
        edges = {}
        for rank, lane in enumerate(self.lanes):
            for block in lane:
                starts = {op: start for op, start, _ in block.parts}
                for op in block.ops:
                    value = need_of(op, place, rank)
                    if value is None or value not in sent:
                        continue
                    used = block.end if block.inside else starts.get(op, block.start)
                    source, left = sent[value]
                    most = used - left
                    edges[source, rank] = min(edges.get((source, rank), most), most)
        return edges


def _value_in(text, words):
    """(kind, stage, microbatch) of the value that a text such as `1RECV_F3` names. `words`: word, kind and by how many
    stages the value's own is off."""
    for word, kind, off in words:
        stage, found, microbatch = text.partition(word)
        if found and stage.isdigit() and microbatch.isdigit():
            return kind, int(stage) + off, int(microbatch)
    return None


def _sent_value(text):
    return _value_in(text, (("SEND_F", "F", 0), ("SEND_B", "B", 0)))


def _received_value(text):
    return _value_in(text, (("RECV_F", "F", -1), ("RECV_B", "B", 1)))


def _align(parts, steps, place):
    device = parts[0].header["device"]
    origins = steps[0].starts
    if len({part.header["clock"] for part in parts}) == 1:
        return clocks.as_they_are(origins)
    seen = [(step.starts, step.edges(place, device)) for step in steps]
    return clocks.align(seen, [part.clock_pairs for part in parts])


def run_text(parts, plan):
    """(The run as JSON, a sentence about it.)"""
    place = _place_of(parts)
    common = set.intersection(*(set(part.steps) for part in parts))
    if not common:
        raise Refused("no step was finished by all ranks")
    steps = [Step(number, parts, place) for number in sorted(common)]
    alignment = _align(parts, steps, place)
    misfit = None if plan is None else _misfit(plan, parts, place)
    is_planned = plan is not None and misfit is None
    schedule = plan.text if is_planned else json.dumps(measured_plan(parts, steps, place))
    lines = _facts(parts, steps, alignment, "planned" if is_planned else "measured")
    timed = _timed(steps, alignment, place)
    records = [step.record for step in timed]
    if all("loss" in record for record in records):
        lines["losses"] = [record["loss"] for record in records]
    words = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in lines.items()]
    words.append(f'"schedule": {schedule}')
    words.append('"steps": [\n' + ",\n".join(map(_step_text, records)) + "\n]")
    sentence = _sentence(timed, lines["recorder"]["overhead_ns"], lines["partial"])
    if misfit:
        sentence += f"; without its plan: {misfit}"
    return "{\n" + ",\n".join(words) + "\n}\n", sentence


def _misfit(plan, parts, place):
    """Why the plan is not that of the job; None where it is."""
    try:
        plan.check_job(len(parts), len(place), parts[0].header["microbatches"], place)
    except Refused as problem:
        return problem
    return None


def _sentence(timed, overhead, is_partial):
    """What people hear of a run. `overhead` in ns."""
    count = len(timed)
    sentence = (
        f"{count} step{'s' if count != 1 else ''}, idle {100 * statistics.median(step.idle for step in timed):.1f} %, "
        f"recorder {overhead / 1e6:.2f} ms a step"
    )
    return sentence + (", cut short" if is_partial else "")


def _facts(parts, steps, alignment, order):
    """What a run says of all its steps. Of the host's own memory nothing is known, so that nothing is said about it."""
    header = parts[0].header
    hosts = [part.header["host"] for part in parts]
    numbers = {step.number for step in steps}
    inside = any(block.inside for step in steps for lane in step.lanes for block in lane)
    return {
        "format": "lanewright-run",
        "version": 1,
        "backend": header["device"],
        "launcher": header["launcher"],
        "partial": any(set(part.steps) != numbers or not part.ended for part in parts),
        "threads": header.get("threads", 1),
        "hosts": hosts,
        "cores": cores.by_host(hosts, [part.header.get("cores", []) for part in parts]),
        "clock_uncertainty": alignment.uncertainties,
        "clocks": {
            "by": alignment.by,
            "offset": alignment.offsets,
            "drift": [drift * 1e6 for drift in alignment.drifts],
        },
        "recorder": {
            "name": "lanewright",
            "version": __version__,
            "framework": header["framework"],
            "device_clock": header["device_clock"],
            "hooks": parts[0].hooks,
            "overhead_ns": max(part.overhead for part in parts),
            "waits": "inside" if inside else "apart",
            "order": order,
        },
    }


def _step_text(record):
    words = []
    for key, value in record.items():
        if isinstance(value, list) and value and isinstance(value[0], list):
            inner = ",\n".join("  " + json.dumps(item, ensure_ascii=False) for item in value)
            words.append(f"{json.dumps(key)}: [\n{inner}\n]")
        else:
            words.append(f"{json.dumps(key)}: {json.dumps(value)}")
    return "{" + ",\n".join(words) + "}"


def _timed(steps, alignment, place):
    """The steps as TimedSteps, one behind the other."""
    timed = []
    begin = None
    for step in steps:
        origin = min(alignment.common(rank, lane[0].start) for rank, lane in enumerate(step.lanes) if lane)
        start = 0
        if timed:
            before = timed[-1].record
            # What lay between two steps that do not follow each other was not recorded.
            follows = step.number == before["step"] + 1
            start = before["start"] + (max(0, origin - begin) if follows else timed[-1].length)
        timed.append(timed_step(step, alignment, place, origin, start))
        begin = origin
    return timed


class TimedStep(typing.NamedTuple):
    """A step on one clock."""

    record: dict  # as a file has it
    length: int
    busy: int  # how long all ranks together computed

    @property
    def idle(self):
        """The share of it that its ranks were idle."""
        return 1 - self.busy / (self.length * len(self.record["wall"])) if self.length else 0.0


def timed_step(step, alignment, place, origin, start):
    """The TimedStep of a step that begins at `start` of its run. Its own times count from `origin` on."""
    at = lambda rank, time: alignment.common(rank, time) - origin
    sent = step.sends("cpu")
    lanes = [_lane_record(step, rank, place, at, sent) for rank in range(len(step.lanes))]
    side = [
        _side(text, rank, at(rank, begin), at(rank, end), place)
        for rank, actions in enumerate(step.actions)
        for text, begin, end in actions
    ]
    sort = lambda activities: sorted(activities, key=lambda row: (row[2], row[1]))
    record = {"step": step.number}
    if step.loss is not None:
        record["loss"] = finite(step.loss)
    record["start"] = start
    record["wall"] = [lane.spans for lane in lanes]
    record["others"] = sort([row for lane in lanes for row in lane.activities])
    if side:
        record["side"] = sort(side)
    if any(lane.launched for lane in lanes):
        record["launched"] = [lane.launched for lane in lanes]
    live = [live_of(lane) for lane in step.lanes]
    if any(live):
        record["live"] = live
    if None not in step.peaks:
        record["peak_activations"] = step.peaks
    spans = [span for lane in lanes for span in lane.spans]
    length = max((end for _, _, end in spans), default=0)
    return TimedStep(record, max(0, length), sum(end - begin for _, begin, end in spans))


def finite(number):
    """The number where JSON has one for it, else None."""
    return number if number is not None and math.isfinite(number) else None


class _Lane(typing.NamedTuple):
    spans: list
    launched: list  # when the host did so, of the blocks of a GPU
    activities: list  # waits, the transfers they waited for, parts of pairs, and the step of the optimizer


def _lane_record(step, rank, place, at, sent):
    """What a rank did in a step. `at`: a rank's time on the common clock; `sent`: what `Step.sends` gives."""
    lane = _Lane([], [], [])
    own = lambda time: at(rank, time)
    for block, start, end in in_turn(step.lanes[rank], own):
        lane.spans.append([block.text, start, end])
        if block.launched is not None:
            lane.launched.append(own(block.launched))
        for op, since, until in waits_of(block, place, rank):
            since, until = own(since), own(until)
            if until <= start:
                since, until = min(since, start), start
            else:
                since, until = max(since, start), min(until, end)
            lane.activities.extend(_wait(step, rank, op, since, until, need_of(op, place, rank), at, sent))
        lane.activities.extend(parts_of(block, rank, start, end, own))
    if step.optimizer[rank]:
        lane.activities.append(activity("optimizer", rank, *map(own, step.optimizer[rank])))
    return lane


def _wait(step, rank, op, since, until, value, at, sent):
    """An op's wait for a value, and the transfer of that, whose end is known by it."""
    source, left = sent.get(value, (None, None))
    yield activity("wait", rank, since, until, op, source)
    if source is not None and at(source, left) < until:
        producer = next(op for block in step.lanes[source] for op in block.ops if value_of(op) == value)
        yield activity("transfer", source, at(source, left), until, producer, rank)


def _side(text, rank, start, end, place):
    """What a rank did beside its ops, by the text of the action: a value sent or received, or what it did to the
    weights of a stage."""
    on = lambda stage: place[stage] if 0 <= stage < len(place) else None
    value = _sent_value(text)
    if value:
        peer = on(value[1] + (1 if value[0] == "F" else -1))
        return [*activity("send", rank, start, end, op_of(value), peer), None, text]
    value = _received_value(text)
    if value:
        return [*activity("receive", rank, start, end, op_of(value), on(value[1])), None, text]
    digits = text[: len(text) - len(text.lstrip("0123456789"))]
    stage = int(digits) if digits else None
    word = text[len(digits) :]
    kind = {"UNSHARD": "gather", "REDUCE_GRAD": "reduce", "WAIT_REDUCE_GRAD": "reduce"}.get(word, "other")
    return [*activity(kind, rank, start, end), stage, text]


def _median_lengths(steps):
    """By kind and stage how long an op took that was a block by itself."""
    lengths = {}
    for step in steps:
        for lane in step.lanes:
            for block in lane:
                if len(block.ops) == 1:
                    op = block.ops[0]
                    lengths.setdefault((op.kind, op.stage), []).append(block.end - block.start)
    return {key: int(statistics.median(list_of)) for key, list_of in lengths.items()}


def measured_plan(parts, steps, place):
    """The order that the first step showed, with the medians of all steps as costs: a plan for who had none."""
    header = parts[0].header
    whole = _median_lengths(steps)

    def cost(kind, share):
        stages = range(len(place))
        split = [whole.get((kind, stage)) for stage in stages]
        times = [split[stage] if split[stage] is not None else share(whole.get(("BW", stage), 0)) for stage in stages]
        return [time / 1e6 for time in times]

    return {
        "format": "lanewright-schedule",
        "version": 1,
        "title": f"{header['schedule']}, as it ran",
        "time_unit": "ms",
        "microbatches": header["microbatches"],
        "placement": {"ranks": len(parts), "directions": [place], "replicas": 1},
        "costs": {
            "forward": cost("F", lambda _: 0),
            "backward_input": cost("B", lambda both: both // 2),
            "backward_weight": cost("W", lambda both: both - both // 2),
        },
        "order": [[block.text for block in lane] for lane in steps[0].lanes],
    }
