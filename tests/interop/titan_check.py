#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does what a user of TorchTitan does: exports a schedule, and pastes the line that records it.

TorchTitan itself wants GPUs. In its place stands a module of the same name that builds a pipeline as it does, from the
same flags: the whole model is copied for each stage and what is not the stage's is dropped, stages are dealt in a loop
or a V by the schedule's name, the order comes from the CSV, gradients are not scaled by the schedule. The lines that
`lanewright-cli convert` prints go to a shell as they stand; what was recorded must be the plan's order. Exit code 0:
all is well; 1: it is not; where torch is missing, --skip-code.

With `--real FOLDER`, in which `pip install --target FOLDER torchtitan` and what it needs lie, TorchTitan's own debug
model trains instead, on CPUs and over gloo. It was not made for that: a few lines that every rank loads first name the
CPU as its device, and give it plain attention, since FlexAttention has no backward on CPUs, and nothing compiled.
Flags, trainer, model, data loader, pipeline and optimizer are its own. The line that is pasted differs by a short
context and few steps, without which it would take hours. Minutes all the same, so it is nobody's test but yours.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Ours, joined in a build tree.
PACKAGE = os.environ.get("PYTHONPATH") or str(ROOT / "build" / "release" / "python")
# With the steps that are recorded, where they are not those that the pasted line says: the last ones, so that the
# recording ends with the interpreter.
CASES = [
    ("zb-h1", ["-p", "4", "-m", "8"], None),
    ("interleaved-1f1b", ["-p", "2", "-m", "4", "-v", "2"], None),
    ("zbv", ["-p", "2", "-m", "4"], "10:20"),
    ("gpipe", ["-p", "4", "-m", "2"], None),
]


