# SPDX-License-Identifier: Apache-2.0
"""Records a training script without a changed line:

    LANEWRIGHT_RECORD=run.lwrun LANEWRIGHT_STEPS=5:15 torchrun --nproc-per-node 4 -m lanewright.run train.py …
    LANEWRIGHT_RECORD=run.lwrun torchrun --nproc-per-node 4 -m lanewright.run -m torchtitan.train …

The first call of `step` of any pipeline schedule attaches a recorder to it. LANEWRIGHT_STEPS counts such calls, from 0
on, and is 5:15 where it is missing; LANEWRIGHT_PLAN names the `.lwsched` behind a CSV; LANEWRIGHT_LIVE a listener, which gets
the steps too. With that alone no file is written, and all steps but the first are sent.
"""

import os
import re
import runpy
import sys

from . import Refused, versions
from .recorder import Recorder


def steps_from(text):
    """`5:15`, `5:` (to the end), `7` (that one), as a range; None for all."""
    match = re.fullmatch(r"([0-9]{0,18}):([0-9]{0,18})|([0-9]{1,18})", text.strip())
    if not match:
        raise Refused(f"LANEWRIGHT_STEPS is “{text}”; it should be as in 5:15")
    if match.group(3):
        return range(int(match.group(3)), int(match.group(3)) + 1)
    first = int(match.group(1) or 0)
    if not match.group(2):
        return range(first, 2**62) if first else None
    if int(match.group(2)) <= first:
        raise Refused(f"LANEWRIGHT_STEPS is “{text}”, which holds no step")
    return range(first, int(match.group(2)))


def attach():
    """From now on the first schedule that makes a training step is recorded, to where $LANEWRIGHT_RECORD or
    $LANEWRIGHT_LIVE says."""
    path = os.environ.get("LANEWRIGHT_RECORD") or None
    if not path and not os.environ.get("LANEWRIGHT_LIVE"):
        if os.environ.get("RANK", "0") == "0":
            print("lanewright: nothing is recorded: neither LANEWRIGHT_RECORD nor LANEWRIGHT_LIVE says where to", file=sys.stderr, flush=True)
        return
    steps = steps_from(os.environ.get("LANEWRIGHT_STEPS", "5:15" if path else "1:"))
    plan = os.environ.get("LANEWRIGHT_PLAN") or None
    schedules = versions.pipelining()
    taken = []
    for name in ("PipelineScheduleSingle", "PipelineScheduleMulti"):
        _attach_to(getattr(schedules, name), path, steps, plan, taken)


def _attach_to(kind, path, steps, plan, taken):
    inner = kind.step

    def step(self, *args, **kwargs):
        if not taken and getattr(self, "_has_backward", True):
            taken.append(self)
            try:
                Recorder(self, path, steps, plan)
            except (Refused, OSError) as problem:
                print(f"lanewright: nothing is recorded: {problem}", file=sys.stderr, flush=True)
            # The recorder has put a step of its own on the object, which calls the one below.
            return self.step(*args, **kwargs)
        return inner(self, *args, **kwargs)

    step.__wrapped__ = inner
    kind.step = step


def main():
    words = sys.argv[1:]
    if not words or words[0] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if words else 2
    try:
        attach()
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
