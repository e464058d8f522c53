#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds our rules of PyTorch and of megatron.core against what they refuse themselves, verdict for verdict.

No process is started and nothing is trained: PyTorch's schedule classes are constructed on stages that only say where
they are, and megatron.core's checks are called up to where the work would begin. What both take is compared order for
order, too. Exit code 0: no difference; 1: some; where torch is missing, --skip-code. Where megatron.core is not beside
torch, PyTorch's half is done alone.
"""

import argparse
import contextlib
import json
import logging
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest.mock as mock
import warnings

CLASSES = {
    "1f1b": "Schedule1F1B",
    "gpipe": "ScheduleGPipe",
    "interleaved-1f1b": "ScheduleInterleaved1F1B",
    "looped-bfs": "ScheduleLoopedBFS",
    "interleaved-zb": "ScheduleInterleavedZeroBubble",
    "zbv-fixed": "ScheduleZBVZeroBubble",
    "dualpipev": "ScheduleDualPipeV",
}
LETTERS = {"F": "F", "I": "B", "W": "W", "B": "BW"}  # of PyTorch's cells


class Passed(Exception):
    """All checks are behind."""


class Cli:
    """What our program says, each question asked once."""

    def __init__(self, path, folder):
        self.path, self.folder = path, folder

    def verdict(self, order, ranks, chunks, microbatches, framework, *words):
        done = subprocess.run(
            [self.path, "legal", order, "-p", str(ranks), "-v", str(chunks), "-m", str(microbatches)]
            + [*words, "--for", framework, "--json"],
            capture_output=True,
            text=True,
        )
        if done.returncode not in (0, 1):
            raise SystemExit(f"legal {order} fails: {done.stderr}")
        return json.loads(done.stdout)["frameworks"][0]

    def order(self, order, ranks, chunks, microbatches, *words):
        file = self.folder / "order.lwsched"
        several = ["-v", str(chunks)] if chunks > 1 and order.startswith(("interleaved", "looped")) else []
        subprocess.run(
            [
                self.path,
                "generate",
                order,
                "-p",
                str(ranks),
                "-m",
                str(microbatches),
                *several,
                *words,
                "-o",
                str(file),
            ],
            check=True,
            capture_output=True,
        )
        return json.loads(file.read_text())["order"]


class Tally:
    """How many cases agree, by kind; differences in words."""

    def __init__(self):
        self.rows, self.differences = {}, []

    def add(self, kind, runs, ours, what, why=""):
        row = self.rows.setdefault(kind, [0, 0, 0])
        row[0 if runs else 1] += 1
        if runs != (ours["runs_by"] == "itself"):
            self.differences.append(f"{kind}, {what}: theirs {'runs' if runs else 'refuses'} {why}, ours {ours}")

    def compare(self, kind, theirs, ours, what):
        self.rows[kind][2] += 1
        if theirs != ours:
            self.differences.append(f"{kind}, {what}: another order: {theirs[0]}, ours {ours[0]}")


# PyTorch.


def stages_of(ranks, chunks):
    """The stages of rank 0, as far as constructors look at them."""
    return [
        types.SimpleNamespace(
            num_stages=ranks * chunks,
            group_size=ranks,
            group_rank=0,
            stage_index=chunk * ranks,
            is_first=chunk == 0,
            is_last=ranks * chunks == 1,
            submod=None,
            stage_index_to_group_rank={},
            has_backward=True,
            p2p_per_edge=False,
        )
        for chunk in range(chunks)
    ]


def construct(name, ranks, chunks, microbatches):
    """PyTorch's schedule, or why it refuses."""
    from torch.distributed.pipelining import schedules

    kind = getattr(schedules, name)
    stages = stages_of(ranks, chunks)
    single = issubclass(kind, schedules.PipelineScheduleSingle)
    if single and chunks != 1:
        return "takes one stage"
    try:
        return kind(stages[0] if single else stages, n_microbatches=microbatches, loss_fn=lambda *_: None)
    except ValueError as problem:
        return str(problem)


def cells_of(schedule):
    def cell(action):
        if action.sub_actions:
            return "+".join(cell(each) for each in action.sub_actions)
        return f"{LETTERS[action.computation_type.value]}{action.stage_index}.{action.microbatch_index}"

    def computes(action):
        return action is not None and (action.sub_actions or action.computation_type.value in LETTERS)

    return [
        [cell(action) for action in schedule.pipeline_order[rank] if computes(action)]
        for rank in sorted(schedule.pipeline_order)
    ]


