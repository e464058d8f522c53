# SPDX-License-Identifier: Apache-2.0
"""Records the pipeline of Megatron-LM (megatron.core): call `record` once, before `pretrain()`.

    import lanewright.megatron
    lanewright.megatron.record("run.lwrun", steps=range(5, 15))

Megatron has no list of actions. Its loops call `forward_step` and `backward_step` of megatron.core's module
`pipeline_parallel.schedules`, which are replaced there by functions that note when they ran; receives are calls of
their own, so that waits are not in an op. A backward does not say whose it is: it is known by the tensor that the
forward gave.

`tests/interop/megatron_check.py` holds it against megatron.core 0.16.1: 1F1B and interleaved 1F1B, on CPUs.
"""

import atexit

from . import clocks
from .errors import Refused
from .recording import Recording
from .settings import say_once, without_backward
from .steps import FORWARD, FULL

LOOPS = ("forward_backward_pipelining_without_interleaving", "forward_backward_pipelining_with_interleaving")


NO_LOOP = "none of Megatron's pipeline loops ran; they do from --pipeline-model-parallel-size 2 on"


def _tensor(value):
    """The tensor in what a step gives and takes: itself, or the first of a list of it."""
    while isinstance(value, (list, tuple)) and value:
        value = value[0]
    return value


class MegatronRecorder(Recording):
    def __init__(self, path, steps, plan, optimizer, live, memory=None, schedules=None, state=None):
        super().__init__(path, steps, plan, memory)
        if schedules is None:
            try:
                from megatron.core import parallel_state as state
                from megatron.core.pipeline_parallel import schedules
            except ImportError as problem:
                raise Refused(f"this needs megatron.core ({problem})") from None
        for name in ("forward_step", "backward_step", *LOOPS):
            if not hasattr(schedules, name):
                raise Refused(f"this Megatron has no {name} in megatron.core.pipeline_parallel.schedules")
        self._state = state
        self._live = live
        self._optimizer = optimizer
        self._count = None
        self._loop = ""
        self._ids = {}
        for name in LOOPS:
            self._replace(schedules, name, self._timed_loop(name, getattr(schedules, name)))
        self._replace(schedules, "forward_step", self._timed_forward(schedules.forward_step))
        self._replace(schedules, "backward_step", self._timed_backward(schedules.backward_step))
        self._hooks = ["megatron"]
        self._started = False
        self._models = []
        atexit.register(self.stop)

    def _replace(self, module, name, function):
        old = getattr(module, name)
        function.__wrapped__ = old
        setattr(module, name, function)
        self._restore.append(lambda: setattr(module, name, old))

    def _begin_job(self, chunks):
        """The groups are there from the first step on, and not before."""
        import torch

        state = self._state
        self._started = True
        world = clocks.World(state.get_pipeline_model_parallel_group())
        stages = [chunk * world.ranks + world.rank for chunk in range(chunks)]
        device = "cuda" if torch.cuda.is_available() else "cpu"
        if self._start(world, stages, chunks * world.ranks, device, self._live):
            self._watch_optimizer(self._optimizer)
        else:
            self._stop_listening()

    def _timed_loop(self, name, inner):
        def loop(*args, **kwargs):
            if kwargs.get("forward_only"):
                self._without_backward += 1
                return inner(*args, **kwargs)
            model = kwargs.get("model")
            self._models = model if isinstance(model, (list, tuple)) else [model]
            self._count = kwargs.get("num_microbatches")
            self._loop = name
            if not self._started:
                try:
                    self._begin_job(len(self._models))
                except Exception as problem:  # noqa: BLE001
                    self.rank = -1
                    self._give_up(problem)
            if not self.active:
                return inner(*args, **kwargs)
            self._ids.clear()
            return self._train(inner, args, kwargs)

        return loop

    def _timed_forward(self, inner):
        tape = self._tape

        def forward_step(*args, **kwargs):
            if not tape.running:
                return inner(*args, **kwargs)
            result, start, end = tape.timed(inner, args, kwargs)
            microbatch = kwargs.get("current_microbatch")
            stage = (kwargs.get("vp_stage") or 0) * self.ranks + self.rank
            output = result[0] if isinstance(result, tuple) else result
            self._ids[id(_tensor(output))] = (stage, microbatch)
            tape.calls.extend((FORWARD, stage, microbatch, start, end))
            return result

        return forward_step

    def _timed_backward(self, inner):
        tape = self._tape

        def backward_step(input_tensor, output_tensor, *args, **kwargs):
            args = (input_tensor, output_tensor, *args)
            known = self._ids.pop(id(_tensor(output_tensor)), None) if tape.running else None
            if known is None:
                return inner(*args, **kwargs)
            result, start, end = tape.timed(inner, args, kwargs)
            tape.calls.extend((FULL, *known, start, end))
            return result

        return backward_step

    def stop(self):
        if not self._started:
            self._started = True
            atexit.unregister(self.stop)
            self._stop_listening()
            why = without_backward(self._without_backward) if self._without_backward else NO_LOOP
            say_once(f"nothing is recorded: {why}")
        super().stop()

    def _modules(self):
        return self._models

    def _microbatches(self):
        return self._count

    def _name(self):
        return "Megatron " + ("interleaved 1F1B" if self._loop == LOOPS[1] else "1F1B")


def record(path, steps=None, plan=None, optimizer=None, live=None, memory=None):
    """Records training steps of Megatron-LM's pipeline into a `.lwrun`. All ranks call it, before `pretrain()`.

    The words mean what they mean to `lanewright.record`; evaluation is not recorded. Raises Refused where this Megatron
    lacks what is listened at.
    """
    return MegatronRecorder(path, steps, plan, optimizer, live, memory)
