# SPDX-License-Identifier: Apache-2.0
"""What needs no PyTorch: names, plans, clocks, parts and the stream.

Run as: PYTHONPATH=build/release/python python3 -m unittest discover -s engine/torch/tests
"""

import contextlib
import io
import json
import os
import pathlib
import random
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import types
import unittest
from unittest import mock

from lanewright import Refused, __version__, clocks, cores, engine, lwrun, memory, merge, read_plan
from lanewright.megatron import LOOPS, MegatronRecorder
from lanewright.names import action_text, block_from_action, block_from_text, block_text
from lanewright.plan import Plan, check_runnable
from lanewright.recording import Recording, loss_of_step
from lanewright.run import Attached, main, steps_from
from lanewright.settings import say_once, setting, switch
from lanewright.steps import FORWARD, FULL, digest
from lanewright.stream import Stream, address_of


def document_of(order, place=None, microbatches=2, **more):
    ranks = len(order)
    return {
        "format": "lanewright-schedule",
        "version": 1,
        "microbatches": microbatches,
        "placement": {"ranks": ranks, "directions": [place or list(range(ranks))]},
        "order": [row.split() for row in order],
        **more,
    }


def plan_of(order, place=None, microbatches=2, **more):
    document = document_of(order, place, microbatches, **more)
    return Plan(document, json.dumps(document))


ROOT = pathlib.Path(__file__).resolve().parents[3]
ONE_F_ONE_B = ["F0.0 F0.1 BW0.0 BW0.1", "F1.0 BW1.0 F1.1 BW1.1"]


class Version(unittest.TestCase):
    def test_it_is_that_of_the_programs(self):
        cmake = (ROOT / "CMakeLists.txt").read_text()
        self.assertIn(f"project(lanewright VERSION {__version__} ", cmake)

    def test_pip_reads_it_from_there_too(self):
        pattern = re.search(r"regex = '(.*?)'", (ROOT / "pyproject.toml").read_text()).group(1)
        self.assertEqual(re.search(pattern, (ROOT / "CMakeLists.txt").read_text())["value"], __version__)


class Package(unittest.TestCase):
    def test_it_is_joined_and_imports_nothing_that_was_not_asked_for(self):
        said = "import lanewright.questions, lanewright.lwrun, sys; print(*sys.modules)"
        names = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True).stdout.split()
        for name in ("torch", "numpy", "pandas", "matplotlib", "tqdm", "anywidget"):
            self.assertNotIn(name, names)


class Names(unittest.TestCase):
    def test_ops_are_written_as_pytorch_does_and_read_back(self):
        pairs = {"F2.5": "2F5", "B2.5": "2I5", "W2.5": "2W5", "BW2.5": "2B5", "F0.7+BW3.1": "(0F7;3B1)OVERLAP_F_B"}
        for own, theirs in pairs.items():
            self.assertEqual(action_text(block_from_text(own)), theirs)
            self.assertEqual(block_text(block_from_action(theirs)), own)

    def test_communication_computes_nothing(self):
        for action in ("0SEND_F3", "1RECV_B0", "0UNSHARD", "2REDUCE_GRAD", "0WAIT_SEND_F1"):
            self.assertIsNone(block_from_action(action))

    def test_pytorch_has_no_recomputation_and_no_parts(self):
        for text in ("R0.1", "W0.1/1"):
            with self.assertRaisesRegex(ValueError, text):
                action_text(block_from_text(text))


