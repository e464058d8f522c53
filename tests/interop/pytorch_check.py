#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs our PyTorch CSVs through PyTorch's own schedule runtime and compares them with its own 1F1B.

Each case is written by lanewright-cli in both flavours, loaded by _PipelineScheduleRuntime in as many processes as it
has ranks (CPU, gloo, this machine alone), and trained for one step. Losses and gradients must be those of
Schedule1F1B on the same layers. Exit code 0: all agree; 1: some don't; where torch is missing, --skip-code.
"""

import argparse
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data" / "pytorch"
WIDTH, SAMPLES = 16, 4  # of a layer; of a microbatch
TOLERANCE = 1e-12  # in double precision: gradients are sums over microbatches, in another order

# name, words for `generate` or a stored order
CASES = [
    ("1F1B, 2 ranks", ["1f1b", "-p", "2", "-m", "4"]),
    ("ZB-H1, 2 ranks", ["zb-h1", "-p", "2", "-m", "6"]),
    ("ZB-2p, 2 ranks", ["zb-2p", "-p", "2", "-m", "6"]),
    ("ZBV, 2 ranks", ["zbv-fixed", "-p", "2", "-m", "6"]),
    ("interleaved 1F1B, 2 ranks", ["interleaved-1f1b", "-p", "2", "-m", "4", "-v", "2"]),
    ("interleaved zero bubble, 2 ranks", ["interleaved-zb", "-p", "2", "-m", "8", "-v", "2"]),
    ("looped BFS, 2 ranks", ["looped-bfs", "-p", "2", "-m", "4", "-v", "2"]),
    ("DualPipeV, 2 ranks", ["dualpipev", "-p", "2", "-m", "4"]),
    ("hand-edited, own placement, 2 ranks", "hand_edited_p2_m4.csv"),
    ("1F1B, 4 ranks", ["1f1b", "-p", "4", "-m", "8"]),
    ("ZB-H1, 4 ranks", ["zb-h1", "-p", "4", "-m", "8"]),
    ("ZB-2p, 4 ranks", ["zb-2p", "-p", "4", "-m", "8"]),
    ("ZB-H1 fused, 4 ranks", ["zb-h1", "-p", "4", "-m", "8", "--fuse-weights"]),
    ("ZBV, 4 ranks", ["zbv-fixed", "-p", "4", "-m", "8"]),
    ("interleaved 1F1B, 4 ranks", ["interleaved-1f1b", "-p", "4", "-m", "8", "-v", "2"]),
    ("DualPipeV, 4 ranks", ["dualpipev", "-p", "4", "-m", "10"]),
]
FLAVOURS = {"compute_only": "pytorch", "compute_comms": "pytorch-comms"}


def convert(cli, source, target, *words):
    """Converts, and gives what the program says in JSON."""
    done = subprocess.run([cli, "convert", str(source), str(target), "--json", *words], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"convert {source} fails: {done.stderr.strip() or done.stdout.strip()}")
    return json.loads(done.stdout)


def write_case(cli, folder, index, source, torch_release):
    """The CSVs of a case, one per flavour."""
    fuse = []
    if isinstance(source, list):
        plan = folder / f"{index}.lwsched"
        if "--fuse-weights" in source:
            fuse, source = ["--fuse-weights"], [word for word in source if word != "--fuse-weights"]
        subprocess.run([cli, "generate", *source, "-o", str(plan)], check=True, capture_output=True)
    else:
        plan = DATA / source
    files = {}
    for flavour, name in FLAVOURS.items():
        files[flavour] = str(folder / f"{index}.{flavour}.csv")
        shards = ["--fsdp"] if flavour == "compute_comms" else []
        convert(cli, plan, files[flavour], "--to", name, "--torch", torch_release, *fuse, *shards)
    return files


def shape_of(path):
    """Ranks, microbatches and the rank of each stage of a compute_only file."""
    from torch.distributed.pipelining.schedules import _Action

    rank_of, microbatches = {}, 0
    with open(path, newline="") as text:
        rows = list(csv.reader(text))
    for rank, row in enumerate(rows):
        for action in filter(None, map(_Action.from_str, row)):
            for part in action.sub_actions or (action,):
                rank_of[part.stage_index] = rank
                microbatches = max(microbatches, part.microbatch_index + 1)
    return len(rows), microbatches, [rank_of[stage] for stage in sorted(rank_of)]


def layers(count):
    """The same model on every rank and in every run."""
    import torch

    torch.manual_seed(7)
    return [torch.nn.Sequential(torch.nn.Linear(WIDTH, WIDTH), torch.nn.Tanh()).double() for _ in range(count)]


def train(make_schedule, stages_of, stage_count, rank, microbatches):
    """One step; the losses (where the last stage is) and the gradients by name of the parameter."""
    import torch
    from torch.distributed.pipelining import PipelineStage

    modules = stages_of(stage_count)
    stages = [PipelineStage(module, index, stage_count, torch.device("cpu")) for index, module in modules.items()]
    schedule = make_schedule(stages)
    torch.manual_seed(11)
    data = torch.randn(microbatches * SAMPLES, WIDTH, dtype=torch.float64)
    target = torch.randn(microbatches * SAMPLES, WIDTH, dtype=torch.float64)
    inputs = (data,) if 0 in modules else ()
    losses = []
    words = {"target": target, "losses": losses} if stage_count - 1 in modules else {}
    schedule.step(*inputs, **words)
    return [float(loss) for loss in losses]


def run_case(case, flavour, rank):
    """The case in one flavour; the reference where there is none. Losses, and gradients by layer."""
    import torch
    from torch.distributed.pipelining import Schedule1F1B
    from torch.distributed.pipelining.schedules import _PipelineScheduleRuntime

    ranks, microbatches, rank_of = case["shape"]
    model = layers(len(rank_of))
    loss = torch.nn.functional.mse_loss
    chunks = len(rank_of) // ranks

    def own(_):
        return {index: model[index] for index in range(len(model)) if rank_of[index] == rank}

    def whole(_):
        return {rank: torch.nn.Sequential(*model[rank * chunks : (rank + 1) * chunks])}

    def from_csv(stages):
        schedule = _PipelineScheduleRuntime(stages, microbatches, loss_fn=loss)
        schedule._load_csv(case["files"][flavour], format=flavour)
        return schedule

    if flavour is None:
        losses = train(
            lambda stages: Schedule1F1B(stages[0], microbatches, loss_fn=loss), whole, ranks, rank, microbatches
        )
    else:
        losses = train(from_csv, own, len(model), rank, microbatches)
    grads = {
        f"{index}.{name}": parameter.grad.clone()
        for index, layer in enumerate(model)
        for name, parameter in layer.named_parameters()
        if parameter.grad is not None
    }
    return losses, grads


def work(rank, ranks, folder, cases):
    """One process: every case of as many ranks, results into the folder."""
    os.environ["GLOO_SOCKET_IFNAME"] = "lo"
    import torch
    import torch.distributed as dist

    torch.set_num_threads(1)
    dist.init_process_group("gloo", init_method=f"file://{folder}/meet{ranks}", rank=rank, world_size=ranks)
    for case in cases:
        results = {}
        for flavour in (None, *FLAVOURS):
            results[flavour or "reference"] = run_case(case, flavour, rank)
            dist.barrier()
        torch.save(results, f"{folder}/result.{case['index']}.{rank}")
    dist.destroy_process_group()


def spawn(ranks, folder, cases, timeout, script=__file__):
    """True when all processes end well in time."""
    words = [sys.executable, script, "--work", json.dumps([ranks, str(folder), cases])]
    logs = [(folder / f"log{ranks}.{rank}").open("w") for rank in range(ranks)]
    running = [
        subprocess.Popen([*words, str(rank)], stdout=log, stderr=subprocess.STDOUT) for rank, log in enumerate(logs)
    ]
    deadline = time.monotonic() + timeout
    good = True
    try:
        while good and any(process.poll() is None for process in running):
            time.sleep(0.05)
            good = time.monotonic() < deadline and all(process.poll() in (None, 0) for process in running)
        good = good and all(process.poll() == 0 for process in running)
        if not good:
            time.sleep(2)  # the others may say why
    finally:
        for process in running:
            if process.poll() is None:
                process.kill()
                process.wait()
        for log in logs:
            log.close()
    if not good:
        for rank in range(ranks):
            tail = (folder / f"log{ranks}.{rank}").read_text().strip().splitlines()[-3:]
            print(f"rank {rank} of {ranks}: " + " | ".join(tail))
    return good


def compare(case, folder):
    """Per flavour: largest difference of losses and of gradients, and whether all bits agree; None: no result."""
    import torch

    ranks = case["shape"][0]
    losses, grads = {}, {}
    for rank in range(ranks):
        path = folder / f"result.{case['index']}.{rank}"
        if not path.exists():
            return None
        for flavour, (some, more) in torch.load(path).items():
            losses.setdefault(flavour, []).extend(some)
            grads.setdefault(flavour, {}).update(more)
    expected = 2 * len(case["shape"][2])  # a weight and a bias per layer
    answer = {}
    for flavour in FLAVOURS:
        if len(grads[flavour]) != expected or len(losses[flavour]) != case["shape"][1]:
            answer[flavour] = None
            continue
        loss = max(abs(a - b) for a, b in zip(losses["reference"], losses[flavour]))
        grad = max(float((grads["reference"][key] - value).abs().max()) for key, value in grads[flavour].items())
        answer[flavour] = {"loss": loss, "gradient": grad, "good": loss <= TOLERANCE and grad <= TOLERANCE}
    return answer


def text_of(result):
    if result is None:
        return "no result"
    if not result["good"]:
        return f"differs: losses {result['loss']:.1e}, gradients {result['gradient']:.1e}"
    return f"{result['loss']:.0e} / {result['gradient']:.0e}".replace("0e+00", "0")


def report_of(cases, answers, version, cli):
    program = subprocess.run([cli, "--version"], capture_output=True, text=True).stdout.strip()
    lines = [
        "# PyTorch runs our schedules",
        "",
        f"Written by `tests/interop/pytorch_check.py` with {program} and PyTorch {version}, CPU, gloo, one process per",
        "rank, double precision. Each cell: the largest difference of a loss / of a gradient from PyTorch's own 1F1B "
        "on the",
        f"same layers. Both must be at most {TOLERANCE:.0e}: gradients are sums over microbatches in another order.",
        "",
        "| schedule | stages | microbatches | compute_only | compute_comms |",
        "|---|---|---|---|---|",
    ]
    for case, answer in zip(cases, answers):
        cells = [text_of(answer and answer[flavour]) for flavour in FLAVOURS]
        lines.append(f"| {case['name']} | {len(case['shape'][2])} | {case['shape'][1]} | {cells[0]} | {cells[1]} |")
    good = sum(bool(answer) and all(one and one["good"] for one in answer.values()) for answer in answers)
    lines += ["", f"{good} of {len(cases)} schedules agree in both flavours."]
    return good == len(cases), "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", default="lanewright-cli", help="the program that writes the CSVs")
    parser.add_argument("--report", help="write the table here")
    parser.add_argument("--skip-code", type=int, default=0, help="exit code where torch is missing")
    parser.add_argument("--timeout", type=float, default=300, help="seconds for all cases of one number of ranks")
    options = parser.parse_args()
    try:
        import torch
        from torch.distributed.pipelining.schedules import _PipelineScheduleRuntime  # noqa: F401
    except ImportError as problem:
        print(f"skipped: PyTorch with its pipelining is not here ({problem})")
        return options.skip_code
    release = ".".join(torch.__version__.split("+")[0].split(".")[:2])
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        cases = []
        for index, (title, source) in enumerate(CASES):
            files = write_case(options.cli, folder, index, source, release)
            shape = shape_of(files["compute_only"])
            cases.append({"index": index, "name": title, "files": files, "shape": shape})
        for ranks in sorted({case["shape"][0] for case in cases}):
            spawn(ranks, folder, [case for case in cases if case["shape"][0] == ranks], options.timeout)
        good, report = report_of(cases, [compare(case, folder) for case in cases], torch.__version__, options.cli)
    print(report, end="")
    if options.report:
        pathlib.Path(options.report).write_text(report)
    return 0 if good else 1


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "--work":
        work(int(sys.argv[3]), *json.loads(sys.argv[2]))
    else:
        sys.exit(main())