def check_pytorch(cli, tally):
    import torch

    release = ".".join(torch.__version__.split(".")[:2])
    for order, name in CLASSES.items():
        for chunks in {"1f1b": (1, 2), "gpipe": (1, 2), "zbv-fixed": (2,), "dualpipev": (2,)}.get(order, (2, 3)):
            for ranks in (1, 2, 3, 4, 6):
                for microbatches in (1, 2, 3, 5, 7, 8, 10, 12):
                    what = f"p {ranks}, v {chunks}, m {microbatches}"
                    theirs = construct(name, ranks, chunks, microbatches)
                    runs = not isinstance(theirs, str)
                    ours = cli.verdict(order, ranks, chunks, microbatches, f"pytorch@{release}")
                    tally.add(name, runs, ours, what, theirs if not runs else "")
                    if runs and getattr(theirs, "pipeline_order", None) and ranks > 1:
                        # The last row that Schedule1F1B shows begins with microbatch 1; its loop does not read it.
                        rows = slice(-1 if order == "1f1b" else None)
                        own = cli.order(order, ranks, chunks, microbatches)
                        tally.compare(name, cells_of(theirs)[rows], own[rows], what)


# megatron.core.


def group_of(ranks, rank=0):
    return types.SimpleNamespace(size=lambda: ranks, rank=lambda: rank)


