# SPDX-License-Identifier: Apache-2.0
"""What the installed PyTorch has, asked of the code itself and not of its number."""

from .errors import Refused


def pipelining():
    """The module of PyTorch's schedules. Raises Refused where there is none."""
    try:
        from torch.distributed.pipelining import schedules
    except ImportError as problem:
        raise Refused(f"this needs PyTorch with torch.distributed.pipelining, 2.6 or newer ({problem})") from None
    if not hasattr(schedules, "_PipelineScheduleRuntime"):
        raise Refused(
            "this PyTorch has no _PipelineScheduleRuntime, which runs schedules of one's own; 2.6 or newer has it"
        )
    return schedules


def has_pairs(schedules):
    """Whether F and backward can be one action, `OVERLAP_F_B`: from 2.9 on."""
    return hasattr(schedules, "OVERLAP_F_B") and "sub_actions" in getattr(schedules._Action, "_fields", ())


def takes_placement(schedules):
    """Whether the runtime takes the placement from the order instead of dealing stages in a loop: from 2.7 on."""
    return hasattr(schedules.PipelineScheduleMulti, "_validate_and_set_stage_mapping")


def give_order(schedule, actions):
    """Hands the runtime an order without communication, which it adds itself. Raises Refused where it has no way in."""
    schedule.pipeline_order = actions
    for name in ("_prepare_schedule_with_comms", "_load_actions"):
        method = getattr(schedule, name, None)
        if method is not None:
            method(actions)
            return
    raise Refused(
        "this PyTorch's runtime has neither _prepare_schedule_with_comms nor _load_actions, so that no order can be "
        "given to it"
    )


def mend(stages):
    """PyTorch 2.9 opens its links on gloo by sending eight bytes into a receive of four, and dies of it. Gloo needs no
    opening, so the stages are told that there is nothing to do."""
    import torch
    import torch.distributed as dist

    release = tuple(int(part) for part in torch.__version__.split("+")[0].split(".")[:2])
    for stage in stages:
        is_hit = (2, 9) <= release < (2, 10) and dist.get_backend(stage.group) == "gloo"
        if is_hit and hasattr(stage, "_get_init_p2p_neighbors_ops"):
            stage._get_init_p2p_neighbors_ops = list


def framework():
    """`torch 2.15.0`."""
    import torch

    return "torch " + torch.__version__.split("+")[0]
