#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs our automatic generators on the problems of a table of reference runs and reports who is better.

    compare_reference.py --cli build/bin/lanewright-cli [TABLE.csv ...] [--report REPORT.md]

A table has one reference run per row: case, p, m, TF, TB, TW, Tcomm, MF, MB, MW and mem_limit of whole ranks (a;b;c:
one value per stage; no limit: empty), what it ran (`schedule`; without that column the Zero Bubble heuristic), and what
came out: `span` in milliseconds, or `makespan` where `makespan_definition` is `stage_span_max`; with
`scheduler_seconds`, if known, how long that took. Without a table the two in tests/data/generate are taken. Exits with
1 where one of our longest spans is above the reference's, or an order of ours is not valid.
"""

import argparse
import csv
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
TABLES = [HERE.parent / "data/generate" / name for name in ("zero_bubble_reference.csv", "v_reference.csv")]
# The start of a schedule's name in the table, and the generator that is held against it.
GENERATORS = {
    "ZB-heur": "zb-auto",
    "ZBV": "zbv",
    "V-adaptive": "zbv",
    "V-Half": "v-half",
    "V-Min": "v-min",
    "1F1B-V": "1f1b-v",
}
# Where the reference's memory is what its pattern takes, ours may take no more.
PATTERNS = {"V-Half", "V-Min", "1F1B-V"}


def listed(cell, number):
    values = [number(value) for value in cell.split(";")]
    return values[0] if len(values) == 1 else values


def rows_of(path):
    with open(path, newline="", encoding="utf-8") as table:
        for row in csv.DictReader(table):
            if row.get("makespan_definition", "stage_span_max") != "stage_span_max":
                continue
            name = row.get("schedule") or "ZB-heur@" + row["limit"]
            family = name.split("@")[0].split("(")[0]
            if family not in GENERATORS:
                continue
            yield {
                "case": row["case"],
                "name": name,
                "family": family,
                "row": row,
                "span": float(row.get("span") or row["makespan"]),
                "peak": float(row.get("peak") or row["peak_mem"]),
                "seconds": float(row.get("scheduler_seconds") or 0),
            }


def problem_of(row):
    p = int(row["p"])
    limit = row["mem_limit"]
    return {
        "format": "lanewright-schedule",
        "version": 1,
        "title": "",
        "time_unit": "ms",
        "memory_unit": "B",
        "microbatches": int(row["m"]),
        "placement": {"ranks": p, "directions": [list(range(p))], "replicas": 1},
        "costs": {
            "forward": listed(row["TF"], float),
            "backward_input": listed(row["TB"], float),
            "backward_weight": listed(row["TW"], float),
            "weight_parts": 1,
            "recompute": None,
            "transfer": float(row["Tcomm"]),
            "links": "latency",
            "overlapped": None,
            "optimizer": 0,
            "all_reduce": 0,
        },
        "memory": {
            "forward": listed(row["MF"], int),
            "backward_input": listed(row["MB"], int),
            "backward_weight": listed(row["MW"], int),
            "recompute": 0,
            "static": 0,
            "limit": listed(limit, int) if limit else None,
            "device": None,
        },
    }


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(" ".join(map(str, command)) + ": " + done.stderr.strip())
    return done.stdout


def ours(cli, reference, folder):
    """Our longest span in ms, whether it is valid and within the memory that there is, and the seconds it took."""
    problem = folder / "problem.lwsched"
    made = folder / "made.lwsched"
    problem.write_text(json.dumps(problem_of(reference["row"])), encoding="utf-8")
    start = time.perf_counter()
    run([cli, "generate", GENERATORS[reference["family"]], problem, "-o", made])
    seconds = time.perf_counter() - start
    numbers = json.loads(run([cli, "simulate", made, "--json"]))
    fits = reference["family"] not in PATTERNS or max(numbers["peak_memory"]) <= reference["peak"]
    return {"span": numbers["longest_span"], "good": numbers["valid"] and fits, "seconds": seconds}


def summary(family, pairs):
    shares = sorted(own["span"] / reference["span"] - 1 for reference, own in pairs)
    above = sum(share > 1e-9 for share in shares)
    below = sum(share < -1e-9 for share in shares)
    mean = sum(shares) / len(shares)
    theirs = sum(reference["seconds"] for reference, own in pairs)
    times = [f"{theirs:.1f} s" if theirs else "not known", f"{sum(own['seconds'] for _, own in pairs):.1f} s"]
    bad = sum(not own["good"] for _, own in pairs)
    return (
        f"| {family} | `{GENERATORS[family]}` | {len(pairs)} | {above} | {len(pairs) - above - below} | {below} | "
        f"{100 * mean:+.2f} % | {100 * shares[-1]:+.2f} % | {100 * shares[0]:+.2f} % | {bad} | {times[0]} | "
        f"{times[1]} |"
    )


def report(groups):
    lines = [
        "# Our automatic generators against the reference schedulers",
        "",
        "Longest span of the same problem under the same memory limit. Made again by "
        "`tests/bench/compare_reference.py`. Seconds are of all rows together; ours count the start of the "
        "program and reading and writing files.",
        "",
        "| reference | ours | rows | above | equal | below | mean | worst | best | invalid | their time | ours |",
        "|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    lines += [summary(family, pairs) for family, pairs in groups.items()]
    worse = [
        (reference, own)
        for pairs in groups.values()
        for reference, own in pairs
        if own["span"] > reference["span"] * (1 + 1e-9)
    ]
    lines += ["", "## Above the reference", ""]
    lines += [
        f"- {reference['case']}, {reference['name']}: {own['span']:.3f} ms, reference {reference['span']:.3f} ms"
        for reference, own in worse
    ] or ["None."]
    lines += ["", "## Every row", "", "| case | reference | its span, ms | ours, ms | |", "|---|---|--:|--:|--:|"]
    lines += [
        f"| {reference['case']} | {reference['name']} | {reference['span']:.3f} | {own['span']:.3f} | "
        f"{100 * (own['span'] / reference['span'] - 1):+.2f} % |"
        for pairs in groups.values()
        for reference, own in pairs
    ]
    return "\n".join(lines) + "\n", worse


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", default="lanewright-cli", help="our command line program")
    parser.add_argument("--report", type=pathlib.Path, help="where to write the report; else it is printed")
    parser.add_argument("table", nargs="*", default=TABLES, type=pathlib.Path)
    options = parser.parse_args()
    if not shutil.which(options.cli):
        parser.error(f"{options.cli} is no program")
    for table in options.table:
        if not table.is_file():
            parser.error(f"{table} is no file")
    groups = {}
    with tempfile.TemporaryDirectory() as folder:
        for table in options.table:
            for reference in rows_of(table):
                own = ours(options.cli, reference, pathlib.Path(folder))
                groups.setdefault(reference["family"], []).append((reference, own))
                if sys.stderr.isatty():
                    print(f"\r{reference['case']} {reference['name']:40.40}", end="", file=sys.stderr)
    text, worse = report(groups)
    if options.report:
        options.report.write_text(text, encoding="utf-8")
    print(text.split("\n## Every row")[0] if options.report else text)
    invalid = any(not own["good"] for pairs in groups.values() for _, own in pairs)
    return 1 if invalid or worse else 0


if __name__ == "__main__":
    sys.exit(main())
