# SPDX-License-Identifier: Apache-2.0
"""What every recorder has: which steps to record, the files, the clocks, the stream, and its end.

Inside a step integers are appended to lists, and on GPUs events are recorded, and nothing else is done. All else
happens behind the step. A recorder that fails says so once and leaves; it never ends the job that it watches.
"""

import atexit
import os
import pathlib
import threading
import time

from . import clocks, cores, memory, versions
from .errors import Refused
from .lwrun import PartWriter, finish, part_folder
from .plan import read_plan
from .settings import listener, say, setting, switch, without_backward
from .steps import digest
from .stream import Stream

clock = time.monotonic_ns


class Tape:
    """What one rank notes during one step: numbers only."""

    def __init__(self):
        self.running = False
        self.events = None  # of a GPU: a clocks.EventTape
        self.meter = None  # of memory, where it is measured
        self.windows = []  # times between the actions
        self.calls = []  # of what computes: kind, stage, microbatch, start, end each
        self.held = []  # the most bytes that each of these held, where memory is measured

    def begin(self):
        self.windows = []
        self.calls = []
        self.held = []
        self.running = True

    def timed(self, inner, args, kwargs):
        """(What a call that computes gives, when it began, when it ended); what it held and its events are noted."""
        events, meter = self.events, self.meter
        held = None if meter is None else meter.held()
        if events is not None:
            events.mark()
        start = clock()
        result = inner(*args, **kwargs)
        end = clock()
        if events is not None:
            events.mark()
        if meter is not None:
            self.held.append(max(held, meter.held()))
        return result, start, end


class NoPart:
    """In a part's place where none is written, as where only a listener gets the steps: all is dropped."""

    def step(self, record, hooks):
        pass

    def optimizer(self, step, begin, end):
        pass

    def clock_pair(self, pair):
        pass

    def end(self, overhead):
        pass


