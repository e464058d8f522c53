#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Replays two production jobs from their published traces, and orders and deals the microbatches of one anew.

  straggler.py CLI FOLDER [--time-limit S] [--steps N] [--no-solve]

FOLDER holds timeline-ST.json.gz and timeline-SE.json.gz of github.com/ByteDance-Seed/StragglerAnalysis (Apache-2.0; ST
is slow for its last stage, SE for the lengths of its sequences). Each step becomes a schedule of its own: the order of
F and B that the ranks ran, each with the time that it took, the other replicas beside it. `simulate` says how long the
slowest replica takes, against what was measured from its first op to its last. Beside it the same order with one time
per stage, the mean of all steps.

Then `solve --order microbatches` looks for a better order and a better deal of the microbatches of each step of SE, and
for a better order alone, replica by replica; microbatches sorted from long to short stand beside both. What it wrote is
simulated anew. Prints tables, and exits with 1 where replay misses its goal, anything found is worse than sorting or
below its bound, or a step takes more than 30 s.
"""

import argparse
import collections
import gzip
import json
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

GOALS = {"ST": 0.005, "SE": 0.01}
LONGEST = 30  # seconds that `solve` may take for a step

# What a replica ran in a step: per rank its ops in order, ("F" or "B", microbatch, start, end), in microseconds.
Step = collections.namedtuple("Step", "replicas")


def read(path):
    """Per step and replica the compute ops of each rank, by start."""
    with gzip.open(path) as file:
        events = json.load(file)
    names = {
        (event["pid"], event["tid"]): event["args"]["name"]
        for event in events
        if event["ph"] == "M" and event["name"] == "thread_name"
    }
    ops = collections.defaultdict(lambda: collections.defaultdict(lambda: collections.defaultdict(list)))
    for event in events:
        if event["ph"] != "X" or event["name"] not in ("forward-compute", "backward-compute"):
            continue
        rank = int(names[event["pid"], event["tid"]].split("PP rank ")[1].split(",")[0])
        args = event["args"]
        ops[args["step"]][event["pid"]][rank].append(
            (event["name"][0].upper(), args["mb_id"], event["ts"], event["ts"] + event["dur"])
        )
    steps = {}
    for step, replicas in ops.items():
        steps[step] = Step(
            [
                [sorted(ranks[rank], key=lambda op: op[2]) for rank in sorted(ranks)]
                for _, ranks in sorted(replicas.items())
            ]
        )
    return dict(sorted(steps.items()))


def hop(steps):
    """How long a value travels, in ms: the median wait of a rank for its first op, which waits for nothing else."""
    waits = []
    for step in steps.values():
        for ranks in step.replicas:
            for before, after in zip(ranks, ranks[1:]):
                end = next(op[3] for op in before if op[0] == "F" and op[1] == after[0][1])
                waits.append(after[0][2] - end)
    return statistics.median(waits) / 1000


def measured(ranks):
    """From the first op of a replica to its last, in ms."""
    return (max(op[3] for ops in ranks for op in ops) - min(op[2] for ops in ranks for op in ops)) / 1000


def time_text(microseconds):
    return round(microseconds / 1000, 6)


def schedule(step, transfer, means=None):
    """The step as a schedule: replicas are directions with ranks of their own. `means`: per stage and kind, in ms."""
    stages = len(step.replicas[0])
    each = len(step.replicas[0][0]) // 2
    count = each * len(step.replicas)
    table = {kind: [[0.0] * count for _ in range(stages)] for kind in "FB"}
    order = []
    for replica, ranks in enumerate(step.replicas):
        for stage, ops in enumerate(ranks):
            row = []
            for kind, microbatch, start, end in ops:
                number = replica * each + microbatch
                table[kind][stage][number] = means[stage][kind] if means else time_text(end - start)
                row.append(f"{kind if kind == 'F' else 'BW'}{stage}.{number}")
            order.append(row)
    plan = {
        "format": "lanewright-schedule",
        "version": 1,
        "title": "A measured step",
        "time_unit": "ms",
        "microbatches": count,
        "placement": {
            "ranks": stages * len(step.replicas),
            "directions": [
                [replica * stages + stage for stage in range(stages)] for replica in range(len(step.replicas))
            ],
            "direction_of": [number // each for number in range(count)],
        },
        "costs": {"forward": 1, "backward_input": 1, "backward_weight": 0, "transfer": transfer},
        "memory": {"forward": 0, "backward_input": 0, "backward_weight": 0},
        "order": order,
        "microbatch": {"table": {"F": table["F"], "B": table["B"], "W": [[0] * count for _ in range(stages)]}},
    }
    return plan


def deal(plan, replicas, turns):
    """The plan with the microbatches of `turns`, per replica in turn, in the places of those that ran there in turn."""
    stages = len(plan["placement"]["directions"][0])
    each = plan["microbatches"] // replicas
    holder = {}
    for replica in range(replicas):
        first = [op for op in plan["order"][replica * stages] if op[0] == "F"]
        for op, microbatch in zip(first, turns[replica]):
            holder[int(op.split(".")[1])] = (microbatch, replica)
    assert len(holder) == each * replicas
    dealt = dict(plan)
    dealt["order"] = [[f"{op.split('.')[0]}.{holder[int(op.split('.')[1])][0]}" for op in row] for row in plan["order"]]
    directions = [0] * plan["microbatches"]
    for microbatch, replica in holder.values():
        directions[microbatch] = replica
    dealt["placement"] = dict(plan["placement"], direction_of=directions)
    return dealt


def run(cli, *arguments):
    done = subprocess.run([cli, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    return json.loads(done.stdout)


class Files:
    """Schedules for the program, one file written over and over."""

    def __init__(self, cli, folder):
        self.cli = cli
        self.path = pathlib.Path(folder) / "step.lwsched"
        self.found = pathlib.Path(folder) / "found.lwsched"

    def simulate(self, plan):
        self.path.write_text(json.dumps(plan))
        return run(self.cli, "simulate", self.path, "--json")["makespan"]

    def solve(self, plan, *effort):
        """What `solve` says, with `found`: the makespan of the schedule that it wrote, as `simulate` measures it."""
        self.path.write_text(json.dumps(plan))
        answer = run(
            self.cli,
            "solve",
            self.path,
            "--order",
            "microbatches",
            "--objective",
            "makespan",
            *effort,
            "-o",
            self.found,
            "--json",
        )
        return dict(answer, found=run(self.cli, "simulate", self.found, "--json")["makespan"])


def order_only(step, transfer, files):
    """The slowest replica and its bound, each with its own microbatches ordered anew.

    A replica that was faster as it ran than another can be at best (by 2 %, more than any replay is off) isn't it."""
    slowest, bound = 0, 0
    for ranks in sorted(step.replicas, key=measured, reverse=True):
        if measured(ranks) * 1.02 < slowest:
            break
        answer = files.solve(schedule(Step([ranks]), transfer), "--rounds", 1, "--threads", 1)
        slowest, bound = max(slowest, answer["found"]), max(bound, answer["lower_bound"])
    return slowest, bound


