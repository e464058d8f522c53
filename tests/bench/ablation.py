#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What each method of `solve` is worth: a table of all sets with all methods, without each, and with each alone.

  ablation.py CLI CLI_WITHOUT DATA [--whole] [--rounds N] [--sets A,B] [--rows A,B] [--jobs N] [--report FILE]
  ablation.py CLI CLI_WITHOUT DATA --bounds BOUNDS_WITHOUT [--ops N] [--whole] [--sets A,B] [--rows A,B] [--jobs N] …

CLI is lanewright-cli, CLI_WITHOUT bench_cli_without, DATA the folder that solve_bench.py takes. Every run is of one
thread and of so many rounds, which count ops and not seconds, so that the table is the same on any machine, however
busy. Two tables come out:

  without   how much longer orders are on the average of a set where one method is off, in percent; (n) of them longer
  alone     the same where all methods but one are off; starts (generators and lists) stay

Methods are searched without proofs, which a round would stop at. With --bounds, which is bench_bounds_without, two
others come out, of closed forms by themselves and of all bounds with values refuted by looking at so many ops: without
each bound and each of their parts, how many problems lose their proof, which is a bound that is the best value known,
of how many the largest bound falls, and by how many percent at most.
"""

import argparse
import concurrent.futures
import fractions
import itertools
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

import compare_reference
import solve_bench
import solve_random
import solve_wide

Fraction = fractions.Fraction

STARTS = ["generators", "lists", "group-lists"]
TURNS = ["rank-by-rank", "mending", "patterns", "annealing", "rules"]
OTHERS = ["pairs", "mirror"]
PROOFS = ["z3", "refuting"]
CLOSED = [
    "bound:" + name
    for name in (
        "work",
        "load",
        "stage",
        "first-backward",
        "chain",
        "round-trip",
        "area",
        "pairs",
        "deal",
        "last-backward",
        "first-of-several",
        "waits-in-chain",
        "apart",
        "true-work",
        "shared-out",
        "crowded",
    )
]
OF_OPS = ["bound:" + name for name in ("path", "one-machine", "cycle", "prefixes", "room", "choices")]
REFUTING = ["refuting"] + [
    "refuting:" + name
    for name in ("settling", "sharing", "shaving", "diagrams", "views", "weight-time", "widening", "more-ranks")
]
TICKS = 10**6  # of a unit, and of a millisecond
# The sets, and of each every so many cases as a sample.
SAMPLES = {
    "chunks": 2,
    "loops": 1,
    "low": 2,
    "v": 2,
    "medium": 16,
    "tiny": 16,
    "ilp": 4,
    "bounds": 22,
    "random": 4,
    "pairs": 4,
    "reference": 48,
}
# Those that bounds are measured by, too.
SAMPLES_OF_BOUNDS = {
    "chunks": 4,
    "loops": 3,
    "low": 3,
    "v": 3,
    "medium": 3,
    "tiny": 1,
    "ilp": 1,
    "bounds": 8,
    "random": 1,
    "pairs": 1,
    "reference": 24,
    "wide": 2,
    "deals": 1,
}


def loops(_arguments):
    """Loops of the size of jobs, short of memory or not."""
    for ranks, chunks, microbatches, share in (
        (8, 2, 32, 0.75),
        (8, 4, 32, 0.6),
        (16, 2, 64, 0.6),
        (16, 1, 64, 0.75),
        (8, 1, 128, 1),
        (8, 2, 64, 1),
        (16, 4, 32, 0.75),
        (4, 2, 64, 0.5),
    ):
        placement = list(range(ranks)) * chunks
        case = solve_bench.plan(ranks, microbatches, placement, 14, 13, 10, int(share * 4 * len(placement)))
        yield {"name": f"p{ranks}-v{chunks}-m{microbatches}-{share}", "objective": "makespan", "problem": case}


def randoms(pairs):
    for seed in range(40):
        yield {
            "name": f"random-{seed}",
            "objective": ("makespan", "period")[seed % 2],
            "problem": solve_random.problem_of(7000 + seed, pairs),
        }


def references(_arguments):
    for table in compare_reference.TABLES:
        for number, reference in enumerate(compare_reference.rows_of(table)):
            yield {
                "name": f"{reference['name']}-{number}",
                "objective": "longest_span",
                "problem": compare_reference.problem_of(reference["row"]),
            }


def wides(_arguments):
    for mix in solve_wide.MIXES:
        for seed in range(1, 9):
            yield {
                "name": f"{mix}-{seed}",
                "objective": ("makespan", "period")[seed % 2],
                "problem": solve_wide.problem_of(mix, seed),
            }


def deals(_arguments):
    """Two to four replicas with microbatches that differ, which may be dealt anew."""
    for seed in range(40):
        draw = random.Random(seed)
        ranks, replicas = draw.randint(1, 3), draw.randint(2, 4)
        microbatches = replicas * draw.randint(2, 6)
        problem = solve_bench.plan(ranks, microbatches, list(range(ranks)), 4, 4, 4, 4 * ranks)
        problem["placement"] = {
            "ranks": ranks * replicas,
            "directions": [[replica * ranks + rank for rank in range(ranks)] for replica in range(replicas)],
        }
        problem["microbatch"] = {"work": [draw.choice([0.5, 1, 1, 1.5, 3]) for _ in range(microbatches)]}
        yield {"name": f"deal-{seed}", "objective": ("makespan", "period")[seed % 2], "problem": problem}


def cases_of(arguments):
    made = {
        **solve_bench.SETS,
        "loops": loops,
        "random": lambda _: randoms(False),
        "pairs": lambda _: randoms(True),
        "reference": references,
        "wide": wides,
        "deals": deals,
    }
    samples = SAMPLES_OF_BOUNDS if arguments.bounds else SAMPLES
    for name in arguments.sets.split(",") if arguments.sets else samples:
        source = arguments.data if name in ("bounds", "low", "ilp", "tiny", "medium") else arguments
        step = 1 if arguments.whole else samples[name]
        for case in itertools.islice(made[name](source), 0, None, step):
            yield {**case, "set": name}


def solve(arguments, case, without, rounds):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "case.lwsched")
        with open(file, "w", encoding="utf-8") as out:
            json.dump(case["problem"], out)
        run = subprocess.run(
            [
                arguments.without,
                "--without",
                ",".join(without) or "-",
                "--",
                "solve",
                file,
                "--objective",
                case["objective"],
                "--rounds",
                str(rounds),
                "--threads",
                "1",
                "--time-limit",
                "2",
                "--json",
            ],
            capture_output=True,
            text=True,
            check=False,
        )
    if run.returncode == 1:
        return None  # nothing fits in its limits
    if run.returncode != 0:
        sys.exit(f"{case['name']} without {without}: {run.stderr}")
    answer = json.loads(run.stdout)
    return {
        "value": Fraction(answer["value_exact"]),
        "bound": Fraction(answer["lower_bound_exact"]),
        "optimal": answer["optimal"],
    }


def solve_all(arguments, cases, without, rounds):
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        return list(pool.map(lambda case: solve(arguments, case, without, rounds), cases))


def longer(cases, answers, best):
    """Per set: mean percent above the answers of all, how many are above, the most."""
    result = {}
    for case, answer, other in zip(cases, answers, best):
        if answer is None or other is None:
            continue
        above = 100 * float(answer["value"] / other["value"] - 1) if other["value"] else 0.0
        result.setdefault(case["set"], []).append(above)
    return result


def shown(above):
    worse = sum(each > 1e-9 for each in above)
    mean = sum(above) / len(above)
    return f"{mean:+.2f} ({worse}, {max(above):.1f})" if worse or mean < -5e-3 else "·"


def table(title, rows, sets):
    lines = [f"| {title} | " + " | ".join(sets) + " |", "|---|" + "---:|" * len(sets)]
    for name, cells in rows:
        lines.append(f"| {name} | " + " | ".join(shown(cells[each]) if each in cells else "" for each in sets) + " |")
    return "\n".join(lines)


def bounds_of(arguments, cases, best, ops, names):
    """Of each case what all bounds say and what they say without each of the names, as shares of the best value."""
    with tempfile.TemporaryDirectory() as folder:

        def one(number):
            value = best[number]["value"] * TICKS
            file = os.path.join(folder, f"{number}.lwsched")
            with open(file, "w", encoding="utf-8") as out:
                json.dump(cases[number]["problem"], out)
            line = f"{cases[number]['objective']} {value.numerator} {value.denominator} {file}\n"
            run = subprocess.run(
                [arguments.bounds, ops, *names], input=line, capture_output=True, text=True, check=True
            )
            return [Fraction(word.split(":")[0]) / value for word in run.stdout.split()[1:]]

        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            return list(pool.map(one, [number for number in range(len(cases)) if best[number]]))


def table_of_bounds(title, shares, names):
    proved = sum(each[0] >= 1 for each in shares)
    lines = [
        f"| {title}: {proved} of {len(shares)} proved; without | proofs lost | lower | by up to |",
        "|---|---:|---:|---:|",
    ]
    for place, name in enumerate(names, 1):
        falls = [float(100 * (1 - each[place] / each[0])) for each in shares if each[place] < each[0]]
        lost = sum(each[0] >= 1 > each[place] for each in shares)
        lines.append(
            f"| `{name}` | {lost} | {len(falls)} | {max(falls):.2f} % |" if falls else f"| `{name}` | · | · | · |"
        )
    return "\n".join(lines)


def measure_bounds(arguments, cases):
    rows = arguments.rows.split(",") if arguments.rows else CLOSED + OF_OPS + REFUTING
    best = solve_all(arguments, cases, [], 3)
    parts = []
    for title, ops, names in (
        ("closed forms", "instant", [row for row in rows if row in CLOSED]),
        ("all bounds", str(arguments.ops), rows),
    ):
        parts.append(table_of_bounds(title, bounds_of(arguments, cases, best, ops, names), names))
        print(parts[-1], file=sys.stderr, flush=True)
    return parts


def measure_methods(arguments, cases, sets):
    rows = arguments.rows.split(",") if arguments.rows else STARTS + TURNS + OTHERS
    began = time.time()
    best = solve_all(arguments, cases, PROOFS, arguments.rounds)
    print(f"all: {time.time() - began:.0f} s", file=sys.stderr, flush=True)
    without, alone = [], []
    for name in rows:
        answers = solve_all(arguments, cases, PROOFS + [name], arguments.rounds)
        without.append((name, longer(cases, answers, best)))
        print(
            f"without {name}: {time.time() - began:.0f} s\n{table('without', without[-1:], sets)}",
            file=sys.stderr,
            flush=True,
        )
    for name in [""] + [row for row in rows if row in TURNS]:
        answers = solve_all(arguments, cases, PROOFS + [each for each in TURNS if each != name], arguments.rounds)
        alone.append((name or "none", longer(cases, answers, best)))
        print(f"{table('alone', alone[-1:], sets)}", file=sys.stderr, flush=True)
    return [table("without", without, sets), table("alone", alone, sets)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("without")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--whole", action="store_true", help="all cases of all sets, which takes a night")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--sets", default="")
    parser.add_argument("--rows", default="", help="these methods alone")
    parser.add_argument("--bounds", metavar="BOUNDS_WITHOUT", help="the tables of bounds instead")
    parser.add_argument("--ops", type=int, default=10**7, help="that refuting a problem's values looks at")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--report", type=pathlib.Path)
    arguments = parser.parse_args()
    cases = list(cases_of(arguments))
    sets = list(dict.fromkeys(case["set"] for case in cases))
    counts = ", ".join(f"{each} {sum(case['set'] == each for case in cases)}" for each in sets)
    if arguments.bounds:
        parts = [f"Cases: {counts}; {arguments.ops} ops."] + measure_bounds(arguments, cases)
    else:
        parts = [f"Cases: {counts}; {arguments.rounds} rounds of one thread."] + measure_methods(arguments, cases, sets)
    text = "\n\n".join(parts) + "\n"
    print(text)
    if arguments.report:
        arguments.report.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
