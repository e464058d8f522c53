#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds `lanewright-cli solve` against OR-Tools' CP-SAT on small random problems of one or two chunks a rank.

  solve_random.py CLI [--count N] [--seed S] [--seconds T] [--peer-seconds T] [--pairs] [--all]
                  [--objective makespan|period]

With --pairs an F and a B or BW of one rank may run as an overlapped pair, whose time depends on both stages.

Each problem goes to both for the same time, one thread each. What counts:
  wrong    a claim that the other refutes: a value called optimal, or a bound, above an order that CP-SAT found
  worse    an order that is longer than CP-SAT's
  open     problems for which `solve` gave no proof; CP-SAT's are counted beside them
The exit code is 1 where one is wrong or worse, and 2 where OR-Tools is not installed (`pip install ortools`).

A period is the least time after which the same order can begin again on every rank. Ops may wait, so that of all starts
of all orders the least longest span is that period, rounded up to a whole number: this is what CP-SAT looks for.
"""

import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile

try:
    from ortools.sat.python import cp_model
except ImportError:
    cp_model = None


def problem_of(seed, pairs):
    """A problem with limits from the least that works upwards; ranks, chunks, microbatches and times at random."""
    draw = random.Random(seed)
    ranks = draw.randint(2, 3 if pairs else 4)
    chunks = draw.choice([1, 1, 2])
    microbatches = draw.randint(2, 6 if chunks == 1 else 4)
    stages = ranks * chunks
    there = list(range(ranks))
    back = there[::-1] if draw.random() < 0.5 else there
    times = lambda: (
        [draw.randint(1, 12) for _ in range(stages)] if draw.random() < 0.7 else [draw.randint(2, 9)] * stages
    )
    forward, backward, weight = times(), times(), times()
    if draw.random() < 0.15:
        weight = [0] * stages
    forward_memory = [draw.randint(2, 6) for _ in range(stages)]
    backward_memory = [-draw.randint(0, one) for one in forward_memory]
    weight_memory = [-one - other for one, other in zip(forward_memory, backward_memory)]
    placement = there + (back if chunks == 2 else [])
    need = [sum(m for m, at in zip(forward_memory, placement) if at == rank) for rank in range(ranks)]
    limit = None
    if draw.random() < 0.8:
        limit = [math.ceil(one * draw.choice([1, 1.25, 1.5, 2, ranks])) for one in need]
    overlapped = None
    if pairs:
        # From the longer of the two to a little above their sum.
        pair = lambda one, other: draw.randint(max(one, other), one + other + 1)
        overlapped = {
            "B": [[pair(one, other) for other in backward] for one in forward],
            "BW": [[pair(one, other + last) for other, last in zip(backward, weight)] for one in forward],
        }
    return {
        "format": "lanewright-schedule",
        "version": 1,
        "title": f"random {seed}",
        "microbatches": microbatches,
        "placement": {"ranks": ranks, "directions": [placement]},
        "costs": {
            "forward": forward,
            "backward_input": backward,
            "backward_weight": weight,
            "transfer": draw.randint(0, 2),
            "overlapped": overlapped,
        },
        "memory": {
            "forward": forward_memory,
            "backward_input": backward_memory,
            "backward_weight": weight_memory,
            "limit": limit,
        },
    }


def solve(cli, problem, objective, seconds):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "case.lwsched")
        with open(file, "w") as out:
            json.dump(problem, out)
        run = subprocess.run(
            [
                cli,
                "solve",
                file,
                "--objective",
                objective,
                "--time-limit",
                str(seconds),
                "--threads",
                "1",
                "--exact",
                "--json",
            ],
            capture_output=True,
            text=True,
            check=False,
        )
    if run.returncode != 0:
        raise SystemExit(f"{problem['title']}: {run.stderr.strip()}")
    return json.loads(run.stdout)


def peer(problem, objective, seconds):
    """What CP-SAT finds: value, bound. Every microbatch holds what its B frees from the start of its F to the end of
    its B, and what its W frees from there to the end of its W."""
    costs, memory, placement = problem["costs"], problem["memory"], problem["placement"]["directions"][0]
    ranks, stages, microbatches = problem["placement"]["ranks"], len(placement), problem["microbatches"]
    times = {"F": costs["forward"], "B": costs["backward_input"], "W": costs["backward_weight"]}
    horizon = microbatches * sum(sum(each) for each in times.values()) + 4 * stages * microbatches * 2
    model = cp_model.CpModel()
    every = [(kind, stage, each) for kind in times for stage in range(stages) for each in range(microbatches)]
    start = {op: model.new_int_var(0, horizon, "") for op in every}
    ends = {op: model.new_int_var(0, horizon, "") for op in every}
    end = lambda kind, stage, each: ends[kind, stage, each]
    travel = lambda one, other: costs["transfer"] if placement[one] != placement[other] else 0
    # What each op may run in: by itself, or in pairs.
    blocks = {op: [] for op in every}
    of_rank = [[] for _ in range(ranks)]

    def add_block(ops, time):
        chosen = model.new_bool_var("")
        begin = start[ops[0]]
        for op in ops:
            blocks[op].append(chosen)
            model.add(ends[op] == begin + time).only_enforce_if(chosen)
            if op[0] != "W" or len(ops) == 1:
                model.add(start[op] == begin).only_enforce_if(chosen)
        if time > 0:
            of_rank[placement[ops[0][1]]].append(model.new_optional_fixed_size_interval_var(begin, time, chosen, ""))

    for op in every:
        add_block([op], times[op[0]][op[1]])
    if costs["overlapped"]:
        for stage in range(stages):
            for other in range(stages):
                if placement[stage] != placement[other]:
                    continue
                for each in range(microbatches):
                    for partner in range(microbatches):
                        pair = [("F", stage, each), ("B", other, partner)]
                        add_block(pair, costs["overlapped"]["B"][stage][other])
                        add_block(pair + [("W", other, partner)], costs["overlapped"]["BW"][stage][other])
    for chosen in blocks.values():
        model.add_exactly_one(chosen)
    for each in range(microbatches):
        for stage in range(stages):
            if stage > 0:
                model.add(start["F", stage, each] >= end("F", stage - 1, each) + travel(stage - 1, stage))
                model.add(start["B", stage - 1, each] >= end("B", stage, each) + travel(stage, stage - 1))
            model.add(start["B", stage, each] >= end("F", stage, each))
            # A W that is no part of a pair.
            model.add(start["W", stage, each] >= end("B", stage, each)).only_enforce_if(blocks["W", stage, each][0])
            model.add(end("W", stage, each) >= end("B", stage, each))
            if each > 0:
                for kind in ("F", "B"):
                    model.add(start[kind, stage, each] >= end(kind, stage, each - 1))
                # One in a pair may overtake one that waits.
                model.add(start["W", stage, each] >= end("W", stage, each - 1)).only_enforce_if(
                    [blocks["W", stage, each][0], blocks["W", stage, each - 1][0]]
                )
    for rank in range(ranks):
        ours = [stage for stage in range(stages) if placement[stage] == rank]
        model.add_no_overlap(of_rank[rank])
        if memory["limit"]:
            held, sizes = [], []
            for stage in ours:
                for each in range(microbatches):
                    for kind, size in (
                        ("B", -memory["backward_input"][stage]),
                        ("W", -memory["backward_weight"][stage]),
                    ):
                        if size > 0:
                            long = model.new_int_var(0, horizon, "")
                            held.append(
                                model.new_interval_var(start["F", stage, each], long, end(kind, stage, each), "")
                            )
                            sizes.append(size)
            model.add_cumulative(held, sizes, memory["limit"][rank])
    value = model.new_int_var(0, horizon, "value")
    for stage in range(stages):
        # Any of the W may be the last, where those in pairs overtake others.
        lasts = [("B", microbatches - 1)] + [("W", each) for each in range(microbatches)]
        firsts = [other for other in range(stages) if placement[other] == placement[stage]]
        for kind, each in lasts:
            begin = 0 if objective == "makespan" else start["F", min(firsts), 0]
            model.add(value >= end(kind, stage, each) - begin)
    model.minimize(value)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None, solver.best_objective_bound, False
    return int(solver.objective_value), solver.best_objective_bound, status == cp_model.OPTIMAL


def judge(ours, theirs, objective):
    """What is wrong with our answer, beside theirs; nothing where all is well."""
    value = ours["value"]
    best, bound, proved = theirs
    whole = math.ceil(value - 1e-9) if objective == "period" else value
    wrongs = []
    if best is not None and ours["optimal"] and whole > best:
        wrongs.append("wrong")
    if best is not None and ours["lower_bound"] > best + 1e-9:
        wrongs.append("wrong")
    if proved and whole < best:
        wrongs.append("wrong")
    if best is not None and whole > best:
        wrongs.append("worse")
    return wrongs


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--peer-seconds", type=float)
    parser.add_argument("--objective", choices=["makespan", "period"])
    parser.add_argument("--pairs", action="store_true")
    parser.add_argument("--all", action="store_true", help="print every problem, not only those that differ")
    arguments = parser.parse_args()
    if cp_model is None:
        print("OR-Tools is not installed: pip install ortools", file=sys.stderr)
        return 2
    counts = {"wrong": 0, "worse": 0, "open": 0, "open to CP-SAT": 0, "better": 0}
    for seed in range(arguments.seed, arguments.seed + arguments.count):
        problem = problem_of(seed, arguments.pairs)
        objective = arguments.objective or ("makespan" if seed % 2 else "period")
        ours = solve(arguments.cli, problem, objective, arguments.seconds)
        theirs = peer(problem, objective, arguments.peer_seconds or arguments.seconds)
        wrongs = judge(ours, theirs, objective)
        for each in set(wrongs):
            counts[each] += 1
        counts["open"] += not ours["optimal"]
        counts["open to CP-SAT"] += not theirs[2]
        counts["better"] += theirs[0] is None or ours["value"] < theirs[0] - (objective == "period")
        if wrongs or arguments.all:
            print(
                f"{problem['title']} {objective}: {ours['value']} of {ours['lower_bound']:g}"
                f"{' optimal' if ours['optimal'] else ''}, CP-SAT {theirs[0]} of {theirs[1]:g}"
                f"{' optimal' if theirs[2] else ''} {' '.join(sorted(set(wrongs)))}",
                flush=True,
            )
    print(f"{arguments.count} problems: " + ", ".join(f"{count} {name}" for name, count in counts.items()))
    return 1 if counts["wrong"] or counts["worse"] else 0


if __name__ == "__main__":
    sys.exit(main())