def percent(share):
    return f"{100 * share:.2f} %"


def spread(values, text=percent):
    """The median, what nine of ten are at most, and the most."""
    ordered = sorted(values)
    return (
        f"{text(statistics.median(ordered))} | {text(ordered[math.ceil(0.9 * len(ordered)) - 1])} | {text(ordered[-1])}"
    )


def gain(values):
    return f"{percent(statistics.median(values))} | {percent(min(values))} | {percent(max(values))}"


def replay(name, steps, files):
    transfer = round(hop(steps), 6)
    totals = collections.defaultdict(list)
    for step in steps.values():
        for ranks in step.replicas:
            for stage, ops in enumerate(ranks):
                for kind, _, start, end in ops:
                    totals[stage, kind].append((end - start) / 1000)
    means = [
        {kind: round(statistics.fmean(totals[stage, kind]), 6) for kind in "FB"}
        for stage in range(len(next(iter(steps.values())).replicas[0]))
    ]
    own, alike = [], []
    for step in steps.values():
        slowest = max(measured(ranks) for ranks in step.replicas)
        own.append(abs(files.simulate(schedule(step, transfer)) / slowest - 1))
        alike.append(abs(files.simulate(schedule(step, transfer, means)) / slowest - 1))
    print(f"| {name}, {len(steps)} steps, {transfer:.3f} ms from rank to rank | each op's own | {spread(own)} |")
    print(f"| {name} | one per stage | {spread(alike)} |")
    return statistics.median(own) <= GOALS[name]


def works(plan):
    table = plan["microbatch"]["table"]
    return [sum(row[number] for kind in "FB" for row in table[kind]) for number in range(plan["microbatches"])]


