#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Stands in for lanewright-engine, becomes it, and leaves behind somebody who passes its events on and notes the time.

LANEWRIGHT_REAL_ENGINE is the engine. Into the file LANEWRIGHT_STOPWATCH goes a line at the end of each step: `step`,
the wall clock and the processor time of the process, in seconds. For runs in one process.
"""

import os
import pathlib
import sys
import time


def processor_seconds(pid):
    """Of all threads of a process."""
    tasks = pathlib.Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) * 1e-9


def watch(events, engine, notes):
    for line in events:
        if line.startswith(b'{"event": "step"'):
            notes.write(f"step {time.monotonic():.9f} {processor_seconds(engine):.9f}\n")
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()


def main():
    engine = os.environ["LANEWRIGHT_REAL_ENGINE"]
    if "--request" in sys.argv:
        read_end, write_end = os.pipe()
        pid = os.getpid()
        if os.fork() == 0:
            os.close(write_end)
            with open(os.environ["LANEWRIGHT_STOPWATCH"], "w") as notes, os.fdopen(read_end, "rb") as events:
                watch(events, pid, notes)
            return
        os.close(read_end)
        os.dup2(write_end, 1)
        os.close(write_end)
    os.execv(engine, [engine, *sys.argv[1:]])


if __name__ == "__main__":
    main()
