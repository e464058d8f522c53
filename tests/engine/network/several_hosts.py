#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs ranks on three make-believe hosts: network namespaces with names, clocks and folders of their own, joined by TCP.
The command line runs on a fourth.

  several_hosts.py CLI MPIRUN

Exits with 77 and one line where such namespaces can't be made (that takes root, ip and unshare).
"""
import json
import os
import pathlib
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
                self.ip("link", "add", "eth0", "netns", self.name(host), "type", "veth", "peer", "name", host, "netns",
                        self.name("switch"))
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

    def on(self, host, command, hide=None):
        """The words that run a shell command on a host; the folder `hide` is empty there."""
        setup = f"hostname {host}; " + (f"mount -t tmpfs none {hide}; " if hide else "")
        return ["ip", "netns", "exec", self.name(host), "unshare", "--uts", "--mount", "--time", "--monotonic",
                str(CLOCKS[host]), "--fork", "sh", "-c", setup + command]

    def agent(self, folder, hidden):
        """A program that mpirun calls instead of ssh: agent HOST COMMAND…"""
        path = folder / "agent"
        lines = ["#!/bin/sh", "host=$1; shift", "case $host in"]
        for host in HOSTS:
            words = " ".join("'" + word.replace("'", "'\\''") + "'" for word in self.on(host, 'eval "$0"', hidden))
            lines.append(f"{self.address(host)}) exec {words} \"$*\";;")
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
        (self.private / "hosts").write_text("".join(f"{network.address(host)} slots=1\n" for host in RANKS))
        lan = "10.213.77.0/24"
        self.launcher = (f"{mpirun} --hostfile {self.private}/hosts --mca plm_rsh_agent {network.agent(folder, self.private)} "
                         f"--mca btl tcp,self --mca btl_tcp_if_include {lan} --mca oob_tcp_if_include {lan}")
        self.schedule = self.private / "a.lwsched"
        subprocess.run([cli, "generate", "zb-h1", "-p", "3", "-m", "6", "--tf", "4", "--tb", "4", "--tw", "4", "-o",
                        str(self.schedule)], check=True, stdout=subprocess.DEVNULL)

    def words(self, *options):
        return [self.cli, "run", str(self.schedule), "--json", "--data", str(self.private / "text"), "--model",
                json.dumps(MODEL), *options]

    def start(self, *options):
        quoted = " ".join("'" + word.replace("'", "'\\''") + "'" for word in self.words(*options, "--launch", self.launcher))
        environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
        return subprocess.Popen(self.network.on("desk", "exec " + quoted), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True, env=environment)


def expect(condition, words):
    if not condition:
        sys.exit("failed: " + words)


def check_training(trial):
    output = trial.folder / "a.lwrun"
    process = trial.start("--steps", "4", "-o", str(output))
    said, errors = process.communicate(timeout=90)
    expect(process.returncode == 0, "the run over TCP ended with " + str(process.returncode) + ": " + errors)
    here = subprocess.run(trial.words("--steps", "4", "--in-process"), capture_output=True, text=True, check=True, timeout=90)
    there, reference = json.loads(said), json.loads(here.stdout)
    expect(there["losses"] == reference["losses"], "the losses differ from those of one process")
    expect(there["weights_hash"] == reference["weights_hash"], "the weights differ from those of one process")
    run = json.loads(output.read_text())
    expect(run["hosts"] == RANKS, f"the run file names the hosts {run['hosts']}")
    return run


def check_clocks(run):
    uncertainty = run["clock_uncertainty"]
    expect(uncertainty[0] == 0 and all(0 < value < 20e6 for value in uncertainty[1:]),
           f"the uncertainty of the clocks is {uncertainty}")
    # Clocks that are hours apart must not be seen: nothing starts before what it waits for has ended.
    for step in run["steps"]:
        spans = {span[0]: span for lane in step["wall"] for span in lane}
        for stage in (1, 2):
            early = spans[f"F{stage - 1}.0"][2] - spans[f"F{stage}.0"][1]
            expect(early <= max(uncertainty) * 2, f"F{stage}.0 starts {early} ns before F{stage - 1}.0 ends")
        expect(all(abs(point) < 60e9 for span in spans.values() for point in span[1:]), "a span lies hours away")


def check_lost_host(trial, network):
    process = trial.start("--steps", "100000", "--paced")
    time.sleep(6)
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


def inside(network):
    """Process numbers and names of all that run on the hosts."""
    found = {}
    for host in HOSTS:
        said = subprocess.run(["ip", "netns", "pids", network.name(host)], capture_output=True, text=True, check=False)
        for word in said.stdout.split():
            try:
                found[int(word)] = pathlib.Path("/proc", word, "comm").read_text().strip()
            except OSError:
                pass
    return found


def engines_left(network):
    # MPI's own daemon on a host that was cut off learns only later that nobody is left.
    return [pid for pid, name in inside(network).items() if name.startswith("lanewright")]


def main():
    cli, mpirun = sys.argv[1:3]
    with Network() as network, tempfile.TemporaryDirectory(prefix="lanewright-hosts-") as folder:
        try:
            trial = Trial(network, cli, mpirun, pathlib.Path(folder))
            run = check_training(trial)
            check_clocks(run)
            print(f"three hosts over TCP: same bits; clocks agree within {max(run['clock_uncertainty']) / 1000:.0f} µs", flush=True)
            took, sentence = check_lost_host(trial, network)
            print(f"a lost host ended the run in {took:.1f} s: {sentence}", flush=True)
            deadline = time.monotonic() + 30
            while engines_left(network) and time.monotonic() < deadline:
                time.sleep(0.5)
            expect(not engines_left(network), "processes are left on the hosts")
        finally:
            for pid in inside(network):
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
