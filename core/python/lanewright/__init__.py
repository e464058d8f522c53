# SPDX-License-Identifier: Apache-2.0
"""The workbench for pipeline-parallel training schedules: makes, checks, improves and draws them, runs them in PyTorch,
and records what a pipeline of PyTorch's did.

    schedule = lanewright.load("plan.lwsched", stages, loss_fn=loss)
    lanewright.record(schedule, "run.lwrun", steps=range(5, 15))

Nothing here imports PyTorch or opens the core until it is asked for, so that recordings can be merged where there is
neither.
"""

__version__ = "0.1.0"

from .errors import Refused
from .load import load
from .lwrun import merge
from .measured import Run
from .plan import read_plan
from .recorder import Recorder, record
from .schedule import Schedule

__all__ = ["Recorder", "Refused", "Run", "Schedule", "load", "merge", "read_plan", "record"]
