# SPDX-License-Identifier: Apache-2.0
"""Runs schedules of Lanewright's in PyTorch, and records what a pipeline of PyTorch's did.

    schedule = lanewright.load("plan.lwsched", stages, loss_fn=loss)
    lanewright.record(schedule, "run.lwrun", steps=range(5, 15))

Nothing here imports PyTorch until one of these is called, so that recordings can be merged where there is none.
"""

__version__ = "0.1.0"

from .load import load
from .lwrun import merge
from .plan import Refused, read_plan
from .recorder import Recorder, record

__all__ = ["Recorder", "Refused", "load", "merge", "read_plan", "record"]
