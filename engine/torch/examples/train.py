# SPDX-License-Identifier: Apache-2.0
"""A pipeline of PyTorch's as short as it gets; nothing in it knows of Lanewright.

Plain, and recorded:

    torchrun --nproc-per-node 4 train.py
    LANEWRIGHT_RECORD=run.lwrun torchrun --nproc-per-node 4 -m lanewright.run train.py
"""

import argparse

import torch
import torch.distributed as dist
from torch.distributed.pipelining import PipelineStage, Schedule1F1B

WIDTH, SAMPLES = 256, 32  # of a layer; in a microbatch


def block():
    return torch.nn.Sequential(torch.nn.Linear(WIDTH, 4 * WIDTH), torch.nn.GELU(), torch.nn.Linear(4 * WIDTH, WIDTH))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--microbatches", type=int, default=8)
    options = parser.parse_args()
    dist.init_process_group("gloo")
    torch.set_num_threads(1)
    rank, ranks = dist.get_rank(), dist.get_world_size()
    torch.manual_seed(rank)
    model = torch.nn.Sequential(block(), block())
    stage = PipelineStage(model, rank, ranks, torch.device("cpu"))
    schedule = Schedule1F1B(stage, options.microbatches, loss_fn=torch.nn.functional.mse_loss)
    optimizer = torch.optim.AdamW(model.parameters())
    torch.manual_seed(0)
    for step in range(options.steps):
        data = torch.randn(options.microbatches * SAMPLES, WIDTH)
        optimizer.zero_grad()
        losses = []
        if rank == 0:
            schedule.step(data)
        elif rank == ranks - 1:
            schedule.step(target=data, losses=losses)
        else:
            schedule.step()
        optimizer.step()
        if losses:
            print(f"step {step}: loss {sum(map(float, losses)) / len(losses):.4f}")
    dist.destroy_process_group()


if __name__ == "__main__":
    main()
