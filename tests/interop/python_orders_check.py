#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Loads what `lanewright-cli convert` writes for jaxpp and for Primus, and holds it against the schedules.

Every schedule is written for both; those that neither can say must be refused. The tasks of jaxpp must
be the order's ops, rank by rank, with each W of stage 0 at its B. The nodes of Primus must be the order, and its sends
and receives must meet: each value goes once, to the rank and chunk that need it, and no rank waits for ever.

In place of both programs stand modules of their names with no more than these files ask of them. `--jaxpp src` takes
jaxpp's own sources (with jax beside Python): the small model then trains by each order, and gradients must be those of
jax alone. `--primus FOLDER` takes a clone of Primus: its simulator plays each order, and the step must last as long as
`simulate` says, where transfers take nothing. Exit code 0: all is well; 1: it is not.
"""

import argparse
import ast
import collections
import dataclasses
import enum
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import types

CASES = [
    ["1f1b", "-p", "4", "-m", "8"],
    ["gpipe", "-p", "3", "-m", "4"],
    ["interleaved-1f1b", "-p", "4", "-m", "8", "-v", "2"],
    ["interleaved-1f1b", "-p", "2", "-m", "4", "-v", "3", "--tf", "2", "--tb", "3", "--tw", "1"],
    ["zb-h1", "-p", "4", "-m", "8"],
    ["zb-h2", "-p", "4", "-m", "9", "--tf", "3", "--tb", "4", "--tw", "2"],
    ["interleaved-zb", "-p", "4", "-m", "8", "-v", "2"],
    ["zbv", "-p", "4", "-m", "8"],
    ["v-half", "-p", "4", "-m", "8"],
    ["hanayo", "-p", "4", "-m", "8"],
    ["dualpipev", "-p", "4", "-m", "8"],
    ["dualpipe", "-p", "4", "-m", "8"],
]
REFUSED = ["dualpipe"]  # two directions


def stand_in(name, **members):
    """Makes a module of that name, with its parents."""
    parts = name.split(".")
    for end in range(1, len(parts)):
        sys.modules.setdefault(".".join(parts[:end]), types.ModuleType(parts[end - 1]))
    module = types.ModuleType(name)
    module.__dict__.update(members)
    sys.modules[name] = module


def stand_in_jaxpp():
    kinds = enum.Enum("TaskType", ["FWD", "BWD", "BWD_I", "BWD_W"])

    @dataclasses.dataclass(frozen=True)
    class BaseSchedule:
        num_stages: int
        is_partial_bwd: bool = dataclasses.field(default=False, init=False)

    class Task(collections.namedtuple("Task", "stage_id mubatch_idx fwd_or_bwd")):
        make = classmethod(lambda cls, *words: cls(*words))

    class FusedTask(tuple):
        pass

    stand_in("jaxpp.schedules", BaseSchedule=BaseSchedule, Task=Task, FusedTask=FusedTask)
    stand_in("jaxpp.types", TaskType=kinds)


def stand_in_primus():
    kinds = enum.Enum("FuncType", ["F", "B", "W", "BW", "SF", "SB", "RF", "RB"])

    @dataclasses.dataclass
    class SchedulerNode:
        func_type: kinds
        mini_batch: int
        chunk: int
        args: dict = None

    class PipelineScheduleAlgo:
        def __init__(self, pp_size, vpp_size, micro_batches):
            pass

        def generate_send_recv_nodes(self, rank, mini_batch, chunk, func_type):
            ways = self.direction_map(rank, chunk, func_type)
            (source, receive), (target, send) = ways["prev"], ways["next"]
            ends = {"from_pp_rank": source, "to_pp_rank": rank}, {"from_pp_rank": rank, "to_pp_rank": target}
            return (
                None if source is None else SchedulerNode(receive, mini_batch, chunk, ends[0]),
                None
                if target is None
                else SchedulerNode(send, mini_batch, chunk, ends[1] | {"send_to_chunk": ways["send_to_chunk"]}),
            )

    scheduler = "primus.core.pipeline_parallel.scheduler"
    stand_in(f"{scheduler}.algorithms.base", PipelineScheduleAlgo=PipelineScheduleAlgo)
    stand_in(f"{scheduler}.scheduler_node", FuncType=kinds, SchedulerNode=SchedulerNode)


def loaded(file):
    module = types.ModuleType("order")
    exec(compile(file.read_text(), str(file), "exec"), module.__dict__)
    return module


def apart(ops):
    """The ops as (kind, stage, microbatch), each BW as a B and its W, without the W of stage 0."""
    for kind, stage, microbatch in ops:
        for each in "BW" if kind == "BW" else [kind]:
            if (each, stage) != ("W", 0):
                yield each, stage, microbatch


def plain(row):
    for block in row:
        for op in block.split("+"):
            kind = op.rstrip("0123456789.")
            yield kind, *map(int, op[len(kind) :].split("."))


def wrong_tasks(schedule, plan, order):
    """What of jaxpp's tasks is not the order; None where nothing is."""
    names = {"FWD": "F", "BWD": "BW", "BWD_I": "B", "BWD_W": "W"}
    tasks = schedule.tasks(plan["microbatches"])
    hosts = [schedule.get_mpmd_idx(stage) for stage in range(schedule.num_stages)]
    if hosts != plan["placement"]["directions"][0] or len(tasks) != len(order):
        return "the placement"
    for rank, (row, blocks) in enumerate(zip(tasks, order)):
        rows = [[task] if hasattr(task, "stage_id") else list(task) for task in row]
        ops = [[(names[t.fwd_or_bwd.name], t.stage_id, t.mubatch_idx) for t in block] for block in rows]
        if list(apart(op for block in ops for op in block)) != list(apart(plain(blocks))):
            return f"the order of rank {rank}"
        first = [op for block in ops for op in block if op[1] == 0 and op[0] in ("B", "W")]
        if any(a[0] != "B" or b != ("W", *a[1:]) for a, b in zip(first[::2], first[1::2])) or len(first) % 2:
            return f"a backward of stage 0 on rank {rank}"
        if schedule.is_partial_bwd and any(op[0] == "BW" for block in ops for op in block):
            return "a whole backward among split ones"
    return None


