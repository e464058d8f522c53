#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lanewright's server for agents, spoken to by the Model Context Protocol's own Python SDK, in both of its ways.

python3 -m venv V && V/bin/pip install 'mcp>=2'
PYTHONPATH=build/release/python V/bin/python tests/interop/mcp_check.py
"""

import asyncio
import json
import os
import sys
import tempfile

from mcp import StdioServerParameters
from mcp.client.client import Client

# What no search proves in seconds.
HARD = dict(name="interleaved-1f1b", ranks=6, microbatches=18, chunks=3, tf="1.37", tb="2.11", tw="0.93", tcomm="0.21")
GOOD = []


def claim(what, holds):
    print(f"{'ok  ' if holds else 'FAIL'}  {what}")
    GOOD.append(holds)


def server(*options):
    command = ["-m", "lanewright", "mcp", *options]
    return StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))


def text_of(result):
    return result.content[0].text


async def questions(mode, version):
    async with Client(server(), mode=mode) as client:
        claim(f"{mode}: both speak {client.protocol_version}", client.protocol_version == version)
        claim(f"{mode}: it says who it is, {client.server_info.version}", client.server_info.name == "lanewright")
        tools = (await client.list_tools()).tools
        claim(
            f"{mode}: {len(tools)} tools", {"generate", "simulate", "solve", "legal"} <= {tool.name for tool in tools}
        )
        made = await client.call_tool("generate", {"name": "zb-h1", "ranks": 4, "microbatches": 8})
        plan = text_of(made)
        claim(f"{mode}: a schedule", not made.is_error and json.loads(plan)["microbatches"] == 8)
        numbers = json.loads(text_of(await client.call_tool("simulate", {"document": plan})))
        claim(f"{mode}: its numbers", numbers["iteration_time"] == 27)
        heard = []

        async def hear(progress, total, message):
            heard.append(message)

        found = await client.call_tool("solve", {"document": plan, "rounds": 10}, progress_callback=hear)
        claim(f"{mode}: a search and its proof", json.loads(text_of(found))["optimal"] is True)
        claim(f"{mode}: how far it is, {heard[:1]}", bool(heard))
        wrong = await client.call_tool("simulate", {"document": "{"})
        claim(f"{mode}: a refusal, {text_of(wrong)!r}", wrong.is_error)
        hidden = await client.call_tool("generate", {"name": "1f1b", "problem": "/etc/passwd"})
        claim(f"{mode}: no files, {text_of(hidden)!r}", hidden.is_error)
        await gives_up(client, mode)


async def gives_up(client, mode):
    """A client that waits no longer cancels, and the server is free again."""
    plan = text_of(await client.call_tool("generate", HARD))
    for _ in range(8):  # more than work at once
        try:
            await client.call_tool("solve", {"document": plan, "time_limit": 100_000}, read_timeout_seconds=0.3)
            claim(f"{mode}: a search of a day", False)
        except Exception as problem:  # noqa: BLE001 - the SDK has several for this
            last = problem
    after = await client.call_tool("simulate", {"document": plan})
    claim(f"{mode}: cancelled work stops ({type(last).__name__})", not after.is_error)


async def folder():
    with tempfile.TemporaryDirectory() as place:
        async with Client(server("--folder", place)) as client:
            made = await client.call_tool("generate", {"name": "zb-h1", "output": "plan.lwsched"})
            claim("in a folder: a file is written", not made.is_error)
            seen = await client.call_tool("simulate", {"file": ["plan.lwsched"]})
            claim("in a folder: a file is read", json.loads(text_of(seen))["valid"] is True)
            out = await client.call_tool("generate", {"name": "zb-h1", "output": "../plan.lwsched"})
            claim(f"in a folder: none outside, {text_of(out)!r}", out.is_error)


async def main():
    await questions("legacy", "2025-11-25")
    await questions("auto", "2026-07-28")
    await folder()
    print(f"{sum(GOOD)} of {len(GOOD)} hold")
    return 0 if all(GOOD) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
