#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `solve` reaches on 24 large loops, with room for half of what 1F1B holds up to half as much again.

  large_shapes.py CLI [--other CLI] [--time-limit S] [--threads N] [--only TEXT] [--solve-only]

Per shape (ranks × chunks × microbatches @ share of 1F1B's memory; costs of Zero Bubble's 14.6B model): the iteration
that `solve` reaches, that of the other build, of the best generator of ours, of GIS-H thinned, the bound, and how far
above the bound ours is. GIS-H thinned is GIS-H with each F held back until its rank has room, which the generator
refuses to do: in groups of half as many microbatches as ranks, chunk after chunk, B first, W where nothing else can
run. The exit code is 1 where ours is above the bound by more than 5 % from 0.75 on, or above a generator or GIS-H
thinned.
"""

import argparse
import heapq
import json
import os
import subprocess
import sys
import tempfile
import time

SHAPES = [
    (8, 1, 512, 0.5),
    (8, 1, 128, 0.75),
    (8, 2, 32, 0.6),
    (8, 2, 512, 1),
    (8, 4, 128, 0.6),
    (8, 4, 32, 1.5),
    (16, 1, 128, 0.75),
    (16, 1, 512, 0.6),
    (16, 2, 128, 0.75),
    (16, 2, 512, 0.5),
    (16, 4, 32, 1),
    (16, 4, 128, 0.75),
    (32, 1, 128, 0.5),
    (32, 1, 512, 1),
    (32, 2, 128, 0.75),
    (32, 2, 32, 1.5),
    (32, 4, 128, 0.6),
    (32, 4, 512, 0.75),
    (64, 1, 128, 0.75),
    (64, 1, 512, 0.6),
    (64, 2, 128, 0.5),
    (64, 2, 512, 0.75),
    (64, 4, 128, 0.6),
    (64, 4, 32, 1),
]
FORWARD = 192  # MiB that F of a chunk takes, half of which B gives back


def name_of(shape):
    ranks, chunks, microbatches, share = shape
    return f"{ranks}x{chunks}x{microbatches}@{share}"


def problem_of(ranks, chunks, microbatches, share):
    stages = ranks * chunks
    return {
        "format": "lanewright-schedule",
        "version": 1,
        "time_unit": "ms",
        "memory_unit": "MiB",
        "microbatches": microbatches,
        "placement": {"ranks": ranks, "directions": [[stage % ranks for stage in range(stages)]]},
        "costs": {
            "forward": [6.808] * (stages - 1) + [7.583],
            "backward_input": [6.575] * (stages - 1) + [7.324],
            "backward_weight": [4.725] * (stages - 1) + [5.263],
            "transfer": 0.45,
        },
        "memory": {
            "forward": FORWARD,
            "backward_input": -FORWARD / 2,
            "backward_weight": -FORWARD / 2,
            "limit": int(share * stages * FORWARD),
        },
    }


class Thinned:
    """GIS-H thinned, made along the clock."""

    def __init__(self, problem, ranks, chunks, microbatches):
        self.costs, self.limit = problem["costs"], problem["memory"]["limit"]
        self.ranks, self.chunks, self.stages = ranks, chunks, ranks * chunks
        size = min(microbatches, (ranks + 1) // 2)
        self.turns = [
            (chunk, each)
            for first in range(0, microbatches, size)
            for chunk in range(chunks)
            for each in range(first, min(first + size, microbatches))
        ]
        self.lead = (chunks - 1) * size

    def run(self):
        """The order, or None where it has no room."""
        self.rows = [[] for _ in range(self.ranks)]
        self.forwards, self.backwards, self.held = ([0] * self.ranks for _ in range(3))
        self.waiting = [[] for _ in range(self.ranks)]
        self.there = {("F", 0, each): 0 for _, each in self.turns}
        free = [0.0] * self.ranks
        events = [(0.0, rank) for rank in range(self.ranks)]
        while events:
            now, rank = heapq.heappop(events)
            op = self.choose(rank, now) if free[rank] <= now else None
            if op is None:
                continue
            self.rows[rank].append(f"{op[0]}{op[1]}.{op[2]}")
            end = free[rank] = now + self.start(rank, *op)
            heapq.heappush(events, (end, rank))
            if (value := self.value_of(*op)) is not None:
                there = end + (self.costs["transfer"] if value[1] != op[1] else 0)
                self.there[value] = there
                heapq.heappush(events, (there, value[1] % self.ranks))
        whole = 3 * len(self.turns)
        return self.rows if all(len(row) == whole for row in self.rows) else None

    def choose(self, rank, now):
        is_there = lambda op: self.there.get(op, 1e18) <= now
        if self.backwards[rank] < len(self.turns):
            chunk, each = self.turns[self.backwards[rank]]
            op = ("B", (self.chunks - 1 - chunk) * self.ranks + rank, each)
            if is_there(op):
                return op
        ahead = self.forwards[rank] - self.backwards[rank]
        if self.forwards[rank] < len(self.turns) and ahead < self.lead + self.ranks - rank:
            chunk, each = self.turns[self.forwards[rank]]
            op = ("F", chunk * self.ranks + rank, each)
            if is_there(op) and self.held[rank] + FORWARD <= self.limit:
                return op
        return ("W", *self.waiting[rank][0]) if self.waiting[rank] else None

    def start(self, rank, kind, stage, each):
        if kind == "F":
            self.forwards[rank] += 1
            self.held[rank] += FORWARD
            return self.costs["forward"][stage]
        self.held[rank] -= FORWARD // 2
        if kind == "B":
            self.backwards[rank] += 1
            self.waiting[rank].append((stage, each))
            return self.costs["backward_input"][stage]
        self.waiting[rank].pop(0)
        return self.costs["backward_weight"][stage]

    def value_of(self, kind, stage, each):
        if kind == "F":
            return ("F", stage + 1, each) if stage + 1 < self.stages else ("B", stage, each)
        return ("B", stage - 1, each) if kind == "B" and stage > 0 else None


def run(cli, *words):
    done = subprocess.run([cli, *words], capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else None


def simulated(cli, file):
    answer = json.loads(run(cli, "simulate", file, "--json") or "{}")
    return answer.get("iteration_time") if answer.get("valid") else None


def thinned(cli, problem, shape, folder):
    order = Thinned(problem, *shape[:3]).run() if shape[1] > 1 else None
    if order is None:
        return None
    file = os.path.join(folder, "thinned.lwsched")
    with open(file, "w", encoding="utf-8") as out:
        json.dump({**problem, "order": order}, out)
    return simulated(cli, file)


def best_generator(cli, file, problem, folder):
    best = (None, "")
    for generator in json.loads(run(cli, "list", "--json"))["generators"]:
        made = os.path.join(folder, "made.lwsched")
        if run(cli, "generate", generator["name"], file, "-o", made) is None:
            continue
        with open(made, encoding="utf-8") as source:
            if json.load(source)["placement"]["directions"] != problem["placement"]["directions"]:
                continue
        value = simulated(cli, made)
        if value is not None and (best[0] is None or value < best[0]):
            best = (value, generator["name"])
    return best


def solved(cli, file, arguments):
    began = time.time()
    answer = json.loads(
        run(
            cli, "solve", file, "--time-limit", str(arguments.time_limit), "--threads", str(arguments.threads), "--json"
        )
        or "{}"
    )
    answer["wall"] = time.time() - began
    return answer


def shown(value):
    return f"{value:.1f}" if value is not None else "–"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--other", help="another build to hold it against")
    parser.add_argument("--time-limit", type=float, default=60)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--only", default="", help="shapes whose name holds one of these, separated by commas")
    parser.add_argument("--solve-only", action="store_true", help="neither generators nor GIS-H thinned")
    arguments = parser.parse_args()
    print(
        "| shape | solve | by | seconds | other | best generator | GIS-H thinned | bound | by | above |\n"
        "|---|---:|---|---:|---:|---:|---:|---:|---|---:|",
        flush=True,
    )
    failed = 0
    for shape in SHAPES:
        name = name_of(shape)
        if not any(part in name for part in arguments.only.split(",")):
            continue
        problem = problem_of(*shape)
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "problem.lwsched")
            with open(file, "w", encoding="utf-8") as out:
                json.dump(problem, out)
            ours = solved(arguments.cli, file, arguments)
            other = solved(arguments.other, file, arguments) if arguments.other else {}
            generator, by = (None, "") if arguments.solve_only else best_generator(arguments.cli, file, problem, folder)
            thin = None if arguments.solve_only else thinned(arguments.cli, problem, shape, folder)
        value, bound = ours.get("value"), ours.get("lower_bound")
        above = 100 * (value / bound - 1)
        failed += (shape[3] >= 0.75 and above > 5) or any(
            each is not None and value > each for each in (generator, thin)
        )
        print(
            f"| {name} | {value:.1f} | {ours['method']} | {ours['wall']:.0f} | {shown(other.get('value'))} | "
            f"{shown(generator)} {by} | {shown(thin)} | {bound:.1f} | {ours['bound_name']} | {above:.1f} % |",
            flush=True,
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
