# SPDX-License-Identifier: Apache-2.0
"""The workbench for pipeline-parallel training schedules: makes, checks, improves and draws them, runs them in PyTorch,
and records what a pipeline of PyTorch's did.

    plan = lanewright.generate("zb-h1", ranks=4, microbatches=8)
    best = plan.solve(time_limit=5)
    run = lanewright.open("job.lwrun"); run.causes(); lanewright.compare(plan, run)

    schedule = lanewright.load("plan.lwsched", stages, loss_fn=loss)
    lanewright.record(schedule, "run.lwrun", steps=range(5, 15))

Nothing here imports PyTorch or opens the core until it is asked for, so that recordings can be merged where there is
neither. `lanewright.questions` has a function for all that `lanewright-cli` answers.
"""

__version__ = "0.1.0"

from . import questions
from .errors import Refused
from .load import load
from .lwrun import merge
from .making import (
    compare,
    from_csv,
    from_megatron_layout,
    generate,
    generators,
    gpus,
    import_traces,
    legal,
    open,
    plan_model,
)
from .measured import Run
from .plan import read_plan
from .progress import Remark
from .recorder import Recorder, record
from .schedule import Schedule
from .shown import Finding, Lesson
from .sweeps import Sweep, sweep
from .timeline import Timeline

__all__ = [
    "Finding",
    "Lesson",
    "Recorder",
    "Refused",
    "Remark",
    "Run",
    "Schedule",
    "Sweep",
    "Timeline",
    "compare",
    "from_csv",
    "from_megatron_layout",
    "generate",
    "generators",
    "gpus",
    "import_traces",
    "legal",
    "load",
    "merge",
    "open",
    "plan_model",
    "questions",
    "read_plan",
    "record",
    "sweep",
]
