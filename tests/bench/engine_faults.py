#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs `lanewright-cli run` over and over with something going wrong, and holds each end against what it must be.

  engine_faults.py BUILD [--runs 1000] [--seed 1] [--jobs 4] [--report FILE]

Every run must end within the limit with the right exit code and at most one sentence beside that on what was saved,
leave no process behind, and what it reports must be a beginning of what the undisturbed run reports: the same losses,
and with exit code 0 the same weights. The exit code of this script is 1 when any did not.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

import engine_runs

LIMIT = 60  # s: no end by then is a hang
PATIENCE = 2.0  # s: what the engine is told to bear
STEPS = 8
MICROBATCHES = 4
RESULTS = ("losses", "skipped_steps", "weights_hash")
MISHAP = str(pathlib.Path(__file__).resolve().parent / "engine_mishap.py")

# name → what it does. The ends that are allowed: exit codes. 130 is a stop that was asked for.
FAULTS = {
    "none": (0,),
    "delay": (0,),  # a rank sleeps 0.3 s in an op
    "kill op": (3,),  # SIGKILL of a rank in an op
    "exit op": (3,),  # it ends with exit code 3
    "stop op": (3,),  # SIGSTOP
    "sleep op": (3,),  # it sleeps for ever
    "nan op": (0, 3),  # a value or a gradient is no number: the loss is none, or the step is skipped and said so
    # Of any process of the engine at any time: 0 when that was too late, 4 when it had only been asked what it can do.
    "kill rank": (0, 3, 4),
    "stop rank": (0, 3, 4),
    "kill launcher": (0, 3, 4),
    "stop launcher": (0, 3, 4),
    "kill cli": (-signal.SIGKILL, 0),
    "cancel": (0, 130),  # SIGINT
    "cancel twice": (0, 130),
    "terminate": (0, 130, -signal.SIGTERM),  # the signal itself before the run has begun
    "cut request": (3,),
    "other protocol": (3,),
    "no launcher": (4,),
    "broken launcher": (3,),
    "full disk": (2,),
    "no memory": (3,),
    "clock jump": (0,),  # the time of day jumps by an hour back and forth, as when it is set
    "suspend": (0,),  # all processes stand still for a second and go on, as on a laptop that sleeps
    "full shm": (0, 3),  # /dev/shm has no room (as root)
    "few processes": (0, 2, 3, 4),  # as ulimit -u (as root, for another user)
    "network drop": (0,),  # the machine's own link goes down for a second, once it runs (as root, in its own network)
    "two runs": (0,),  # another run of the same schedule, into the same file, at the same time
}
UNDER_MPIRUN_ONLY = {"kill launcher", "stop launcher", "no launcher", "broken launcher", "full shm"}
AFTER_A_WHILE = {
    "kill rank",
    "stop rank",
    "kill launcher",
    "stop launcher",
    "kill cli",
    "cancel",
    "cancel twice",
    "terminate",
    "suspend",
}
AS_ROOT_ONLY = {"full shm", "few processes", "network drop"}
NOBODY = 65534
FEW = 12  # processes and threads of that user

