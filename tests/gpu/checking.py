# SPDX-License-Identifier: Apache-2.0
"""What all parts of a check share: its claims and figures, its budget of time, and how it asks our programs."""

import datetime
import json
import os
import re
import subprocess
import threading
import time
import traceback
from pathlib import Path

from programs import Missing, environment_for, programs_in, run, stage
from report import markdown

HERE = Path(__file__).resolve().parent
MOST = 120  # seconds that a program may take; none that works needs a quarter of it on a GPU
RESERVE = 5  # seconds of the budget kept for the report, a tenth of it at most


class Failed(Exception):
    """A program of ours failed; `code` as in `programs.Ended`."""

    def __init__(self, words, code=None):
        super().__init__(words)
        self.code = code


class NoTime(Exception):
    """The budget is spent."""


class Check:
    """The report as it grows, with what the parts need to add to it. Parts may do so from several threads."""

    def __init__(self, arguments, work):
        self.arguments, self.work, self.rehearses = arguments, Path(work), arguments.rehearse
        self.began = time.monotonic()
        self.lock = threading.RLock()
        self.torch = None
        build = arguments.build.resolve()
        self.programs = stage(build, self.work) if self.rehearses else programs_in(build)
        self.everything = environment_for(build, os.environ)
        if self.rehearses:
            self.everything["LANEWRIGHT_FAKE_FOLDER"] = work
        # The engine counts GPUs as this variable lets it.
        self.environment = {**self.everything, "CUDA_VISIBLE_DEVICES": str(arguments.device)}
        self.report = {
            "rehearsal": self.rehearses,
            "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M:%S"),
            "commit": commit_of(build),
            "nvidia_driver": "",
            "libraries": self.everything.get("LD_LIBRARY_PATH", ""),
            "minutes": arguments.minutes,
            "parts": [],
            "device": {},
            "nccl": "",
            "claims": [],
            "left_out": [],
            "kernels": [],
            "choices": [],
            "rates": [],
            "lanes": [],
            "steps": [],
            "traces": [],
            "plans": [],
            "pairs": [],
            "memory": [],
            "sanitizer": [],
            "said": [],
            "tracebacks": [],
        }
        self.meet()

    def meet(self):
        """Asks who the GPU is; raises `Missing` where there is none, or nothing can be asked."""
        ended = self.device("facts")
        if ended.code == 4:
            raise Missing(ended.words().removeprefix("check_device: "))
        if ended.code != 0:
            raise Missing(f"check_device can't open GPU {self.arguments.device}: {ended.words()}")
        self.report["nvidia_driver"] = first_line(
            ["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader", f"--id={self.arguments.device}"]
        )

    # The budget

    def left(self):
        """Seconds; infinite without a budget."""
        if self.arguments.minutes is None:
            return float("inf")
        budget = 60 * self.arguments.minutes
        return budget - min(RESERVE, budget / 10) - (time.monotonic() - self.began)

    def limit(self, most=MOST):
        """How long the next program may take."""
        left = self.left()
        if left < 1:
            raise NoTime(f"the {self.arguments.minutes:g} minutes are over")
        return min(most, left)

    def has_time_for(self, what, seconds):
        """Whether so much is left, of which a rehearsal needs a second; where not, `what` is left out."""
        seconds = 1 if self.rehearses else seconds
        if self.left() >= seconds:
            return True
        self.leave_out(what, f"{max(self.left(), 0):.0f} s are left, and it takes about {seconds:.0f}")
        return False

    # What was found

    def claim(self, name, holds, words="", timed=False):
        """`timed`: what a rehearsal, where no time means anything, takes for held."""
        if timed and self.rehearses:
            name, holds = f"{name} (not judged)", True
        with self.lock:
            self.report["claims"].append({"name": name, "ok": bool(holds), "words": words})
            print(
                ("ok      " if holds else "FAILED  ") + name + (f": {words}" if words and not holds else ""), flush=True
            )
        return bool(holds)

    def leave_out(self, what, reason):
        with self.lock:
            self.report["left_out"].append(f"{what}: {reason}")
            print(f"left out {self.report['left_out'][-1]}", flush=True)

    def note(self, program, line):
        """Keeps a line that was none of those expected."""
        if line.strip():
            with self.lock:
                self.report["said"].append(f"{program}: {line}")

    def broke(self, part):
        """Keeps the exception that is being handled: a fault of the check's own."""
        words = traceback.format_exc()
        self.claim(f"the part {part} runs to its end", False, "it broke: " + words.strip().split("\n")[-1])
        with self.lock:
            self.report["tracebacks"].append({"part": part, "words": words})

    # Our programs

    def device(self, part, *words, seconds=MOST, before=(), take=None):
        """Runs check_device, behind the words of `before`. What it finds goes into the report; `take` sees it first,
        and keeps what it returns true for."""

        def line(text):
            try:
                found = json.loads(text)
                kind = found.pop("part")
            except (ValueError, KeyError, AttributeError, TypeError):
                self.note("check_device", text)
                return
            with self.lock:
                if not (take and take(kind, found)):
                    self.keep(kind, found)

        small = ["small"] if self.rehearses and "small" not in words else []
        return run(
            [*before, self.programs / "check_device", "0", part, *words, *small],
            self.limit(seconds),
            self.environment,
            line,
        )

    def keep(self, kind, found):
        if kind == "device":
            self.report["device"] = found
        elif kind in ("kernel", "speed", "lanes"):
            self.report[{"kernel": "kernels", "speed": "rates", "lanes": "lanes"}[kind]].append(found)
        elif kind == "choice":
            self.report["choices"].append(found["name"])
        elif kind == "left_out":
            self.leave_out(found["name"], found["words"])
        elif kind not in ("cases", "begin"):
            self.claim(found["name"], found["ok"], found["words"])

    def finish(self, part, ended):
        """Claims that a process of check_device came to its end."""
        if ended.code is None and self.left() < 1:
            raise NoTime(f"the {self.arguments.minutes:g} minutes are over")
        if ended.code not in (0, 1):
            self.claim(f"check_device {part} runs to its end", False, ended.words())

    def cli(self, *arguments, environment=None, seconds=MOST):
        """What it printed, as JSON where it was asked for that. Raises `Failed`."""
        ended = run(
            [self.programs / "lanewright-cli", *arguments], self.limit(seconds), environment or self.environment
        )
        if ended.code is None and self.left() < 1:
            raise NoTime(f"the {self.arguments.minutes:g} minutes are over")
        if ended.code != 0:
            raise Failed(f"lanewright-cli {arguments[0]}: {ended.words()}", ended.code)
        if "--json" not in arguments:
            return None
        begin = re.search(r"^\{", ended.out, re.MULTILINE)
        for line in ended.out[: begin.start() if begin else len(ended.out)].split("\n"):
            self.note("lanewright-cli", line)
        try:
            return json.loads(ended.out[begin.start() :] if begin else "")
        except ValueError as trouble:
            raise Failed(f"lanewright-cli {arguments[0]} printed no JSON: {trouble}") from trouble

    def plan(self, name, ranks, microbatches, problem=None):
        out = self.work / f"{name}-{ranks}.lwsched"
        source = [problem] if problem else ["-p", ranks, "-m", microbatches]
        self.cli("generate", name, *source, "-o", out)
        return out

    def train(self, plan, model, precision, steps, *more, quickest=False):
        """`quickest`: the algorithms of products are chosen by time."""
        environment = {**self.environment, "LANEWRIGHT_TIME_PRODUCTS": "1"} if quickest else self.environment
        return self.cli(
            "run",
            plan,
            "--backend",
            "cuda",
            "--in-process",
            "--precision",
            precision,
            "--steps",
            steps,
            "--model",
            json.dumps(model),
            "--json",
            *more,
            environment=environment,
        )

    def model(self, layers, width, heads, context, batch):
        if self.rehearses:
            layers, width, heads, context, batch = min(layers, 16), 8, 2, 8, 1
        return {"layers": layers, "width": width, "heads": heads, "context": context, "vocabulary": 256, "batch": batch}

    # The report

    def write(self):
        """Writes what is known so far; a file is whole or as it was. Returns the path of the page."""
        folder = Path(self.arguments.out)
        gpu = re.sub(r"[^A-Za-z0-9]+", "-", self.report["device"].get("name", "GPU")).strip("-")
        base = folder / f"{'REHEARSAL-' * self.rehearses}{self.report['date'].replace(' ', '-').replace(':', '')}-{gpu}"
        with self.lock:
            try:
                page = markdown(self.report)
            except Exception:  # noqa: BLE001 - the figures matter more than the page
                page = f"This page could not be made of the figures beside it:\n\n```\n{traceback.format_exc()}```\n"
            for suffix, text in ((".json", json.dumps(self.report, indent=2) + "\n"), (".md", page)):
                fresh = base.with_suffix(f"{suffix}.new")
                fresh.write_text(text)
                fresh.replace(base.with_suffix(suffix))
        return base.with_suffix(".md")

    def all_well(self):
        return all(claim["ok"] for claim in self.report["claims"])


def first_line(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, cwd=HERE, timeout=30).stdout.split("\n")[0]
    except (OSError, subprocess.TimeoutExpired):
        return ""


def commit_of(build):
    """What tests/gpu/pack wrote, or the commit of this checkout."""
    packed = build / "COMMIT"
    return packed.read_text().strip() if packed.exists() else first_line(["git", "rev-parse", "--short", "HEAD"])


def milliseconds(time, unit):
    return time * {"ns": 1e-6, "us": 1e-3, "ms": 1, "s": 1e3, "unit": 1}[unit]
