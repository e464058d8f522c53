#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds `lanewright-cli solve` against OR-Tools' CP-SAT on small random problems of the whole model, mix by mix.

  solve_wide.py CLI [--mix NAME…] [--count N] [--seed S] [--seconds T] [--all] [--keep FOLDER]

OR-Tools comes from the package index: `python3 -m venv build/peers && build/peers/bin/pip install ortools`. A mix is a
set of what a file can say, as MIXES has it: two or three ranks, two to five microbatches. Each problem goes to both for
the same time, one thread each. CP-SAT's order is judged by `simulate`, never by its own value, so a slip of the model
here can only weaken the peer. wrong: a claim that an order of CP-SAT's refutes. worse: an order longer than CP-SAT's.
"""

import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

try:
    from ortools.sat.python import cp_model
except ImportError:
    cp_model = None

MIXES = {
    "plain": "",
    "limits": "limits",
    "loop-limits": "loop limits",
    "v-limits": "v limits",
    "table": "table",
    "table-bw": "table bw",
    "table-bw-limits": "table bw limits",
    "table-bw-v": "table bw v",
    "table-bw-parts": "table bw parts",
    "recompute": "recompute",
    "recompute-limits": "recompute limits",
    "recompute-v": "recompute v limits",
    "recompute-parts": "recompute parts limits",
    "pairs": "pairs",
    "pairs-matrix": "matrix",
    "pairs-limits": "matrix limits v",
    "pairs-recompute": "matrix recompute",
    "pairs-work": "pairs work",
    "matrix-work-v": "matrix work v",
    "pairs-table-bw": "matrix table bw",
    "work": "work",
    "work-limits": "work size limits",
    "work-limits-v": "work size limits v",
    "parts-limits": "parts limits",
    "two-ways": "twoways limits",
    "two-ways-pairs": "twoways matrix",
    "serial-host": "serial host limits",
    "everything": "recompute matrix work size parts limits host v",
}


def problem_of(mix, seed):
    draw, has = random.Random(f"{mix} {seed}"), set(MIXES[mix].split())
    ranks = draw.randint(2, 3)
    chunks = 2 if has & {"v", "loop"} else draw.choice([1, 1, 2])
    if "twoways" in has:
        chunks = 1
    stages = ranks * chunks
    m = draw.randint(2, 5 if chunks == 1 else 3)
    there = list(range(ranks))
    directions = [there + (there[::-1] if "v" in has else there) if chunks == 2 else there]
    if "twoways" in has:
        directions, m = [there, there[::-1]], draw.choice([2, 4])
    unit = 4  # shares of quarters stay whole
    times = lambda low=1: [unit * draw.randint(low, 9) for _ in range(stages)]
    costs = {
        "forward": times(),
        "backward_input": times(),
        "backward_weight": times(0),
        "transfer": draw.choice([0, unit, 2 * unit]),
    }
    mf = [4 * draw.randint(1, 5) for _ in range(stages)]
    mr = [0] * stages
    if "recompute" in has:
        again = [unit * draw.randint(1, 6) if draw.random() < 0.7 else None for _ in range(stages)]
        again[draw.randrange(stages)] = unit * draw.randint(1, 6)
        costs["recompute"] = again
        mr = [4 * draw.randint(0, 5) if each is not None else 0 for each in again]
    mb = [-4 * draw.randint(0, (a + b) // 4) for a, b in zip(mf, mr)]
    mw = [-a - b - c for a, b, c in zip(mf, mr, mb)]
    parts = draw.choice([2, 2, 4]) if "parts" in has else 1
    costs["weight_parts"] = parts
    pair = lambda one, other: unit * draw.randint(max(one, other) // unit, (one + other) // unit)
    bw = [b + w for b, w in zip(costs["backward_input"], costs["backward_weight"])]
    if "pairs" in has:
        costs["overlapped"] = [pair(f, max(bw)) for f in costs["forward"]]
    if "matrix" in has:
        costs["overlapped"] = {
            "B": [[pair(f, b) for b in costs["backward_input"]] for f in costs["forward"]],
            "BW": [[pair(f, b) for b in bw] for f in costs["forward"]],
        }
    if "host" in has:
        costs["host"] = {"send": draw.randint(0, 3), "receive": draw.randint(0, 3)}
    if "serial" in has:
        costs["links"] = "serial"
    problem = {
        "format": "lanewright-schedule",
        "version": 1,
        "title": f"{mix} {seed}",
        "time_unit": "ns",
        "memory_unit": "B",
        "microbatches": m,
        "placement": {"ranks": ranks, "directions": directions},
        "costs": costs,
        "memory": {"forward": mf, "recompute": mr, "backward_input": mb, "backward_weight": mw},
    }
    shares = lambda: [draw.choice([0.5, 0.75, 1, 1.25, 1.75]) for _ in range(m)]
    if "work" in has:
        problem["microbatch"] = {"work": shares()}
        if "size" in has:
            problem["microbatch"]["size"] = shares()
    if "table" in has:
        cell = lambda low, high: [[draw.randint(low, high) for _ in range(m)] for _ in range(stages)]
        table = {"F": cell(2, 12), "B": cell(2, 12), "W": cell(1, 12)}
        if "bw" in has:
            table["BW"] = [
                [draw.randint(max(b, 2), b + w) for b, w in zip(bs, ws)] for bs, ws in zip(table["B"], table["W"])
            ]
        problem["microbatch"] = {"table": table}
    if "limits" in has:
        view = View(problem)
        factor = draw.choice([1, 1, 1.25, 1.5, 2])
        problem["memory"]["limit"] = [math.ceil(view.alone(rank) * factor) for rank in range(ranks)]
    return problem


class View:
    """What each op takes and holds, from the pages of FORMAT.md."""

    def __init__(self, problem):
        self.p, self.c, self.mem = problem, problem["costs"], problem["memory"]
        self.dirs, self.m = problem["placement"]["directions"], problem["microbatches"]
        self.ranks, self.stages = problem["placement"]["ranks"], len(self.dirs[0])
        self.micro = problem.get("microbatch", {})
        self.again = self.c.get("recompute") or [None] * self.stages
        self.parts = self.c.get("weight_parts", 1)

    def direction(self, j):
        return j * len(self.dirs) // self.m

    def rank(self, s, j):
        return self.dirs[self.direction(j)][s]

    def usual(self, kind, s):
        b, w = self.c["backward_input"][s], self.c["backward_weight"][s]
        return {"F": self.c["forward"][s], "B": b, "W": w, "BW": b + w, "R": self.again[s] or 0}[kind]

    def compute(self, kind, s, j):
        table = self.micro.get("table", {})
        if kind in table:
            return table[kind][s][j]
        if kind == "BW":
            return self.compute("B", s, j) + self.compute("W", s, j)
        return (
            half_up(Fraction(self.usual(kind, s)) * Fraction(self.micro["work"][j]))
            if "work" in self.micro
            else self.usual(kind, s)
        )

    def host(self, kind, s, j):
        host = self.c.get("host")
        if not host or kind in "WR":
            return 0
        before, after = (s - 1, s + 1) if kind == "F" else (s + 1, s - 1)
        far = lambda o: 0 <= o < self.stages and self.rank(o, j) != self.rank(s, j)
        return host["receive"] * far(before) + host["send"] * far(after)

    def time(self, kind, s, j):
        return self.compute(kind, s, j) + self.host(kind, s, j)

    def pair(self, s, i, kind, t, j):
        over = self.c.get("overlapped")
        alike = over[kind][s][t] if isinstance(over, dict) else over[s] if over else None
        one = self.compute("F", s, i) + self.compute(kind, t, j)
        if alike is None:
            time = one
        elif not self.micro:
            time = alike
        else:
            total = self.usual("F", s) + self.usual(kind, t)
            time = half_up(Fraction(alike * one, total)) if total else alike
        return time + self.host("F", s, i) + self.host(kind, t, j)

    def share(self, whole, part):
        each, rest = divmod(abs(whole), self.parts)
        own = each + rest * (part + 1) // self.parts - rest * part // self.parts
        return own if whole >= 0 else -own

    def memory(self, s, j):
        size = Fraction(self.micro.get("size", [1] * self.m)[j])
        f, r, b = (half_up(Fraction(abs(self.mem[k][s])) * size) for k in ("forward", "recompute", "backward_input"))
        if self.mem["backward_weight"][s] == 0:
            return f, r, -(f + r), 0
        b = min(b, f + r)
        return f, r, -b, -(f + r - b)

    def alone(self, rank):
        """The room of one microbatch, forward through all chunks and back."""
        most = 0
        for j in range(self.m):
            ours = [s for s in range(self.stages) if self.rank(s, j) == rank]
            held = 0
            for s in ours:
                held += self.memory(s, j)[0]
                most = max(most, held)
            for s in reversed(ours):
                f, r, b, w = self.memory(s, j)
                most = max(most, held + r)
                held -= f
        return most


def half_up(value):
    return math.floor(value + Fraction(1, 2))


def peer(problem, objective, seconds):
    """CP-SAT's order as rows of text, its bound, and whether it proved its own model."""
    v = View(problem)
    model, S, M = cp_model.CpModel(), v.stages, v.m
    ops = [
        (k, s, j) for s in range(S) for j in range(M) for k in ["F", "B"] + (["R"] if v.again[s] is not None else [])
    ]
    ops += [(f"W{q}", s, j) for s in range(S) for j in range(M) for q in range(v.parts)]
    horizon = sum(v.time(k[0], s, j) for k, s, j in ops) + 8 * S * M * (v.c["transfer"] + 1) * 2
    start = {op: model.new_int_var(0, horizon, "") for op in ops}
    end = {op: model.new_int_var(0, horizon, "") for op in ops}
    blocks, on_rank, chosen = {op: [] for op in ops}, [[] for _ in range(v.ranks)], []

    def add(members, time, text, gone=()):
        on, begin = model.new_bool_var(""), start[members[0]]
        for op in list(members) + list(gone):
            blocks[op].append(on)
            model.add(end[op] == begin + time).only_enforce_if(on)
            model.add(start[op] == begin).only_enforce_if(on)
        rank = v.rank(members[0][1], members[0][2])
        on_rank[rank].append(model.new_optional_fixed_size_interval_var(begin, time, on, ""))
        chosen.append((on, rank, begin, time, text))
        return on

    pays = bool(v.c.get("overlapped"))
    for k, s, j in ops:
        part = int(k[1:]) if k[0] == "W" else 0
        text = f"{k[0]}{s}.{j}" + (f"/{part}" if k[0] == "W" and v.parts > 1 else "")
        add([(k, s, j)], v.share(v.compute("W", s, j), part) if k[0] == "W" else v.time(k, s, j), text)
    for s in range(S):
        for j in range(M):
            weights = [(f"W{q}", s, j) for q in range(v.parts)]
            add([("B", s, j)], v.time("BW", s, j), f"BW{s}.{j}", weights)
            for t in range(S if pays else 0):
                for i in range(M):
                    if i != j and v.rank(t, i) == v.rank(s, j):
                        for kind, gone in (("B", []), ("BW", weights)):
                            add([("F", t, i), ("B", s, j)], v.pair(t, i, kind, s, j), f"F{t}.{i}+{kind}{s}.{j}", gone)
    for each in blocks.values():
        model.add_exactly_one(each)
    links = {}

    def arrives(producer, consumer, one, other, j):
        if one == other:
            model.add(start[consumer] >= end[producer])
            return
        size = Fraction(v.micro.get("size", [1] * M)[j])
        travel = half_up(v.c["transfer"] * size)
        if v.c.get("links") != "serial" or travel == 0:
            model.add(start[consumer] >= end[producer] + travel)
            return
        sent = model.new_int_var(0, horizon, "")
        model.add(sent >= end[producer])
        model.add(start[consumer] >= sent + travel)
        links.setdefault((one, other), []).append(model.new_fixed_size_interval_var(sent, travel, ""))

    for s in range(S):
        for j in range(M):
            if s > 0:
                arrives(("F", s - 1, j), ("F", s, j), v.rank(s - 1, j), v.rank(s, j), j)
                arrives(("B", s, j), ("B", s - 1, j), v.rank(s, j), v.rank(s - 1, j), j)
            model.add(start["B", s, j] >= end["F", s, j])
            if ("R", s, j) in start:
                model.add(start["R", s, j] >= end["F", s, j])
                model.add(start["B", s, j] >= end["R", s, j])
            for q in range(v.parts):
                model.add(start[f"W{q}", s, j] >= end["B", s, j]).only_enforce_if(blocks[f"W{q}", s, j][0])
            if j > 0 and not v.micro and v.direction(j) == v.direction(j - 1):
                for k in ("F", "B"):
                    model.add(start[k, s, j] >= end[k, s, j - 1])
    for rank in range(v.ranks):
        model.add_no_overlap(on_rank[rank])
    for each in links.values():
        model.add_no_overlap(each)
    if v.mem.get("limit"):
        for rank in range(v.ranks):
            when, change = [], []
            for k, s, j in ops:
                if v.rank(s, j) == rank:
                    f, r, b, w = v.memory(s, j)
                    size = {"F": f, "R": r, "B": b, "W": v.share(w, int(k[1:] or 0)) if k[0] == "W" else 0}[k[0]]
                    if size:
                        when.append(start[k, s, j] if size > 0 else end[k, s, j])
                        change.append(size)
            if when:
                model.add_reservoir_constraint(
                    when, change, min(0, sum(c for c in change if c < 0)), v.mem["limit"][rank]
                )
    value = model.new_int_var(0, horizon, "value")
    for rank in range(v.ranks):
        first = model.new_int_var(0, horizon, "") if objective == "period" else 0
        for op in ops:
            if v.rank(op[1], op[2]) == rank:
                if objective == "period":
                    model.add(first <= start[op])
                model.add(value >= end[op] - first)
    model.minimize(value)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers, solver.parameters.max_time_in_seconds = 1, seconds
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None, solver.best_objective_bound, False
    rows = [[] for _ in range(v.ranks)]
    for on, rank, begin, time, text in chosen:
        if solver.value(on):
            rows[rank].append((solver.value(begin), time > 0, text))
    return [[text for *_, text in sorted(row)] for row in rows], solver.best_objective_bound, status == cp_model.OPTIMAL


