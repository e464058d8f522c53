# SPDX-License-Identifier: Apache-2.0
"""Ops as Lanewright and as PyTorch write them; the one place that knows both.

`F2.5` is `2F5`, the forward of stage 2 for microbatch 5. `B` is PyTorch's `I`, `BW` its `B`, `W` its `W`, and the
overlapped pair `F0.7+BW3.1` its `(0F7;3B1)OVERLAP_F_B`.
"""

import re

TO_PYTORCH = {"F": "F", "B": "I", "W": "W", "BW": "B"}
FROM_PYTORCH = {letter: kind for kind, letter in TO_PYTORCH.items()}

_OP = re.compile(r"(BW|[FBWR])(\d+)\.(\d+)(?:/(\d+))?\Z")
_ACTION = re.compile(r"(\d+)([FIBW])(\d+)\Z")
_PAIR = re.compile(r"\(([^;()]+);([^;()]+)\)OVERLAP_F_B\Z")


class Op(tuple):
    """(kind, stage, microbatch, part): `F`, `B`, `W`, `BW` or `R`; the part is None but of a W that is cut."""

    __slots__ = ()

    def __new__(cls, kind, stage, microbatch, part=None):
        return tuple.__new__(cls, (kind, stage, microbatch, part))

    kind = property(lambda self: self[0])
    stage = property(lambda self: self[1])
    microbatch = property(lambda self: self[2])
    part = property(lambda self: self[3])

    def __str__(self):
        return f"{self[0]}{self[1]}.{self[2]}" + ("" if self[3] is None else f"/{self[3]}")


def block_from_text(text):
    """The ops of a block as our files write it: one, or the F and backward of a pair. ValueError where it is none."""
    ops = []
    for word in text.split("+"):
        match = _OP.match(word)
        if not match:
            raise ValueError(f"“{text}” is no op")
        kind, stage, microbatch, part = match.groups()
        ops.append(Op(kind, int(stage), int(microbatch), None if part is None else int(part)))
    if len(ops) > 2:
        raise ValueError(f"“{text}” is no op")
    if len(ops) == 2 and ops[1].kind == "F":
        ops.reverse()
    return tuple(ops)


def block_text(block):
    return "+".join(map(str, block))


def action_text(block):
    """The block as PyTorch writes it. ValueError for R and for parts of W, which it does not have."""
    words = []
    for op in block:
        if op.kind not in TO_PYTORCH or op.part is not None:
            raise ValueError(f"PyTorch has no {op}")
        words.append(f"{op.stage}{TO_PYTORCH[op.kind]}{op.microbatch}")
    return words[0] if len(words) == 1 else f"({';'.join(words)})OVERLAP_F_B"


def block_from_action(text):
    """The block of a PyTorch action such as `2F5`; None for communication and all else that computes nothing."""
    pair = _PAIR.match(text)
    words = pair.groups() if pair else (text,)
    ops = []
    for word in words:
        match = _ACTION.match(word.strip())
        if not match:
            return None
        stage, letter, microbatch = match.groups()
        ops.append(Op(FROM_PYTORCH[letter], int(stage), int(microbatch)))
    if len(ops) == 2 and ops[1].kind == "F":
        ops.reverse()
    return tuple(ops)


def producer_of(op, stages):
    """(kind, stage) of the op whose value this one needs from another stage, or None. A gradient comes of a B or BW:
    its kind is `B` here for either."""
    if op.kind in ("F", "R"):
        return ("F", op.stage - 1) if op.stage > 0 and op.kind == "F" else None
    if op.kind in ("B", "BW"):
        return ("B", op.stage + 1) if op.stage + 1 < stages else None
    return None
