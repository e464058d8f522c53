# SPDX-License-Identifier: Apache-2.0
"""Records a training script without a changed line:

    LANEWRIGHT_RECORD=run.lwrun LANEWRIGHT_STEPS=5:15 torchrun --nproc-per-node 4 -m lanewright.run train.py …
    LANEWRIGHT_RECORD=run.lwrun torchrun --nproc-per-node 4 -m lanewright.run -m torchtitan.train …

The first call of `step` of any pipeline schedule attaches a recorder to it. LANEWRIGHT_STEPS counts such calls, from 0
on, and is 5:15 where it is missing; LANEWRIGHT_PLAN names the `.lwsched` behind a CSV; LANEWRIGHT_LIVE a listener,
which gets the steps too. With that alone no file is written, and all steps but the first are sent. LANEWRIGHT_MEMORY=1
also measures what ops hold, which costs more time. A setting that can't be read is left out, and the others count.
Where nothing was recorded at the end, rank 0 says why.
"""

import atexit
import os
import re
import runpy
import sys

from . import Refused, versions
from .plan import read_plan
from .recorder import Recorder
from .recording import Recording, hook_optimizers
from .settings import listener, say_once, setting, without_backward


def steps_from(text):
    """`5:15`, `5:` (to the end), `7` (that one), as a range; None for all."""
    match = re.fullmatch(r"([0-9]{0,18}):([0-9]{0,18})|([0-9]{1,18})", text.strip())
    if not match:
        raise Refused("it should be as in 5:15")
    if match.group(3):
        return range(int(match.group(3)), int(match.group(3)) + 1)
    first = int(match.group(1) or 0)
    if not match.group(2):
        return range(first, 2**62) if first else None
    if int(match.group(2)) <= first:
        raise Refused("it holds no step")
    return range(first, int(match.group(2)))


class Attached:
    """From now on the first schedule that makes a training step is recorded, to where $LANEWRIGHT_RECORD or
    $LANEWRIGHT_LIVE says."""

    def __init__(self):
        schedules = versions.pipelining()
        self.path = os.environ.get("LANEWRIGHT_RECORD") or None
        self.live = setting("LANEWRIGHT_LIVE", listener, "")
        self.taken = self.path is None and not self.live
        if self.taken:
            say_once("nothing is recorded: neither LANEWRIGHT_RECORD nor LANEWRIGHT_LIVE says where to")
            return
        usual = "5:15" if self.path else "1:"
        self.steps, self.asked_by = setting(
            "LANEWRIGHT_STEPS",
            lambda text: (steps_from(text), f"LANEWRIGHT_STEPS={text}"),
            (steps_from(usual), f"LANEWRIGHT_STEPS={usual}, which it is where nothing else is said"),
        )
        self.plan = setting("LANEWRIGHT_PLAN", read_plan)
        self.without_backward = 0
        self.optimizer_steps = 0
        for name in ("PipelineScheduleSingle", "PipelineScheduleMulti"):
            self._listen_to(getattr(schedules, name))
        self._count_optimizer_steps()
        atexit.register(self._tell)

    def _listen_to(self, kind):
        inner = kind.step

        def step(schedule, *args, **kwargs):
            if self.taken:
                return inner(schedule, *args, **kwargs)
            if not getattr(schedule, "_has_backward", True):
                self.without_backward += 1
                return inner(schedule, *args, **kwargs)
            self.taken = True
            self._record(schedule)
            # The recorder has put a step of its own on the object, which calls the one below.
            return schedule.step(*args, **kwargs)

        step.__wrapped__ = inner
        kind.step = step

    def _record(self, schedule):
        for plan in [self.plan, None] if self.plan else [None]:
            try:
                Recorder(schedule, self.path, self.steps, plan, live=self.live).asked_by = self.asked_by
                return
            except (Refused, OSError) as problem:
                what = "nothing is recorded" if plan is None else f"LANEWRIGHT_PLAN={plan.name} is left out"
                say_once(f"{what}: {problem}")

    def _count_optimizer_steps(self):
        def stepped(*_):
            self.optimizer_steps += 1

        hook_optimizers(None, stepped)

    def _tell(self):
        """At the end, where no schedule made a training step."""
        if not self.taken and not Recording.has_begun:
            say_once(f"nothing is recorded: {self._why_nothing()}")

    def _why_nothing(self):
        if self.without_backward:
            return without_backward(self.without_backward)
        steps = f", which made {self.optimizer_steps} optimizer steps without one" if self.optimizer_steps else ""
        why = f"no schedule of torch.distributed.pipelining ran in this process{steps}"
        for module, what in TRAINERS.items():
            if module in sys.modules:
                return f"{why}; {what}"
        if not self.optimizer_steps and "RANK" not in os.environ:
            return f"{why}; start the ranks by torchrun, each as a -m lanewright.run of its own"
        if not self.optimizer_steps:
            return f"{why}, and no optimizer of torch.optim made a step in it"
        return f"{why}; without a pipeline, as under data parallelism alone, there is nothing to record"


# Trainers with pipelines of their own, by a module that they load, and what records them.
TRAINERS = {
    "megatron.core.pipeline_parallel.schedules": (
        "Megatron-LM's own pipeline is recorded by lanewright.megatron.record(PATH), before pretrain()"
    ),
    "deepspeed.runtime.pipe.engine": (
        "DeepSpeed's own pipeline engine is read from torch.profiler's traces, once its passes are named there: "
        "lanewright-cli import TRACES --mapping deepspeed.json -o run.lwrun "
        "(how is in the help, “From a PyTorch script to its bubbles”)"
    ),
}


def main():
    words = sys.argv[1:]
    if words and not words[0].startswith("-") and not os.path.exists(words[0]):
        print(f"lanewright: there is no script {words[0]}", file=sys.stderr)
        return 2
    if not words or words[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if words else 2
    try:
        Attached()
    except Refused as problem:
        print(f"lanewright: {problem}", file=sys.stderr)
        return 2
    if words[0] == "-m":
        if len(words) < 2:
            print("lanewright: -m wants the name of a module", file=sys.stderr)
            return 2
        sys.argv = words[1:]
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = words
        sys.path[0] = os.path.dirname(os.path.abspath(words[0]))
        runpy.run_path(words[0], run_name="__main__")
    return 0


if __name__ == "__main__":
    sys.exit(main())
