#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs `lanewright-cli solve` on published cases and prints a table of what it reached.

  solve_bench.py CLI SET DATA [--time-limit S] [--only TEXT] [--every N] [--jobs N] [--exact]

SET says what is in the folder DATA:
  bounds  zb_bounds.csv with zb_reference.csv: longest span against the best known and the bound
  low     zb_reference.csv: three models below the memory of 1F1B
  ilp     zb_ilp.csv: period, optima by integer programming
  tiny    tiny_optima.csv: makespan and period, optima by enumeration
  medium  medium_certified.csv: makespan and period, proved optima
  chunks  nothing: ten random problems of two chunks a rank at tight limits, makespan and period within 3 % of the bound
  v       nothing: the V families at the memory that their papers give them, makespan and period
"""

import argparse
import concurrent.futures
import csv
import fractions
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

Fraction = fractions.Fraction

# Longest spans below 1F1B memory that 25 s of search found before, in ms; by case and share of 1F1B's memory.
LOW = {
    ("paper-1.5B-m24", "0.5"): 2102,
    ("paper-1.5B-m24", "0.75"): 1543,
    ("paper-1.5B-m24", "0.875"): 1383,
    ("paper-6.2B-m24", "0.5"): 3417,
    ("paper-6.2B-m24", "0.75"): 2480,
    ("paper-6.2B-m24", "0.875"): 2270,
    ("paper-14.6B-m48", "0.5"): 2656,
    ("paper-14.6B-m48", "0.75"): 1937,
    ("paper-14.6B-m48", "0.875"): 1809,
}


def numbers(text):
    return [part.strip() for part in text.split(";")]


def one_or_list(values, ranks):
    values = values * ranks if len(values) == 1 else values
    return [json.loads(value) for value in values]


def problem(row, ranks, limit, freed=False):
    """The problem file of a row; `freed`: what B and W free is given without a sign."""
    sign = -1 if freed else 1
    input_key, weight_key = ("MB_free", "MW_free") if freed else ("MB", "MW")
    limits = None if limit is None else [json.loads(value) for value in limit]
    if limits is not None and len(limits) == 1:
        limits *= ranks
    return {
        "format": "lanewright-schedule",
        "version": 1,
        "title": "case",
        "time_unit": "ms",
        "memory_unit": "B",
        "microbatches": int(row["m"]),
        "placement": {"ranks": ranks, "directions": [list(range(ranks))], "replicas": 1},
        "costs": {
            "forward": one_or_list(numbers(row["TF"]), ranks),
            "backward_input": one_or_list(numbers(row["TB"]), ranks),
            "backward_weight": one_or_list(numbers(row["TW"]), ranks),
            "weight_parts": 1,
            "recompute": None,
            "transfer": json.loads(row["Tcomm"]),
            "links": "latency",
            "overlapped": None,
            "optimizer": 0,
            "all_reduce": 0,
        },
        "memory": {
            "forward": one_or_list(numbers(row["MF"]), ranks),
            "backward_input": [sign * v for v in one_or_list(numbers(row[input_key]), ranks)],
            "backward_weight": [sign * v for v in one_or_list(numbers(row[weight_key]), ranks)],
            "recompute": 0,
            "static": 0,
            "limit": limits,
            "device": None,
        },
    }


def rows_of(path):
    return list(csv.DictReader(path.read_text().splitlines()))


def bounds_cases(data):
    reference = {}
    for row in rows_of(data / "zb_reference.csv"):
        reference[(row["case"], row["schedule"])] = row
    for row in rows_of(data / "zb_bounds.csv"):
        source = reference[(row["case"], row["schedule"])]
        best = row["best_found_by_20s_local_search"] or row["reference_span"]
        yield {
            "name": f"{row['case']} {row['schedule']}",
            "objective": "longest_span",
            "target": Fraction(best),
            "bound": Fraction(row["proven_lower_bound"]),
            "uniform": "per-stage" not in row["schedule"],
            "problem": problem(source, int(row["p"]), numbers(source["mem_limit"])),
        }


def low_cases(data):
    seen = {}
    for row in rows_of(data / "zb_reference.csv"):
        seen.setdefault(row["case"], row)
    for (case, share), target in LOW.items():
        row = seen[case]
        ranks = int(row["p"])
        limit = int(Fraction(share) * ranks * int(row["MF"]))
        yield {
            "name": f"{case} {share}p",
            "objective": "longest_span",
            "target": Fraction(target),
            "bound": None,
            "rounded": True,
            "problem": problem(row, ranks, [str(limit)]),
        }


def ilp_cases(data):
    for row in rows_of(data / "zb_ilp.csv"):
        yield {
            "name": row["case"],
            "objective": "period",
            "target": Fraction(row["ilp_span"]),
            "bound": None,
            "problem": problem(row, int(row["p"]), numbers(row["mem_limit"])),
        }


def certified_cases(data, name):
    for row in rows_of(data / name):
        limit = None if row["mem_limit"] == "inf" else numbers(row["mem_limit"])
        infeasible = row["optimal_makespan"] == "infeasible"
        yield {
            "name": row["id"],
            "objective": "makespan" if row["definition"] == "a" else "period",
            "target": None if infeasible else Fraction(row["optimal_makespan"]),
            "bound": None if infeasible else Fraction(row["lower_bound"]),
            "problem": problem(row, int(row["p"]), limit, freed=True),
        }


def plan(ranks, microbatches, placement, forward, backward, weight, limit):
    return {
        "format": "lanewright-schedule",
        "version": 1,
        "title": "case",
        "microbatches": microbatches,
        "placement": {"ranks": ranks, "directions": [placement]},
        "costs": {"forward": forward, "backward_input": backward, "backward_weight": weight, "transfer": 1},
        "memory": {"forward": 4, "backward_input": -2, "backward_weight": -2, "limit": limit},
    }


def chunks_cases(_arguments):
    """Loops and V's, one in five of equal stages, with room for as many activations of a chunk as there are ranks, or a
    few more."""
    draw = random.Random(7)
    for number in range(10):
        ranks, microbatches = draw.choice([4, 8]), draw.choice([12, 16, 24])
        there = list(range(ranks))
        placement = there + (there[::-1] if number % 2 else there)
        times = [
            [draw.randint(low, 12)] * 2 * ranks
            if number % 5 == 0
            else [draw.randint(low, 12) for _ in range(2 * ranks)]
            for low in (8, 8, 5)
        ]
        limit = 4 * ranks if number % 2 == 0 else draw.choice([4 * ranks, 3 * ranks + 4, 6 * ranks])
        case = plan(ranks, microbatches, placement, *times, 6 * ranks if number >= 8 else limit)
        shape = f"{'V' if number % 2 else 'loop'}-p{ranks}-m{microbatches}-limit{case['memory']['limit']}-{number}"
        for objective in ("makespan", "period"):
            yield {
                "name": f"{shape} {objective}",
                "objective": objective,
                "target": None,
                "within": Fraction(3, 100),
                "problem": case,
            }


def v_cases(arguments):
    """What a generator makes, with the memory that it takes as the limit, is to be proved or bettered."""
    for family in ("v-min", "v-half", "zbv", "1f1b-v"):
        for ranks, microbatches in ((4, 12), (8, 24)):
            with tempfile.TemporaryDirectory() as folder:
                file = os.path.join(folder, "made.lwsched")
                run = lambda *words: subprocess.run([arguments.cli, *words], capture_output=True, text=True, check=True)
                run("generate", family, "-p", str(ranks), "-m", str(microbatches), "-o", file)
                made = json.loads(run("simulate", file, "--json").stdout)
                with open(file) as source:
                    case = json.load(source)
            case["memory"]["limit"] = made["peak_memory"]
            for objective in ("makespan", "period"):
                yield {
                    "name": f"{family}-p{ranks}-m{microbatches} {objective}",
                    "objective": objective,
                    "target": Fraction(made.get(f"{objective}_exact", made[objective])),
                    "bound": None,
                    "problem": case,
                }


SETS = {
    "chunks": chunks_cases,
    "v": v_cases,
    "bounds": bounds_cases,
    "low": low_cases,
    "ilp": ilp_cases,
    "tiny": lambda data: certified_cases(data, "tiny_optima.csv"),
    "medium": lambda data: certified_cases(data, "medium_certified.csv"),
}


MADE = ("chunks", "v")


def solve(arguments, case):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "case.lwsched")
        with open(file, "w") as out:
            json.dump(case["problem"], out)
        command = [
            arguments.cli,
            "solve",
            file,
            "--objective",
            case["objective"],
            "--json",
            "--time-limit",
            str(arguments.time_limit),
        ] + (["--exact"] if arguments.exact else [])
        if arguments.threads:
            command += ["--threads", str(arguments.threads)]
        started = time.time()
        done = subprocess.run(command, capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr, time.time() - started


def judge(case, code, output):
    """The value, and whether it is at least as good as the target."""
    if "within" in case:
        answer = json.loads(output)
        value = Fraction(answer["value_exact"])
        bound = Fraction(answer["lower_bound_exact"])
        return answer, value, code == 0 and answer["valid"] and value <= bound * (1 + case["within"])
    if case["target"] is None:
        return None, None, code == 1
    answer = json.loads(output)
    value = Fraction(answer["value_exact"])
    target = case["target"] + (Fraction(1, 2) if case.get("rounded") else 0)
    return answer, value, code == 0 and answer["valid"] and value <= target


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("set", choices=SETS)
    parser.add_argument("data", type=pathlib.Path, nargs="?", help="a folder; none for chunks and v")
    parser.add_argument("--time-limit", type=float, default=20)
    parser.add_argument("--only", default="", help="cases whose name holds this")
    parser.add_argument("--every", type=int, default=1, help="every N-th case")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--exact", action="store_true")
    parser.add_argument("--failures", action="store_true", help="print only what missed its target or its proof")
    arguments = parser.parse_args()
    if arguments.data is None and arguments.set not in MADE:
        parser.error(f"{arguments.set} needs its data")
    source = arguments if arguments.set in MADE else arguments.data
    cases = [case for case in SETS[arguments.set](source) if arguments.only in case["name"]]
    cases = cases[:: arguments.every]
    reached = proved = uniform = uniform_proved = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for case, (code, output, errors, seconds) in zip(cases, pool.map(lambda c: solve(arguments, c), cases)):
            try:
                answer, value, good = judge(case, code, output)
            except (json.JSONDecodeError, KeyError) as error:
                print(f"{case['name']}: {error}: exit {code}: {errors}", file=sys.stderr)
                answer, value, good = None, None, False
            optimal = good if case["target"] is None and "within" not in case else bool(answer and answer["optimal"])
            reached += good
            proved += optimal
            uniform += case.get("uniform", False)
            uniform_proved += case.get("uniform", False) and optimal
            if arguments.failures and good and optimal:
                continue
            shown = "infeasible" if value is None else f"{float(value):.4f}"
            target = (
                "-" if "within" in case else "infeasible" if case["target"] is None else f"{float(case['target']):.4f}"
            )
            bound = f"{float(Fraction(answer['lower_bound_exact'])):.4f}" if answer else "-"
            mark = ("ok  " if good else "MISS") + (" optimal" if optimal else "        ")
            method = answer["method"] if answer else ""
            print(
                f"{mark} {case['name']:<48} {shown:>14} target {target:>14} bound {bound:>14} {seconds:6.1f} s  "
                f"{method}",
                flush=True,
            )
    print(f"{arguments.set}: {len(cases)} cases, {reached} reached, {proved} proved", end="")
    print(f"; uniform: {uniform_proved} of {uniform} proved" if uniform else "")
    return 0 if reached == len(cases) else 1


if __name__ == "__main__":
    sys.exit(main())