class Plans(unittest.TestCase):
    def refusal(self, plan, pairs=True):
        with self.assertRaises(Refused) as caught:
            check_runnable(plan, pairs)
        return str(caught.exception)

    def test_a_good_order_is_taken(self):
        check_runnable(plan_of(ONE_F_ONE_B))

    def test_what_pytorch_cannot_run_is_refused_with_its_op(self):
        self.assertIn("R0.0", self.refusal(plan_of(["F0.0 R0.0 BW0.0"], microbatches=1)))
        self.assertIn("W0.0/0", self.refusal(plan_of(["F0.0 B0.0 W0.0/0 W0.0/1"], microbatches=1)))
        pair = plan_of(["F0.0 F0.1+BW0.0 BW0.1"])
        check_runnable(pair)
        self.assertIn("F0.1+BW0.0", self.refusal(pair, pairs=False))
        self.assertIn("F0.1+B0.0", self.refusal(plan_of(["F0.0 F0.1+B0.0 W0.0 BW0.1"])))

    def test_wrong_orders_are_refused_with_their_op(self):
        self.assertIn("BW1.1 is missing", self.refusal(plan_of([ONE_F_ONE_B[0], "F1.0 BW1.0 F1.1"])))
        self.assertIn("F1.0 stands twice", self.refusal(plan_of([ONE_F_ONE_B[0], "F1.0 F1.0 BW1.0 F1.1 BW1.1"])))
        self.assertIn("BW1.0 stands before F1.0", self.refusal(plan_of([ONE_F_ONE_B[0], "BW1.0 F1.0 F1.1 BW1.1"])))
        self.assertIn("F1.0 stands on rank 0", self.refusal(plan_of(["F1.0 F0.0 BW0.0 BW1.0", "F0.1"], microbatches=1)))

    def test_lengths_differ_where_two_are_unlike(self):
        for microbatch, differ in ((None, False), ({"length": [7, 7]}, False), ({"length": [7, 5]}, True)):
            document = {**document_of(ONE_F_ONE_B), "microbatch": microbatch}
            self.assertEqual(Plan(document, "").lengths_differ, differ)

    def test_losses_out_of_order_are_refused(self):
        sentence = self.refusal(plan_of(["F0.1 F0.0 BW0.0 BW0.1", "F1.1 BW1.1 F1.0 BW1.0"]))
        self.assertIn("F1.0 comes after F1.1", sentence)

    def test_a_deadlock_names_who_waits_for_what(self):
        sentence = self.refusal(plan_of(["F0.0 BW0.0 F0.1 BW0.1", "F1.0 F1.1 BW1.0 BW1.1"]))
        self.assertIn("rank 0 waits in BW0.0 for B1.0", sentence)

    def test_two_directions_are_refused_with_what_would_do(self):
        both = plan_of(["F0.0", "F1.0"], microbatches=1)
        both.directions = [[0, 1], [1, 0]]
        self.assertIn("dualpipev", self.refusal(both))

    def test_files_that_are_no_schedule_are_refused_by_name(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.lwsched"
            known = '{"format": "lanewright-schedule", "version": 1, "microbatches": 1, "order": [[]], "placement": '
            senseless = [
                known + placement + "}" for placement in ('{"ranks": 1e999}', '{"ranks": 1, "directions": [null]}')
            ]
            senseless += [known + '{"ranks": 1000000000000}}', "[" * 100_000]
            for text in ("", "{", "[]", "{}", '{"format": "lanewright-schedule", "version": 2}', *senseless):
                path.write_text(text)
                with self.assertRaisesRegex(Refused, "a.lwsched"):
                    read_plan(path)
            with self.assertRaisesRegex(Refused, "nothing.lwsched"):
                read_plan(pathlib.Path(folder) / "nothing.lwsched")

    def test_what_is_no_plan_is_named_with_what_works(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.csv"
            for text, words in (
                ("0F0,0F1,0B0\n1F0,1B0,\n", "_load_csv.*lanewright-cli convert"),
                (",1F0,(0F1;3B0)OVERLAP_F_B\n", "_load_csv"),
                ("a,b\n1,2\n", "is no JSON, as a plan is"),
                ("\x00\x01", "no text"),
                (b"\x1f\x8b\x08", "no text"),
            ):
                path.write_bytes(text if isinstance(text, bytes) else text.encode())
                with self.assertRaisesRegex(Refused, words):
                    read_plan(path)

    def test_a_plan_knows_the_jobs_that_it_is_for(self):
        plan = plan_of(ONE_F_ONE_B)
        plan.check_job(2, 2, 2, [0, 1])
        for job in ((3, 2, 2), (2, 4, 2), (2, 2, 4), (2, 2, 2, [1, 0])):
            with self.assertRaises(Refused):
                plan.check_job(*job)

    def test_steps_are_read_as_people_write_them(self):
        self.assertEqual(steps_from("5:15"), range(5, 15))
        self.assertEqual(steps_from("7"), range(7, 8))
        self.assertIn(10**6, steps_from("3:"))
        self.assertIsNone(steps_from(":"))
        for bad in ("", "a", "5-7", "7:5", "9" * 5000, "9" * 5000 + ":", ":" + "9" * 5000, "²:5"):
            with self.assertRaises(Refused):
                steps_from(bad)

    def test_a_recording_knows_its_last_step(self):
        def last(steps):
            return Recording("run.lwrun", steps, None)._last

        self.assertEqual(
            [last(steps) for steps in (range(5, 15), [9, 3], {4}, steps_from("5:"))], [14, 9, 4, 2**62 - 1]
        )
        self.assertIsNone(last(None))
        for none in (7, range(0), []):
            with self.assertRaises(Refused):
                last(none)


class Settings(unittest.TestCase):
    def said(self, variables, call):
        told = io.StringIO()
        with mock.patch.dict(os.environ, variables), contextlib.redirect_stderr(told):
            answer = call()
        return answer, told.getvalue()

    def test_one_that_cannot_be_read_drops_itself_alone_and_says_so(self):
        read = lambda: setting("LANEWRIGHT_MEMORY", switch, False)
        self.assertEqual(self.said({"LANEWRIGHT_MEMORY": "1"}, read), (True, ""))
        answer, told = self.said({"LANEWRIGHT_MEMORY": "yes", "RANK": "0"}, read)
        self.assertEqual(
            (answer, told), (False, "lanewright: LANEWRIGHT_MEMORY=yes is left out: it should be 1 or 0\n")
        )

    def test_megatron_without_a_pipeline_says_so_once(self):
        def job(calls):
            schedules = types.SimpleNamespace(
                **{name: lambda **words: None for name in ("forward_step", "backward_step", *LOOPS)}
            )
            recorder = MegatronRecorder(
                "run.lwrun", None, None, None, None, schedules=schedules, state=types.SimpleNamespace()
            )
            for _ in range(calls):
                getattr(schedules, LOOPS[0])(forward_only=True)
            recorder.stop()
            recorder.stop()

        for times, why in ((0, "--pipeline-model-parallel-size 2"), (3, "3 calls of step had no backward")):
            told = self.said({"RANK": "0"}, lambda: job(times))[1]
            self.assertEqual(told.count("nothing is recorded: "), 1, told)
            self.assertIn(why, told)

    def test_a_rank_that_torchrun_started_is_not_told_to_use_it(self):
        job = types.SimpleNamespace(without_backward=0, optimizer_steps=0)
        with mock.patch.dict(os.environ, {"RANK": "0"}):
            self.assertIn("no optimizer of torch.optim made a step", Attached._why_nothing(job))
            self.assertNotIn("torchrun", Attached._why_nothing(job))
        with mock.patch.dict(os.environ):
            os.environ.pop("RANK", None)
            self.assertIn("torchrun", Attached._why_nothing(job))

    def test_a_script_that_is_not_there_is_said_before_anything_else(self):
        with mock.patch.object(sys, "argv", ["run.py", "/nowhere/train.py", "--steps", "3"]):
            answer, told = self.said({"RANK": "0"}, main)
        self.assertEqual((answer, told), (2, "lanewright: there is no script /nowhere/train.py\n"))

    def test_one_rank_speaks_for_all(self):
        for rank, told in (("0", "lanewright: so\n"), ("1", "")):
            self.assertEqual(self.said({"RANK": rank}, lambda: say_once("so"))[1], told)


class Clocks(unittest.TestCase):
    def test_the_middle_of_the_least_waits_is_the_offset(self):
        # Rank 1's clock shows 1000 more. Sent at 0 on rank 0 it arrives 100 later; back it takes 140.
        edges = {(0, 1): 1100, (1, 0): -1000 + 140}
        offsets, uncertainties = clocks.solve(2, edges)
        self.assertEqual((offsets, uncertainties), ([0, -980], [0, 120]))

    def test_what_cannot_be_is_a_misfit_with_its_ranks(self):
        with self.assertRaises(clocks.Misfit) as caught:
            clocks.solve(3, {(0, 1): 5, (1, 2): 5, (2, 1): -7, (1, 0): 5})
        self.assertEqual(sorted(caught.exception.pairs), [(1, 2), (2, 1)])

    def test_a_rank_that_nothing_holds_is_unknown(self):
        self.assertEqual(clocks.solve(3, {(0, 1): 1, (1, 0): 1})[0], [0, 0, None])

    def test_the_stated_uncertainty_holds_the_truth(self):
        for seed in range(60):
            chance = random.Random(seed)
            ranks = chance.randint(2, 6)
            skew = [0] + [chance.randint(-50_000_000, 50_000_000) for _ in range(ranks - 1)]
            drift = [0] + [chance.uniform(-30e-6, 30e-6) for _ in range(ranks - 1)]

            def own(rank, time, skew=skew, drift=drift):
                return round(time + skew[rank] + drift[rank] * time)

            steps = []
            for number in range(chance.randint(1, 12)):
                begin = number * 150_000_000
                edges = {}
                for rank in range(ranks - 1):
                    for a, b in ((rank, rank + 1), (rank + 1, rank)):
                        for _ in range(8):
                            sent = begin + chance.randint(0, 10**8)
                            used = sent + round(chance.expovariate(1 / 300_000)) + 50_000
                            most = own(b, used) - own(a, sent)
                            edges[a, b] = min(edges.get((a, b), most), most)
                steps.append(([own(rank, begin) for rank in range(ranks)], edges))
            alignment = clocks.align(steps, [[] for _ in range(ranks)])
            for number in range(len(steps)):
                for rank in range(ranks):
                    time = number * 150_000_000
                    error = abs(alignment.common(rank, own(rank, time)) - time)
                    # Within the step the clocks drift apart by what 0.1 s makes of 30 ppm.
                    self.assertLessEqual(error, alignment.uncertainties[rank] + 2 * 3000, f"seed {seed}")

    def test_messages_narrow_what_values_say(self):
        edges = {(0, 1): 1_000_000, (1, 0): 1_000_000}
        steps = [([0, 0], edges), ([10**6, 10**6], edges)]
        alone = clocks.align(steps, [[], []])
        both = clocks.align(steps, [[], [[0, 2_000, 3_000]]])
        self.assertEqual(alone.uncertainties[1], 1_000_001)
        self.assertLess(both.uncertainties[1], 1_000)
        self.assertEqual((alone.by, both.by), ("dependencies", "exchange"))


def step_of(actions, windows, calls, begin=0, end=900, number=0, **more):
    return {"step": number, "begin": begin, "end": end, "windows": windows, "actions": actions, "calls": calls, **more}


PAIR = ["(0F1;0B0)OVERLAP_F_B"], [10, 60], [FORWARD, 0, 1, 12, 30, FULL, 0, 0, 32, 58]


class Steps(unittest.TestCase):
    def test_the_loss_of_a_step_is_what_its_gradients_are_of(self):
        self.assertEqual(loss_of_step([1.0, 3.0], summed=False), 2)
        self.assertEqual(loss_of_step([1.0, 3.0], summed=True), 4)
        self.assertIsNone(loss_of_step([], summed=True))

    def test_a_wait_is_what_lies_before_computing(self):
        step = step_of(["1RECV_F0", "1F0"], [110, 120, 500], [FORWARD, 1, 0, 300, 480], begin=100, number=3)
        self.assertEqual(digest(step)["t"], [[0, 10, None, None, 20], [1, 20, 200, 380, 400]])

    def test_times_of_a_gpu_take_the_place_of_the_hosts(self):
        calls = [FORWARD, 1, 0, 22, 25, FULL, 1, 0, 33, 36]
        step = step_of(["1RECV_F0", "1F0", "1B0", "1SEND_B0"], [10, 20, 30, 40, 50], calls)
        # F's window, call from, call to; B's window, call from, call to; B's end.
        record = digest(step, [1000, 1200, 1400, 1500, 1600, 1700, 1800])
        self.assertEqual(record["t"][1:3], [[1, 1000, 1200, 1400, 1500], [2, 1500, 1600, 1700, 1800]])
        self.assertEqual(record["t"][3], [3, 40, None, None, 50])
        self.assertEqual(record["launched"], [10, 20, 30, 40])

    def test_a_pair_has_two_parts(self):
        self.assertEqual(digest(step_of(*PAIR, end=90))["t"], [[0, 10, 12, 30, 60, 32, 58]])

    def test_what_an_op_held_stands_beside_its_row(self):
        calls = [FORWARD, 1, 0, 22, 25, FULL, 1, 0, 33, 36]
        step = step_of(["1RECV_F0", "1F0", "1B0"], [10, 20, 30, 40], calls, held=[4096, 8192], peak=9000)
        record = digest(step)
        self.assertEqual((record["live"], record["peak"]), ([None, 4096, 8192], 9000))
        self.assertEqual(digest(step_of(*PAIR, end=90, held=[100, 150], peak=150))["live"], [150])

    def test_a_gpu_says_what_was_given_out_since_the_step_began(self):
        told = {"current": 1000, "peak": 1000}
        cuda = types.SimpleNamespace(reset_peak_memory_stats=lambda: told.update(peak=told["current"]))
        cuda.memory_stats_as_nested_dict = lambda: {"allocated_bytes": {"all": told}}
        with mock.patch.dict(sys.modules, torch=types.SimpleNamespace(cuda=cuda)):
            meter = memory.AllocatedBytes([], [])
        told.update(current=1500, peak=1800)
        self.assertEqual((meter.held(), meter.peak()), (500, 800))
        told.update(current=900)
        self.assertEqual(meter.held(), 0)


def header_of(rank, clock="one"):
    return {
        "rank": rank, "ranks": 2, "stages": [rank], "stage_count": 2, "microbatches": 1, "framework": "torch 9.9.9",
        "schedule": "Schedule1F1B", "launcher": "torchrun", "host": f"node{rank}", "cores": [0, 1], "threads": 2,
        "clock": clock, "device": "cpu", "device_clock": "host",
    }  # fmt: skip


ROW0 = ["0F0", "0SEND_F0", "0RECV_B0", "0B0"]
ROW1 = ["1RECV_F0", "1F0", "1B0", "1SEND_B0"]


def record_of(rank, number, start):
    """A step of two ranks and a microbatch: F0 0–100, F1 150–250, B1 250–400, B0 450–600."""
    if rank == 0:
        rows = [[0, 0, 0, 90, 100], [1, 100, None, None, 110], [2, 110, None, None, 115], [3, 115, 450, 590, 600]]
    else:
        rows = [[0, 5, None, None, 10], [1, 10, 150, 240, 250], [2, 250, 255, 395, 400], [3, 400, None, None, 410]]
    actions = ROW0 if rank == 0 else ROW1
    loss = None if rank == 0 else 0.5
    return {"step": number, "start": start, "length": 610, "loss": loss, "actions": actions, "t": rows}


class Parts(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.parts = pathlib.Path(self.folder.name) / "run.lwrun.parts"

    def tearDown(self):
        self.folder.cleanup()

    def write(self, rank, steps=(5, 6), clock="one", skew=0, plan=None, end=True):
        writer = lwrun.PartWriter(self.parts, header_of(rank, clock), plan)
        for number in steps:
            writer.step(record_of(rank, number, number * 1000 + skew), ["list", "stage"])
        if end:
            writer.end(7)
        else:
            writer._file.close()
        return self.parts / f"rank{rank}.jsonl"

    def merged(self):
        path, sentence = merge(self.parts)
        return json.loads(path.read_text()), sentence

    def test_two_parts_make_a_run(self):
        plan = plan_of(["F0.0 BW0.0", "F1.0 BW1.0"], microbatches=1)
        self.write(0, plan=plan)
        self.write(1)
        run, sentence = self.merged()
        self.assertEqual([step["step"] for step in run["steps"]], [5, 6])
        step = run["steps"][0]
        self.assertEqual(step["wall"][0], [["F0.0", 0, 100], ["BW0.0", 450, 600]])
        self.assertEqual(step["wall"][1], [["F1.0", 150, 250], ["BW1.0", 255, 400]])
        self.assertIn(["wait", 1, 10, 150, "F1.0", 0], step["others"])
        self.assertIn(["transfer", 0, 100, 150, "F0.0", 1], step["others"])
        self.assertEqual((run["threads"], run["hosts"], run["cores"]), (2, ["node0", "node1"], [2, 2]))
        self.assertIn(["send", 0, 100, 110, "F0.0", 1, None, "0SEND_F0"], step["side"])
        self.assertIn(["receive", 0, 110, 115, "B1.0", 1, None, "0RECV_B0"], step["side"])
        self.assertEqual((step["loss"], run["losses"], run["steps"][1]["start"]), (0.5, [0.5, 0.5], 1000))
        self.assertEqual((run["clock_uncertainty"], run["clocks"]["by"], run["partial"]), ([0, 0], "raw", False))
        self.assertEqual(run["recorder"]["order"], "planned")
        self.assertIn("2 steps, idle 58.8 %", sentence)  # 1 − (100 + 150 + 100 + 145) / (2 · 600)

    def test_a_plan_of_another_job_is_left_out_and_the_run_is_made(self):
        self.write(0, plan=plan_of(["F1.0 BW1.0", "F0.0 BW0.0"], place=[1, 0], microbatches=1))
        self.write(1)
        run, sentence = self.merged()
        self.assertEqual((run["recorder"]["order"], len(run["steps"])), ("measured", 2))
        self.assertIn("; without its plan: ", sentence)
        self.assertIn("plan.lwsched puts the stages on ranks [1, 0], and the job had them on [0, 1]", sentence)

    def test_memory_of_all_ranks_stands_in_the_run(self):
        for rank in (0, 1):
            writer = lwrun.PartWriter(self.parts, header_of(rank), None)
            live = [64 if row[2] is not None else None for row in record_of(rank, 5, 0)["t"]]
            writer.step({**record_of(rank, 5, 5000), "live": live, "peak": 80 + rank}, ["list", "stage"])
            writer.end(7)
        step = self.merged()[0]["steps"][0]
        self.assertEqual((step["live"], step["peak_activations"]), ([[64, 64], [64, 64]], [80, 81]))

    def test_without_a_plan_it_is_the_order_that_was_seen_at_its_cost(self):
        self.write(0)
        self.write(1)
        schedule = self.merged()[0]["schedule"]
        self.assertEqual(schedule["order"], [["F0.0", "BW0.0"], ["F1.0", "BW1.0"]])
        self.assertEqual(schedule["costs"]["forward"], [0.0001, 0.0001])
        self.assertEqual(
            (schedule["costs"]["backward_input"], schedule["costs"]["backward_weight"]),
            ([7.5e-05, 7.2e-05], [7.5e-05, 7.3e-05]),
        )

    def test_the_second_op_of_a_pair_waits_within_it(self):
        actions = [["0F0", "(0F1;0B0)OVERLAP_F_B", "0B1"], ["1F0", "1B0", "1F1", "1B1"]]
        rows = [
            [[0, 0, 0, 95, 100], [1, 100, 105, 200, 500, 400, 490], [2, 500, 700, 790, 800]],
            [[0, 0, 110, 200, 200], [1, 200, 200, 390, 390], [2, 390, 400, 500, 500], [3, 500, 500, 690, 690]],
        ]
        for rank in (0, 1):
            writer = lwrun.PartWriter(self.parts, {**header_of(rank), "microbatches": 2}, None)
            writer.step(
                {"step": 5, "start": 5000, "length": 810, "loss": None, "actions": actions[rank], "t": rows[rank]},
                ["list", "stage"],
            )
            writer.end(7)
        run, _ = self.merged()
        step = run["steps"][0]
        self.assertEqual(step["wall"][0][1], ["F0.1+BW0.0", 105, 500])
        waits = [each for each in step["others"] if each[0] == "wait" and each[1] == 0]
        self.assertEqual(waits, [["wait", 0, 200, 400, "BW0.0", 1], ["wait", 0, 500, 700, "BW0.1", 1]])
        self.assertIn(["transfer", 1, 390, 400, "BW1.0", 0], step["others"])

    def test_cores_that_ranks_of_a_host_share_are_counted_once(self):
        self.assertEqual(cores.by_host(["a", "a", "b", "c"], [[0, 1], [1, 2], [0], []]), [3, 3, 1, 0])
        self.assertTrue(cores.own())

    def test_clocks_of_two_hosts_become_one(self):
        self.write(0, clock="here")
        self.write(1, clock="there", skew=5_000_000_000)
        run, _ = self.merged()
        # From F0's sending at 100 to its use at 150, and from B1's at 400 to 450: both 50, so the middle is the truth.
        self.assertEqual(run["clocks"], {"by": "dependencies", "offset": [0, -5_000_000_000], "drift": [0, 0]})
        self.assertEqual(run["clock_uncertainty"], [0, 51])
        self.assertEqual(run["steps"][0]["wall"][1][0], ["F1.0", 150, 250])

    def test_a_killed_job_keeps_its_steps(self):
        self.write(0, steps=(5, 6, 7), end=False)
        path = self.write(1, steps=(5, 6, 7), end=False)
        text = path.read_text()
        path.write_text(text[:-30])  # within its last line
        run, sentence = self.merged()
        self.assertEqual([step["step"] for step in run["steps"]], [5, 6])
        self.assertTrue(run["partial"])
        self.assertIn("cut short", sentence)

    def test_parts_that_are_missing_are_named(self):
        self.write(0)
        with self.assertRaisesRegex(Refused, "rank 1"):
            merge(self.parts)
        with self.assertRaisesRegex(Refused, "no folder.*run.lwrun.parts"):
            merge(self.parts / "nowhere")

    def test_mangled_parts_are_refused_in_a_sentence(self):
        path = self.write(0)
        self.write(1)
        text = path.read_text()
        chance = random.Random(1)
        for _ in range(150):
            at, to = sorted(chance.randrange(len(text)) for _ in range(2))
            path.write_text(text[:at] + chance.choice(["", "0", "[", "}", '"x"', "\n", "-1"]) + text[to:])
            try:
                merge(self.parts)
            except Refused as problem:
                self.assertTrue(str(problem))

    def test_what_fuzzing_found_is_refused_in_a_sentence(self):
        path = self.write(0)
        self.write(1)
        header, rest = path.read_text().split("\n", 1)

        def refusal(change):
            changed = json.loads(header)
            changed.update(change)
            path.write_text(json.dumps(changed) + "\n" + rest)
            with self.assertRaises(Refused) as raised:
                merge(self.parts)
            return str(raised.exception)

        self.assertIn("ranks is a whole number", refusal({"ranks": "2"}))
        self.assertIn("ranks is a whole number", refusal({"ranks": 10**12}))
        self.assertIn("stage_count is a whole number", refusal({"stage_count": 10**12}))
        path.write_bytes(header.encode() + b"\n\xff\n" + rest.encode())
        with self.assertRaisesRegex(Refused, "no text in UTF-8"):
            merge(self.parts)
        path.write_text(header + "\n" + "[" * 100_000 + "\n" + rest)
        with self.assertRaisesRegex(Refused, "line 2"):
            merge(self.parts)
        path.write_text(header + "\n" + rest)
        (self.parts / "rank\u00b2.jsonl").write_text("no part\n")
        self.assertTrue(merge(self.parts))


class Streams(unittest.TestCase):
    def test_an_address_names_host_port_and_token(self):
        self.assertEqual(address_of("127.0.0.1:4000:abc"), ("127.0.0.1", 4000, "abc"))
        self.assertEqual(address_of("[::1]:4000:abc"), ("::1", 4000, "abc"))
        for bad in ("", "host", "host:1", "host:x:abc", ":1:abc", "host:1:", f"host:{'9' * 5000}:abc", "host:²:abc"):
            with self.assertRaises(Refused):
                address_of(bad)

    def told_by(self, answer, variables):
        """What a stream says whose listener reads a line, answers and hangs up."""
        listener = socket.create_server(("127.0.0.1", 0))
        said = []
        with mock.patch.dict(os.environ, variables):
            stream = Stream(f"127.0.0.1:{listener.getsockname()[1]}:abc", 3, said.append)
            stream.ready(header_of(0), None, (0, 0))
            link, _ = listener.accept()
            link.recv(4096)
            link.sendall(answer)
            link.close()
            while stream._thread.is_alive():
                stream.step(record_of(0, 0, 0))
                stream._thread.join(0.01)
        listener.close()
        return said

    def test_why_a_listener_hangs_up_is_said_once_on_a_machine(self):
        refused = (
            b'{"event":"refused","reason":{"phrase":"its token is another one","text":"its token is another one"}}\n'
        )
        for answer, why in ((refused, "its token is another one"), (b"", "the listener has closed the link")):
            (sentence,) = self.told_by(answer, {"LOCAL_RANK": "0"})
            self.assertRegex(sentence, r"^no steps are sent to 127.0.0.1:\d+: " + why)
            self.assertEqual(self.told_by(answer, {"LOCAL_RANK": "1"}), [])

    def test_a_listener_that_reads_nothing_costs_whole_steps_and_no_time(self):
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # of the links that it will accept, too
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        said = []
        left = threading.Event()
        stream = Stream(f"127.0.0.1:{listener.getsockname()[1]}:abc", 0, lambda words: (said.append(words), left.set()))
        stream.ready(header_of(0), None, (0, 0))
        large = record_of(0, 0, 0)
        large["t"] = large["t"] * 5_000  # some hundred kilobytes a step: after a few the link takes no more
        while not left.wait(0.01):
            stream.step(large)
        self.assertEqual(len(said), 1)
        self.assertIn("no longer sends", said[0])
        for _ in range(10):
            stream.step(large)
        self.assertLessEqual(stream._queue.qsize(), 4)
        self.assertGreater(stream._dropped, 0)
        stream.close()
        listener.close()


class Backend(unittest.TestCase):
    """The backend torch, as far as it goes without PyTorch."""

    PLAN = document_of(["F0.0 BW0.0", "F1.0 BW1.0"], microbatches=1)

    def request(self, **more):
        return {"request": "run", "backend": "torch", "plan": self.PLAN, **more}

    def test_a_request_is_read_with_the_text_behind_it(self):
        body = json.dumps(self.request()).encode()
        header = json.dumps({"request_bytes": len(body), "data_bytes": 4}).encode()
        request, text = engine.receive(io.BytesIO(header + b"\n" + body + b"text" + b'{"request":"cancel"}\n'))
        self.assertEqual((request, text), (self.request(), b"text"))

    def test_a_request_that_is_cut_short_is_refused(self):
        body = json.dumps(self.request()).encode()
        header = json.dumps({"request_bytes": len(body)}).encode()
        for given, words in (
            (b"", "no run request came"),
            (b"hello\n", "announced wrongly"),
            (header + b"\n" + body[:-1], "cut short"),
        ):
            with self.assertRaisesRegex(Refused, words):
                engine.receive(io.BytesIO(given))

    def test_what_it_does_not_do_is_refused_by_its_key(self):
        self.assertEqual(engine.check_request(self.request(paced=False, save="")).ranks, 2)
        asked = {
            "paced": True,
            "save": "state",
            "precision": "bf16",
            "optimizer": {"mode": "postvalidated"},
            "validation": {"share": 0.1, "every": 3},
        }
        for key, value in asked.items():
            with self.assertRaisesRegex(Refused, key):
                engine.check_request(self.request(**{key: value}))

    def test_what_rank_0_refuses_it_says_for_all(self):
        told = []

        def rank(number, share):
            one = engine.Rank(None, number, 2)
            one._share = share
            return one

        def refuse():
            raise engine.Missing("no engine")

        first = rank(0, lambda items: told.append(items) or items)
        other = rank(1, lambda _: told.pop())
        self.assertEqual((first._agree(lambda: "ready"), other._agree(refuse)), ("ready", "ready"))
        self.assertRaisesRegex(engine.Missing, "no engine", first._agree, refuse)
        self.assertRaises(engine.RefusedElsewhere, other._agree, refuse)

    def told(self, number, start):
        told = {"optimizer": (start + 610, start + 650), "pairs": []}
        records = [record_of(rank, number, start) for rank in (0, 1)]
        return [{**told, "record": record, "loss": record["loss"]} for record in records]

    def test_a_step_is_said_as_the_engine_says_it(self):
        timeline = engine.Timeline(engine.check_request(self.request()), {})
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            timeline.tell(0, self.told(0, 1000), 2.25, "clipped")
            timeline.tell(1, self.told(1, 9000), float("nan"), "skipped")
        events = [json.loads(line) for line in said.getvalue().splitlines()]
        self.assertEqual([event["event"] for event in events], ["spans", "spans", "step"] * 2)
        self.assertEqual(events[0]["wall"], [["F0.0", 0, 100], ["BW0.0", 450, 600]])
        self.assertEqual(events[1]["wall"], [["F1.0", 150, 250], ["BW1.0", 255, 400]])
        self.assertIn(["wait", 1, 10, 150, "F1.0", 0], events[1]["others"])
        self.assertIn(["optimizer", 1, 610, 650, None, None], events[1]["others"])
        self.assertEqual(
            [(events[2][key]) for key in ("loss", "norm", "update", "start", "length")], [0.5, 2.25, "clipped", 0, 600]
        )
        # The second step begins at once behind the first one's optimizer: telling the first is no part of training.
        self.assertEqual((events[5]["start"], events[5]["norm"], events[5]["update"]), (650, None, "skipped"))

    def test_the_wish_to_stop_is_a_line_or_the_end(self):
        for given in (b'{"request":"cancel"}\n', b""):
            wish = engine.Wish(io.BytesIO(given))
            deadline = time.monotonic() + 60
            while not wish.stop and time.monotonic() < deadline:
                time.sleep(0.01)
            self.assertTrue(wish.stop)

    def test_a_python_without_pytorch_says_so(self):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            self.assertEqual(engine.main(["--capabilities"]), 0)
        answer = json.loads(said.getvalue())
        self.assertTrue(answer["torch"] or "no PyTorch" in answer["reason"], answer)


if __name__ == "__main__":
    unittest.main()
