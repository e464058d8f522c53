#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a job several times as large as a recorded one, and says how long its files take.

  large_job.py CLI TRACE FOLDER [--times N]

TRACE is a timeline of NDTimeline (timeline-SE.json.gz of github.com/ByteDance-Seed/StragglerAnalysis, Apache-2.0: 32
replicas of 2 ranks, 45 steps). Its processes, which are replicas, are written N times with other numbers into
FOLDER/job.json.gz, which `import` makes FOLDER/job.lwrun of. `lanewright FOLDER/job.lwrun` then opens it in the
desktop; `bench_frames FOLDER/job.lwrun` says how long that takes.
"""

import argparse
import gzip
import json
import pathlib
import subprocess
import time


def several(events, times):
    replicas = sorted({event["pid"] for event in events})
    step = max(replicas) + 1
    return [dict(event, pid=event["pid"] + copy * step) for copy in range(times) for event in events]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli", help="lanewright-cli")
    parser.add_argument("trace", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--times", type=int, default=4)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    trace, run = options.folder / "job.json.gz", options.folder / "job.lwrun"
    with gzip.open(options.trace) as file:
        events = several(json.load(file), options.times)
    with gzip.open(trace, "wt", compresslevel=1) as file:
        json.dump(events, file)
    begin = time.monotonic()
    subprocess.run([options.cli, "import", trace, "-o", run], check=True)
    print(f"imported in {time.monotonic() - begin:.2f} s, {run.stat().st_size / 1e6:.1f} MB")
    begin = time.monotonic()
    subprocess.run([options.cli, "simulate", run], check=True, stdout=subprocess.DEVNULL)
    print(f"read in {time.monotonic() - begin:.2f} s")


if __name__ == "__main__":
    main()
