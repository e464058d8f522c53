#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Does what a user of TorchTitan does: exports a schedule, and pastes the line that records it.

TorchTitan itself wants GPUs. In its place stands a module of the same name that builds a pipeline as it does, from the
same flags: the whole model is copied for each stage and what is not the stage's is dropped, stages are dealt in a loop
or a V by the schedule's name, the order comes from the CSV, gradients are not scaled by the schedule. The lines that
`lanewright-cli convert` prints go to a shell as they stand; what was recorded must be the plan's order. Exit code 0: all
is well; 1: it is not; where torch is missing, --skip-code.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CASES = [
    ("zb-h1", ["-p", "4", "-m", "8"]),
    ("interleaved-1f1b", ["-p", "2", "-m", "4", "-v", "2"]),
    ("zbv", ["-p", "2", "-m", "4"]),
]


def train(words):
    """The stand-in's `torchtitan.train`."""
    import copy

    import torch
    import torch.distributed as dist
    from torch.distributed.device_mesh import init_device_mesh
    from torch.distributed.pipelining import PipelineStage
    from torch.distributed.pipelining.schedules import ScheduleZBVZeroBubble, _PipelineScheduleRuntime, get_schedule_class

    parser = argparse.ArgumentParser()
    parser.add_argument("--parallelism.pipeline_parallel_degree", dest="degree", type=int, required=True)
    parser.add_argument("--parallelism.pipeline_parallel_schedule", dest="schedule", required=True)
    parser.add_argument("--parallelism.pipeline_parallel_schedule_csv", dest="csv", required=True)
    parser.add_argument("--parallelism.num_pp_microbatches", dest="microbatches", type=int, required=True)
    options = parser.parse_args(words)
    dist.init_process_group("gloo")
    torch.set_num_threads(1)
    mesh = init_device_mesh("cpu", (options.degree,), mesh_dim_names=("pp",))
    named = get_schedule_class(options.schedule)
    each = 1 if options.schedule == "1F1B" else 2
    count = each * options.degree
    rank = mesh.get_local_rank("pp")
    v = named is ScheduleZBVZeroBubble
    own = [rank, count - 1 - rank] if v else list(range(rank, count, options.degree))

    class Model(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding = torch.nn.Embedding(64, 32)
            layer = lambda: torch.nn.Sequential(torch.nn.Linear(32, 64), torch.nn.SiLU(), torch.nn.Linear(64, 32))  # noqa: E731
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
    loss = lambda logits, target: torch.nn.functional.cross_entropy(logits.flatten(0, 1), target.flatten())  # noqa: E731
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


def check(cli, folder, name, words):
    """What went wrong, or nothing."""
    folder = folder / name
    (folder / "torchtitan").mkdir(parents=True)
    (folder / "torchtitan" / "__init__.py").write_text("")
    (folder / "torchtitan" / "train.py").write_text(
        f'import sys\n\nsys.path.insert(0, {str(pathlib.Path(__file__).parent)!r})\nimport titan_check\n\ntitan_check.train(sys.argv[1:])\n'
    )
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
        "PYTHONPATH": f"{ROOT / 'engine' / 'torch'}:{folder}",
        "GLOO_SOCKET_IFNAME": "lo",
        "OMP_NUM_THREADS": "1",
    }
    line = lines[0].strip()
    done = subprocess.run(line, shell=True, capture_output=True, text=True, cwd=folder, env=environment, timeout=300)
    if done.returncode != 0 or not (folder / "run.lwrun").exists():
        return f"{line}\n{done.stderr[-2000:]}"
    run = json.loads((folder / "run.lwrun").read_text())
    order = json.loads(plan.read_text())["order"]
    seen = [[[block[0] for block in lane] for lane in step["wall"]] for step in run["steps"]]
    if len(seen) != 10 or any(step != order for step in seen):
        return f"{len(seen)} steps were recorded, or not in the plan's order"
    if subprocess.run([cli, "compare", plan, folder / "run.lwrun"], capture_output=True).returncode not in (0, 1):
        return "compare does not take the run"
    return ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", required=True)
    parser.add_argument("--skip-code", type=int, default=0)
    options = parser.parse_args()
    try:
        import torch.distributed.pipelining  # noqa: F401
    except ImportError:
        print("skipped: torch with its pipelining package is not installed")
        return options.skip_code
    problems = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, words in CASES:
            problem = check(str(pathlib.Path(options.cli).resolve()), pathlib.Path(folder), name, words)
            print(f"{name}: {problem or 'the pasted line recorded 10 steps in the planned order'}", flush=True)
            problems += bool(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