def megatron_runs(ranks, chunks, microbatches, group, forward_only):
    """Whether the interleaved loop gets past its checks, and else why not."""
    import torch
    from megatron.core.pipeline_parallel import schedules
    from megatron.core.transformer import TransformerConfig

    config = TransformerConfig(
        num_layers=ranks * chunks,
        hidden_size=8,
        num_attention_heads=2,
        pipeline_model_parallel_size=ranks,
        virtual_pipeline_model_parallel_size=chunks,
        microbatch_group_size_per_vp_stage=group,
        pipeline_dtype=torch.float32,
    )

    class Chunk(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.config, self.model_type = config, None

    def stop(*_, **__):
        raise Passed

    zeros = torch.zeros
    communicator = types.SimpleNamespace(pp_group=group_of(ranks), config=config)
    collection = types.SimpleNamespace(
        tp=group_of(1), cp=group_of(1), embd=None, pos_embd=None, pp=group_of(ranks), dp_cp=group_of(1)
    )
    with contextlib.ExitStack() as stack:
        stack.enter_context(mock.patch.object(schedules, "get_pp_rank_microbatches", stop))
        stack.enter_context(
            mock.patch.object(torch, "zeros", lambda *words, **named: zeros(*words, **{**named, "device": "cpu"}))
        )
        try:
            schedules.forward_backward_pipelining_with_interleaving(
                forward_step_func=None,
                data_iterator=[None] * chunks,
                model=[Chunk() for _ in range(chunks)],
                num_microbatches=microbatches,
                seq_length=8,
                micro_batch_size=1,
                forward_only=forward_only,
                p2p_communicator=communicator,
                pg_collection=collection,
            )
        except Passed:
            return True, ""
        except (ValueError, RuntimeError) as problem:
            return False, str(problem)
    raise SystemExit("megatron.core's loop ended without its work")


def megatron_ranks(ranks, chunks):
    """Whether parallel_state takes so many ranks with so many chunks."""
    import torch
    from megatron.core import parallel_state

    def stop(*_):
        raise Passed

    with (
        mock.patch.object(torch.distributed, "is_initialized", lambda: True),
        mock.patch.object(torch.distributed, "get_world_size", lambda *_: ranks),
        mock.patch.object(torch.distributed, "get_rank", stop),
    ):
        try:
            parallel_state.initialize_model_parallel(
                pipeline_model_parallel_size=ranks, virtual_pipeline_model_parallel_size=chunks
            )
        except Passed:
            return True, ""
        except RuntimeError as problem:
            return False, str(problem)
        finally:
            parallel_state.set_virtual_pipeline_model_parallel_world_size(None)
    raise SystemExit("initialize_model_parallel ended without its work")


def megatron_layers(ranks, chunks, layers, layout):
    """Whether the layers can be dealt out, by the configuration and by what each chunk builds."""
    import torch
    from megatron.core.transformer import TransformerConfig
    from megatron.core.transformer.transformer_block import get_num_layers_to_build

    try:
        config = TransformerConfig(
            num_layers=layers,
            hidden_size=8,
            num_attention_heads=2,
            pipeline_model_parallel_size=ranks,
            # With a layout no number of chunks would be that of the layout.
            virtual_pipeline_model_parallel_size=chunks if chunks > 1 or layout else None,
            pipeline_model_parallel_layout=layout,
            pipeline_dtype=torch.float32,
        )
        if layout is None:
            for rank in range(ranks):
                for chunk in range(chunks):
                    get_num_layers_to_build(config, vp_stage=chunk if chunks > 1 else None, pp_rank=rank)
    except (AssertionError, ValueError) as problem:
        return False, str(problem)
    return True, ""


def megatron_order(ranks, chunks, microbatches, group):
    """The order that its tables say, each backward one op."""
    from megatron.core.pipeline_parallel import schedules

    table = schedules.get_schedule_table(microbatches, chunks, group)
    rows = []
    for rank in range(ranks):
        communicator = types.SimpleNamespace(
            pp_group=group_of(ranks, rank), virtual_pipeline_model_parallel_size=chunks
        )
        total, _, warm_up, rest = schedules.get_pp_rank_microbatches(
            microbatches, chunks, group, p2p_communicator=communicator
        )
        forward = [f"F{chunk * ranks + rank}.{number}" for number, chunk in table]
        backward = [f"BW{(chunks - 1 - chunk) * ranks + rank}.{number}" for number, chunk in table]
        row = forward[:warm_up]
        for step in range(rest):
            row += [forward[warm_up + step], backward[step]]
        rows.append(row + backward[rest:])
        assert len(rows[-1]) == 2 * total
    return rows


def check_megatron(cli, tally, release):
    framework = f"megatron@{release}"
    order = "interleaved-1f1b"
    for ranks in (2, 3, 4, 6):
        for chunks in (2, 3):
            for microbatches in (1, 3, 4, 6, 8, 10, 12, 13):
                for group in (None, 2, 3, 4, 5, 6, 8):
                    what = f"p {ranks}, v {chunks}, m {microbatches}, group {group}"
                    runs, why = megatron_runs(ranks, chunks, microbatches, group, forward_only=group == 3)
                    words = ["--group", str(group)] if group else []
                    tally.add(
                        "group", runs, cli.verdict(order, ranks, chunks, microbatches, framework, *words), what, why
                    )
                    if runs and microbatches <= 12 and chunks == 2:
                        used = group or ranks
                        theirs = megatron_order(ranks, chunks, microbatches, used)
                        ours = cli.order(order, ranks, chunks, microbatches, "--group", str(used))
                        tally.compare("group", theirs, ours, what)
    for ranks in (1, 2, 3):
        runs, why = megatron_ranks(ranks, 2)
        tally.add("ranks", runs, cli.verdict(order, ranks, 2, 6 * ranks, framework), f"p {ranks}", why)
    for ranks, chunks in ((2, 1), (4, 1), (2, 2), (4, 2), (3, 3)):
        name = order if chunks > 1 else "1f1b"
        for layers in (4, 6, 8, 9, 12, 18, 30):
            runs, why = megatron_layers(ranks, chunks, layers, None)
            ours = cli.verdict(name, ranks, chunks, 4 * ranks, framework, "--layers", str(layers))
            tally.add("layers", runs, ours, f"p {ranks}, v {chunks}, {layers} layers", why)
    layouts = ("Ett|ttL", "Et|tt|tt|tL", "Et*3|(t*4|)*6,t*3L", "E|(tt|)*6L", "tE|tL", "Et|tt", "Et||t|tL", "Et|t|t|tLL")
    for ranks, chunks in ((2, 1), (2, 2), (4, 1), (4, 2), (8, 1)):
        name = order if chunks > 1 else "1f1b"
        for layout in layouts:
            for layers in (4, 6, 30):
                runs, why = megatron_layers(ranks, chunks, layers, layout)
                ours = cli.verdict(
                    name, ranks, chunks, 4 * ranks, framework, "--layers", str(layers), "--layout", layout
                )
                tally.add("layout", runs, ours, f"p {ranks}, v {chunks}, {layers} layers, {layout}", why)


def report(path, tally, torch, megatron):
    lines = [
        "# Our rules and theirs",
        "",
        f"Written by `tests/interop/legality_check.py` with PyTorch {torch}"
        + (f" and megatron.core {megatron}." if megatron else "."),
        "Each row: how many shapes both run, how many both refuse, and how many orders were compared op for op.",
        "",
        "| what | run | refused | orders compared |",
        "|---|---|---|---|",
        *(f"| {kind} | {row[0]} | {row[1]} | {row[2]} |" for kind, row in tally.rows.items()),
        "",
        f"{sum(row[0] + row[1] for row in tally.rows.values())} verdicts, {len(tally.differences)} differences.",
    ]
    pathlib.Path(path).write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", default="lanewright-cli")
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
    tally = Tally()
    megatron = None
    with tempfile.TemporaryDirectory() as folder:
        cli = Cli(options.cli, pathlib.Path(folder))
        check_pytorch(cli, tally)
        try:
            import megatron.core as core
            from megatron.core.pipeline_parallel import schedules  # noqa: F401

            megatron = core.__version__
        except ImportError as problem:
            print(f"megatron.core is not here ({problem}): PyTorch's half alone")
        if megatron:
            check_megatron(cli, tally, ".".join(megatron.split(".")[:2]))
    for difference in tally.differences[:40]:
        print(f"FAILED: {difference}")
    for kind, row in tally.rows.items():
        print(f"{kind}: {row[0]} run, {row[1]} refused, {row[2]} orders compared")
    print(f"{len(tally.differences)} differences")
    if options.report and not tally.differences:
        report(options.report, tally, torch.__version__, megatron)
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
