#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Trains by the backend torch, and holds it against Lanewright's own engine.

Schedules of all shapes that PyTorch runs, on 2 and 4 ranks: both engines train the same GPT from the same weights, so
that losses agree as far as fp32 does, and those of schedules with one placement among each other. Then microbatches
that differ, whose tokens all weigh alike. Then what may go wrong: a rank that is killed, a Python without PyTorch,
schedules that PyTorch can't run, a run that is stopped, one that goes on from a saved state, one that torchrun starts.
Exit code 0: all is well; 1: it is not; where torch is missing, --skip-code.
"""

import argparse
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

STEPS = 3
TOLERANCE = 2e-5  # of a loss, relative: sums over 32 tokens of 256 numbers in fp32, in another order
MODEL = {"layers": 8, "width": 32, "heads": 2, "context": 32, "vocabulary": 256, "batch": 2, "seed": 5}
CASES = [
    ("1f1b", ["-p", "2", "-m", "4"]),
    ("zb-h1", ["-p", "2", "-m", "6"]),
    ("interleaved-1f1b", ["-p", "2", "-m", "4", "-v", "2"]),
    ("zbv", ["-p", "2", "-m", "6"]),
    ("dualpipev", ["-p", "2", "-m", "4"]),
    ("1f1b", ["-p", "4", "-m", "8"]),
    ("zb-h1", ["-p", "4", "-m", "8"]),
    ("interleaved-1f1b", ["-p", "4", "-m", "8", "-v", "2"]),
    ("zbv", ["-p", "4", "-m", "8"]),
    ("dualpipev", ["-p", "4", "-m", "8"]),
]


class Check:
    def __init__(self, cli, folder):
        self.cli = cli
        self.folder = pathlib.Path(folder)
        self.problems = []
        self.environment = {**os.environ, "LANEWRIGHT_PYTHON": sys.executable, "OMP_NUM_THREADS": "1"}

    def say(self, good, sentence):
        print(("ok       " if good else "NOT OK   ") + sentence, flush=True)
        if not good:
            self.problems.append(sentence)

    def run(self, *words, timeout=240):
        return subprocess.run(
            [self.cli, *map(str, words)], capture_output=True, text=True, timeout=timeout, env=self.environment
        )

    def plan(self, name, words):
        path = self.folder / f"{name}{''.join(words).replace('-', '')}.lwsched"
        done = self.run("generate", name, *words, "-o", path)
        if done.returncode != 0:
            raise SystemExit(f"{name} {words}: {done.stderr}")
        return path

    def train(self, path, *words, **sizes):
        done = self.run("run", path, "--model", json.dumps({**MODEL, **sizes}), "--json", *words)
        if done.returncode != 0:
            return None, done
        return json.loads(done.stdout), done


def near(one, other):
    return len(one) == len(other) and all(abs(a - b) <= TOLERANCE * abs(b) for a, b in zip(one, other))


def check_schedules(check):
    by_placement = {}
    for name, words in CASES:
        path = check.plan(name, words)
        ours, done = check.train(path, "--steps", STEPS, "--in-process")
        if ours is None:
            check.say(False, f"{path.name} on our engine: {done.stderr.strip()}")
            continue
        measured = check.folder / (path.stem + ".lwrun")
        theirs, done = check.train(path, "--steps", STEPS, "--backend", "torch", "-o", measured)
        if theirs is None:
            check.say(False, f"{path.name} on PyTorch: {done.stderr.strip()}")
            continue
        worst = max(abs(a - b) / abs(b) for a, b in zip(theirs["losses"], ours["losses"]))
        check.say(
            near(theirs["losses"], ours["losses"]), f"{path.name}: losses of both engines differ by {worst:.1e} at most"
        )
        run = json.loads(measured.read_text())
        order = [[block[0] for block in lane] for lane in run["steps"][-1]["wall"]]
        check.say(order == run["schedule"]["order"], f"{path.name}: each rank ran its ops in the planned order")
        check.say(
            run["backend"] == "torch" and run["recorder"]["framework"].startswith("torch ") and not run["partial"],
            f"{path.name}: the run says who made it",
        )
        compared = check.run("compare", path, measured)
        check.say(
            compared.returncode in (0, 1) and "planned order" in compared.stdout, f"{path.name}: compare takes the run"
        )
        place = json.dumps([run["schedule"]["placement"], run["schedule"]["microbatches"]])
        by_placement.setdefault(place, []).append((path.name, theirs["losses"]))
    for runs in by_placement.values():
        for name, losses in runs[1:]:
            check.say(near(losses, runs[0][1]), f"{name} and {runs[0][0]} train alike")


def with_microbatches(check, name, words, microbatch):
    path = check.plan(name, words)
    plan = json.loads(path.read_text())
    plan["microbatch"] = microbatch
    plan["memory"]["limit"] = None  # the order was made for microbatches that are alike
    path.write_text(json.dumps(plan))
    return path


def check_unequal(check):
    """Microbatches that differ in what the loss counts: one denominator, on one rank as on four."""
    three = {"length": [96, 96, 64], "samples": [3, 3, 2]}  # pytorch#126600
    hundred = {"length": [100, 10, 10, 10]}  # torchtitan#2972
    for title, microbatch, sizes in (
        ("8 samples in 3, 3 and 2", three, {"batch": 3}),
        ("100, 10, 10 and 10 tokens", hundred, {"context": 100}),
    ):
        count = str(len(microbatch["length"]))
        losses = {}
        for name, ranks, backend in (
            ("1f1b", "1", ["--in-process"]),
            ("zb-h1", "4", ["--in-process"]),
            ("gpipe", "1", ["--backend", "torch"]),
            ("gpipe", "4", ["--backend", "torch"]),
            ("zbv", "2", ["--backend", "torch"]),
        ):
            path = with_microbatches(check, name, ["-p", ranks, "-m", count], microbatch)
            trained, done = check.train(path, "--steps", STEPS, *backend, **sizes)
            losses[f"{name} on {ranks}, {backend[-1]}"] = trained["losses"] if trained else []
            if trained is None:
                print(done.stderr)
        ours = next(iter(losses.values()))
        for run, each in losses.items():
            check.say(near(each, ours), f"{title}: {run} trains as our engine on one rank does")
    path = check.plan("gpipe", ["-p", "1", "-m", "1"])
    whole, _ = check.train(path, "--steps", STEPS, "--backend", "torch", batch=8)
    path = with_microbatches(check, "gpipe", ["-p", "4", "-m", "3"], three)
    parts, _ = check.train(path, "--steps", STEPS, "--backend", "torch", batch=3)
    check.say(
        whole and parts and near(parts["losses"], whole["losses"]),
        "8 samples in 3, 3 and 2 on four ranks train as in one microbatch on one",
    )


def check_refusals(check):
    two = check.plan("dualpipe", ["-p", "4", "-m", "8"])
    done = check.run("run", two, "--backend", "torch")
    check.say(done.returncode == 2 and "cut it in half" in done.stderr, f"two directions: {done.stderr.strip()}")
    plain = check.plan("1f1b", ["-p", "2", "-m", "4"])
    plan = json.loads(plain.read_text())
    plan["costs"]["recompute"] = 1
    plan["order"] = [
        [word for block in row for word in ([block.replace("BW", "R"), block] if block.startswith("BW") else [block])]
        for row in plan["order"]
    ]
    again = check.folder / "recomputed.lwsched"
    again.write_text(json.dumps(plan))
    done = check.run("run", again, "--backend", "torch")
    check.say(done.returncode == 2 and "checkpoint()" in done.stderr, f"recomputation: {done.stderr.strip()}")
    for words, wanted in (
        (["--paced"], "full speed"),
        (["--save", check.folder / "state"], "saves no training state"),
        (["--precision", "bf16"], "fp32"),
        (["--optimizer", "postvalidated"], "synchronous"),
        (["--in-process"], "process for each rank"),
    ):
        done = check.run("run", plain, "--backend", "torch", *words)
        check.say(done.returncode == 2 and wanted in done.stderr, f"{words[0]}: {done.stderr.strip()}")
    done = check.run("run", plain, "--python", sys.executable)
    check.say(done.returncode == 2 and "--backend torch" in done.stderr, f"--python alone: {done.stderr.strip()}")
    done = check.run("run", plain, "--backend", "torch", "--python", "/no/such/python")
    check.say(done.returncode == 4 and "is not there" in done.stderr, f"no Python: {done.stderr.strip()}")
    bare = "/usr/bin/python3"
    if os.path.exists(bare) and subprocess.run([bare, "-c", "import torch"], capture_output=True).returncode != 0:
        done = check.run("run", plain, "--backend", "torch", "--python", bare)
        check.say(
            done.returncode == 4 and "has no PyTorch" in done.stderr, f"a Python without PyTorch: {done.stderr.strip()}"
        )


def ranks_of(process):
    """pid by rank of the Python processes below it."""
    found = {}
    for folder in pathlib.Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            words = (folder / "cmdline").read_bytes().split(b"\0")
            parents = (folder / "stat").read_text().rsplit(")", 1)[1].split()[1]
        except (OSError, IndexError):
            continue
        if b"--rank" in words:
            try:
                above = (pathlib.Path("/proc") / parents / "stat").read_text().rsplit(")", 1)[1].split()[1]
            except (OSError, IndexError):
                continue
            if int(above) == process.pid:
                found[int(words[words.index(b"--rank") + 1])] = int(folder.name)
    return found


def start(check, path, *words):
    words = [
        check.cli,
        "run",
        str(path),
        "--model",
        json.dumps(MODEL),
        "--backend",
        "torch",
        "--steps",
        "100000",
        *map(str, words),
    ]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=check.environment)


def wait_for_steps(process, output):
    """Until all ranks train: their first step has been written nowhere, so that the listing of open files must do."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and process.poll() is None:
        ranks = ranks_of(process)
        if len(ranks) == output and all(_busy(pid) for pid in ranks.values()):
            time.sleep(3)
            return ranks
        time.sleep(0.2)
    return ranks_of(process)


