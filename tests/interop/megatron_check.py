#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records megatron.core's own pipeline loops, and holds what was recorded against the orders that they are known by.

1F1B and interleaved 1F1B on two ranks (CPU, gloo, a process per rank on this machine), with and without a recorder that
measures memory too: losses and weights must be the same to the last bit, and each rank's ops those of `generate`.
Megatron wants its messages on a GPU; here it is told that the CPU is one. Exit code 0: all is well;
1: it is not; where torch or megatron.core is missing, --skip-code.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, os.environ.get("PYTHONPATH") or str(ROOT / "build" / "release" / "python"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

WIDTH, SAMPLES, LENGTH = 16, 2, 8  # of a layer; in a microbatch; tokens of a sample
RANKS, MICROBATCHES, STEPS = 2, 4, 4
# The order's generator, and chunks per rank.
CASES = {"1f1b": 1, "interleaved-1f1b": 2}


# In the ranks.


def train(chunks, rank):
    """Some steps of SGD by Megatron's own loop; the losses of the last stage and all weights."""
    import torch
    from megatron.core.enums import ModelType
    from megatron.core.pipeline_parallel import schedules
    from megatron.core.transformer import TransformerConfig

    # Megatron takes one chunk for no interleaving, and says so by None.
    words = {"virtual_pipeline_model_parallel_size": chunks} if chunks > 1 else {}
    config = TransformerConfig(
        num_layers=RANKS * chunks,
        hidden_size=WIDTH,
        num_attention_heads=2,
        pipeline_model_parallel_size=RANKS,
        pipeline_dtype=torch.float32,
        **words,
    )

    class Chunk(torch.nn.Module):
        def __init__(self, stage):
            super().__init__()
            torch.manual_seed(stage)
            self.config = config
            self.model_type = ModelType.encoder_or_decoder
            self.vp_stage = stage // RANKS if chunks > 1 else None
            self.first = stage == 0
            self.layer = torch.nn.Linear(WIDTH, WIDTH)

        def set_input_tensor(self, tensor):
            self.given = tensor[0] if isinstance(tensor, list) else tensor

        def forward(self, data):
            return torch.tanh(self.layer(data if self.first else self.given))

    def forward_step(iterator, model):
        return model(next(iterator)), lambda output: (output.square().mean(), {"loss": output.square().mean().detach()})

    model = [Chunk(chunk * RANKS + rank) for chunk in range(chunks)]
    optimizer = torch.optim.SGD([weight for chunk in model for weight in chunk.parameters()], lr=0.1)
    torch.manual_seed(11)
    losses = []
    for _ in range(STEPS):
        data = [torch.randn(LENGTH, SAMPLES, WIDTH) for _ in range(MICROBATCHES)]
        for forward_only in (True, False):
            optimizer.zero_grad()
            iterators = [iter(data) for _ in model]
            told = schedules.get_forward_backward_func()(
                forward_step_func=forward_step,
                data_iterator=iterators if chunks > 1 else iterators[0],
                model=model if chunks > 1 else model[0],
                num_microbatches=MICROBATCHES,
                seq_length=LENGTH,
                micro_batch_size=SAMPLES,
                forward_only=forward_only,
            )
            losses += [each["loss"] for each in told]
        optimizer.step()
    return [losses, [weight.detach() for chunk in model for weight in chunk.parameters()]]


def work(rank, ranks, folder):
    """Trains each case with and without a recorder, and writes whether both were the same."""
    os.environ["GLOO_SOCKET_IFNAME"] = "lo"
    import torch
    import torch.distributed as dist

    torch.set_num_threads(1)
    torch.cuda.current_device = lambda: torch.device("cpu")
    torch.cuda.synchronize = lambda *_: None
    zeros = torch.zeros
    torch.zeros = lambda *words, device=None, **named: zeros(
        *words, device="cpu" if device == "cuda" else device, **named
    )
    dist.init_process_group("gloo", init_method=f"file://{folder}/meet{ranks}", rank=rank, world_size=ranks)
    from megatron.core import parallel_state

    import lanewright.megatron

    answer = {}
    for name, chunks in CASES.items():
        words = {"virtual_pipeline_model_parallel_size": chunks} if chunks > 1 else {}
        parallel_state.initialize_model_parallel(pipeline_model_parallel_size=RANKS, **words)
        plain = train(chunks, rank)
        with lanewright.megatron.record(f"{folder}/{name}.lwrun", steps=range(1, STEPS - 1), memory=True):
            recorded = train(chunks, rank)
        same = all(len(one) == len(other) and all(map(torch.equal, one, other)) for one, other in zip(plain, recorded))
        answer[name] = same and len(plain[0]) == (2 * STEPS * MICROBATCHES if rank == RANKS - 1 else 0)
        dist.barrier()
        parallel_state.destroy_model_parallel()
    pathlib.Path(f"{folder}/answer.{rank}").write_text(json.dumps(answer))
    dist.destroy_process_group()


# Outside of them.


def judge_case(name, chunks, folder, options, failures):
    for rank in range(RANKS):
        path = folder / f"answer.{rank}"
        failures.expect(
            path.exists() and json.loads(path.read_text())[name],
            f"{name}: rank {rank} trains something else when it is recorded",
        )
    run = load_run(folder, f"{name}.lwrun", failures)
    if not run:
        return
    plan = folder / f"{name}.lwsched"
    subprocess.run(
        [
            options.cli,
            "generate",
            name,
            "-p",
            str(RANKS),
            "-m",
            str(MICROBATCHES),
            *(["-v", str(chunks)] if chunks > 1 else []),
            "-o",
            str(plan),
        ],
        check=True,
        capture_output=True,
    )
    order = json.loads(plan.read_text())["order"]
    failures.expect([step["step"] for step in run["steps"]] == list(range(1, STEPS - 1)), f"{name}: other steps")
    for number, step in enumerate(run["steps"]):
        failures.expect(
            rows_of(run, number) == order, f"{name}: the recorded order is {rows_of(run, number)}, and not {order}"
        )
        # A chunk saves what goes into its layer and what tanh gave, in floats; the loss saves nothing more.
        value = LENGTH * SAMPLES * WIDTH * 4
        failures.expect(
            step["live"][1][0] == 2 * value, f"{name}: the first forward of rank 1 holds {step['live'][1][0]} bytes"
        )
    done = cli(options, "validate", folder / f"{name}.lwrun")
    failures.expect(done.returncode == 0, f"{name}: validate says {done.stdout}{done.stderr}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", default="lanewright-cli")
    parser.add_argument("--skip-code", type=int, default=0, help="exit code where torch or megatron.core is missing")
    options = parser.parse_args()
    try:
        import megatron.core
        from megatron.core.pipeline_parallel import schedules  # noqa: F401
    except ImportError as problem:
        print(f"skipped: megatron.core is not here ({problem})")
        return options.skip_code
    failures = Failures()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        failures.expect(check.spawn(RANKS, folder, None, 300, __file__), "the processes did not end well")
        for case, chunks in CASES.items():
            judge_case(case, chunks, folder, options, failures)
    print(
        f"megatron.core {megatron.core.__version__}: {' and '.join(CASES)} are recorded, in order, with the same bits."
        if not failures
        else ""
    )
    for failure in failures:
        print(f"FAILED: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "--work":
        words = json.loads(sys.argv[2])
        work(int(sys.argv[3]), words[0], words[1])
    else:
        import pytorch_check as check
        from recorder_check import Failures, cli, load_run, rows_of

        sys.exit(main())
