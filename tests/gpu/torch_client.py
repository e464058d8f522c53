# SPDX-License-Identifier: Apache-2.0
"""Asks torch_step.py, which compiles beside other parts of a check and computes only when it is asked."""

import contextlib
import json
import os
import subprocess
import sys
import threading

from checking import HERE
from programs import end, start

PATIENCE = 240  # seconds, half of what is left at most: all compiling takes less, and so does any answer


class Torch:
    """PyTorch in one process for all sizes. Whatever keeps it from answering is left out of the report in its own
    words, once for each thing that was asked."""

    def __init__(self, check):
        self.check = check
        self.process = None
        self.gone = ""  # why there is no process any more
        self.answers = []
        self.asked = 0
        self.prepared = {}  # number of the question, by size
        self.told = threading.Condition()
        self.errors = check.work / "torch_step.err"

    def prepare(self, name, model):
        """Begins to compile a size, unless that was done; `ask` finds out whether it worked."""
        if name not in self.prepared:
            self.prepared[name] = self.send(do="prepare", name=name, model=model)

    def rest(self):
        """Waits until it computes nothing, so that the GPU and the host are free for what is timed. Where it takes too
        long the report says what was not waited for; its figures are still to come."""
        waited = self.wait(self.asked)
        if waited is not None:
            self.check.leave_out(
                "the wait for PyTorch before what is timed next", f"it still computed after {waited:.0f} s"
            )

    def forget(self):
        """Lets it give back the memory of all sizes that were prepared, and waits until it has."""
        if self.process is not None:
            self.prepared.clear()
            self.send(do="forget")
            self.rest()

    def ask(self, what, **question):
        """Its answer; None where there is none, which is then left out of the report as `what`."""
        ready = self.prepared.get(question.get("name"))
        number = self.send(**question)
        waited = self.wait(number + 1)
        if waited is not None:
            with self.told:
                self.gone = self.gone or f"it had not answered after {waited:.0f} s"
            end(self.process)
        for at in (ready, number):
            answer = {} if at is None else self.answers[at] if at < len(self.answers) else {"error": self.gone}
            if "error" in answer:
                self.check.leave_out(what, answer["error"])
                return None
        return self.answers[number]

    def stop(self):
        if self.process is not None:
            end(self.process)

    def send(self, **question):
        if self.process is None:
            self.begin()
        self.asked += 1
        with contextlib.suppress(BrokenPipeError):  # it has ended, as `gone` says once its last line is read
            os.write(self.process.stdin.fileno(), (json.dumps(question) + "\n").encode())
        return self.asked - 1

    def begin(self):
        environment = {**os.environ, "CUDA_VISIBLE_DEVICES": str(self.check.arguments.device)}
        with self.errors.open("w") as errors:
            self.process = start(
                [sys.executable, HERE / "torch_step.py", *(["cpu"] if self.check.rehearses else [])],
                environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
            )
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        for line in self.process.stdout:
            try:
                answer = json.loads(line)
            except ValueError:
                self.check.note("torch_step.py", line)
                continue
            with self.told:
                self.answers.append(answer)
                self.told.notify_all()
        self.process.wait()
        with self.told:
            self.gone = self.gone or self.last_words()
            self.told.notify_all()

    def last_words(self):
        said = self.errors.read_text(errors="replace").strip().split("\n")[-1]
        return said or f"it ended with code {self.process.returncode}"

    def wait(self, count):
        """Until so many questions are answered, or it is gone. Returns after how many seconds it gave up, if it did."""
        if self.process is None:
            return None
        seconds = max(0, min(PATIENCE, self.check.left() / 2))
        with self.told:
            done = self.told.wait_for(lambda: self.gone or len(self.answers) >= count, seconds)
        return None if done else seconds