def order_anew(steps, files, seconds):
    """Prints a row per step. True where nothing was worse than sorting, and in time."""
    transfer = round(hop(steps), 6)
    worse = 0
    gains, gaps, times, sorts = [], [], [], []
    order_gains, order_gaps, order_sorts = [], [], []
    print(
        "| step | as it ran | sorted, no deal | ordered, no deal | bound | sorted and dealt | dealt and ordered | "
        "bound "
        "| gain | above the bound | time |"
    )
    print("|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    for number, step in steps.items():
        plan = schedule(step, transfer)
        replicas = len(step.replicas)
        each = plan["microbatches"] // replicas
        work = works(plan)
        ran = files.simulate(plan)
        inside = [sorted(range(r * each, (r + 1) * each), key=lambda n: -work[n]) for r in range(replicas)]
        long_first = sorted(range(plan["microbatches"]), key=lambda n: -work[n])
        fro = [[] for _ in range(replicas)]
        for place, microbatch in enumerate(long_first):
            turn, at = divmod(place, replicas)
            fro[at if turn % 2 == 0 else replicas - 1 - at].append(microbatch)
        sorted_inside = files.simulate(deal(plan, replicas, inside))
        sorted_dealt = files.simulate(deal(plan, replicas, fro))
        begin = time.monotonic()
        answer = files.solve(plan, "--time-limit", seconds)
        took = time.monotonic() - begin
        value, bound = answer["found"], answer["lower_bound"]
        ordered, order_bound = order_only(step, transfer, files)
        within = (
            value <= min(ran, sorted_inside, sorted_dealt, ordered) + 1e-6
            and ordered <= sorted_inside + 1e-6
            and bound <= value + 1e-6
            and order_bound <= ordered + 1e-6
        )
        worse += 0 if within else 1
        gains.append(1 - value / ran)
        gaps.append(value / bound - 1)
        sorts.append(1 - sorted_dealt / ran)
        order_gains.append(1 - ordered / ran)
        order_gaps.append(ordered / order_bound - 1)
        order_sorts.append(1 - sorted_inside / ran)
        times.append(took)
        print(
            f"| {number} | {ran:.0f} | {sorted_inside:.0f} | {ordered:.0f} | {order_bound:.0f} | {sorted_dealt:.0f} | "
            f"{value:.0f} | {bound:.0f} | {percent(gains[-1])} | {percent(gaps[-1])} | {took:.1f} s |",
            flush=True,
        )
    print()
    print("| gain over all steps | median | least | most |")
    print("|---|---:|---:|---:|")
    print(f"| each replica's own microbatches sorted | {gain(order_sorts)} |")
    print(f"| each replica's own microbatches ordered by `solve` | {gain(order_gains)} |")
    print(f"| all microbatches sorted and dealt to and fro | {gain(sorts)} |")
    print(f"| all microbatches dealt and ordered by `solve` | {gain(gains)} |")
    print()
    print("| over all steps | median | 90 % of steps | most |")
    print("|---|---:|---:|---:|")
    print(f"| ordered, above its bound | {spread(order_gaps)} |")
    print(f"| dealt and ordered, above its bound | {spread(gaps)} |")
    print(f"| time of a step | {spread(times, lambda value: f'{value:.1f} s')} |")
    print()
    print(f"Worse than sorting, or below a bound: {worse} of {len(steps)} steps.")
    return worse == 0 and max(times) <= LONGEST


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli", help="lanewright-cli")
    parser.add_argument("folder", type=pathlib.Path, help="holds the traces")
    parser.add_argument("--time-limit", type=float, default=5, help="seconds of search per step")
    parser.add_argument("--steps", type=int, help="only so many of each job")
    parser.add_argument("--no-solve", action="store_true", help="replay only")
    options = parser.parse_args()
    jobs = {}
    for name in GOALS:
        steps = read(options.folder / f"timeline-{name}.json.gz")
        jobs[name] = dict(list(steps.items())[: options.steps])
    fine = True
    with tempfile.TemporaryDirectory() as folder:
        files = Files(options.cli, folder)
        print("| job | times | error of the step, median | 90 % of steps | most |")
        print("|---|---|---:|---:|---:|")
        for name, steps in jobs.items():
            fine = replay(name, steps, files) and fine
        if not options.no_solve:
            print()
            fine = order_anew(jobs["SE"], files, options.time_limit) and fine
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
