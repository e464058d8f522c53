#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Starts jobs of which nothing, or not all that was asked for, can be recorded, and reads what they say.

Whatever is not recorded is said once, however many ranks there are, with the reason and with what would work; and a
setting that can't be read drops itself alone. Exit code 0: all is well; 1: it is not; where torch is missing,
--skip-code.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from recorder_check import Failures, example_for, torchrun

BEGIN = """
import sys
import torch
import torch.distributed as dist
from torch.distributed.pipelining import PipelineStage, ScheduleGPipe

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
model = torch.nn.Linear(8, 8)
data = torch.randn(8, 8)
"""
DDP = (
    BEGIN
    + """
model = torch.nn.parallel.DistributedDataParallel(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(6):
    model(data).sum().backward()
    optimizer.step()
dist.destroy_process_group()
"""
)
INFERENCE = (
    BEGIN
    + """
schedule = ScheduleGPipe(PipelineStage(model, rank, ranks, torch.device("cpu")), 4)
with torch.no_grad():
    for _ in range(3):
        schedule.step(*((data,) if rank == 0 else ()))
dist.barrier()
dist.destroy_process_group()
"""
)
BY_HAND = (
    BEGIN
    + """
import lanewright

stage = PipelineStage(model, rank, ranks, torch.device("cpu"))
schedule = ScheduleGPipe(stage, 4, loss_fn=torch.nn.functional.mse_loss)
lanewright.record(schedule, "hand.lwrun", steps=range(50, 60))
for _ in range(2):
    schedule.step(*((data,) if rank == 0 else ()), **({"target": data} if rank == ranks - 1 else {}))
dist.barrier()
dist.destroy_process_group()
"""
)
# A trainer is known by what it loads, here by the name of it.
OTHER = (
    BEGIN
    + """
import types
sys.modules["NAME"] = types.ModuleType("NAME")
dist.destroy_process_group()
"""
)
MEGATRON = OTHER.replace("NAME", "megatron.core.pipeline_parallel.schedules")
DEEPSPEED = OTHER.replace("NAME", "deepspeed.runtime.pipe.engine")
PIPELINE = ("-m", "lanewright.run", "train.py", "--steps", "6", "--microbatches", "4")

# What is run: the script (None: the example), words in front, variables, and what is to be said about it.
NOTHING = {
    "steps that the job never made": (
        None,
        PIPELINE,
        {"LANEWRIGHT_STEPS": "50:60"},
        ["6 training steps, 0 to 5", "LANEWRIGHT_STEPS=50:60"],
    ),
    "steps that were not asked for": (
        None,
        (*PIPELINE[:3], "--steps", "2"),
        {},
        ["2 training steps, 0 to 1", "LANEWRIGHT_STEPS=5:15"],
    ),
    "data parallelism": (DDP, ("-m", "lanewright.run", "train.py"), {}, ["6 optimizer steps", "data parallelism"]),
    "inference alone": (
        INFERENCE,
        ("-m", "lanewright.run", "train.py"),
        {},
        ["3 calls of step had no backward", "loss_fn"],
    ),
    "a script with two lines of its own": (
        BY_HAND,
        ("train.py",),
        {},
        ["2 training steps, 0 to 1", "steps=range(50, 60)"],
    ),
    "Megatron-LM": (MEGATRON, ("-m", "lanewright.run", "train.py"), {}, ["lanewright.megatron.record"]),
    "DeepSpeed": (
        DEEPSPEED,
        ("-m", "lanewright.run", "train.py"),
        {},
        ["DeepSpeed's own pipeline engine", "--mapping"],
    ),
}


def said_of(done):
    return [line for line in done.stderr.splitlines() if line.startswith("lanewright:")]


def judge_nothing(folder, name, case, failures):
    script, words, variables, parts = case
    if script:
        (folder / "train.py").write_text(script)
    done = torchrun(folder, {"LANEWRIGHT_RECORD": "nothing.lwrun", **variables}, *words)
    said = said_of(done)
    failures.expect(done.returncode == 0, f"{name}: {done.stderr[-500:]}")
    failures.expect(not (folder / "nothing.lwrun").exists(), f"{name}: there is a run")
    failures.expect(len(said) == 1 and said[0].startswith("lanewright: nothing is recorded: "), f"{name}: says {said}")
    failures.expect(all(part in said[0] for part in parts) if said else False, f"{name}: {parts} are not all in {said}")