def train(words):
    """The stand-in's `torchtitan.train`."""
    import copy

    import torch
    import torch.distributed as dist
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.pipelining import PipelineStage, schedules
    from torch.distributed.pipelining.schedules import (
        PipelineScheduleSingle,
        ScheduleZBVZeroBubble,
        _PipelineScheduleRuntime,
        get_schedule_class,
    )

    parser = argparse.ArgumentParser()
    parser.add_argument("--parallelism.pipeline_parallel_degree", dest="degree", type=int, required=True)
    parser.add_argument("--parallelism.pipeline_parallel_schedule", dest="schedule", required=True)
    parser.add_argument("--parallelism.pipeline_parallel_schedule_csv", dest="csv", required=True)
    parser.add_argument("--training.local_batch_size", dest="microbatches", type=int, required=True)
    parser.add_argument(
        "--parallelism.pipeline_parallel_microbatch_size", dest="samples", type=int, choices=[1], required=True
    )
    parser.add_argument("--training.disable_cuda_graphs", dest="graphs", action="store_false", required=True)
    parser.add_argument("--module", required=True)
    parser.add_argument("--config", required=True)
    parser.add_argument("checkpointing", nargs="?", choices=["activation-checkpoint:none"])
    options = parser.parse_args(words)
    dist.init_process_group("gloo")
    torch.set_num_threads(1)
    mesh = init_device_mesh("cpu", (options.degree,), mesh_dim_names=("pp",))
    named = get_schedule_class(options.schedule)
    each = 1 if issubclass(named, PipelineScheduleSingle) else 2
    count = each * options.degree
    rank = mesh.get_local_rank("pp")
    v = named in (ScheduleZBVZeroBubble, getattr(schedules, "ScheduleDualPipeV", None))
    own = [rank, count - 1 - rank] if v else list(range(rank, count, options.degree))

    class Model(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding = torch.nn.Embedding(64, 32)
            layer = lambda: torch.nn.Sequential(torch.nn.Linear(32, 64), torch.nn.SiLU(), torch.nn.Linear(64, 32))
            self.layers = torch.nn.ModuleDict({str(number): layer() for number in range(count)})
            self.norm = torch.nn.RMSNorm(32)
            self.output = torch.nn.Linear(32, 64)

        def forward(self, x):
            x = self.embedding(x) if self.embedding is not None else x
            for each in self.layers.values():
                x = x + each(x)
            x = self.norm(x) if self.norm is not None else x
            return self.output(x) if self.output is not None else x

    torch.manual_seed(0)
    whole = Model()
    parts, stages = [], []
    for stage in own:
        part = copy.deepcopy(whole)
        for name in list(part.layers):
            if int(name) != stage:
                del part.layers[name]
        if stage > 0:
            part.embedding = None
        if stage < count - 1:
            part.norm = part.output = None
        parts.append(part)
        stages.append(PipelineStage(part, stage, count, torch.device("cpu"), group=mesh.get_group("pp")))
    loss = lambda logits, target: torch.nn.functional.cross_entropy(logits.flatten(0, 1), target.flatten())
    schedule = _PipelineScheduleRuntime(stages, n_microbatches=options.microbatches, loss_fn=loss, scale_grads=False)
    schedule._load_csv(options.csv)
    optimizer = torch.optim.AdamW([weight for part in parts for weight in part.parameters()])
    for _ in range(20):
        tokens = torch.randint(0, 64, (2 * options.microbatches, 17))
        optimizer.zero_grad()
        losses = []
        words = {"target": tokens[:, 1:], "losses": losses} if count - 1 in own else {}
        schedule.step(*((tokens[:, :-1],) if 0 in own else ()), **words)
        optimizer.step()
    dist.destroy_process_group()


# What a rank loads before TorchTitan, which it lets run without a GPU.
ON_CPU = """
import os

if os.environ.get("LOCAL_RANK"):
    import types

    import torch
    import torch.distributed as dist
    import torch.nn.attention.flex_attention as flex

    def attention(
        q, k, v, score_mod=None, block_mask=None, scale=None, enable_gqa=False, return_lse=False, kernel_options=None,
        *, return_aux=None,
    ):
        plain = torch.nn.functional.scaled_dot_product_attention
        out = plain(q, k, v, is_causal=True, scale=scale, enable_gqa=enable_gqa)
        return (out, flex.AuxOutput()) if return_aux is not None else out

    barrier = dist.barrier
    dist.barrier = lambda *words, device_ids=None, **named: barrier(*words, **named)
    flex.flex_attention = attention
    torch._utils._get_available_device_type = lambda: "cpu"
    torch.compile = lambda function=None, **options: function or (lambda other: other)
    torch.nn.Module.compile = lambda self, *words, **named: None
    torch.cpu.device_count = lambda: 1024
    torch.cpu.get_device_name = lambda device=None: "cpu"
    torch.cpu.get_device_properties = lambda device=None: types.SimpleNamespace(name="cpu", total_memory=1 << 33)
    torch.cpu.current_device = lambda: 0
    torch.cpu.memory_stats = lambda device=None: {}
    torch.cpu.set_device = torch.cpu.reset_peak_memory_stats = torch.cpu.empty_cache = lambda *words: None
"""
FEW = "--training.seq_len 64 --training.steps 6"
STEPS = range(2, 6)


def write_assets(folder):
    """A tokenizer of bytes and a text, which TorchTitan's package leaves in its repository."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    words = {letter: number for number, letter in enumerate(sorted(pre_tokenizers.ByteLevel.alphabet()))}
    words |= {"<|begin|>": len(words), "<|end|>": len(words) + 1}
    tokenizer = Tokenizer(models.BPE(vocab=words, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens(["<|begin|>", "<|end|>"])
    assets = folder / "tests" / "assets"
    for name in ("tokenizer", "c4_test"):
        (assets / name).mkdir(parents=True)
    tokenizer.save(str(assets / "tokenizer" / "tokenizer.json"))
    (assets / "tokenizer" / "tokenizer_config.json").write_text('{"bos_token": "<|begin|>", "eos_token": "<|end|>"}')
    lines = (json.dumps({"text": f"Line {number} of what a pipeline learns. " * 40}) for number in range(500))
    (assets / "c4_test" / "data.json").write_text("\n".join(lines))


def stand_in(folder):
    """The module in TorchTitan's place."""
    (folder / "torchtitan").mkdir()
    (folder / "torchtitan" / "__init__.py").write_text("")
    (folder / "torchtitan" / "train.py").write_text(
        f"import sys\n\nsys.path.insert(0, {str(pathlib.Path(__file__).parent)!r})\n"
        "import titan_check\n\ntitan_check.train(sys.argv[1:])\n"
    )
    return [folder]


def true_one(folder, real):
    """TorchTitan from the folder it was installed to, on CPUs."""
    sys.path.append(str(real))
    write_assets(folder)
    shim = folder / "on_cpu"
    shim.mkdir()
    (shim / "sitecustomize.py").write_text(ON_CPU)
    return [shim, real]


def check(cli, folder, name, words, steps, real=None):
    """What went wrong, or nothing."""
    folder = folder / name
    folder.mkdir(parents=True)
    found = true_one(folder, real) if real else stand_in(folder)
    bin_folder = folder / "bin"
    bin_folder.mkdir()
    (bin_folder / "torchrun").write_text(f'#!/bin/sh\nexec {sys.executable} -m torch.distributed.run "$@"\n')
    (bin_folder / "torchrun").chmod(0o755)
    plan = folder / "plan.lwsched"
    subprocess.run([cli, "generate", name, *words, "-o", plan], check=True, capture_output=True)
    said = subprocess.run([cli, "convert", plan, "zb.csv"], check=True, capture_output=True, text=True, cwd=folder)
    lines = [line for line in (said.stdout + said.stderr).splitlines() if "-m torchtitan.train" in line]
    if len(lines) != 1:
        return f"convert prints no line for TorchTitan: {said.stdout}{said.stderr}"
    environment = {
        **os.environ,
        "PATH": f"{bin_folder}:{os.environ['PATH']}",
        "PYTHONPATH": ":".join(map(str, [PACKAGE, *found])),
        "GLOO_SOCKET_IFNAME": "lo",
        "OMP_NUM_THREADS": "1",
    }
    line = lines[0].strip()
    if steps:
        environment["LANEWRIGHT_STEPS"] = steps
    if real:
        line = line.replace("--config llama3_debugmodel", f"--config llama3_debugmodel {FEW}")
        environment["LANEWRIGHT_STEPS"] = f"{STEPS.start}:{STEPS.stop}"
    done = subprocess.run(
        line, shell=True, capture_output=True, text=True, cwd=folder, env=environment, timeout=1800 if real else 300
    )
    if done.returncode != 0 or not (folder / "run.lwrun").exists():
        return f"{line}\n{done.stderr[-2000:]}"
    run = json.loads((folder / "run.lwrun").read_text())
    order = json.loads(plan.read_text())["order"]
    seen = [[[block[0] for block in lane] for lane in step["wall"]] for step in run["steps"]]
    if len(seen) != (len(STEPS) if real else 10) or any(step != order for step in seen):
        return f"{len(seen)} steps were recorded, or not in the plan's order"
    if subprocess.run([cli, "compare", plan, folder / "run.lwrun"], capture_output=True).returncode not in (0, 1):
        return "compare does not take the run"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", required=True)
    parser.add_argument("--skip-code", type=int, default=0)
    parser.add_argument("--real", type=pathlib.Path, help="where TorchTitan lies, which takes its stand-in's place")
    options = parser.parse_args()
    try:
        import torch.distributed.pipelining  # noqa: F401
    except ImportError:
        print("skipped: torch with its pipelining package is not installed")
        return options.skip_code
    problems = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, words, steps in CASES[:1] if options.real else CASES:
            problem = check(
                str(pathlib.Path(options.cli).resolve()),
                pathlib.Path(folder),
                name,
                words,
                steps,
                options.real and options.real.resolve(),
            )
            print(f"{name}: {problem or 'the pasted line recorded its steps in the planned order'}", flush=True)
            problems += bool(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
