#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds our buffers of Megatron's 1F1B against megatron.core's own loop.

The loop runs as it is, one rank at a time: what would come from other ranks is a new tensor, forwards and backwards
compute nothing, and at each of them it is counted how many received tensors are alive. Exit code 0: no difference; 1:
some; where torch or megatron.core is missing, --skip-code.
"""

import argparse
import gc
import json
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest.mock as mock
import weakref


class Neighbours:
    """The ranks before and behind: whatever is asked of them comes, and is counted while it lives."""

    def __init__(self, torch, config, group):
        self.torch, self.config, self.pp_group, self.alive = torch, config, group, weakref.WeakSet()

    def tensor_from(self, rank):
        if not 0 <= rank < self.pp_group.size():
            return [None]
        tensor = self.torch.zeros(1, requires_grad=True)
        self.alive.add(tensor)
        return [tensor]

    # Without a process group is_first and is_last are always true, so they are not looked at.
    def recv_forward(self, *_):
        return self.tensor_from(self.pp_group.rank() - 1)

    def recv_backward(self, *_):
        return self.tensor_from(self.pp_group.rank() + 1)

    def send_forward(self, *_):
        pass

    def send_backward(self, *_):
        pass

    def send_forward_recv_backward(self, *_):
        return self.recv_backward()

    def send_backward_recv_forward(self, *_):
        return self.recv_forward()


def most_alive(ranks, rank, microbatches):
    """The most that the rank has received and not let go of while it computes."""
    import torch
    from megatron.core.pipeline_parallel import schedules
    from megatron.core.transformer import TransformerConfig

    config = TransformerConfig(
        num_layers=ranks,
        hidden_size=8,
        num_attention_heads=2,
        pipeline_model_parallel_size=ranks,
        pipeline_dtype=torch.float32,
    )
    config.deallocate_pipeline_outputs = True

    class Stage(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.config, self.model_type = config, None

    def group(size, own=0):
        return types.SimpleNamespace(size=lambda: size, rank=lambda: own)

    neighbours = Neighbours(torch, config, group(ranks, rank))
    most = 0

    def count():
        nonlocal most
        gc.collect()
        most = max(most, len(neighbours.alive))

    def forward(*_, **__):
        count()
        return [torch.zeros(2, requires_grad=True) + 0], torch.tensor(0)

    def backward(*_):
        count()
        return [torch.zeros(1)]

    zeros = torch.zeros
    with (
        mock.patch.object(schedules, "forward_step", forward),
        mock.patch.object(schedules, "backward_step", backward),
        mock.patch.object(torch, "zeros", lambda *words, **named: zeros(*words, **{**named, "device": "cpu"})),
    ):
        schedules.forward_backward_pipelining_without_interleaving(
            forward_step_func=None,
            data_iterator=None,
            model=Stage(),
            num_microbatches=microbatches,
            seq_length=8,
            micro_batch_size=1,
            p2p_communicator=neighbours,
            pg_collection=types.SimpleNamespace(
                tp=group(1), cp=group(1), embd=None, pos_embd=None, pp=group(ranks, rank), dp_cp=group(1)
            ),
        )
    return most


def buffers_of(cli, folder, ranks, microbatches):
    """How many we say each rank has."""
    file = pathlib.Path(folder) / "plan.lwsched"
    made = [cli, "generate", "1f1b", "-p", str(ranks), "-m", str(microbatches), "-o", str(file)]
    subprocess.run(made, check=True, capture_output=True)
    plan = json.loads(file.read_text())
    plan.setdefault("memory", {})["receive_buffers"] = "on_receive"
    file.write_text(json.dumps(plan))
    said = subprocess.run([cli, "simulate", str(file), "--json"], check=True, capture_output=True, text=True)
    return json.loads(said.stdout)["receive_buffers"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", default="lanewright-cli")
    parser.add_argument("--skip-code", type=int, default=0, help="exit code where torch or megatron.core is missing")
    options = parser.parse_args()
    try:
        import megatron.core
        import torch  # noqa: F401
    except ImportError as problem:
        print(f"skipped: {problem}")
        return options.skip_code
    shapes = [(ranks, microbatches) for ranks in (2, 3, 4, 6) for microbatches in (1, 2, 4, 8, 12)]
    differences = 0
    with tempfile.TemporaryDirectory() as folder:
        for ranks, microbatches in shapes:
            theirs = [most_alive(ranks, rank, microbatches) for rank in range(ranks)]
            ours = buffers_of(options.cli, folder, ranks, microbatches)
            if theirs != ours:
                differences += 1
                print(f"FAILED: p {ranks}, m {microbatches}: theirs {theirs}, ours {ours}")
    print(f"{len(shapes)} shapes with megatron.core {megatron.core.__version__}, {differences} differences")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
