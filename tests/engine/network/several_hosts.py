#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs ranks on three make-believe hosts: network namespaces with names, clocks and folders of their own, joined by
TCP. The command line runs on a fourth. With FAKES, the folder of an engine whose GPUs are fakes, it also runs ranks on
the GPUs of those hosts, of which the fourth has none.

  several_hosts.py CLI MPIRUN [FAKES]

Exits with 77 and one line where such namespaces can't be made (that takes root, ip and unshare).
"""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
HOSTS = ["desk", "near", "far", "away"]
RANKS = HOSTS[1:]
# Each host's CLOCK_MONOTONIC is so many seconds ahead of the real one.
CLOCKS = {"desk": 0, "near": 30, "far": 5000, "away": 70000}
MODEL = {"layers": 3, "width": 64, "heads": 4, "context": 32, "vocabulary": 256, "batch": 2, "seed": 3}
GPUS = {"desk": 0, "near": 2, "far": 1, "away": 1}
SMALL_MODEL = {"layers": 6, "width": 8, "heads": 2, "context": 8, "vocabulary": 256, "batch": 1, "seed": 3}
LIMIT = 600  # seconds, on however busy a machine
TEXT = "The quick brown fox jumps over the lazy dog, and the dog does not mind. " * 40


class Network:
    """Namespaces that are gone when this is."""

    def __init__(self):
        self.prefix = f"lw{os.getpid()}"
        self.made = []

    def ip(self, *words, inside=None):
        into = ["netns", "exec", self.name(inside), "ip"] if inside else []
        subprocess.run(["ip", *into, *words], check=True, capture_output=True, text=True)

    def name(self, host):
        return f"{self.prefix}-{host}"

    def address(self, host):
        return f"10.213.77.{HOSTS.index(host) + 1}"

    def add(self, host):
        self.ip("netns", "add", self.name(host))
        self.made.append(host)
        self.ip("link", "set", "lo", "up", inside=host)

    def __enter__(self):
        try:
            self.add("switch")
            self.ip("link", "add", "bridge", "type", "bridge", inside="switch")
            self.ip("link", "set", "bridge", "up", inside="switch")
            for host in HOSTS:
                self.add(host)
                self.ip(
                    "link",
                    "add",
                    "eth0",
                    "netns",
                    self.name(host),
                    "type",
                    "veth",
                    "peer",
                    "name",
                    host,
                    "netns",
                    self.name("switch"),
                )
                self.ip("link", "set", host, "master", "bridge", "up", inside="switch")
                self.ip("addr", "add", self.address(host) + "/24", "dev", "eth0", inside=host)
                self.ip("link", "set", "eth0", "up", inside=host)
            subprocess.run(self.on("far", "true"), check=True, capture_output=True, text=True)
        except (OSError, subprocess.CalledProcessError) as error:
            self.__exit__()
            reason = getattr(error, "stderr", None) or str(error)
            print("skipped: no network namespaces can be made here: " + reason.strip().splitlines()[-1])
            sys.exit(SKIPPED)
        return self

    def __exit__(self, *_):
        for host in self.made:
            subprocess.run(["ip", "netns", "del", self.name(host)], check=False, capture_output=True)

    def carried(self, host):
        """The bytes that a host has sent so far."""
        said = subprocess.run(
            ["ip", "-n", self.name("switch"), "-j", "-s", "link", "show", host],
            check=True,
            capture_output=True,
            text=True,
        )
        return json.loads(said.stdout)[0]["stats64"]["rx"]["bytes"]

    def on(self, host, command, hide=None):
        """The words that run a shell command on a host; the folder `hide` is empty there."""
        setup = f"hostname {host}; export LANEWRIGHT_FAKE_GPUS={GPUS[host]}; " + (
            f"mount -t tmpfs none {hide}; " if hide else ""
        )
        return [
            "ip",
            "netns",
            "exec",
            self.name(host),
            "unshare",
            "--uts",
            "--mount",
            "--time",
            "--monotonic",
            str(CLOCKS[host]),
            "--fork",
            "sh",
            "-c",
            setup + command,
        ]

    def agent(self, folder, hidden):
        """A program that mpirun calls instead of ssh: agent HOST COMMAND…"""
        path = folder / "agent"
        lines = ["#!/bin/sh", "host=$1; shift", "case $host in"]
        for host in HOSTS:
            words = " ".join("'" + word.replace("'", "'\\''") + "'" for word in self.on(host, 'eval "$0"', hidden))
            lines.append(f'{self.address(host)}) exec {words} "$*";;')
        path.write_text("\n".join([*lines, "esac", "exit 9", ""]))
        path.chmod(0o755)
        return path


class Trial:
    def __init__(self, network, cli, mpirun, folder):
        self.network = network
        self.cli = cli
        self.folder = folder
        # What lies here is not there on the other hosts.
        self.private = folder / "private"
        self.private.mkdir()
        (self.private / "text").write_text(TEXT)
        self.mpirun = mpirun
        self.agent = network.agent(folder, self.private)
        self.schedule = self.private / "a.lwsched"
        self.model = MODEL
        self.generate(3)

    def generate(self, ranks):
        subprocess.run(
            [
                self.cli,
                "generate",
                "zb-h1",
                "-p",
                str(ranks),
                "-m",
                "6",
                "--tf",
                "4",
                "--tb",
                "4",
                "--tw",
                "4",
                "-o",
                str(self.schedule),
            ],
            check=True,
            stdout=subprocess.DEVNULL,
        )

    def launcher(self, processes):
        """For so many processes on each host, in that order."""
        (self.private / "hosts").write_text(
            "".join(f"{self.network.address(host)} slots={count}\n" for host, count in processes.items())
        )
        lan = "10.213.77.0/24"
        return (
            f"{self.mpirun} --hostfile {self.private}/hosts --mca plm_rsh_agent {self.agent} "
            f"--mca btl tcp,self --mca btl_tcp_if_include {lan} --mca oob_tcp_if_include {lan}"
        )

    def words(self, *options):
        return [
            self.cli,
            "run",
            str(self.schedule),
            "--json",
            "--data",
            str(self.private / "text"),
            "--model",
            json.dumps(self.model),
            *options,
        ]

    def start(self, *options, on=None):
        launcher = self.launcher(on or dict.fromkeys(RANKS, 1))
        quoted = " ".join("'" + word.replace("'", "'\\''") + "'" for word in self.words(*options, "--launch", launcher))
        environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        return subprocess.Popen(
            self.network.on("desk", "exec " + quoted),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )


def expect(condition, words):
    if not condition:
        sys.exit("failed: " + words)


def check_training(trial):
    output = trial.folder / "a.lwrun"
    process = trial.start("--steps", "4", "-o", str(output))
    said, errors = process.communicate(timeout=LIMIT)
    expect(process.returncode == 0, "the run over TCP ended with " + str(process.returncode) + ": " + errors)
    here = subprocess.run(
        trial.words("--steps", "4", "--in-process"), capture_output=True, text=True, check=True, timeout=LIMIT
    )
    there, reference = json.loads(said), json.loads(here.stdout)
    expect(there["losses"] == reference["losses"], "the losses differ from those of one process")
    expect(there["weights_hash"] == reference["weights_hash"], "the weights differ from those of one process")
    run = json.loads(output.read_text())
    expect(run["hosts"] == RANKS, f"the run file names the hosts {run['hosts']}")
    return run


def check_clocks(run):
    uncertainty = run["clock_uncertainty"]
    expect(
        uncertainty[0] == 0 and all(0 < value < 20e6 for value in uncertainty[1:]),
        f"the uncertainty of the clocks is {uncertainty}",
    )
    # Clocks that are hours apart must not be seen: nothing starts before what it waits for has ended.
    for step in run["steps"]:
        spans = {span[0]: span for lane in step["wall"] for span in lane}
        for stage in (1, 2):
            early = spans[f"F{stage - 1}.0"][2] - spans[f"F{stage}.0"][1]
            expect(early <= max(uncertainty) * 2, f"F{stage}.0 starts {early} ns before F{stage - 1}.0 ends")
        expect(all(abs(point) < 60e9 for span in spans.values() for point in span[1:]), "a span lies hours away")


def check_lost_host(trial, network):
    before = network.carried("away")
    process = trial.start("--steps", "1000000", "--paced")
    # Some steps' worth: to set out takes less.
    while network.carried("away") - before < 4e6:
        time.sleep(0.1)
        if process.poll() is not None:
            sys.exit("failed: the long run ended early: " + str(process.communicate()))
    network.ip("link", "set", "away", "down", inside="switch")
    began = time.monotonic()
    try:
        _, errors = process.communicate(timeout=60)
    finally:
        network.ip("link", "set", "away", "up", inside="switch")
    took = time.monotonic() - began
    expect(process.returncode == 3, f"a lost host ended the run with {process.returncode}: {errors}")
    expect("rank 2" in errors, "the lost rank is not named: " + errors)
    expect(len(errors.strip().splitlines()) == 1, "more than one sentence: " + errors)
    return took, errors.strip()


class FakeGpus(Trial):
    """A trial with programs whose GPUs are fakes, and six ranks for four of them."""

    SEATS = "0,1,1,2,2,3"

    def __init__(self, network, cli, mpirun, folder, fakes):
        programs = folder / "programs"
        programs.mkdir(parents=True)
        for program in (cli, fakes / "lanewright-engine", fakes / "lanewright-cuda.so"):
            shutil.copy(program, programs)
        super().__init__(network, str(programs / "lanewright-cli"), mpirun, folder)
        os.environ["LANEWRIGHT_FAKE_FOLDER"] = str(folder)
        self.model = SMALL_MODEL
        self.generate(6)

    def train(self, on, *options):
        """How it ended, on so many processes of each host."""
        process = self.start("--backend", "cuda", "--seats", self.SEATS, "--steps", "2", *options, on=on)
        said, errors = process.communicate(timeout=LIMIT)
        return process.returncode, said, errors.strip()


def check_gpus(trial):
    output = trial.folder / "gpus.lwrun"
    code, said, errors = trial.train({"near": 2, "far": 1, "away": 1}, "-o", str(output))
    expect(code == 0, f"the run on GPUs of three hosts ended with {code}: {errors}")
    here = subprocess.run(
        trial.words("--backend", "cuda", "--in-process", "--steps", "2"),
        capture_output=True,
        text=True,
        check=True,
        timeout=LIMIT,
        env={**os.environ, "LANEWRIGHT_FAKE_GPUS": "1"},
    )
    there, reference = json.loads(said), json.loads(here.stdout)
    for key in ("losses", "weights_hash", "gradients_hash"):
        expect(there[key] == reference[key], f"{key} differ from those of one GPU: {there[key]}, {reference[key]}")
    hosts = json.loads(output.read_text())["hosts"]
    expect(hosts == ["near", "near", "near", "far", "far", "away"], f"the ranks sit on {hosts}")


def check_places_of_gpus(trial):
    """Each host counts its own GPUs from 0."""
    trial.words = lambda *options: [word for word in Trial.words(trial, *options) if word != "--json"]
    code, said, errors = trial.train({"near": 2, "far": 1, "away": 1})
    del trial.words
    expect(code == 0, f"the run without --json ended with {code}: {errors}")
    for place in (
        "rank 0 on GPU 0 of near",
        "ranks 1–2 on GPU 1 of near",
        "ranks 3–4 on GPU 0 of far",
        "rank 5 on GPU 0 of away",
    ):
        expect(place in said + errors, f"nobody says that {place}: {said}{errors}")


def check_missing_gpus(trial):
    """A host with fewer GPUs than processes, and one with none, is named in one sentence."""
    for on, sentence in (
        (
            {"near": 1, "far": 2, "away": 1},
            "on far: 2 processes were started with a GPU each, and there are GPUs for 1; start fewer, so that "
            "more ranks share each",
        ),
        ({"near": 2, "desk": 1, "away": 1}, "on desk: no GPU: this host has no fakes"),
    ):
        code, _, errors = trial.train(on)
        expect(
            code == 4 and len(errors.splitlines()) == 1 and errors.endswith(sentence),
            f"a host without GPUs ended the run with {code}: {errors}",
        )
        print(f"too few GPUs: {errors}", flush=True)


def inside(network):
    """Process numbers and names of all that run on the hosts."""
    found = {}
    for host in HOSTS:
        said = subprocess.run(["ip", "netns", "pids", network.name(host)], capture_output=True, text=True, check=False)
        for word in said.stdout.split():
            with contextlib.suppress(OSError):
                found[int(word)] = pathlib.Path("/proc", word, "comm").read_text().strip()
    return found


def engines_left(network):
    # MPI's own daemon on a host that was cut off learns only later that nobody is left.
    return [pid for pid, name in inside(network).items() if name.startswith("lanewright")]


def main():
    cli, mpirun, *fakes = sys.argv[1:]
    with Network() as network, tempfile.TemporaryDirectory(prefix="lanewright-hosts-") as folder:
        try:
            trial = Trial(network, cli, mpirun, pathlib.Path(folder))
            run = check_training(trial)
            check_clocks(run)
            print(
                f"three hosts over TCP: same bits; clocks agree within {max(run['clock_uncertainty']) / 1000:.0f} µs",
                flush=True,
            )
            if fakes:
                gpus = FakeGpus(network, cli, mpirun, pathlib.Path(folder) / "gpus", pathlib.Path(fakes[0]))
                check_gpus(gpus)
                check_places_of_gpus(gpus)
                print("four GPUs of three hosts: same bits as on one", flush=True)
                check_missing_gpus(gpus)
            took, sentence = check_lost_host(trial, network)
            print(f"a lost host ended the run in {took:.1f} s: {sentence}", flush=True)
            deadline = time.monotonic() + 30
            while engines_left(network) and time.monotonic() < deadline:
                time.sleep(0.5)
            expect(not engines_left(network), "processes are left on the hosts")
        finally:
            for pid in inside(network):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
    return 0


if __name__ == "__main__":
    sys.exit(main())