def judge_settings(folder, options, failures):
    """Every setting but the file's name is wrong, and the file is made all the same."""
    wrong = {
        "LANEWRIGHT_LIVE": "nowhere",
        "LANEWRIGHT_STEPS": "2-4",
        "LANEWRIGHT_PLAN": "no.lwsched",
        "LANEWRIGHT_MEMORY": "yes",
    }
    done = torchrun(folder, {"LANEWRIGHT_RECORD": "all-wrong.lwrun", **wrong}, *PIPELINE)
    said = said_of(done)
    for name, value in wrong.items():
        own = [line for line in said if f"{name}={value} is left out" in line]
        failures.expect(len(own) == 1, f"{name} that is wrong: says {said}")
    failures.expect((folder / "all-wrong.lwrun").exists(), f"wrong settings cost the file: {done.stderr[-500:]}")

    # A plan of another job's, and a file where none can be written while somebody listens.
    subprocess.run(
        [options.cli, "generate", "1f1b", "-p", "2", "-m", "7", "-o", str(folder / "other.lwsched")],
        check=True,
        capture_output=True,
    )
    done = torchrun(folder, {"LANEWRIGHT_RECORD": "other.lwrun", "LANEWRIGHT_PLAN": "other.lwsched"}, *PIPELINE)
    own = [line for line in said_of(done) if "LANEWRIGHT_PLAN=other.lwsched is left out" in line]
    failures.expect(len(own) == 1 and "7 microbatches" in own[0], f"a plan of another job: says {said_of(done)}")
    failures.expect((folder / "other.lwrun").exists(), f"a plan of another job costs the file: {done.stderr[-500:]}")


def judge_listeners(folder, options, failures):
    """A token of another listener's, no listener at all, and a file that can't be written beside a listener."""
    (folder / "file").write_text("")
    listener = subprocess.Popen(
        [options.cli, "listen", "-o", str(folder / "live.lwrun")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        address = listener.stdout.readline().strip().partition("=")[2]
        wrong = address.rpartition(":")[0] + ":0123456789abcdef0123456789abcdef"
        done = torchrun(folder, {"LANEWRIGHT_RECORD": "token.lwrun", "LANEWRIGHT_LIVE": wrong}, *PIPELINE)
        said = [line for line in said_of(done) if "token" in line and "token.lwrun" not in line]
        failures.expect(len(said) == 1 and "Broken pipe" not in done.stderr, f"a wrong token: says {said_of(done)}")
        failures.expect((folder / "token.lwrun").exists(), "a wrong token costs the file")
        done = torchrun(folder, {"LANEWRIGHT_RECORD": "file/run.lwrun", "LANEWRIGHT_LIVE": address}, *PIPELINE)
        failures.expect("writes no file" in done.stderr, f"a file that can't be written: says {said_of(done)}")
        listener.communicate(timeout=60)
    finally:
        listener.kill()
        listener.wait()
    live = folder / "live.lwrun"
    failures.expect(
        live.exists() and json.loads(live.read_text())["steps"],
        "a file that can't be written costs the listener its steps",
    )
    done = torchrun(folder, {"LANEWRIGHT_RECORD": "alone.lwrun", "LANEWRIGHT_LIVE": address}, *PIPELINE)
    said = [line for line in said_of(done) if "nobody listens" in line]
    failures.expect(len(said) == 1, f"no listener: says {said_of(done)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", default="lanewright-cli")
    parser.add_argument("--skip-code", type=int, default=0, help="exit code where torch is missing")
    parser.add_argument("--only", default="", help="of the jobs that record nothing those whose name holds this")
    options = parser.parse_args()
    try:
        from torch.distributed.pipelining import schedules  # noqa: F401
    except ImportError as problem:
        print(f"skipped: PyTorch with its pipelining is not here ({problem})")
        return options.skip_code
    failures = Failures()
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for title, case in NOTHING.items():
            if options.only in title:
                example_for(folder, ["ScheduleGPipe"])
                judge_nothing(folder, title, case, failures)
        example_for(folder, ["ScheduleGPipe"])
        if not options.only:
            judge_settings(folder, options, failures)
            judge_listeners(folder, options, failures)
    print(f"{len(NOTHING)} jobs that record nothing, and settings that are wrong: {time.monotonic() - begin:.0f} s")
    for failure in failures:
        print(f"FAILED: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    os.environ.pop("LANEWRIGHT_RECORD", None)
    sys.exit(main())
