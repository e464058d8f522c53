# SPDX-License-Identifier: Apache-2.0
"""What the environment asks of a recorder, and what recorders say to people: a sentence to standard error."""

import os
import sys

from .errors import Refused
from .stream import address_of

# What records what torch.distributed.pipelining did not run.
OTHERS = (
    "Megatron-LM's pipeline is recorded by lanewright.megatron.record, and any other trainer's by a profiler: "
    "lanewright-cli import TRACES --mapping FILE -o run.lwrun"
)


def say(sentence):
    print(f"lanewright: {sentence}", file=sys.stderr, flush=True)


def say_once(sentence):
    """Says it on one rank of the job alone."""
    names = ("RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK", "SLURM_PROCID")
    if next((os.environ[name] for name in names if name in os.environ), "0") == "0":
        say(sentence)


def setting(name, read, default=None):
    """What a variable of the environment says, by `read`; else, with a word where it can't be read, `default`."""
    text = os.environ.get(name)
    if not text:
        return default
    try:
        return read(text)
    except Refused as problem:
        say_once(f"{name}={text} is left out: {problem}")
        return default


def switch(text):
    """Whether `1` or `0`."""
    if text not in ("0", "1"):
        raise Refused("it should be 1 or 0")
    return text == "1"


def listener(text):
    """The address of a listener, as it came, where it is one."""
    address_of(text)
    return text


def without_backward(calls):
    """Why they are not recorded."""
    return (
        f"the pipeline's {calls} call{'s' if calls > 1 else ''} of step had no backward "
        "(evaluation, inference, a schedule without a loss_fn), and only training steps are recorded"
    )