def _busy(pid):
    """Whether gloo's links are up: its threads run."""
    try:
        return len(list(pathlib.Path(f"/proc/{pid}/task").iterdir())) > 3
    except OSError:
        return False


def check_mishaps(check):
    path = check.plan("zb-h1", ["-p", "2", "-m", "6"])
    process = start(check, path)
    ranks = wait_for_steps(process, 2)
    os.kill(ranks[1], signal.SIGKILL)
    began = time.monotonic()
    _, complaint = process.communicate(timeout=60)
    lasted = time.monotonic() - began
    check.say(
        process.returncode == 3 and "rank 1 was killed by signal 9" in complaint and lasted < 15,
        f"a rank that is killed, {lasted:.1f} s: {complaint.strip().splitlines()[-1] if complaint.strip() else ''}",
    )
    check.say(not any(os.path.exists(f"/proc/{pid}") for pid in ranks.values()), "no process is left behind")
    measured = check.folder / "stopped.lwrun"
    process = start(check, path, "-o", measured)
    ranks = wait_for_steps(process, 2)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    stopped = json.loads(measured.read_text()) if measured.exists() else {}
    check.say(
        process.returncode == 130 and len(stopped.get("losses", [])) >= 1,
        f"Ctrl-C ends it behind a step: exit code {process.returncode}, {len(stopped.get('losses', []))} steps",
    )