# Stands before the C library: the time of day is an hour late or early, and changes between the two all the time.
JUMPING_CLOCK = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>
static long jump(void) {
    struct timespec now;
    static int (*real)(clockid_t, struct timespec*);
    if (!real)
        real = (int (*)(clockid_t, struct timespec*))dlsym(RTLD_NEXT, "clock_gettime");
    real(CLOCK_MONOTONIC, &now);
    return now.tv_nsec / 100000000 % 2 ? 3600 : -3600;
}
int clock_gettime(clockid_t id, struct timespec* time) {
    static int (*real)(clockid_t, struct timespec*);
    if (!real)
        real = (int (*)(clockid_t, struct timespec*))dlsym(RTLD_NEXT, "clock_gettime");
    const int result = real(id, time);
    if (id == CLOCK_REALTIME)
        time->tv_sec += jump();
    return result;
}
int gettimeofday(struct timeval* restrict time, void* restrict zone) {
    (void)zone;
    struct timespec now;
    const int result = clock_gettime(CLOCK_REALTIME, &now);
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return result;
}
time_t time(time_t* kept) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (kept)
        *kept = now.tv_sec;
    return now.tv_sec;
}
"""


def abandoned_files():
    """What OpenMPI has in shared memory that no process has mapped."""
    try:
        files = {name for name in os.listdir("/dev/shm") if name.startswith(("vader_segment.", "sm_segment."))}
    except OSError:
        return set()
    for entry in os.listdir("/proc") if files else []:
        try:
            maps = pathlib.Path("/proc", entry, "maps").read_text(errors="replace") if entry.isdigit() else ""
        except OSError:
            continue
        files = {name for name in files if name not in maps}
    return files


def files_left(before):
    """What is abandoned now and a second later: other runs on this machine may be about to map or to remove theirs."""
    left = abandoned_files() - before
    if left:
        time.sleep(1)
        left &= abandoned_files()
    return left


def processes_of(mark):
    """Process numbers and programs of all that carry the mark in their environment, zombies left out."""
    found = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit() or int(entry) == os.getpid():
            continue
        try:
            environment = pathlib.Path("/proc", entry, "environ").read_bytes()
            state = pathlib.Path("/proc", entry, "stat").read_text().rpartition(")")[2].split()[0]
            if mark.encode() in environment and state not in "ZX":
                found[int(entry)] = os.path.basename(os.readlink(f"/proc/{entry}/exe"))
        except OSError:
            continue
    return found


class Case:
    def __init__(self, bench, number, rng):
        self.bench = bench
        self.number = number
        self.fault = rng.choice(list(FAULTS))
        self.mpi = self.fault in UNDER_MPIRUN_ONLY or rng.random() < 0.6
        self.ranks = rng.choice([2, 4])
        self.schedule = rng.choice(["gpipe", "1f1b", "zb-h1"])
        self.paced = self.fault in AFTER_A_WHILE | {"network drop"} or rng.random() < 0.5
        self.rank = rng.randrange(self.ranks)
        self.step = rng.randrange(STEPS)
        self.block = rng.randrange(2 * MICROBATCHES)
        self.after = rng.uniform(0.05, 2.0)
        self.cut = rng.randrange(1000)
        self.mark = f"LANEWRIGHT_FAULT_RUN={os.getpid()}-{number}."
        self.output = bench.folder / f"{number}.lwrun"
        self.problems = []

    def mishap(self):
        wanted = {"set": {"patience": int(PATIENCE * 1e9)}}
        if self.fault.endswith(" op") or self.fault == "delay":
            wanted["set"]["fault"] = {
                "kind": self.fault.split()[0],
                "rank": self.rank,
                "step": self.step,
                "block": self.block,
            }
        if self.fault == "cut request":
            wanted["cut"] = self.cut
        if self.fault == "other protocol":
            wanted["set"]["protocol"] = 1
        return wanted

    def words(self):
        cli, _ = engine_runs.programs(self.bench.build)
        path = self.bench.schedules[self.schedule, self.ranks]
        model = dict(engine_runs.MODEL)
        if self.fault == "no memory":
            model.update(width=1024, layers=64, heads=8)
        if self.fault == "full disk":
            self.output = pathlib.Path("/dev/full")
        words = [
            cli,
            "run",
            path,
            "--json",
            "--steps",
            str(STEPS),
            "--model",
            json.dumps(model),
            "-o",
            str(self.output),
        ]
        if self.paced:
            words.append("--paced")
        if self.fault == "no launcher":
            words += ["--launch", "no-such-launcher -n 2"]
        elif self.fault == "broken launcher":
            words += ["--launch", "false"]
        elif not self.mpi:
            words.append("--in-process")
        if self.fault == "no memory":
            words = ["prlimit", f"--as={1 << 30}", *words]
        if self.fault == "full shm":
            words = ["unshare", "-m", "sh", "-c", 'mount -t tmpfs -o size=64k none /dev/shm && exec "$@"', "sh", *words]
        if self.fault == "network drop":
            drop = f"sleep {self.after:.2f}; ip link set lo down; sleep 1; ip link set lo up"
            words = [
                "unshare",
                "-n",
                "sh",
                "-c",
                f'ip link set lo up; ({drop}) >/dev/null 2>&1 </dev/null & exec "$@"',
                "sh",
                *words,
            ]
        if self.fault == "few processes":
            os.chown(self.bench.folder, NOBODY, NOBODY)
            words = ["setpriv", f"--reuid={NOBODY}", "--clear-groups", "prlimit", f"--nproc={FEW}", *words]
        return words

    def environment(self):
        name, value = self.mark.split("=")
        _, engine = engine_runs.programs(self.bench.build)
        more = {"LD_PRELOAD": str(self.bench.clock)} if self.fault == "clock jump" else {}
        return {
            **os.environ,
            **more,
            name: value,
            "LANEWRIGHT_ENGINE": MISHAP,
            "LANEWRIGHT_REAL_ENGINE": engine,
            "LANEWRIGHT_MISHAP": json.dumps(self.mishap()),
            "TMPDIR": str(self.bench.folder),
        }

    def strike(self, process):
        """Does to a running run what the case says."""
        if self.fault not in AFTER_A_WHILE:
            return
        time.sleep(self.after)
        if process.poll() is not None:
            return
        there = processes_of(self.mark)
        ranks = sorted(pid for pid, program in there.items() if program == "lanewright-engine")
        launchers = [pid for pid, program in there.items() if program in ("mpirun", "orterun", "prterun")]
        if self.fault == "suspend":
            self.suspend(sorted(there))
            return
        what, whom = self.fault.split()[0], self.fault.split()[-1]
        victims = {"rank": ranks[self.rank % len(ranks) :][:1] if ranks else [], "launcher": launchers}.get(
            whom, [process.pid]
        )
        number = {"kill": signal.SIGKILL, "stop": signal.SIGSTOP, "cancel": signal.SIGINT, "terminate": signal.SIGTERM}[
            what
        ]
        for pid in victims:
            try:
                os.kill(pid, number)
                if self.fault == "cancel twice":
                    time.sleep(0.2)
                    os.kill(pid, number)
            except ProcessLookupError:
                pass

    @staticmethod
    def suspend(pids):
        """All at once, and for less time than anybody's patience."""
        for number in (signal.SIGSTOP, signal.SIGCONT):
            for pid in pids:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, number)
            if number == signal.SIGSTOP:
                time.sleep(1)

    def run(self):
        if self.fault == "two runs":
            self.other = subprocess.Popen(
                self.words(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.environment()
            )
        started = time.monotonic()
        process = subprocess.Popen(
            self.words(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.environment()
        )
        self.strike(process)
        try:
            self.said, self.errors = process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            self.problems.append("hangs")
            process.kill()
            self.said, self.errors = process.communicate()
        self.seconds = time.monotonic() - started
        if self.fault == "two runs":
            self.other.wait(LIMIT)
        self.code = process.returncode
        self.judge()
        return self

    def judge(self):
        deadline = time.monotonic() + 10
        left = processes_of(self.mark)
        while left and time.monotonic() < deadline:
            time.sleep(0.1)
            left = processes_of(self.mark)
        if left:
            self.problems.append("leaves " + ", ".join(sorted(left.values())))
            for pid in left:
                os.kill(pid, signal.SIGKILL)
        # Without a network mpirun does not even start; once the run has begun it does not matter.
        early = self.fault == "network drop" and self.code == 3 and "before it said hello" in self.errors
        if self.code not in FAULTS[self.fault] and not early:
            self.problems.append(f"exit code {self.code}")
        saved = f"lanewright-cli: saved {self.output} ("  # what had been measured, as far as it came
        sentences = [line for line in self.errors.splitlines() if line.strip() and not line.startswith(saved)]
        if len(sentences) > 1 or any(not line.startswith("lanewright-cli: ") for line in sentences):
            self.problems.append("says more than one sentence")
        if self.code in (2, 3, 4) and not sentences:
            self.problems.append("says nothing")
        self.sentence = sentences[0] if sentences else ""
        self.judge_results()

    def judge_results(self):
        reference = self.bench.references[self.ranks]
        if self.code == 0 and self.said:
            answer = json.loads(self.said)
            if answer["skipped_steps"] and self.fault == "nan op":
                reference = self.bench.skipping(self.ranks, self.step)
            if answer["partial"] or any(answer[key] != reference[key] for key in RESULTS):
                self.problems.append("reports a wrong result as right")
        saved = self.output
        refuge = re.search(r"saved as (\S+) instead", self.errors)
        if refuge:
            saved = pathlib.Path(refuge.group(1))
        elif self.fault == "full disk":
            self.problems.append("loses the run")
        if saved.is_file() and self.fault != "no memory":
            losses = json.loads(saved.read_text())["losses"]
            if losses != reference["losses"][: len(losses)]:
                self.problems.append("saves wrong losses")
            saved.unlink()
        elif self.code == 130 and self.said and json.loads(self.said)["steps"] > 0:
            self.problems.append("saves nothing of a run that was stopped")


def jumping_clock(folder):
    """A library for LD_PRELOAD; nothing where there is no compiler."""
    source, library = folder / "clock.c", folder / "clock.so"
    source.write_text(JUMPING_CLOCK)
    compiler = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)
    if (
        not compiler
        or subprocess.run([compiler, "-shared", "-fPIC", "-O1", source, "-o", library, "-ldl"], check=False).returncode
    ):
        return None
    return library


class Bench:
    def __init__(self, build, folder):
        self.build = build
        self.folder = pathlib.Path(folder)
        self.clock = jumping_clock(self.folder)
        cli, _ = engine_runs.programs(build)
        self.schedules = {}
        self.references = {}
        self.skipped = {}
        for ranks in (2, 4):
            for name in ("gpipe", "1f1b", "zb-h1"):
                path = self.folder / f"{name}-{ranks}.lwsched"
                engine_runs.generated(cli, name, ranks, MICROBATCHES, path)
                self.schedules[name, ranks] = str(path)
            self.references[ranks], finished = engine_runs.run(cli, path, "--steps", str(STEPS), "--in-process")
            if self.references[ranks] is None:
                sys.exit("the undisturbed run fails: " + finished.stderr)

    def skipping(self, ranks, step):
        """What a run reports whose gradients in that step are no numbers, and nothing else."""
        if (ranks, step) not in self.skipped:
            path = self.folder / f"zb-h1-{ranks}.lwsched"
            poison = {"set": {"poison": [[step, 0, 1e300]]}}
            cli, engine = engine_runs.programs(self.build)
            answer, finished = engine_runs.run(
                cli,
                path,
                "--steps",
                str(STEPS),
                "--in-process",
                environment={
                    "LANEWRIGHT_ENGINE": MISHAP,
                    "LANEWRIGHT_REAL_ENGINE": engine,
                    "LANEWRIGHT_MISHAP": json.dumps(poison),
                },
            )
            if answer is None:
                sys.exit("the run that skips a step fails: " + finished.stderr)
            self.skipped[ranks, step] = answer
        return self.skipped[ranks, step]


def table_of(cases):
    rows = collections.defaultdict(list)
    for case in cases:
        rows[case.fault, "mpirun" if case.mpi else "in-process"].append(case)
    lines = [
        "| fault | started by | runs | as they must | exit codes | longest, s | the rarest sentence |",
        "|---|---|---|---|---|---|---|",
    ]
    for (fault, start), group in sorted(rows.items()):
        codes = collections.Counter(case.code for case in group)
        good = sum(not case.problems for case in group)
        words = collections.Counter(re.sub(r"/\S+", "…", case.sentence) for case in group if case.sentence)
        rare = words.most_common()[-1][0].replace("lanewright-cli: ", "").replace("|", "\\|") if words else ""
        lines.append(
            f"| {fault} | {start} | {len(group)} | {good} | "
            f"{', '.join(f'{code}: {count}' for code, count in sorted(codes.items()))} | "
            f"{max(case.seconds for case in group):.1f} | {rare} |"
        )
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--runs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--only", help="only this fault")
    parser.add_argument("--report")
    options = parser.parse_args()
    if options.only:
        for fault in list(FAULTS):
            if fault != options.only:
                del FAULTS[fault]
    for fault in list(FAULTS):
        if fault in AS_ROOT_ONLY and os.geteuid() != 0:
            del FAULTS[fault]
    segments = abandoned_files()
    os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    with engine_runs.folder() as folder:
        bench = Bench(options.build, folder)
        if bench.clock is None:
            FAULTS.pop("clock jump", None)
        rng = engine_runs.dice(options.seed)
        cases = [Case(bench, number, rng) for number in range(options.runs)]
        began = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            for done, case in enumerate(pool.map(Case.run, cases), 1):
                for problem in case.problems:
                    print(
                        f"run {case.number}: {case.fault}, {'mpirun' if case.mpi else 'in-process'}, {case.ranks} "
                        "ranks, "
                        f"{case.schedule}, rank {case.rank} step {case.step} block {case.block} after {case.after:.2f} "
                        "s: "
                        f"{problem}: {case.errors.strip()[:300]}",
                        flush=True,
                    )
                if done % 100 == 0:
                    print(f"{done} of {len(cases)} runs", flush=True)
        took = time.monotonic() - began
    left = files_left(segments)
    bad = sum(bool(case.problems) for case in cases) + len(left)
    text = "\n".join(
        [
            "# Runs under injected faults",
            "",
            f"`tests/bench/engine_faults.py BUILD --runs {options.runs} --seed {options.seed}`: {len(cases)} runs of "
            f"{STEPS} steps, {options.jobs} at a time, in {took:.0f} s on {engine_runs.machine()}.",
            "",
            f"**{len(cases) - bad + len(left)} of {len(cases)} ended as they must**: within {LIMIT} s, with the right "
            "exit code and at most "
            "one sentence, no process left, nothing wrong reported as right, what was measured saved. Files that "
            "OpenMPI left in "
            f"shared memory: {len(left)}.",
            "",
            *table_of(cases),
            "",
        ]
    )
    print(text)
    if options.report:
        pathlib.Path(options.report).write_text(text)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
