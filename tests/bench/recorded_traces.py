#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds imported traces against what is known of them.

  recorded_traces.py CLI FOLDER [--primus DUMP] [--seeds N]

FOLDER holds recordings of jobs under PyTorch's pipelining runtime:

  kineto-*/        traces of torch.profiler, rank{r}_trace.json.gz, and beside them recorder{r}.json.gz, the same step
                   as a recorder inside the job saw it: the truth
  synthetic-gpu/   traces of two GPUs on Kineto's schema with traps in them, and truth.json
  recorder-*/      recorder{r}.json.gz alone, several steps of ranks on one clock

Three tables: when ops compute against the truth; clocks against the truth after each rank's own was set off by up to
50 ms and 30 ppm (the recorder-* jobs, written as traces of the profiler, and the single step of the kineto-* jobs);
and, with --primus, the offsets of a dump of AMD Primus as it is and with each rank set off by up to 5 s. Exits with 1
where a goal is missed:

  compute starts of a CPU's trace within 150 µs of the truth at the 95th percentile, stage 0's I empty, a pair one block
  of two parts; the synthetic trace exact to the nanosecond; every clock within its stated bound; clocks of several
  steps within 100 µs by the median; a set-off dump with the same answer.
"""

import argparse
import glob
import gzip
import json
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile

failures = []


def goal(holds, what):
    if not holds:
        failures.append(what)
    return "" if holds else "  MISSED"


def load(path):
    opener = gzip.open if str(path).endswith(".gz") else open
    with opener(path, "rt") as file:
        return json.load(file)


def imported(cli, folder, *options):
    """The run of a folder of traces, or the sentence that refuses them."""
    with tempfile.TemporaryDirectory() as scratch:
        output = pathlib.Path(scratch) / "job.lwrun"
        done = subprocess.run([cli, "import", str(folder), "-o", str(output), *options], text=True, capture_output=True)
        return (load(output), "") if done.returncode == 0 else (None, done.stderr.strip())


def our_ops(action):
    """Our ops of a PyTorch action such as 3I0 or (0F7;7B3)OVERLAP_F_B; none for what does not compute."""
    found = re.findall(r"(\d+)([FIWB])(\d+)(?![A-Z_])", action)
    return (
        [{"F": "F", "I": "B", "W": "W", "B": "BW"}[kind] + f"{stage}.{microbatch}" for stage, kind, microbatch in found]
        if "SEND" not in action and "RECV" not in action
        else []
    )


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(share * len(values)))] if values else 0


# ---- Traces of the profiler against the recorder beside them ------------------------------------------------------


def ranges_of(trace):
    """The outermost ranges of actions, (action, start in ns), by start."""
    base = trace.get("baseTimeNanoseconds", 0)
    found = [
        (event["name"].split(":", 1)[1], base + round(event["ts"] * 1000))
        for event in trace["traceEvents"]
        if event.get("cat") == "user_annotation" and event["name"].startswith("PP:")
    ]
    return sorted(found, key=lambda each: each[1])


def clock_of(run, rank, ranges):
    """What to add to the run's times of a rank to have them on the clock of its trace: a wait begins with its range."""
    starts = {op: start for action, start in ranges for op in our_ops(action)}
    for kind, of, start, _, op, *_ in run["steps"][0]["others"]:
        if kind == "wait" and of == rank and op in starts:
            return starts[op] - start
    return None


def kineto_row(cli, folder):
    run, why = imported(cli, folder)
    if not run:
        failures.append(f"{folder.name}: {why}")
        return f"{folder.name:26} {why}"
    starts, lengths, empty, pairs, two_parts, count = [], [], [], 0, 0, 0
    for rank, lane in enumerate(run["steps"][0]["wall"]):
        ranges = ranges_of(load(folder / f"rank{rank}_trace.json.gz"))
        truth = load(folder / f"recorder{rank}.json.gz")["steps"][-1]
        own = clock_of(run, rank, ranges)
        if own is None:
            failures.append(f"{folder.name}: rank {rank} shows no wait")
            continue
        # Both clocks count on one host; what is between them shows where the same actions begin.
        begun = dict(ranges)
        between = statistics.median(begun[action] - start for _, action, start, _ in truth["scopes"] if action in begun)
        window_end = {op: end for _, action, _, end in truth["scopes"] for op in our_ops(action)}
        compute = {op: start for op, start, _ in truth["inner"]}
        parts = [each for each in run["steps"][0]["others"] if each[0] == "part" and each[1] == rank]
        for block, start, end in lane:
            ops = block.split("+")
            count += 1
            if len(ops) == 2:
                pairs += 1
                own_parts = [each for each in parts if each[4] in ops]
                two_parts += len(own_parts) == 2
                starts += [abs(each[2] + own - between - compute[each[4]]) / 1000 for each in own_parts]
                continue
            if ops[0].startswith("B0."):
                empty.append(end - start)
                continue
            starts.append(abs(start + own - between - compute[ops[0]]) / 1000)
            lengths.append(abs((end - start) - (window_end[ops[0]] - compute[ops[0]])) / 1000)
    p95 = percentile(starts, 0.95)
    return (
        f"{folder.name:26} {count:6}  {statistics.median(starts):6.0f} {p95:6.0f} {max(starts):6.0f}"
        f"  {statistics.median(lengths):6.0f} {percentile(lengths, 0.95):6.0f} {max(lengths):6.0f}"
        f"  {sum(length == 0 for length in empty):3} of {len(empty):2}  {two_parts:3} of {pairs:2}"
        + goal(p95 <= 150 and not any(empty) and two_parts == pairs, folder.name)
    )


