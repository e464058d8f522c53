# SPDX-License-Identifier: Apache-2.0
"""Sends each step to a listener while the job runs: the events of `engine/PROTOCOL.md`, section 5.

A thread sends; the job only puts a step into a queue of a few, and a step that finds it full is dropped whole. A
listener that is gone, or takes nothing for a while, is left for good with one sentence.
"""

import json
import os
import queue
import re
import select
import socket
import threading

from . import __version__
from .errors import Refused
from .plan import SENSELESS
from .steps import activity, blocks_of, in_turn, live_of, parts_of, waits_of

PROTOCOL = 2
QUEUE = 4  # steps
PATIENCE = 0.1  # seconds that a piece of a line may take to send
CONNECT = 2.0
# Keys of a part's header that go into `ready` as they are.
READY_KEYS = (
    *("ranks", "host", "cores", "threads", "launcher", "framework", "device_clock"),
    *("stages", "stage_count", "microbatches"),
)


def address_of(text):
    """(host, port, token) of `host:port:token`."""
    parts = text.rsplit(":", 2)
    if len(parts) != 3 or not parts[0] or not re.fullmatch("[0-9]{1,5}", parts[1]) or not parts[2]:
        raise Refused(f"“{text}” names no listener; it should be host:port:token, as lanewright-cli listen prints it")
    return parts[0].strip("[]"), int(parts[1]), parts[2]


class Refusal(OSError):
    """The listener has closed the link, and why."""


def _refusal(link, seconds):
    """What the listener says before it closes a link; None where it says nothing, or the link is gone."""
    try:
        heard = link.recv(4096) if select.select([link], [], [], seconds)[0] else b""
        reason = json.loads(heard)["reason"]
        return str(reason["text"] if isinstance(reason, dict) else reason)
    except (OSError, *SENSELESS):
        return None


class Stream:
    def __init__(self, address, rank, say):
        self._address = address_of(address)
        self._rank = rank
        self._say = say
        self._place = None
        self._ranks = None
        self._offset = 0
        self._dropped = 0
        self._queue = queue.Queue(QUEUE)
        self._thread = threading.Thread(target=self._send_all, daemon=True, name="lanewright-live")
        self._thread.start()

    def ready(self, header, plan, offset):
        """What this rank is; its own stages alone are known to it, and which values cross from others, they say."""
        self._stages = set(header["stages"])
        self._stage_count = header["stage_count"]
        self._offset = offset[0] if offset else 0
        event = {
            "event": "ready",
            **{key: header[key] for key in READY_KEYS},
            "rank": self._rank,
            "backend": header["device"],
            "pid": os.getpid(),
            "title": f"{header['schedule']}, as it ran",
            "clock_uncertainty": offset[1] if offset else None,
            "schedule": None if plan is None else json.loads(plan.text),
        }
        self._put([event])

    def step(self, record):
        self._put(record)

    def close(self):
        """Lets what is queued go out, for a moment."""
        try:
            self._queue.put(None, timeout=PATIENCE)
        except queue.Full:
            return
        self._thread.join(1.0)

    def _put(self, item):
        try:
            self._queue.put_nowait(item)
        except queue.Full:
            self._dropped += 1

    # In the thread.

    def _send_all(self):
        host, port, token = self._address
        try:
            with socket.create_connection((host, port), timeout=CONNECT) as link:
                link.settimeout(PATIENCE)
                self._talk(link, token)
        except ConnectionRefusedError:
            self._tell_of_all("nobody listens there; the listener has ended, or its line is of an older one")
        except Refusal as problem:
            self._tell_of_all(problem)
        except OSError as problem:
            self._say(f"rank {self._rank} no longer sends to {host}:{port}: {problem}")
        # From here on nobody takes what is put, so that the queue stays full and steps are dropped.

    def _tell_of_all(self, why):
        """Says, once on a machine, what holds for all ranks there."""
        if os.environ.get("LOCAL_RANK", "0") == "0":
            host, port, _ = self._address
            self._say(f"no steps are sent to {host}:{port}: {why}")

    def _talk(self, link, token):
        engine = f"lanewright {__version__} for Python"
        hello = dict(event="hello", protocol=PROTOCOL, engine=engine, source="torch", token=token, rank=self._rank)
        self._send(link, hello)
        while True:
            item = self._queue.get()
            if item is None:
                self._send(link, {"event": "done", "rank": self._rank, "dropped": self._dropped})
                link.shutdown(socket.SHUT_WR)
                reason = _refusal(link, PATIENCE)
                if reason:
                    raise Refusal(reason)
                return
            for event in item if isinstance(item, list) else [self._event(item)]:
                self._send(link, event)

    def _send(self, link, event):
        data = memoryview((json.dumps(event, separators=(",", ":")) + "\n").encode())
        try:
            while data:
                data = data[link.send(data) :]
        except ConnectionError:
            raise Refusal(_refusal(link, 0) or "the listener has closed the link") from None

    def _event(self, record):
        """The spans of a step, from its `origin` on, which is a time of rank 0's clock."""
        place = [0 if stage in self._stages else 1 for stage in range(self._stage_count)]
        origin = record["start"]
        blocks, _ = blocks_of(record, place, 0)
        at = lambda time: time - origin
        wall, others = [], []
        for block, start, end in in_turn(blocks, at):
            wall.append([block.text, start, end])
            for op, since, until in waits_of(block, place, 0):
                until = start if until <= block.start else min(at(until), end)
                others.append(activity("wait", self._rank, min(at(since), until), until, op))
            others.extend(parts_of(block, self._rank, start, end, at))
        event = {
            "event": "spans",
            "step": record["step"],
            "rank": self._rank,
            "origin": origin + self._offset,
            "wall": wall,
            "live": live_of(blocks),
            "others": others,
        }
        if record.get("loss") is not None:
            event["loss"] = record["loss"]
        return event
