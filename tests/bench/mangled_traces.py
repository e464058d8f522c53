#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Imports traces that were cut, swapped and mangled, some thousand of them.

  mangled_traces.py CLI [--count N] [--seed N] [--more FOLDER…]

Small traces of every format are made here; --more adds folders of others. Each trial changes one file of a job: cuts
it, swaps two of its pieces, doubles or drops one, changes bytes or numbers, puts the file of another rank or format in
its place, or damages its packing; or it mangles the mapping. Exits with 1 where an import ends by a signal, takes more
than 20 s, has another exit code than 0 and 2, or does not say why in one line.
"""

import argparse
import gzip
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

NUMBERS = [
    "-1",
    "0",
    "1e308",
    "-1e308",
    "NaN",
    "Infinity",
    "99999999999999999999999",
    "9223372036854775807",
    "-9223372036854775808",
    "2147483647",
    "2147483648",
    "1e-300",
    '"7"',
    "null",
    "[]",
    "{}",
    "true",
    "0.0000001",
]


def ops(ranks, microbatches):
    """(rank, kind, microbatch, start, length) of a 1F1B that fits: forwards, then backwards."""
    for microbatch in range(microbatches):
        for rank in range(ranks):
            yield rank, "forward", microbatch, 100 * (microbatch + rank), 90
    for microbatch in range(microbatches):
        for rank in reversed(range(ranks)):
            yield (
                rank,
                "backward",
                microbatch,
                100 * (2 * ranks + 2 * microbatches) + 200 * (microbatch + ranks - rank),
                180,
            )


def kineto(folder, gpu):
    for rank in range(2):
        events, correlation = [], 0

        def event(category, name, start, length, thread=1, pid=9, **args):
            events.append(
                {
                    "ph": "X",
                    "cat": category,
                    "name": name,
                    "pid": pid,
                    "tid": thread,
                    "ts": start,
                    "dur": length,
                    "args": args,
                }
            )

        for step in range(2):
            for of, kind, microbatch, start, length in ops(2, 2):
                if of != rank:
                    continue
                at = 1e4 * (step + 1) + start
                event("user_annotation", f"PP:{rank}{'F' if kind == 'forward' else 'B'}{microbatch}", at, length)
                if gpu:
                    correlation += 1
                    event("cuda_runtime", "cudaLaunchKernel", at + 1, 2, 1, correlation=correlation)
                    event("kernel", "gemm", at + 1000, length, 7, 0, correlation=correlation)
                else:
                    event("cpu_op", "aten::linear", at, length / 2)
        trace = {
            "schemaVersion": 1,
            "distributedInfo": {"rank": rank},
            "baseTimeNanoseconds": 1790857026000000000,
            "traceEvents": events,
        }
        (folder / f"rank{rank}_trace.json").write_text(json.dumps(trace))


def ndtimeline(folder):
    events = []
    for replica in range(2):
        for rank in range(2):
            events.append(
                {
                    "name": "thread_name",
                    "ph": "M",
                    "pid": replica,
                    "tid": 5 * rank,
                    "args": {"name": f"PP rank {rank}, TP rank 0, compute"},
                }
            )
        for rank, kind, microbatch, start, length in ops(2, 3):
            args = {"step": 4, "model_chunk": 0, "mb_id": microbatch, "seq_id": 0}
            events.append(
                {
                    "name": kind + "-compute",
                    "ph": "X",
                    "pid": replica,
                    "tid": 5 * rank,
                    "ts": start,
                    "dur": length,
                    "args": args,
                }
            )
            events.append(
                {
                    "name": kind + "-send",
                    "ph": "X",
                    "pid": replica,
                    "tid": 5 * rank,
                    "ts": start + length,
                    "dur": 3,
                    "args": args | {"mb_id": -1, "seq_id": microbatch},
                }
            )
    (folder / "timeline.json").write_text(json.dumps(events))


def primus(folder):
    (folder / "config.json").write_text(json.dumps({"pp_size": 2, "vp_size": 1, "num_mbs": 2}))
    for rank in range(2):
        step = {f"{kind}_{end}": [] for kind in ("fwd", "bwd", "wgrad") for end in ("start", "end")}
        for of, kind, _, start, length in ops(2, 2):
            if of == rank:
                step[kind[0] + "wd_start"].append(start)
                step[kind[0] + "wd_end"].append(start + length)
        (folder / f"pp_rank_{rank}.json").write_text(json.dumps({"1": {"total": 2000} | step, "2": step}))


def megatron(folder):
    for rank in range(2):
        times = {}
        for of, kind, microbatch, start, length in ops(2, 2):
            if of == rank:
                times |= {f"{kind}-{microbatch}-start": start, f"{kind}-{microbatch}-end": start + length}
        (folder / f"event_times_PP2_VPP1_TPxCPxDP_rank_0_pp_rank_{rank}_rank_{rank}.json").write_text(json.dumps(times))


def chrome(folder):
    events = [
        {
            "ph": "X",
            "name": f"{kind} mb{microbatch}",
            "pid": rank,
            "tid": 1,
            "ts": start,
            "dur": length,
            "args": {"step": 3},
        }
        for rank, kind, microbatch, start, length in ops(2, 2)
    ]
    for rank, kind, microbatch, start, length in ops(2, 2):
        events.append(
            {
                "ph": "B",
                "name": f"{kind} mb{microbatch}",
                "pid": rank,
                "tid": 1,
                "ts": 5000 + start,
                "args": {"step": 4},
            }
        )
        events.append({"ph": "E", "pid": rank, "tid": 1, "ts": 5000 + start + length})
    (folder / "trace.json").write_text(json.dumps(events))
    (folder / "trainer.mapping").write_text(
        json.dumps(
            {
                "format": "lanewright-mapping",
                "version": 1,
                "rank": "pid",
                "step": {"from": "args.step", "first": 1},
                "rules": [
                    {"name": "forward mb{microbatch}", "is": "F"},
                    {"name": "backward mb{microbatch}*", "is": "BW"},
                    {"name": "*opt*", "is": "optimizer"},
                ],
            }
        )
    )


def mangled(data, source, others):
    """One change of a file's bytes."""
    size = max(1, len(data))
    at, to = sorted((source.randrange(size), source.randrange(size)))
    # Pieces of events rather than of anything, most of the time.
    if source.random() < 0.6:
        edges = [match.start() for match in re.finditer(rb"[{}\[\],:]", data)] or [0]
        at, to = sorted((source.choice(edges), source.choice(edges)))
    kind = source.randrange(9)
    if kind == 0:
        return data[:at]
    if kind == 1:
        middle = (at + to) // 2
        return data[:at] + data[middle:to] + data[at:middle] + data[to:]
    if kind == 2:
        return data[:to] + data[at:to] + data[to:]
    if kind == 3:
        return data[:at] + data[to:]
    if kind == 4:
        changed = bytearray(data)
        for _ in range(source.randrange(1, 20)):
            if changed:
                changed[source.randrange(len(changed))] = source.randrange(256)
        return bytes(changed)
    if kind == 5:
        found = list(re.finditer(rb"-?\d+(\.\d+)?", data))
        for match in sorted(
            source.sample(found, min(len(found), source.randrange(1, 4))), key=lambda each: -each.start()
        ):
            data = data[: match.start()] + source.choice(NUMBERS).encode() + data[match.end() :]
        return data
    if kind == 6:
        found = list(re.finditer(rb'"[^"]*"', data))
        if found:
            one, other = source.choice(found), source.choice(found)
            data = data[: one.start()] + other.group(0) + data[one.end() :]
        return data
    if kind == 7:
        return source.choice(others)
    packed = bytearray(gzip.compress(data))
    for _ in range(source.randrange(3)):
        packed[source.randrange(len(packed))] = source.randrange(256)
    return bytes(packed[: source.randrange(1, len(packed) + 1)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--more", type=pathlib.Path, nargs="*", default=[])
    arguments = parser.parse_args()
    source = random.Random(arguments.seed)
    failures, taken, slowest = [], {}, 0.0
    with tempfile.TemporaryDirectory() as scratch:
        root = pathlib.Path(scratch)
        makers = {
            "kineto": lambda at: kineto(at, False),
            "kineto-gpu": lambda at: kineto(at, True),
            "ndtimeline": ndtimeline,
            "primus": primus,
            "megatron": megatron,
            "chrome": chrome,
        }
        jobs = []
        for name, make in makers.items():
            (root / name).mkdir()
            make(root / name)
            jobs.append(root / name)
        for folder in arguments.more:
            shutil.copytree(folder, root / ("more-" + folder.name))
            jobs.append(root / ("more-" + folder.name))
        contents = [path.read_bytes() for job in jobs for path in job.iterdir()]
        output = root / "job.lwrun"
        for trial in range(arguments.count):
            job = jobs[trial % len(jobs)]
            whole = trial < len(jobs)  # each of them must be taken as it is
            work = root / "work"
            shutil.copytree(job, work)
            victim = source.choice(sorted(work.iterdir()))
            data = victim.read_bytes()
            if whole:
                pass
            elif data[:2] == b"\x1f\x8b" and source.random() < 0.7:
                victim.write_bytes(gzip.compress(mangled(gzip.decompress(data), source, contents), 1))
            else:
                victim.write_bytes(mangled(data, source, contents))
            command = [arguments.cli, "import", str(work), "-o", str(output)]
            if (work / "trainer.mapping").exists():
                command += ["--mapping", str(work / "trainer.mapping")]
            elif not whole and source.random() < 0.3:
                command += ["--from", job.name.removeprefix("more-").split("-")[0]] if "more" not in job.name else []
            begun = time.monotonic()
            try:
                done = subprocess.run(command, capture_output=True, timeout=20)
                lines = done.stderr.decode(errors="replace").strip("\n").split("\n")
                one = done.returncode == 0 or (
                    not whole and done.returncode == 2 and len(lines) == 1 and lines[0].startswith("lanewright-cli: ")
                )
                why = f"exit code {done.returncode}: {lines[:3]}"
            except subprocess.TimeoutExpired:
                one, why = False, "no end within 20 s"
            slowest = max(slowest, time.monotonic() - begun)
            if one:
                counts = taken.setdefault(job.name, [0, 0])
                counts[0 if done.returncode == 0 else 1] += 1
            else:
                kept = pathlib.Path(tempfile.gettempdir()) / f"mangled-{arguments.seed}-{trial}"
                shutil.rmtree(kept, ignore_errors=True)
                shutil.copytree(work, kept)
                failures.append(f"trial {trial} of {job.name} ({victim.name}): {why}; kept in {kept}")
            shutil.rmtree(work)
    print(f"{'':26} taken refused")
    for name, (good, refused) in sorted(taken.items()):
        print(f"{name:26} {good:5} {refused:7}")
    print(f"slowest {slowest:.2f} s")
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
