#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds what we say of PyTorch's own tables against PyTorch: verdicts, hangs, makespans and buffers, in both flavours.

Each of its schedule classes makes tables of many shapes, compute_only and lowered to compute_comms, written by its own
_dump_csv. PyTorch's check, lowering and simulation must let each pass, and `validate --for pytorch` as well, on every
transport that it asks about; both flavours must simulate to the makespan that a plain walk over the table finds, and
our generator's order too, where it is the same, whose pools of receive buffers must be those of the lowered table.
Then each table is broken once: cells swapped, moved or dropped. What PyTorch refuses `validate` must refuse, and of
what it takes the verdict on each transport must be that of a plain replay; where we refuse more, REFUSED_HERE has why.
So must it be of tables that PyTorch lowers in other ways, such as with late receives. At last the file that ran on one
node and hung on two (pytorch#172668). Exit code 0: no difference; 1: some; where torch is missing, --skip-code.
"""

import argparse
import collections
import contextlib
import csv
import io
import json
import logging
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import types
import warnings
from concurrent.futures import ThreadPoolExecutor

import legality_check as legality
from plain_tables import Replay, has_crossed, makespan_of, pools_of

TWO_NODES = pathlib.Path(__file__).resolve().parents[1] / "data" / "pytorch" / "hangs_between_nodes.csv"
RANKS = (2, 3, 4, 5, 6, 8)
MICROBATCHES = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20)
CHUNKS = {"1f1b": (1,), "gpipe": (1,), "zbv-fixed": (2,), "dualpipev": (2,)}
SEVERAL = (2, 3, 4)
# How else PyTorch lowers them.
LOWERINGS = (
    {"defer_pp_recv": True},
    {"max_outstanding_sends": 1},
    {"defer_reduce_grad_wait": True},
    {"max_active_stages": 4, "unshard_lookahead": "auto"},
)
POOLS = ("stage_pools", "direction_pools", "rank_pool")
# Codes of what PyTorch's own check and simulation don't see, and what becomes of it there.
REFUSED_HERE = {
    "crossed": "a link's receives stand in another order than its sends, and messages have no tags: values swap",
    "rendezvous": "it hangs where a send waits for its receive, as none does in the simulation; the replay finds it",
    "losses": "forwards of the last stage don't ascend, so that a backward takes another microbatch's loss",
    "reduction": "a backward comes after its stage's REDUCE_GRAD: its gradient is not reduced",
    "shard": "a stage computes without an UNSHARD before it, or has one too many: FSDP asserts",
}


def shapes():
    for order in legality.CLASSES:
        for ranks in RANKS:
            for chunks in CHUNKS.get(order, SEVERAL):
                for microbatches in MICROBATCHES:
                    yield order, ranks, chunks, microbatches


# PyTorch.


def runtime_of(ranks, chunks, microbatches, **options):
    from torch.distributed.pipelining import schedules

    stages = legality.stages_of(ranks, chunks)
    return schedules._PipelineScheduleRuntime(stages, n_microbatches=microbatches, loss_fn=lambda *_: None, **options)


def table_of(order, ranks, chunks, microbatches):
    """The rows that its class makes, compute only; none where it refuses the shape."""
    made = legality.construct(legality.CLASSES[order], ranks, chunks, microbatches)
    if isinstance(made, str):
        return None
    rows = getattr(made, "pipeline_order", None) or made._get_pipeline_order()
    if rows is None:
        return None
    rows = {rank: [cell for cell in row if cell is None or cell.is_compute_op] for rank, row in rows.items()}
    if order == "1f1b":
        # The last row that Schedule1F1B shows begins with microbatch 1; its loop does not read it.
        rows[ranks - 1] = [
            cell._replace(microbatch_index=cell.microbatch_index - 1)
            if cell is not None and cell.computation_type.value == "F"
            else cell
            for cell in rows[ranks - 1]
        ]
    return rows


def lowered(rows, ranks, chunks, microbatches, **options):
    """The rows with what PyTorch adds."""
    runtime = runtime_of(ranks, chunks, microbatches, **options)
    runtime._prepare_schedule_with_comms({rank: list(row) for rank, row in rows.items()})
    return runtime.pipeline_order_with_comms


def passes_pytorch(rows, flavour, ranks, chunks, microbatches):
    """Whether its check, its lowering and its simulation let the rows pass, and else the reason."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            runtime = runtime_of(ranks, chunks, microbatches)
            runtime._prepare_schedule_with_comms({rank: list(row) for rank, row in rows.items()}, format=flavour)
            # The simulation knows neither pairs nor what is done to whole stages.
            runtime.pipeline_order_with_comms = {
                rank: [
                    part for cell in row for part in cell.sub_actions or (cell,) if part.microbatch_index is not None
                ]
                for rank, row in runtime.pipeline_order_with_comms.items()
            }
            runtime._simulate()
    except (AssertionError, ValueError, LookupError) as problem:
        return str(problem).split("\n")[0] or type(problem).__name__
    return ""


def write(path, rows):
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows(rows[rank] for rank in sorted(rows))


# Our program.


class Cli:
    def __init__(self, path):
        self.path = path

    def ask(self, *words):
        done = subprocess.run([self.path, *words, "--json"], capture_output=True, text=True)
        if done.returncode not in (0, 1):
            return types.SimpleNamespace(code=done.returncode, said={"findings": [], "error": done.stderr})
        return types.SimpleNamespace(code=done.returncode, said=json.loads(done.stdout))

    def validate(self, files, *words):
        with ThreadPoolExecutor(os.cpu_count()) as several:
            return list(several.map(lambda file: self.ask("validate", str(file), *words), files))

    def simulate(self, files):
        """The numbers of each."""
        answer = {}
        for begin in range(0, len(files), 100):
            some = [str(file) for file in files[begin : begin + 100]]
            said = self.ask("simulate", *some, *([some[0]] if len(some) == 1 else []))
            answer.update({row["file"]: row for row in said.said["schedules"]})
        return answer

    def generate(self, order, ranks, chunks, microbatches, pools, file):
        """Our generator's order, with a unit for each op and buffers in such pools."""
        several = ["-v", str(chunks)] if order not in CHUNKS else []
        costs = [word for name in ("--tf", "--tb", "--tw") for word in (name, str(chunks))]
        words = ["generate", order, "-p", str(ranks), "-m", str(microbatches), *several, *costs, "-o", str(file)]
        subprocess.run([self.path, *words], check=True, capture_output=True)
        plan = json.loads(file.read_text())
        plan["memory"]["receive_buffers"] = pools
        file.write_text(json.dumps(plan))
        return file


# Tables as they are.


class Table:
    """A table of a class's, in both flavours and by our generator."""

    def __init__(self, shape, rows, folder):
        self.shape, self.rows = shape, rows
        self.comms = lowered(rows, *shape[1:])
        self.words = f"{shape[0]}-p{shape[1]}-v{shape[2]}-m{shape[3]}"
        self.files = {flavour: folder / f"{self.words}.{flavour}.csv" for flavour in ("only", "comms")}
        write(self.files["only"], rows)
        write(self.files["comms"], self.comms)


def check_tables(cli, tables, folder, tally):
    files = [file for table in tables for file in table.files.values()]
    verdicts = dict(zip(files, cli.validate(files, "--for", "pytorch")))
    ours = [
        cli.generate(*table.shape, POOLS[at % 3], folder / f"{table.words}.lwsched") for at, table in enumerate(tables)
    ]
    numbers = cli.simulate(files + ours)
    for at, (table, own) in enumerate(zip(tables, ours)):
        expected = makespan_of(table.rows)
        for flavour, file in table.files.items():
            rows = table.rows if flavour == "only" else table.comms
            reason = passes_pytorch(rows, "compute_" + flavour, *table.shape[1:])
            tally.expect(not reason, f"{table.words}, {flavour}: PyTorch says {reason}")
            said = verdicts[file]
            runs = [each["runs"] for each in said.said.get("transports", [])]
            tally.expect(said.code == 0 and runs == [True] * 3, f"{table.words}, {flavour}: {said.said}")
            makespan = numbers[str(file)]["makespan"]
            tally.expect(makespan == expected, f"{table.words}, {flavour}: {makespan}, not {expected}")
        for transport in ("gloo", "nccl-node", "nccl-nodes"):
            tally.expect(Replay(table.comms, transport).runs(), f"{table.words}: the replay hangs on {transport}")
        tally.rows[table.shape[0]]["tables"] += 1
        recognised = numbers[str(table.files["only"])]["recognised"]
        if recognised and recognised["name"] == table.shape[0] and recognised["exact"]:
            check_own(table, numbers[str(own)], expected, POOLS[at % 3], tally)


def check_own(table, numbers, makespan, pools, tally):
    """Our generator's order, where it is the table's."""
    tally.rows[table.shape[0]]["our order"] += 1
    tally.expect(numbers["makespan"] == makespan, f"{table.words}: ours takes {numbers['makespan']}, not {makespan}")
    buffers, expected = numbers["receive_buffers"], pools_of(table.comms, pools)
    tally.expect(buffers == expected, f"{table.words}, {pools}: {buffers}, not {expected}")


# Tables that are broken.


def broken(draw, rows):
    """The rows with one thing wrong."""
    rows = {rank: [cell for cell in row if cell is not None] for rank, row in rows.items()}
    row = rows[draw.choice(list(rows))]
    at, kind = draw.randrange(len(row)), draw.choice(["swap", "swap", "swap", "move", "drop", "drop"])
    messages = [place for place, cell in enumerate(row) if cell.computation_type.value.startswith(("SEND", "RECV"))]
    if messages and draw.random() < 0.5:
        at = draw.choice(messages)
    if kind == "swap" and at + 1 < len(row):
        row[at], row[at + 1] = row[at + 1], row[at]
    elif kind == "move":
        row.insert(max(0, at + draw.randint(-4, 4)), row.pop(at))
    else:
        del row[at]
    return rows, kind


def check_broken(cli, tables, folder, tally):
    draw = random.Random(5)
    cases = []
    for table in tables:
        for flavour, rows in (("only", table.rows), ("comms", table.comms)):
            spoilt, kind = broken(draw, rows)
            if all(spoilt.values()):
                file = folder / f"broken-{len(cases)}.csv"
                write(file, spoilt)
                cases.append((table, flavour, kind, spoilt, file))
    for case, said in zip(cases, cli.validate([case[-1] for case in cases])):
        judge_broken(*case[:-1], said, tally)


def judge_broken(table, flavour, kind, rows, said, tally):
    reason = passes_pytorch(rows, "compute_" + flavour, *table.shape[1:])
    what = f"{table.words}, {flavour}, {kind}"
    errors = {each["code"] for each in said.said["findings"] if each["severity"] == "error"}
    row = tally.rows["broken, " + flavour]
    row[
        "refused by both" if reason and said.code else "run by both" if not reason and not said.code else "refused here"
    ] += 1
    tally.expect(not reason or said.code != 0, f"{what}: PyTorch says {reason}, ours nothing")
    if said.code and not reason:
        codes = errors or {each["code"] for each in said.said["findings"] if each["code"] == "rendezvous"}
        tally.expect(codes and codes <= set(REFUSED_HERE), f"{what}: PyTorch runs it, ours says {said.said}")
        for code in codes:
            tally.named[code] += 1
    if flavour == "comms" and not reason:
        judge_crossed(rows, errors, what, tally)
    if flavour == "comms" and not errors:
        judge_messages(rows, said, "broken", what, tally)


def judge_crossed(rows, errors, what, tally):
    crossed = has_crossed(rows)
    tally.expect(
        crossed == ("crossed" in errors), f"{what}: messages {'cross' if crossed else 'do not'}, ours {errors}"
    )


def judge_messages(rows, said, kind, what, tally):
    """Of a table without errors the verdict on each transport."""
    for each in said.said["transports"]:
        runs = Replay(rows, each["transport"]).runs()
        tally.transports[kind, each["transport"]][runs] += 1
        tally.expect(runs == each["runs"], f"{what}: on {each['transport']} the replay {'runs' if runs else 'hangs'}")


def check_lowerings(cli, tables, folder, tally):
    """Each table lowered in one of the other ways."""
    cases = []
    for at, table in enumerate(tables):
        options = LOWERINGS[at % len(LOWERINGS)]
        file = folder / f"lowered-{at}.csv"
        write(file, rows := lowered(table.rows, *table.shape[1:], **options))
        cases.append((rows, " ".join(f"{name}={value}" for name, value in options.items()), table.words))
    for (rows, kind, words), said in zip(
        cases, cli.validate([folder / f"lowered-{at}.csv" for at in range(len(cases))])
    ):
        errors = {each["code"] for each in said.said["findings"] if each["severity"] == "error"}
        what = f"{words}, {kind}"
        judge_crossed(rows, errors, what, tally)
        tally.expect(errors <= {"crossed"}, f"{what}: ours says {errors}")
        if errors:
            tally.transports[kind, "crossed"][False] += 1
        else:
            judge_messages(rows, said, kind, what, tally)


def check_two_nodes(cli, tally):
    for transports, code in (((), 1), (("--transport", "gloo,nccl-node"), 0), (("--transport", "nccl-nodes"), 1)):
        said = cli.ask("validate", str(TWO_NODES), *transports)
        tally.expect(said.code == code, f"{TWO_NODES.name} {' '.join(transports)} ends with {said.code}")


class Tally:
    def __init__(self):
        self.rows = collections.defaultdict(collections.Counter)
        self.named, self.transports = collections.Counter(), collections.defaultdict(collections.Counter)
        self.failures = []

    def expect(self, is_so, words):
        if not is_so:
            self.failures.append(words)


def report(path, tally, torch):
    broken = [tally.rows[f"broken, {flavour}"] for flavour in ("only", "comms")]
    kinds = ("refused by both", "run by both", "refused here")
    lines = [
        "# PyTorch's own tables",
        "",
        f"Written by `tests/interop/tables_check.py` with PyTorch {torch}. Each table in both flavours:",
        "valid, no hang on gloo and NCCL within a node and between nodes, and the makespan of a plain walk over it.",
        "",
        "| class | tables | our generator's order: makespan and pools of receive buffers as well |",
        "|---|---|---|",
        *(
            f"| {name} | {tally.rows[order]['tables']} | {tally.rows[order]['our order']} |"
            for order, name in legality.CLASSES.items()
        ),
        "",
        "Each broken once:",
        "",
        "| flavour | " + " | ".join(kinds) + " |",
        "|---|---|---|---|",
        *(
            f"| compute_{flavour} | " + " | ".join(str(row[kind]) for kind in kinds) + " |"
            for flavour, row in zip(("only", "comms"), broken)
        ),
        "",
        "| refused here, where PyTorch's check and simulation pass | count | why |",
        "|---|---|---|",
        *(f"| {code} | {tally.named[code]} | {why} |" for code, why in REFUSED_HERE.items() if tally.named[code]),
        "",
        "Broken without an error, and each lowered in one of the other ways, as a plain replay says on each transport:",
        "",
        "| tables | on | run | hang, or swap values |",
        "|---|---|---|---|",
        *(f"| {kind} | {name} | {row[True]} | {row[False]} |" for (kind, name), row in tally.transports.items()),
        "",
        f"{sum(row['tables'] for row in tally.rows.values())} tables, {len(tally.failures)} differences. The file of"
        " pytorch#172668 that hangs between nodes is refused, and taken for gloo and within a node.",
    ]
    pathlib.Path(path).write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", default="lanewright-cli")
    parser.add_argument("--step", type=int, default=1, help="of all shapes every so many")
    parser.add_argument("--report", help="write the kept report here")
    parser.add_argument("--skip-code", type=int, default=0, help="exit code where torch is missing")
    options = parser.parse_args()
    try:
        import torch
        import torch.distributed.pipelining
    except ImportError as problem:
        print(f"skipped: torch is not here ({problem})")
        return options.skip_code
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")
    tally, cli = Tally(), Cli(options.cli)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        made = [(shape, table_of(*shape)) for shape in list(shapes())[:: options.step]]
        tables = [Table(shape, rows, folder) for shape, rows in made if rows]
        check_tables(cli, tables, folder, tally)
        check_broken(cli, tables, folder, tally)
        check_lowerings(cli, tables, folder, tally)
        check_two_nodes(cli, tally)
    for failure in tally.failures[:40]:
        print(f"FAILED: {failure}"[:600])
    for kind, row in tally.rows.items():
        print(f"{kind}: {dict(row)}")
    print(f"refused here alone: {dict(tally.named)}")
    for (kind, name), row in tally.transports.items():
        print(f"{kind}, {name}: {dict(row)}")
    print(f"{len(tables)} tables, {len(tally.failures)} differences")
    if options.report and not tally.failures:
        report(options.report, tally, torch.__version__)
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