def run(cli, problem, *words):
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "case.lwsched")
        with open(file, "w") as out:
            json.dump(problem, out)
        done = subprocess.run([cli, words[0], file, *words[1:], "--json"], capture_output=True, text=True)
    return (json.loads(done.stdout) if done.stdout.strip() else {}), done.stderr.strip(), done.returncode


def outcome_of(cli, problem, objective, seconds):
    """What both say of a problem, and a line of it; None where `solve` refused it."""
    words = ["--objective", objective, "--time-limit", str(seconds), "--threads", "1"]
    ours, errors, code = run(cli, problem, "solve", *words)
    if code not in (0, 1) or "value" not in ours:
        return None, f"{problem['title']}: exit {code}: {errors or ours}"
    rows, bound, proved = peer(problem, objective, seconds)
    theirs = None
    if rows:
        judged, errors, _ = run(cli, dict(problem, order=rows), "simulate")
        if not judged.get("valid"):
            return None, f"{problem['title']}: CP-SAT's order is not valid: {errors or judged}"
        theirs = judged[objective]
    value = ours["value"]
    outcome = {
        "wrong": theirs is not None and ours["lower_bound"] > theirs + 1e-9,
        "worse": theirs is not None and value > theirs + 1e-9,
        "better": theirs is None or value < theirs - 1e-9,
        "open": not ours["optimal"],
        "by": value / theirs - 1 if theirs else 0,
        "order": rows,
    }
    verdict = "WRONG" if outcome["wrong"] else "worse" if outcome["worse"] else ""
    line = (
        f"{problem['title']} {objective}: {value:g} of {ours['lower_bound']:g} ({ours.get('method')}), "
        f"CP-SAT {theirs} of {bound:g}{' optimal' if proved else ''} {verdict}"
    )
    return outcome, line