def check_resume(check):
    path = check.plan("zb-h1", ["-p", "2", "-m", "6"])
    state = check.folder / "state"
    saved, done = check.train(path, "--steps", 2, "--in-process", "--save", state)
    ours = check.run("run", path, "--resume", state, "--steps", "2", "--in-process", "--json")
    theirs = check.run("run", path, "--resume", state, "--steps", "2", "--backend", "torch", "--json")
    good = saved is not None and ours.returncode == 0 and theirs.returncode == 0
    one, other = (json.loads(each.stdout) if good else {"losses": []} for each in (ours, theirs))
    check.say(
        good and near(one["losses"], other["losses"]) and other["first_step"] == 2,
        f"goes on from a state of our engine's {theirs.stderr.strip()}",
    )


def check_torchrun(check):
    torchrun = check.folder / "torchrun"  # that of an environment that was moved knows its old place
    torchrun.write_text(f'#!/bin/sh\nexec {sys.executable} -m torch.distributed.run "$@"\n')
    torchrun.chmod(0o755)
    path = check.plan("1f1b", ["-p", "2", "-m", "4"])
    theirs, done = check.train(path, "--steps", 2, "--backend", "torch", "--launch", torchrun)
    check.say(
        theirs is not None and theirs["launcher"] == "torchrun" and len(theirs["losses"]) == 2,
        f"started by torchrun {done.stderr.strip()}",
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", required=True)
    parser.add_argument("--only", help="schedules, unequal, refusals, mishaps, resume or torchrun")
    parser.add_argument("--skip-code", type=int, default=0)
    options = parser.parse_args()
    try:
        import torch.distributed.pipelining  # noqa: F401
    except ImportError:
        print("skipped: torch with its pipelining package is not installed")
        return options.skip_code
    with tempfile.TemporaryDirectory() as folder:
        check = Check(str(pathlib.Path(options.cli).resolve()), folder)
        parts = {
            "schedules": check_schedules,
            "unequal": check_unequal,
            "refusals": check_refusals,
            "resume": check_resume,
            "torchrun": check_torchrun,
            "mishaps": check_mishaps,
        }
        for name, part in parts.items():
            if options.only in (None, name):
                part(check)
    print(f"{len(check.problems)} problems" if check.problems else "all is well")
    return 1 if check.problems else 0


if __name__ == "__main__":
    sys.exit(main())
