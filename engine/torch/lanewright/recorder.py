# SPDX-License-Identifier: Apache-2.0
"""Records when each action of a schedule of torch.distributed.pipelining ran.

Two places are listened at, and no function of PyTorch's is replaced. The list of a rank's actions
(`schedule.pipeline_order_with_comms[rank]`) becomes a list whose iterator reads the clock between two actions: that
gives each action its window. And the three methods of each stage object that compute are shadowed on the object: that
tells where in the window computing began, in other words where the wait for a value ended. Schedules without such a
list, 1F1B and GPipe of PyTorch's own, are known by the stages' methods alone.
"""

from . import clocks
from .errors import Refused
from .names import block_from_action
from .recording import Recording, clock
from .settings import OTHERS
from .steps import FORWARD, FULL, INPUT, WEIGHT


class TimedActions(list):
    """The actions of a rank. While a step is recorded, iterating them notes the time in front of each and behind the
    last; else it is a list like any other."""

    def __init__(self, actions, tape):
        super().__init__(actions)
        self.tape = tape
        self.computes = [block_from_action(str(action)) is not None for action in actions]

    def __iter__(self):
        tape = self.tape
        if not tape.running or tape.windows:
            return super().__iter__()
        actions = super().__iter__()
        note = tape.windows.append
        if tape.events is None:
            return _on_host(actions, note)
        return _on_device(actions, note, self.computes, tape.events.mark)


def _on_host(actions, note):
    now = clock
    for action in actions:
        note(now())
        yield action
    note(now())


def _on_device(actions, note, computes, mark):
    now = clock
    behind = False  # an action that computes
    for action, is_compute in zip(actions, computes):
        note(now())
        if is_compute or behind:
            mark()
        behind = is_compute
        yield action
    note(now())
    if behind:
        mark()


def shadow(target, name, tape, stage, kind_of):
    """Puts a method of the same name on a stage object, which notes when the stage's own one ran."""
    inner = getattr(target, name)

    def method(microbatch, *args, **kwargs):
        if not tape.running:
            return inner(microbatch, *args, **kwargs)
        result, start, end = tape.timed(inner, (microbatch, *args), kwargs)
        tape.calls.extend((kind_of(args, kwargs), stage, microbatch, start, end))
        return result

    method.__name__ = name
    method.__wrapped__ = inner
    setattr(target, name, method)


def _kind_of_backward(args, kwargs):
    # backward_one_chunk(microbatch, loss=None, full_backward=True, last_backward=False)
    full = kwargs["full_backward"] if "full_backward" in kwargs else (args[1] if len(args) > 1 else True)
    return FULL if full else INPUT


METHODS = {
    "forward_one_chunk": lambda args, kwargs: FORWARD,
    "backward_one_chunk": _kind_of_backward,
    "backward_weight_one_chunk": lambda args, kwargs: WEIGHT,
}


class Recorder(Recording):
    """What `record` gives."""

    def __init__(self, schedule, path, steps=None, plan=None, optimizer=None, live=None, memory=None):
        super().__init__(path, steps, plan if plan is not None else getattr(schedule, "lanewright_plan", None), memory)
        stages = getattr(schedule, "_stages", None) or [getattr(schedule, "_stage", None)]
        if not hasattr(schedule, "step") or any(not hasattr(stage, "stage_index") for stage in stages):
            raise Refused(
                f"{type(schedule).__name__} is no schedule of torch.distributed.pipelining: it has no stages; {OTHERS}"
            )
        self._schedule = schedule
        self._stages = stages
        world = clocks.World(stages[0].group)
        indices = [stage.stage_index for stage in stages]
        if not self._start(world, indices, stages[0].num_stages, _device_of(stages[0]), live):
            return
        for stage in stages:
            for name, kind_of in METHODS.items():
                if hasattr(stage, name):
                    shadow(stage, name, self._tape, stage.stage_index, kind_of)
                    self._restore.append(lambda stage=stage, name=name: stage.__dict__.pop(name, None))
        self._hooks.append("stage")
        self._shadow_step(schedule)
        self._watch_optimizer(optimizer)

    def _shadow_step(self, schedule):
        inner = schedule.step
        own = "step" in schedule.__dict__

        def step(*args, **kwargs):
            if not self.active:
                return inner(*args, **kwargs)
            if not getattr(schedule, "_has_backward", True):
                self._without_backward += 1
                return inner(*args, **kwargs)
            return self._train(inner, args, kwargs)

        step.__wrapped__ = inner
        schedule.step = step
        self._restore.append(lambda: setattr(schedule, "step", inner) if own else schedule.__dict__.pop("step", None))

    def _row(self):
        """The rank's actions with their communication, and the dict that they stand in; None where there are none."""
        orders = getattr(self._schedule, "pipeline_order_with_comms", None)
        rank = getattr(self._schedule, "rank", self.rank)
        return (orders, rank) if orders and rank in orders else None

    def _before_step(self):
        """Puts the list in place, anew where the schedule was given another one since."""
        found = self._row()
        if not found or isinstance(found[0][found[1]], TimedActions):
            return
        orders, rank = found
        plain = orders[rank]
        orders[rank] = TimedActions(plain, self._tape)
        if "list" not in self._hooks:
            self._hooks.insert(0, "list")

        def put_back():
            if isinstance(orders.get(rank), TimedActions):
                orders[rank] = plain

        self._restore.append(put_back)

    def _actions(self):
        orders, rank = self._row()
        return [str(action) for action in orders[rank]]

    def _sums_losses(self):
        return not getattr(self._schedule, "scale_grads", True)

    def _modules(self):
        return [stage.submod for stage in self._stages]

    def _microbatches(self):
        return self._schedule._n_microbatches

    def _name(self):
        return type(self._schedule).__name__


def _device_of(stage):
    import torch

    device = getattr(stage, "device", None)
    return "cuda" if device is not None and torch.device(device).type == "cuda" else "cpu"


def record(schedule, path, steps=None, plan=None, optimizer=None, live=None, memory=None):
    """Records steps of a pipeline schedule of PyTorch's into a `.lwrun`. All ranks call it, before their first step.

    `schedule`: any of torch.distributed.pipelining's, or one that `load` gave.
    `path`: the file; None, and only a listener gets the steps.
    `steps`: which calls of `schedule.step` count, from 0 on, as in `range(5, 15)`; all when it is missing.
    `plan`: the `.lwsched` to compare with, where the order came from a CSV; one that `load` read is known.
    `optimizer`: whose step to show behind each step; any optimizer of the process when it is missing.
    `live`: `host:port:token` of a listener; $LANEWRIGHT_LIVE when it is missing.
    `memory`: whether to measure what ops hold, too (`lanewright.memory`); $LANEWRIGHT_MEMORY, 1 or 0, when it is
    missing.

    Each rank writes `PATH.parts/rankR.jsonl` behind each step, and rank 0 makes the file of all when the last step is
    over or the object that is given is stopped. Raises Refused where there is nothing to record.
    """
    return Recorder(schedule, path, steps, plan, optimizer, live, memory)