def synthetic_row(cli, folder):
    run, why = imported(cli, folder)
    if not run:
        failures.append(f"{folder.name}: {why}")
        return f"{folder.name:26} {why}"
    truth = load(folder / "truth.json")
    zero = min(start for rank in truth["spans"] for _, start, _ in rank)
    worst, count = 0, 0
    for lane, spans in zip(run["steps"][0]["wall"], truth["spans"]):
        known = {our_ops(action)[0]: (start - zero, end - zero) for action, start, end in spans}
        for op, start, end in lane:
            count += 1
            # An op without kernels is drawn where its rank's next block begins; its place is nobody's to know.
            if known[op][0] == known[op][1]:
                worst = max(worst, end - start)
            else:
                worst = max(worst, abs(start - known[op][0]), abs(end - known[op][1]))
    return f"{folder.name:26} {count:6}  worst {worst} ns" + goal(worst == 0, folder.name)


# ---- Clocks of recordings, set off ---------------------------------------------------------------------------------


def write_trace(path, recording, rank, to_clock):
    """Writes a recording as the profiler would have, on a clock of its own."""
    base = 1_790_857_026_000_000_000
    events = []

    def event(category, name, start, end):
        events.append(
            {
                "ph": "X",
                "cat": category,
                "name": name,
                "pid": 500 + rank,
                "tid": 500 + rank,
                "ts": to_clock(start) / 1000,
                "dur": max(0, to_clock(end) - to_clock(start)) / 1000,
            }
        )

    for step, each in enumerate(recording["steps"][1:], 1):
        event("user_annotation", f"ProfilerStep#{step}", each["t0"], each["t1"])
        for _, action, start, end in each["scopes"]:
            event("user_annotation", "PP:" + action, start, end)
        for op, start, end in each["inner"]:
            if end > start and not op.startswith("B0."):
                event("cpu_op", "autograd::engine::f" if op[0] != "F" else "aten::linear", start, end)
    trace = {"schemaVersion": 1, "distributedInfo": {"rank": rank}, "baseTimeNanoseconds": base, "traceEvents": events}
    with gzip.open(path, "wt", 1) as file:
        json.dump(trace, file)


def clock_rows(cli, folder, seeds):
    recordings = [load(path) for path in sorted(glob.glob(str(folder / "recorder*.json.gz")))]
    zero = min(step["t0"] for recording in recordings for step in recording["steps"])
    for drift in (0, 30e-6):
        errors, bounds, outside = [], [], 0
        for seed in range(seeds):
            source = random.Random(seed)
            offsets = [0] + [source.randint(-50_000_000, 50_000_000) for _ in recordings[1:]]
            slopes = [0] + [source.uniform(-drift, drift) for _ in recordings[1:]]
            with tempfile.TemporaryDirectory() as scratch:
                for rank, recording in enumerate(recordings):
                    write_trace(
                        pathlib.Path(scratch) / f"rank{rank}_trace.json.gz",
                        recording,
                        rank,
                        lambda time, rank=rank: time + offsets[rank] + round(slopes[rank] * (time - zero)),
                    )
                run, why = imported(cli, scratch)
            if not run:
                failures.append(f"{folder.name}: {why}")
                yield f"{folder.name:26} {why}"
                return
            for rank in range(1, len(recordings)):
                error = run_error(run, recordings, rank)
                errors += error
                bounds.append(run["clock_uncertainty"][rank] / 1000)
                outside += sum(each > bounds[-1] + 1 for each in error)
        median = statistics.median(errors)
        yield (
            f"{folder.name:26} {drift * 1e6:5.0f}  {median:6.0f} {percentile(errors, 0.95):6.0f} {max(errors):6.0f}"
            f"  {statistics.median(bounds):6.0f} {max(bounds):6.0f}  {outside:7}"
            + goal(outside == 0 and median <= 100, folder.name)
        )


def run_error(run, recordings, rank):
    """How far the run has each step's first op of a rank from the truth's, both against rank 0's first, in µs."""

    def placed(number, which):
        step = next(each for each in run["steps"] if each["step"] == number)
        return step["start"] + step["wall"][which][0][1], step["wall"][which][0][0]

    def known(number, which, op):
        return next(start for name, start, _ in recordings[which]["steps"][number]["inner"] if name == op)

    errors = []
    for step in run["steps"]:
        number = step["step"]
        zero, zero_op = placed(number, 0)
        own, own_op = placed(number, rank)
        errors.append(abs((own - zero) - (known(number, rank, own_op) - known(number, 0, zero_op))) / 1000)
    return errors