def wrong_nodes(table, plan, order):
    """The same of Primus's nodes, and of the messages between them."""
    hosts = plan["placement"]["directions"][0]
    stages = [[stage for stage, host in enumerate(hosts) if host == rank] for rank in range(len(order))]
    for rank, (row, blocks) in enumerate(zip(table, order)):
        ops = [n for n in row if n.func_type.name in ("F", "B", "W", "BW")]
        if [(n.func_type.name, stages[rank][n.chunk], n.mini_batch) for n in ops] != list(plain(blocks)):
            return f"the order of rank {rank}"
    sent, arrived, at = set(), set(), [0] * len(table)
    going = True
    while going:
        going = False
        for rank, row in enumerate(table):
            while at[rank] < len(row):
                node = row[at[rank]]
                kind, stage, microbatch = node.func_type.name, stages[rank][node.chunk], node.mini_batch
                step = {"F": 1, "B": -1}.get(kind[-1] if kind != "BW" else "B", 0)
                if kind[0] == "S":
                    goes = node.args["to_pp_rank"], node.args["send_to_chunk"]
                    if stages[goes[0]][goes[1]] != stage + step:
                        return f"{kind} of stage {stage} goes to {goes}"
                    sent.add((kind[1], stage + step, microbatch))
                elif kind[0] == "R":
                    if (kind[1], stage, microbatch) not in sent:
                        break
                    sent.remove((kind[1], stage, microbatch))
                    arrived.add((kind[1], stage, microbatch))
                elif step and 0 <= stage - step < len(hosts) and (kind[0], stage, microbatch) not in arrived:
                    return f"{kind}{stage}.{microbatch} before what it needs"
                at[rank] += 1
                going = True
    if sent or any(at[rank] < len(row) for rank, row in enumerate(table)):
        return "a message without its other end"
    return None


