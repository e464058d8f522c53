#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds `causes` of two production jobs against the answers that were published for them.

  published_slowdowns.py CLI FOLDER

FOLDER holds timeline-ST.json.gz, timeline-SE.json.gz and result-ST.json.gz, result-SE.json.gz of
github.com/ByteDance-Seed/StragglerAnalysis (Apache-2.0). Prints ours beside theirs, and exits with 1 where the replayed
step is more than 0.5 % (ST) or 1 % (SE) from the measured one, the slowdown more than 1 % from theirs, a kind or a
stage more than 2 %, or where another main cause is named than the last stage (ST) and the lengths of sequences (SE).
"""

import gzip
import json
import pathlib
import subprocess
import sys
import tempfile

GOALS = {"ST": (0.005, "stages"), "SE": (0.01, "microbatches")}
failures = []


def row(job, what, ours, theirs, most):
    off = ours / theirs - 1
    missed = abs(off) > most
    if missed:
        failures.append(f"{job}: {what}")
    print(f"{job:4} {what:22} {ours:9.4f} {theirs:9.4f} {100 * off:+7.2f} % {'MISSED' if missed else ''}")


def answer(cli, *words):
    done = subprocess.run([cli, *map(str, words), "--json"], text=True, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def main():
    cli, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    print(f"{'':27} {'ours':>9} {'theirs':>9} {'off':>7}")
    for job, (step, cause) in GOALS.items():
        with gzip.open(folder / f"result-{job}.json.gz", "rt") as file:
            published = json.load(file)
        with tempfile.TemporaryDirectory() as scratch:
            run = pathlib.Path(scratch) / "job.lwrun"
            answer(cli, "import", folder / f"timeline-{job}.json.gz", "-o", run)
            causes = answer(cli, "causes", run)
        base = published["step_t_base"].values()
        seconds = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}[causes["time_unit"]]
        row(job, "measured step (s)", causes["step"] * seconds, sum(base) / len(base), step)
        row(job, "replayed / measured", causes["replayed"], causes["step"], step)
        row(job, "slowdown", causes["slowdown"], published["blocking_slowdown"], 0.01)
        row(job, "launch", causes["launch"], published["launch_slowdown"], 0.01)
        kinds = published["blocking_decompose_by_optype"]
        backward = causes["by_kind"].get("BW", causes["by_kind"].get("B"))
        row(job, "forward", causes["by_kind"]["F"], kinds["forward-compute"], 0.02)
        row(job, "backward", backward, kinds["backward-compute"], 0.02)
        for stage, theirs in sorted(published["blocking_decompose_by_stage"].items()):
            row(job, f"stage {stage}", causes["by_stage"][int(stage)], theirs, 0.02)
        named = causes["causes"][0]
        print(f"{job:4} main cause: {named['cause']}, {100 * named['share']:.1f} % of the step, {named['where']}")
        if named["cause"] != cause:
            failures.append(f"{job}: the main cause is {cause}")
    for failure in failures:
        print("missed: " + failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
