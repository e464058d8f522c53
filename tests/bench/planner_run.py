#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plans uneven partitions, runs them on the engine, and holds what was measured against what was planned.

Paced: unequal devices and links as the plan has them, emulated; the bar is 1 %.
Unpaced: two ranks on this machine, with the costs that a profile of the same partition measured; the bar is 5 %. The
machine should do nothing else meanwhile.

    planner_run.py BUILD [--rounds N] [--paced-only]
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

UNEQUAL = {
    "format": "lanewright-cluster",
    "version": 1,
    "title": "Four unequal devices",
    "kinds": {
        "quick": {"tflops": 0.004, "memory": 4},
        "usual": {"tflops": 0.0027, "memory": 4},
        "slow": {"tflops": 0.0015, "memory": 4},
    },
    "devices": [
        {"name": "a", "kind": "quick"},
        {"name": "b", "kind": "usual"},
        {"name": "c", "kind": "slow"},
        {"name": "d", "kind": "usual"},
    ],
    "switches": ["left", "right"],
    "links": [
        {"between": ["a", "left"], "bandwidth": 0.05, "latency": 50},
        {"between": ["b", "left"], "bandwidth": 0.05, "latency": 50},
        {"between": ["c", "right"], "bandwidth": 0.02, "latency": 50},
        {"between": ["d", "right"], "bandwidth": 0.02, "latency": 50},
        {"between": ["left", "right"], "bandwidth": 0.005, "latency": 400},
    ],
}
PACED_MODEL = {
    "format": "lanewright-model",
    "version": 1,
    "title": "GPT, 14 blocks",
    "microbatches": 12,
    "precision": "fp32",
    "gpt": {"layers": 14, "width": 64, "heads": 2, "context": 32, "vocabulary": 256, "batch": 1},
}
UNPACED_MODEL = {
    "format": "lanewright-model",
    "version": 1,
    "title": "GPT, 7 blocks",
    "microbatches": 8,
    "precision": "fp32",
    "gpt": {"layers": 7, "width": 256, "heads": 8, "context": 128, "vocabulary": 256, "batch": 2},
}
HALVES = {
    "format": "lanewright-cluster",
    "version": 1,
    "title": "Two cores",
    "kinds": {"core": {"tflops": 0.05, "memory": 4}},
    "devices": [{"name": "a", "kind": "core"}, {"name": "b", "kind": "core"}],
    "links": [{"between": ["a", "b"], "bandwidth": 4, "latency": 20}],
}


class Tools:
    def __init__(self, build, folder):
        self.cli = str(pathlib.Path(build) / "bin" / "lanewright-cli")
        self.folder = pathlib.Path(folder)

    def write(self, name, content):
        path = self.folder / name
        path.write_text(json.dumps(content))
        return str(path)

    def path(self, name):
        return str(self.folder / name)

    def run(self, *words):
        done = subprocess.run([self.cli, *words, "--json"], capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(words)}: {done.stderr.strip()}")
        return json.loads(done.stdout)


def layers_of(answer):
    return " + ".join(str(stage["layers"]) for stage in answer["stages"])


def row(name, planned, measured):
    error = measured / planned - 1
    print(f"| {name} | {planned:.2f} | {measured:.2f} | {100 * error:+.2f} % |", flush=True)
    return abs(error)


def paced(tools, rounds, name, *words):
    model = tools.write("paced.lwmodel", PACED_MODEL)
    cluster = tools.write("unequal.lwcluster", UNEQUAL)
    plan = tools.path("paced.lwsched")
    answer = tools.run("plan", model, cluster, "--tries", "500", *words, "-o", plan)
    planned = tools.run("simulate", plan, "--iterations", "4", "--optimizer", "sync")
    runs = [tools.run("run", plan, "--paced", "--in-process", "--steps", "4") for _ in range(rounds)]
    # Replicas add their gradients behind the last op: what they take is the time from one iteration to the next.
    shared = answer["replicas"] > 1
    wanted = planned["iteration_time"]["sync"] if shared else planned["longest_span"]
    found = statistics.median(run["iteration_time" if shared else "longest_span"] for run in runs)
    used = ", ".join(" and ".join(stage["devices"]) for stage in answer["stages"])
    return row(f"paced, {name}, {layers_of(answer)} layers on {used}", wanted, found)


def unpaced(tools, rounds):
    model = tools.write("unpaced.lwmodel", UNPACED_MODEL)
    cluster = tools.write("halves.lwcluster", HALVES)
    errors = []
    for at in range(rounds):
        plan, measured, fitted = (tools.path(f"{name}{at}.lwsched") for name in ("first", "measured", "fitted"))
        tools.run("plan", model, cluster, "--layout", "Et*4|t*3L", "-o", plan)
        tools.run("profile", plan, "--in-process", "--steps", "6", "-o", measured)
        better = tools.run("plan", model, cluster, "--fit", measured, "--tries", "200", "-o", fitted)
        tools.run("profile", fitted, "--in-process", "--steps", "6", "-o", measured)
        planned = tools.run("simulate", measured)["longest_span"]
        span = tools.run("run", measured, "--in-process", "--steps", "8")["longest_span"]
        errors.append(row(f"unpaced, {layers_of(better)} layers, its own profile, round {at + 1}", planned, span))
        row(f"the same by the rates of the first cut, ±{100 * better['spread']:.0f} %", better["iteration_time"], span)
    return statistics.median(errors)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--paced-only", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tools = Tools(options.build, folder)
        print("| plan | planned ms | measured ms | off by |\n|---|---|---|---|")
        bad = paced(tools, options.rounds, "linear", "--placement", "linear") > 0.01
        bad = paced(tools, options.rounds, "V", "--placement", "v") > 0.01 or bad
        replicated = ("--placement", "linear", "--replicas", "2", "--stages", "2")
        bad = paced(tools, options.rounds, "replicas", *replicated) > 0.01 or bad
        bad = paced(tools, options.rounds, "one stage shared", *replicated, "--what-if", "lost=c") > 0.01 or bad
        if not options.paced_only:
            bad = unpaced(tools, options.rounds) > 0.05 or bad
    print("\nPaced within 1 %, unpaced within 5 % in the middle of the rounds:", "no" if bad else "yes")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