class Recording:
    """A recording under way; `stop()` ends it before its last step, and a context manager does too. Without a path only
    a listener gets its steps."""

    has_begun = False  # any of this process

    def __init__(self, path, steps, plan, memory=None):
        self.path = None if path is None else pathlib.Path(path)
        self.steps = steps
        self.plan = None if plan is None else read_plan(plan)
        self.active = False
        if steps is not None and not hasattr(steps, "__contains__"):
            raise Refused("steps must be a range, a list or a set of step numbers, as in steps=range(5, 15)")
        self._last = _last_of(steps)
        if self._last is not None and self._last < 0:
            raise Refused("steps holds no step; they count from 0, as in steps=range(5, 15)")
        self.asked_by = None  # what the user wrote to ask for these steps
        self._memory = setting("LANEWRIGHT_MEMORY", switch, False) if memory is None else memory
        self._tape = Tape()
        self._hooks = []
        self._restore = []
        self._number = 0  # of the next training step
        self._without_backward = 0  # calls that trained nothing
        self._recorded = 0
        self._overhead = 0
        self._optimizer_from = None  # (step, its end), while its optimizer step may still come
        self._optimizer_to = None
        self._writer = None
        self._stream = None
        self._clock = None  # of the GPU
        self._pending = []  # steps whose events the GPU has not reached

    def _start(self, world, stages, stage_count, device, live):
        """Begins, unless another pipeline of the job is the one to record: a replica, or a tensor-parallel twin."""
        self._world = world
        self.rank, self.ranks = world.rank, world.ranks
        self._stage_indices = sorted(stages)
        self._stage_count = stage_count
        self._device = device
        if self.plan is not None:
            self.plan.check_job(self.ranks, stage_count, self._microbatches())
        if not world.first:
            return False
        Recording.has_begun = True
        live = live if live is not None else setting("LANEWRIGHT_LIVE", listener)
        self.active = True
        if live:
            self.live(live)
        atexit.register(self.stop)
        return True

    # What a user calls.

    def live(self, address):
        """Also sends each step to a listening desktop or `lanewright-cli listen`: `host:port:token`."""
        if self.active:
            self._stream = Stream(address, self.rank, self._say)
        return self

    def stop(self):
        """Ends the recording; the file is written in the background. Called twice it does nothing the second time."""
        if not self.active:
            return
        self.active = False
        atexit.unregister(self.stop)
        try:
            self._stop_listening()
            self._read_events(last=True)
            if self._writer:
                self._write_optimizer()
                self._exchange_clocks()
                self._writer.end(self._overhead // max(1, self._recorded))
                self._finish()
            else:
                self._tell_nothing()
        except Exception as problem:  # noqa: BLE001 - whatever it is, the job goes on
            self._say(f"the recording could not be finished: {problem}")
        if self._stream:
            self._stream.close()

    def _tell_nothing(self):
        """Says why no step was recorded, where none failed."""
        if self.rank == 0:
            self._say(f"nothing is recorded: {self._why_nothing()}")

    def _why_nothing(self):
        if self._number == 0 and self._without_backward:
            return without_backward(self._without_backward)
        if self._number == 0:
            return f"{self._name()} made no step"
        steps = (
            f"{self._number} training steps, 0 to {self._number - 1}" if self._number > 1 else "one training step, 0"
        )
        return f"the job made {steps}, and none is among those to record, {self.asked_by or f'steps={self.steps}'}"

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.stop()

    # What kinds of recorders say.

    def _microbatches(self):
        raise NotImplementedError

    def _name(self):
        """What ran the steps: the class of a schedule."""
        raise NotImplementedError

    def _before_step(self):
        """Looks after the hooks."""

    def _sums_losses(self):
        """Whether the gradients are of the sum of the microbatches' losses, each of which is a share of the
        step's; else they are of their mean."""
        return False

    def _modules(self):
        """The rank's own, whose weights are no activations."""
        raise NotImplementedError

    def _actions(self):
        """The rank's actions as texts, where their windows were noted; None where only computing was."""
        return None

    # A step.

    def _train(self, inner, args, kwargs):
        """Runs a training step, and records it if it is one of those to record."""
        number = self._number
        self._number += 1
        if self.steps is None or number in self.steps:
            return self._record_step(number, inner, args, kwargs)
        if self._last is not None and number > self._last:
            self.stop()
        return inner(*args, **kwargs)

    def _record_step(self, number, inner, args, kwargs):
        try:
            if self._writer is None:
                self._open()
            before = clock()
            self._begin([args, kwargs])
        except Exception as problem:  # noqa: BLE001
            self._give_up(problem)
            return inner(*args, **kwargs)
        begin = clock()
        self._overhead += begin - before
        try:
            result = inner(*args, **kwargs)
        finally:
            self._tape.running = False
            end = clock()
            if self._tape.meter is not None:
                self._tape.meter.close()
        try:
            self._end(number, begin, end, kwargs.get("losses"))
        except Exception as problem:  # noqa: BLE001
            self._give_up(problem)
        self._overhead += clock() - end
        return result

    def _begin(self, given):
        self._write_optimizer()
        self._read_events()
        self._before_step()
        if self._clock is not None:
            self._clock.refuse_capture()
            self._tape.events = self._clock.begin_step()
        self._tape.begin()
        if self._memory:
            self._begin_memory(given)

    def _begin_memory(self, given):
        meter = memory.SavedTensors if self._clock is None else memory.AllocatedBytes
        try:
            self._tape.meter = meter(self._modules(), given)
        except Exception as problem:  # noqa: BLE001
            self._memory, self._tape.meter = False, None
            self._say(f"rank {self.rank} measures no memory: {problem}")

    def _end(self, number, begin, end, losses):
        tape = self._tape
        actions = self._actions() if tape.windows else None
        step = dict(step=number, begin=begin, end=end, windows=tape.windows, calls=tape.calls, actions=actions)
        if tape.meter is not None:
            step["held"], step["peak"] = tape.held, tape.meter.peak()
        self._optimizer_from = (number, end)
        if self._clock is None:
            step["loss"] = loss_of_step(losses, self._sums_losses())
            self._write(step, None)
        else:
            step["loss"] = self._clock.later_loss(losses, self._sums_losses())
            self._clock.end_step(tape.events)
            self._pending.append((step, tape.events))
            self._read_events()
        self._recorded += 1

    def _read_events(self, last=False):
        """Writes the steps that the GPU is done with; `last`: waits for them, which no step does."""
        while self._pending:
            step, events = self._pending[0]
            if not last and not self._clock.ready(events):
                return
            self._pending.pop(0)
            if callable(step["loss"]):
                step["loss"] = step["loss"]()
            self._write(step, self._clock.times(events, last))

    # The optimizer.

    def _watch_optimizer(self, optimizer):
        """`optimizer`'s steps, or those of any of the process."""

        def stepped(*_):
            if self._optimizer_from is not None:
                self._optimizer_to = (*self._optimizer_from, clock())

        hook = hook_optimizers(optimizer, stepped)
        if hook is not None:
            self._restore.append(hook.remove)

    def _write_optimizer(self):
        # On a GPU the host only launches it, so that its time there is unknown.
        if self._optimizer_to is not None and self._clock is None:
            self._writer.optimizer(*self._optimizer_to)
        self._optimizer_from = self._optimizer_to = None

    # Files.

    def _open(self):
        self._world.meet()
        self._clock = clocks.DeviceClock() if self._device == "cuda" else None
        header = self._header()
        plan = self.plan if self.rank == 0 else None
        try:
            self._writer = self._writer_for(header, plan)
        except OSError as problem:
            if self._stream is None:
                raise
            self._say(f"rank {self.rank} writes no file, and sends its steps to the listener alone: {problem}")
            self.path, self._writer = None, NoPart()
        self._exchange_clocks()
        if self._stream:
            self._stream.ready(header, plan, self._world.offset())

    def _header(self):
        """What a part says of its rank."""
        import torch

        return {
            "rank": self.rank,
            "ranks": self.ranks,
            "stages": self._stage_indices,
            "stage_count": self._stage_count,
            "microbatches": self._microbatches(),
            "framework": versions.framework(),
            "schedule": self._name(),
            "launcher": "torchrun" if "TORCHELASTIC_RUN_ID" in os.environ else "python",
            "host": self._world.host,
            "cores": cores.own(),
            "threads": torch.get_num_threads(),
            "clock": self._world.clock,
            "device": self._device,
            "device_clock": "host" if self._clock is None else "cuda-events",
        }

    def _writer_for(self, header, plan):
        """What takes this rank's steps: its part on disk."""
        return NoPart() if self.path is None else PartWriter(part_folder(self.path), header, plan)

    def _write(self, step, device):
        record = digest(step, device)
        self._writer.step(record, self._hooks)
        if self._stream:
            self._stream.step(record)

    def _exchange_clocks(self):
        pair = self._world.exchange()
        if pair:
            self._writer.clock_pair(pair)

    def _finish(self):
        """On rank 0 a thread waits for the other parts and writes the run; the interpreter waits for it at its end."""
        if self.rank != 0 or self.path is None:
            return
        # An interpreter that is ending waits for its threads, and only then calls what is to be called at its end. A
        # thread that begins after that (some versions let it) would be cut off.
        if threading.main_thread().is_alive():
            threading.Thread(target=finish, args=(self.path, self._say), name="lanewright-merge").start()
        else:
            finish(self.path, self._say)

    # Its end.

    def _stop_listening(self):
        self._tape.running = False
        while self._restore:
            self._restore.pop()()

    def _give_up(self, problem):
        self.active = False
        self._stop_listening()
        self._say(f"rank {self.rank} stops recording: {problem}")

    def _say(self, sentence):
        say(sentence)


def hook_optimizers(optimizer, stepped):
    """Has `stepped` called behind each step of `optimizer`, or of any of the process where it is None. None where this
    PyTorch can't."""
    try:
        if optimizer is not None:
            return optimizer.register_step_post_hook(stepped)
        from torch.optim.optimizer import register_optimizer_step_post_hook

        return register_optimizer_step_post_hook(stepped)
    except (ImportError, AttributeError):
        return None


def _last_of(steps):
    """The last step to record; None where nobody knows. A range may have no end to speak of, and is not walked."""
    if isinstance(steps, range):
        return max(steps[0], steps[-1]) if steps else -1
    return max(steps, default=-1) if hasattr(steps, "__iter__") else None


def loss_of_step(losses, summed):
    """The loss of a step from those of its microbatches, where this rank was given any."""
    try:
        numbers = [float(loss.detach() if hasattr(loss, "detach") else loss) for loss in losses or ()]
    except (TypeError, ValueError):
        return None
    return sum(numbers) / (1 if summed else len(numbers)) if numbers else None