TRAIN = """
import importlib.util, sys
from functools import partial
import jax, jax.numpy as jnp, numpy as np
import jaxpp.api as jaxpp
spec = importlib.util.spec_from_file_location("order", sys.argv[1])
order = importlib.util.module_from_spec(spec)
spec.loader.exec_module(order)
ranks, stages, width = len(order.ORDER), len(order.RANK_OF_STAGE), 8
devices = np.array(jax.devices()[:ranks]).reshape(ranks, 1)
mesh = jaxpp.MpmdMesh(jax.sharding.Mesh(devices, ("rank", "data")), "rank")
key = jax.random.PRNGKey(0)
keys = [jax.random.split(jax.random.fold_in(key, stage)) for stage in range(stages)]
weights = [tuple(jax.random.normal(each, (width, width)) * 0.3 for each in pair) for pair in keys]
batch = jax.random.normal(key, (order.MICROBATCHES, 4, width))

def loss(weights, samples, marked):
    for pair in weights:
        samples = samples + jnp.tanh(samples @ pair[0]) @ pair[1]
        samples = jaxpp.mark_stage_end(samples) if marked else samples
    return jnp.mean((samples - 1) ** 2)

@partial(jaxpp.mpmd_jit_with_loop, mpmd_mesh=mesh)
def step(weights, batch):
    value_and_grad = jax.value_and_grad(partial(loss, marked=True))
    return jaxpp.treduce(partial(value_and_grad, weights), batch, schedule=order.Schedule())

_, gradients = step(weights, batch)
alone = jax.grad(lambda weights: sum(loss(weights, samples, False) for samples in batch))(weights)
leaves, expected = jax.tree.leaves(gradients), jax.tree.leaves(alone)
off = max(float(np.abs(np.asarray(a.to_mpmd_local_array) - b).max()) for a, b in zip(leaves, expected, strict=True))
scale = max(float(np.abs(b).max()) for b in expected)
sys.exit(0 if off < 1e-5 * scale else f"gradients are off by {off} of {scale}")
"""


def wrong_in_jaxpp(file, sources, ranks):
    """What jaxpp itself says; None where it trains as jax does."""
    flags = {"XLA_FLAGS": f"--xla_force_host_platform_device_count={ranks}", "JAX_PLATFORMS": "cpu"}
    done = subprocess.run(
        [sys.executable, "-c", TRAIN, str(file)],
        env=os.environ | flags | {"PYTHONPATH": str(sources)},
        capture_output=True,
        text=True,
    )
    return None if done.returncode == 0 else done.stderr.strip().splitlines()[-1]


def wrong_in_primus(file, clone, makespan, folder):
    """What Primus's simulator says; None where its step lasts as long as ours."""
    done = subprocess.run(
        [sys.executable, str(file)],
        env=os.environ | {"PYTHONPATH": str(clone)},
        cwd=folder,
        capture_output=True,
        text=True,
    )
    if done.returncode != 0:
        return (done.stderr.strip() or "it failed").splitlines()[-1]
    step = ast.literal_eval(done.stdout.strip().splitlines()[-1])["step_time_ms"]
    return None if math.isclose(step, makespan) else f"{makespan} here, and there {step}"


def checked(case, words, folder):
    """A line per form, and whether all is well."""
    plan_file = folder / "plan.lwsched"
    cli = [words.cli]
    subprocess.run([*cli, "generate", *case, "-o", str(plan_file)], check=True, capture_output=True)
    plan = json.loads(plan_file.read_text())
    order = plan["order"]
    makespan = json.loads(
        subprocess.run([*cli, "simulate", str(plan_file), "--json"], check=True, capture_output=True).stdout
    )
    for form in ("jaxpp", "primus"):
        file = folder / f"{form}_order.py"
        done = subprocess.run(
            [*cli, "convert", str(plan_file), str(file), "--to", form], capture_output=True, text=True
        )
        if done.returncode != 0 or case[0] in REFUSED:
            yield (done.returncode == 1) == (case[0] in REFUSED), f"{form}: {done.stderr.strip() or 'not refused'}"
            continue
        module = loaded(file)
        if form == "jaxpp":
            wrong = wrong_tasks(module.Schedule(), plan, order)
            if wrong is None and words.jaxpp:
                wrong = wrong_in_jaxpp(file, words.jaxpp, len(order))
        else:
            wrong = wrong_nodes(module.Schedule(**module.SHAPE).generate_schedule_table(), plan, order)
            if wrong is None and words.primus:
                wrong = wrong_in_primus(file, words.primus, makespan["makespan"], folder)
        yield wrong is None, f"{form}: {'the same' if wrong is None else wrong}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", required=True)
    parser.add_argument("--jaxpp", help="the folder `src` of jaxpp's sources")
    parser.add_argument("--primus", help="a clone of Primus")
    words = parser.parse_args()
    stand_in_jaxpp()
    stand_in_primus()
    good = True
    with tempfile.TemporaryDirectory() as name:
        for case in CASES:
            for fine, line in checked(case, words, pathlib.Path(name)):
                print(" ".join(case), line, "" if fine else "WRONG", flush=True)
                good = good and fine
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
