#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What each method of `solve` is worth: a table of all sets with all methods, without each, and with each alone.

  ablation.py CLI CLI_WITHOUT DATA [--whole] [--rounds N] [--sets A,B] [--rows A,B] [--jobs N] [--report FILE]

CLI is lanewright-cli, CLI_WITHOUT bench_cli_without, DATA the folder that solve_bench.py takes. Every run is of one thread and of so many rounds, which count ops and not
seconds, so that the table is the same on any machine, however busy. Three tables come out:

  without   how much longer orders are on the average of a set where one method is off, in percent; (n) of them longer
  alone     the same where all methods but one are off; starts (generators and lists) stay
  proofs    how many orders are proved, and how far bounds lie below the best order known, without each proof and bound

Methods are searched without proofs, which a round would stop at.
"""
import argparse
import concurrent.futures
import fractions
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import compare_reference
import solve_bench
import solve_random

Fraction = fractions.Fraction

STARTS = ["generators", "lists", "group-lists"]
TURNS = ["rank-by-rank", "mending", "patterns", "annealing", "rules"]
OTHERS = ["pairs", "mirror"]
PROOFS = ["z3", "refuting"]
BOUNDS = ["work", "load", "stage", "first-backward", "chain", "round-trip", "area", "path", "prefix", "memory",
          "one-machine", "cycle", "pairs", "deal"]
# The sets, and of each every so many cases as a sample.
SAMPLES = {"chunks": 2, "loops": 1, "low": 2, "v": 2, "medium": 16, "tiny": 16, "ilp": 4, "bounds": 22, "random": 4,
           "pairs": 4, "reference": 48}


def loops(_arguments):
    """Loops of the size of jobs, short of memory or not."""
    for ranks, chunks, microbatches, share in ((8, 2, 32, 0.75), (8, 4, 32, 0.6), (16, 2, 64, 0.6), (16, 1, 64, 0.75),
                                               (8, 1, 128, 1), (8, 2, 64, 1), (16, 4, 32, 0.75), (4, 2, 64, 0.5)):
        placement = list(range(ranks)) * chunks
        case = solve_bench.plan(ranks, microbatches, placement, 14, 13, 10, int(share * 4 * len(placement)))
        yield {"name": f"p{ranks}-v{chunks}-m{microbatches}-{share}", "objective": "makespan", "problem": case}


def randoms(pairs):
    for seed in range(40):
        yield {"name": f"random-{seed}", "objective": ("makespan", "period")[seed % 2],
               "problem": solve_random.problem_of(7000 + seed, pairs)}


def references(_arguments):
    for table in compare_reference.TABLES:
        for number, reference in enumerate(compare_reference.rows_of(table)):
            yield {"name": f"{reference['name']}-{number}", "objective": "longest_span",
                   "problem": compare_reference.problem_of(reference["row"])}


def cases_of(arguments):
    made = {**solve_bench.SETS, "loops": loops, "random": lambda _: randoms(False), "pairs": lambda _: randoms(True),
            "reference": references}
    for name in arguments.sets.split(",") if arguments.sets else SAMPLES:
        source = arguments.data if name in ("bounds", "low", "ilp", "tiny", "medium") else arguments
        step = 1 if arguments.whole else SAMPLES[name]
        for case in itertools.islice(made[name](source), 0, None, step):
            yield {**case, "set": name}


def solve(arguments, case, without, rounds):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "case.lwsched")
        with open(file, "w", encoding="utf-8") as out:
            json.dump(case["problem"], out)
        run = subprocess.run([arguments.without, "--without", ",".join(without) or "-", "--", "solve", file, "--objective",
                              case["objective"], "--rounds", str(rounds), "--threads", "1", "--time-limit", "2",
                              "--json"], capture_output=True, text=True, check=False)
    if run.returncode == 1:
        return None  # nothing fits in its limits
    if run.returncode != 0:
        sys.exit(f"{case['name']} without {without}: {run.stderr}")
    answer = json.loads(run.stdout)
    return {"value": Fraction(answer["value_exact"]), "bound": Fraction(answer["lower_bound_exact"]),
            "optimal": answer["optimal"]}


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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("without")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--whole", action="store_true", help="all cases of all sets, which takes a night")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--sets", default="")
    parser.add_argument("--rows", default="", help="these methods alone")
    parser.add_argument("--proofs", action="store_true", help="the table of proofs and bounds, too")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--report", type=pathlib.Path)
    arguments = parser.parse_args()
    cases = list(cases_of(arguments))
    sets = list(dict.fromkeys(case["set"] for case in cases))
    counts = ", ".join(f"{each} {sum(case['set'] == each for case in cases)}" for each in sets)
    rows = arguments.rows.split(",") if arguments.rows else STARTS + TURNS + OTHERS
    began = time.time()
    best = solve_all(arguments, cases, PROOFS, arguments.rounds)
    print(f"all: {time.time() - began:.0f} s", file=sys.stderr, flush=True)
    parts = [f"Cases: {counts}; {arguments.rounds} rounds of one thread."]
    without, alone = [], []
    for name in rows:
        answers = solve_all(arguments, cases, PROOFS + [name], arguments.rounds)
        without.append((name, longer(cases, answers, best)))
        print(f"without {name}: {time.time() - began:.0f} s\n{table('without', without[-1:], sets)}", file=sys.stderr,
              flush=True)
    for name in [""] + [row for row in rows if row in TURNS]:
        answers = solve_all(arguments, cases, PROOFS + [each for each in TURNS if each != name], arguments.rounds)
        alone.append((name or "none", longer(cases, answers, best)))
        print(f"{table('alone', alone[-1:], sets)}", file=sys.stderr, flush=True)
    parts += [table("without", without, sets), table("alone", alone, sets)]
    if arguments.proofs:
        # Bounds need no search: one round finds orders to hold them against.
        lines = ["| without | proved | mean gap |", "|---|---:|---:|"]
        for name in [""] + PROOFS + ["bound:" + each for each in BOUNDS]:
            answers = [each for each in solve_all(arguments, cases, [name] if name else [], 1) if each]
            gaps = [100 * float(known["value"] / each["bound"] - 1)
                    for known, each in zip([each for each in best if each], answers) if each["bound"]]
            lines.append(f"| {name or 'nothing'} | {sum(each['optimal'] for each in answers)} | "
                         f"{sum(gaps) / len(gaps):.2f} % |")
            print(lines[-1], file=sys.stderr, flush=True)
        parts.append("\n".join(lines))
    text = "\n\n".join(parts) + "\n"
    print(text)
    if arguments.report:
        arguments.report.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