def shifted_row(cli, folder, seeds):
    """A single step of the profiler's own traces, each rank's base set off."""
    traces = [load(path) for path in sorted(folder.glob("rank*_trace.json.gz"))]
    straight, why = imported(cli, folder)
    if not straight:
        return f"{folder.name:26} {why}"  # said above
    errors, bounds, outside = [], [], 0
    for seed in range(seeds):
        source = random.Random(seed)
        with tempfile.TemporaryDirectory() as scratch:
            for rank, trace in enumerate(traces):
                late = source.randint(-50_000_000, 50_000_000) if rank else 0
                with gzip.open(pathlib.Path(scratch) / f"rank{rank}_trace.json.gz", "wt", 1) as file:
                    json.dump(trace | {"baseTimeNanoseconds": trace["baseTimeNanoseconds"] + late}, file)
            run, why = imported(cli, scratch)
        if not run:
            failures.append(f"{folder.name}, set off: {why}")
            return f"{folder.name:26} {why}"
        for rank in range(1, len(traces)):
            own, truth = (
                each["steps"][0]["wall"][rank][0][1] - each["steps"][0]["wall"][0][0][1] for each in (run, straight)
            )
            errors.append(abs(own - truth) / 1000)
            bounds.append(run["clock_uncertainty"][rank] / 1000)
            outside += errors[-1] > bounds[-1] + 1
    return (
        f"{folder.name:26} {0:5}  {statistics.median(errors):6.0f} {percentile(errors, 0.95):6.0f} {max(errors):6.0f}"
        f"  {statistics.median(bounds):6.0f} {max(bounds):6.0f}  {outside:7}" + goal(outside == 0, folder.name)
    )


# ---- A dump of AMD Primus ------------------------------------------------------------------------------------------


def primus_rows(cli, folder):
    plain, why = imported(cli, folder)
    if not plain:
        failures.append(f"primus: {why}")
        yield why
        return
    files = sorted(pathlib.Path(folder).glob("pp_rank_*.json"))
    source = random.Random(5)
    with tempfile.TemporaryDirectory() as scratch:
        for path in files:
            dump, skew = load(path), source.uniform(-5000, 5000)
            for iteration in dump.values():
                if isinstance(iteration, dict):
                    for key in iteration:
                        if key.endswith(("_start", "_end")):
                            iteration[key] = [time + skew for time in iteration[key]]
            (pathlib.Path(scratch) / path.name).write_text(json.dumps(dump))
        for extra in pathlib.Path(folder).glob("config.json"):
            (pathlib.Path(scratch) / "config.json").write_text(extra.read_text())
        moved, why = imported(cli, scratch)
    if not moved:
        failures.append(f"primus, set off: {why}")
        yield why
        return
    worst = 0
    for one, other in zip(plain["steps"], moved["steps"]):
        for lane, shifted in zip(one["wall"], other["wall"]):
            for (_, start, end), (_, start2, end2) in zip(lane, shifted):
                worst = max(worst, abs(start - start2), abs(end - end2))
    offsets = " ".join(f"{each / 1e6:.2f}" for each in plain["clocks"]["offset"])
    bounds = " ".join(f"{each / 1e6:.2f}" for each in plain["clock_uncertainty"])
    yield f"{len(plain['steps'])} steps of {len(plain['steps'][0]['wall'])} ranks; clocks {plain['clocks']['by']}"
    yield f"offsets {offsets} ms"
    yield f"bounds  {bounds} ms"
    yield f"set off by up to 5 s: blocks differ by {worst} ns at most" + goal(worst <= 2000, "primus, set off")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--primus", type=pathlib.Path)
    parser.add_argument("--seeds", type=int, default=20)
    arguments = parser.parse_args()
    print("When ops compute, against the recorder (µs)")
    print(
        f"{'':26} {'blocks':>6}  {'start':>6} {'p95':>6} {'max':>6}  {'length':>6} {'p95':>6} {'max':>6}"
        f"  {'stage 0 I':>9}  {'two parts':>9}"
    )
    for folder in sorted(arguments.folder.glob("kineto-*")):
        print(kineto_row(arguments.cli, folder))
    for folder in sorted(arguments.folder.glob("synthetic-gpu")):
        print(synthetic_row(arguments.cli, folder))
    print("\nClocks that were set off by up to 50 ms, against the truth (µs)")
    print(f"{'':26} {'ppm':>5}  {'error':>6} {'p95':>6} {'max':>6}  {'bound':>6} {'max':>6}  outside")
    for folder in sorted(arguments.folder.glob("recorder-*")):
        for row in clock_rows(arguments.cli, folder, arguments.seeds):
            print(row)
    for folder in sorted(arguments.folder.glob("kineto-*")):
        print(shifted_row(arguments.cli, folder, arguments.seeds))
    if arguments.primus:
        print("\nAMD Primus")
        for row in primus_rows(arguments.cli, arguments.primus):
            print(row)
    for failure in failures:
        print("missed: " + failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
