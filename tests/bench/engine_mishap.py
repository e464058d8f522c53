#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Stands in for lanewright-engine, spoils what it reads, and becomes it.

LANEWRIGHT_REAL_ENGINE is the engine. LANEWRIGHT_MISHAP says as JSON what to do with the request that comes on standard
input: "set" replaces keys of it, "cut" ends the input after so many thousandths of it.
"""

import json
import os
import sys


def read_exactly(count):
    text = b""
    while len(text) < count:
        piece = os.read(0, count - len(text))
        if not piece:
            break
        text += piece
    return text


def spoiled(mishap):
    """The header and what follows it, as the engine is to see them."""
    line = b""
    while not line.endswith(b"\n"):
        letter = os.read(0, 1)
        if not letter:
            return line
        line += letter
    header = json.loads(line)
    request = read_exactly(header["request_bytes"])
    if mishap.get("set"):
        changed = json.loads(request)
        changed.update(mishap["set"])
        request = json.dumps(changed).encode()
        header["request_bytes"] = len(request)
        line = json.dumps(header).encode() + b"\n"
    whole = line + request + read_exactly(header.get("data_bytes", 0))
    return whole[: len(whole) * mishap["cut"] // 1000] if "cut" in mishap else whole


def feed(pipe, mishap):
    """Passes on what the parent says, to its end."""
    try:
        text = spoiled(mishap)
        while text:
            text = text[os.write(pipe, text) :]
        if "cut" in mishap:
            return
        while True:
            more = os.read(0, 4096)
            if not more:
                return
            os.write(pipe, more)
    except OSError:
        pass  # the engine is gone, or its parent


def main():
    engine = os.environ["LANEWRIGHT_REAL_ENGINE"]
    mishap = json.loads(os.environ.get("LANEWRIGHT_MISHAP", "{}"))
    reads = "--request" in sys.argv and os.environ.get("OMPI_COMM_WORLD_RANK", "0") == "0"
    if reads and mishap:
        read_end, write_end = os.pipe()
        if os.fork() == 0:
            os.close(read_end)
            for stream in (1, 2):
                os.close(stream)  # or its parent would wait for it to say something
            feed(write_end, mishap)
            os._exit(0)
        os.close(write_end)
        os.dup2(read_end, 0)
        os.close(read_end)
    os.execv(engine, [engine, *sys.argv[1:]])


if __name__ == "__main__":
    main()
