# SPDX-License-Identifier: Apache-2.0
"""Runs a plan of Lanewright's in PyTorch's own pipelining runtime."""

import warnings

from . import versions
from .errors import Refused
from .names import action_text, block_text
from .plan import check_runnable, read_plan

UNEQUAL = (
    "the microbatches of {} differ in length, and PyTorch divides gradients by their number, whatever they hold: let "
    "loss_fn sum and divide by the tokens of the whole step, and say scale_grads=False"
)


def load(path, stages, loss_fn=None, **options):
    """A PyTorch schedule that runs the order of a `.lwsched` (or of a `.lwrun`).

    `stages` are this rank's own `PipelineStage`s; `options` go to `_PipelineScheduleRuntime`. All ranks call it. What
    can't be run is refused here, before the first step, with a sentence that names the op: `lanewright.Refused`, which
    is a ValueError.
    """
    plan = read_plan(path)
    schedules = versions.pipelining()
    check_runnable(plan, versions.has_pairs(schedules))
    stages = list(stages) if isinstance(stages, (list, tuple)) else [stages]
    _check_stages(plan, stages, schedules)
    if plan.lengths_differ and loss_fn is not None and options.get("scale_grads", True):
        warnings.warn(UNEQUAL.format(plan.name), stacklevel=2)
    versions.mend(stages)
    schedule = schedules._PipelineScheduleRuntime(stages, plan.microbatches, loss_fn=loss_fn, **options)
    read = schedules._Action.from_str
    order = {rank: [read(action_text(block)) for block in row] for rank, row in enumerate(plan.order)}
    versions.give_order(schedule, order)
    schedule.lanewright_plan = plan
    return schedule


def _check_stages(plan, stages, schedules):
    """Raises Refused where this rank was given other stages than the plan has for it, or where this PyTorch would look
    for a stage on another rank."""
    if not stages:
        raise Refused("no stages were given")
    rank, size = stages[0].group_rank, stages[0].group_size
    if size != plan.ranks:
        raise Refused(f"{plan.name} is for {plan.ranks} ranks, and the pipeline's process group has {size}")
    count = stages[0].num_stages
    if count != plan.stages:
        raise Refused(f"{plan.name} has {plan.stages} stages, and the model was cut into {count}")
    given = sorted(stage.stage_index for stage in stages)
    planned = [stage for stage, owner in enumerate(plan.place) if owner == rank]
    for block in plan.order[rank]:
        if any(op.stage not in given for op in block):
            raise Refused(
                f"{block_text(block)} runs on rank {rank}, which was given {_stages(given)} and should have "
                f"{_stages(planned)}"
            )
    for stage in given:
        if stage not in planned:
            raise Refused(f"rank {rank} was given stage {stage}, which {plan.name} puts on rank {plan.place[stage]}")
    for stage, owner in enumerate(plan.place):
        if owner != stage % size and not versions.takes_placement(schedules):
            raise Refused(
                f"F{stage}.0 runs on rank {owner}: this PyTorch puts stage {stage} on rank {stage % size}, "
                "and only newer ones take the placement from the schedule"
            )


def _stages(indices):
    if len(indices) == 1:
        return f"stage {indices[0]}"
    return "stages " + ", ".join(map(str, indices))