def run_mix(mix, options):
    """Counts of a mix, and by how much its worst order is longer than CP-SAT's."""
    counts, most = dict(problems=0, wrong=0, worse=0, better=0, open=0), 0
    for seed in range(options.seed, options.seed + options.count):
        problem = problem_of(mix, seed)
        outcome, line = outcome_of(options.cli, problem, "makespan" if seed % 2 else "period", options.seconds)
        if outcome is None or outcome["wrong"] or outcome["worse"] or options.all:
            print(f"  {line}", flush=True)
        if outcome is None:
            continue
        counts["problems"] += 1
        for key in ("wrong", "worse", "better", "open"):
            counts[key] += outcome[key]
        if outcome["worse"]:
            most = max(most, outcome["by"])
            if options.keep:
                os.makedirs(options.keep, exist_ok=True)
                with open(os.path.join(options.keep, problem["title"].replace(" ", "-") + ".lwsched"), "w") as out:
                    json.dump(dict(problem, order=outcome["order"]), out)
    return counts, most


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--mix", nargs="*", default=list(MIXES), choices=list(MIXES), metavar="NAME")
    parser.add_argument("--count", type=int, default=22, help="problems of each mix")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3, help="for each of the two")
    parser.add_argument("--all", action="store_true", help="print every problem")
    parser.add_argument(
        "--keep", metavar="FOLDER", help="write the problems in which `solve` is behind, with CP-SAT's order"
    )
    options = parser.parse_args()
    if cp_model is None:
        print("OR-Tools is not installed: pip install ortools", file=sys.stderr)
        return 2
    total = dict(problems=0, wrong=0, worse=0, better=0, open=0)
    print("| mix | problems | wrong | worse | better | open | worse by up to |\n|---|---:|---:|---:|---:|---:|---:|")
    for mix in options.mix:
        counts, most = run_mix(mix, options)
        print(
            f"| {mix} | " + " | ".join(str(each) for each in counts.values()) + f" | {100 * most:.1f} % |", flush=True
        )
        for key in total:
            total[key] += counts[key]
    print("| all | " + " | ".join(str(each) for each in total.values()) + " | |")
    return 1 if total["wrong"] or total["worse"] else 0


if __name__ == "__main__":
    sys.exit(main())
