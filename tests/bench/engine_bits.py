#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Trains one model by many schedules and looks whether all agree to the last bit.

  engine_bits.py BUILD [--gallery FOLDER] [--random 200] [--ranks 1,2,4,8] [--seed 1] [--jobs 2] [--report FILE]

Every schedule of the gallery, and so many random valid ones per number of ranks (random placements, orders, BW or parts
of W, recomputation, one or two directions, microbatches of their own lengths), in one process and under mpirun. Runs
that deal their microbatches alike, and give them the same lengths, must report the losses and the hashes of the last
gradients and the final weights that one rank alone reports. The exit code is 1 when any does not.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import sys
import time

import engine_runs

LAYERS = 16  # at least as many as any schedule has stages
MODEL = {**engine_runs.MODEL, "layers": LAYERS}
STEPS = 3


class Bench:
    def __init__(self, cli, folder):
        self.cli = cli
        self.folder = pathlib.Path(folder)
        self.references = {}

    def write(self, name, plan):
        path = self.folder / f"{name}.lwsched"
        path.write_text(json.dumps(plan))
        return path

    def train(self, path, *options):
        answer, finished = engine_runs.run(self.cli, path, "--steps", str(STEPS), *options, model=MODEL)
        return (
            (answer["losses"], answer["gradients_hash"], answer["weights_hash"]) if answer else finished.stderr.strip()
        )

    def reference(self, way):
        """What one rank makes of the microbatches, dealt alike: the direction of each, and their lengths where they
        have any."""
        if way not in self.references:
            deal, lengths = way
            rng = engine_runs.dice(len(deal))
            plan = engine_runs.random_schedule(rng, 1, len(deal))
            stages = 2
            plan["placement"]["directions"] = [[0] * stages] * (max(deal) + 1)
            if max(deal):
                plan["placement"]["direction_of"] = list(deal)
            plan["costs"].update(weight_parts=1, recompute=None)
            plan["order"] = engine_runs.random_order(rng, plan["placement"]["directions"], deal, len(deal), stages, 1)
            if lengths:
                plan["microbatch"] = {"length": list(lengths)}
            self.references[way] = self.train(self.write(f"reference-{len(self.references)}", plan), "--in-process")
        return self.references[way]


def deal_of(plan):
    placement, microbatches = plan["placement"], plan["microbatches"]
    if "direction_of" in placement:
        return tuple(placement["direction_of"])
    if len(placement["directions"]) == 1:
        return (0,) * microbatches
    return tuple(0 if microbatch < microbatches // 2 else 1 for microbatch in range(microbatches))


def way_of(plan):
    return deal_of(plan), tuple((plan.get("microbatch") or {}).get("length", ()))


def cases_of(bench, options):
    """(group, name, path, way) of all schedules."""
    for path in sorted(pathlib.Path(options.gallery).glob("*.lwsched")):
        plan = json.loads(path.read_text())
        if "order" in plan:
            yield f"gallery, {plan['placement']['ranks']} ranks", path.stem, path, way_of(plan)
    rng = engine_runs.dice(options.seed)
    for ranks in (int(word) for word in options.ranks.split(",")):
        for number in range(options.random):
            microbatches = rng.choice([4, 8])
            plan = engine_runs.random_schedule(rng, ranks, microbatches, ranks > 1 and rng.random() < 0.2)
            if rng.random() < 0.3:
                # Of a few sets, so that schedules share a reference.
                draw = engine_runs.dice(microbatches + rng.randrange(2))
                plan["microbatch"] = {"length": [draw.randrange(100, 1000) for _ in range(microbatches)]}
            name = f"random-{ranks}-{number}"
            yield f"random, {ranks} ranks", name, bench.write(name, plan), way_of(plan)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--gallery", default=str(pathlib.Path(__file__).resolve().parents[2] / "schedules" / "gallery"))
    parser.add_argument("--random", type=int, default=200)
    parser.add_argument("--ranks", default="1,2,4,8")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--sample", type=int, help="only so many schedules, drawn by the seed")
    parser.add_argument("--report")
    options = parser.parse_args()
    os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    cli, _ = engine_runs.programs(options.build)
    tallies = collections.defaultdict(lambda: [0, 0])
    bad = 0
    began = time.monotonic()
    with engine_runs.folder() as folder:
        bench = Bench(cli, folder)
        schedules = list(cases_of(bench, options))
        if options.sample:
            schedules = engine_runs.dice(options.seed).sample(schedules, min(options.sample, len(schedules)))
        for *_, way in schedules:
            if isinstance(bench.reference(way), str):
                sys.exit("the run on one rank fails: " + bench.reference(way))
        runs = [
            (group, name, path, way, start) for group, name, path, way in schedules for start in (["--in-process"], [])
        ]
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            results = pool.map(lambda case: bench.train(case[2], *case[4]), runs)
            for (group, name, path, way, start), result in zip(runs, results):
                tally = tallies[group, "in-process" if start else "mpirun"]
                tally[0] += 1
                if result == bench.reference(way):
                    tally[1] += 1
                    continue
                bad += 1
                print(f"{name}, {group}, {'in-process' if start else 'mpirun'}: {result}", flush=True)
                if os.environ.get("LANEWRIGHT_KEEP"):
                    (pathlib.Path(os.environ["LANEWRIGHT_KEEP"]) / f"{name}.lwsched").write_text(path.read_text())
    total = sum(count for count, _ in tallies.values())
    text = "\n".join(
        [
            "# Bits",
            "",
            f"`tests/bench/engine_bits.py BUILD --random {options.random} --seed {options.seed}`: {len(schedules)} "
            "schedules in "
            f"{total} runs of {STEPS} steps, {time.monotonic() - began:.0f} s on {engine_runs.machine()}.",
            "",
            f"**{total - bad} of {total} report the losses, gradients and weights of the one-rank run, bit for bit** "
            f"({len(bench.references)} ways to deal the microbatches and lengths of them, one reference each).",
            "",
            "| schedules | started by | runs | same bits |",
            "|---|---|---|---|",
            *(f"| {group} | {start} | {count} | {same} |" for (group, start), (count, same) in sorted(tallies.items())),
            "",
        ]
    )
    print(text)
    if options.report:
        pathlib.Path(options.report).write_text(text)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
