# SPDX-License-Identifier: Apache-2.0
"""Tests of the API, with nothing but the standard library: PYTHONPATH=build/release/python python3 -m unittest discover
-s core/python/tests. What numpy and pandas see is tested where they are."""

import _ctypes
import contextlib
import doctest
import importlib.util
import io
import json
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
import unittest.mock
import warnings
from fractions import Fraction

import lanewright as lw
from lanewright import library, progress, questions

ROOT = pathlib.Path(__file__).resolve().parents[3]
GALLERY = ROOT / "schedules" / "gallery"
RUN = GALLERY / "measured-job.lwrun"


def has(*modules):
    return all(importlib.util.find_spec(module) for module in modules)


def made(code):
    names = {}
    exec(code, names)
    return names["plan"]


def setUpModule():
    warnings.simplefilter("ignore", lw.Remark)


class TheReadme(unittest.TestCase):
    def test_says_what_happens(self):
        with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as back:
            back.callback(os.chdir, os.getcwd())
            os.chdir(folder)
            pathlib.Path("job.lwrun").write_bytes(RUN.read_bytes())
            names = {"lw": lw}
            failed = doctest.testfile(str(ROOT / "core/python/README.md"), module_relative=False, globs=names)
        self.assertEqual(failed.failed, 0)
        self.assertGreater(failed.attempted, 15)

    def test_docstrings_say_what_happens(self):
        for name in ("making", "schedule", "shown", "sweeps", "timeline"):
            module = importlib.import_module(f"lanewright.{name}")
            self.assertEqual(doctest.testmod(module).failed, 0, name)


class AnImport(unittest.TestCase):
    def test_opens_neither_the_core_nor_what_is_optional(self):
        code = "import sys, lanewright; print({'torch', 'numpy', 'pandas', 'tqdm'} & set(sys.modules))"
        environment = {**os.environ, "LANEWRIGHT_LIBRARY": "/nowhere"}
        said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
        self.assertEqual((said.stdout, said.stderr), ("set()\n", ""))

    def test_without_the_core_says_so_at_the_first_question(self):
        # One question waits for its answer here, the other in a thread; the second library is another's.
        for question in ("generators()", "generate('1f1b')"):
            for path, why in (("/nowhere", "/nowhere"), (_ctypes.__file__, "undefined symbol: lanewright_version")):
                code = f"import lanewright as lw\ntry: lw.{question}\nexcept lw.Refused as why: print(why.exit, why)"
                environment = {**os.environ, "LANEWRIGHT_LIBRARY": path}
                said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
                self.assertRegex(said.stdout, f"^4 Lanewright's core can't be opened: .*{why}")


class TheTypes(unittest.TestCase):
    @unittest.skipUnless(has("mypy"), "mypy is not here")
    def test_are_strict(self):
        package = pathlib.Path(lw.__file__).parent
        files = [f"lanewright/{file.name}" for file in sorted((ROOT / "core/python/lanewright").glob("*.py"))]
        with tempfile.TemporaryDirectory() as cache:
            words = ["--strict", "--follow-imports=silent", "--cache-dir", cache, *files]
            said = subprocess.run(
                [sys.executable, "-m", "mypy", *words], cwd=package.parent, capture_output=True, text=True
            )
        self.assertEqual(said.returncode, 0, said.stdout + said.stderr)


class ASchedule(unittest.TestCase):
    def test_has_exact_numbers(self):
        plan = lw.generate("zb-h1", ranks=4, microbatches=8, forward=1.5, memory_limit=4)
        self.assertEqual(plan.iteration_time, Fraction(65, 2))
        self.assertEqual(plan.bubble, Fraction(9, 2))
        self.assertEqual(plan.peak_memory, (4, 4, 4, 4))
        self.assertEqual((plan.ranks, plan.gap, plan.valid, plan.time_unit), (4, 0.0, True, "unit"))
        self.assertEqual(plan.numbers["iteration_time"], 32.5)
        third = lw.generate("1f1b", ranks=2, microbatches=3, forward=Fraction(1, 8), time_unit="ms")
        self.assertIsInstance(third.makespan, Fraction)

    def test_takes_what_the_field_calls_the_options(self):
        plan = lw.generate(
            "1f1b",
            4,
            8,
            forward="18.522",
            backward_input=18.086,
            backward_weight=9.337,
            transfer=Fraction(601, 1000),
            memory_forward=192,
            memory_backward_input=-128,
            memory_limit=[1536, 1536, 1536, 1536],
            time_unit="ms",
            memory_unit="MiB",
        )
        self.assertEqual(plan.costs["forward"], 18.522)
        self.assertEqual(plan.costs["transfer"], 0.601)
        self.assertEqual(plan.memory["backward_weight"], -64)
        self.assertEqual(plan.memory_limit, (1536,) * 4)
        again = lw.generate("zb-h1", problem=plan)
        self.assertEqual(again.costs, plan.costs)

    def test_is_refused_in_the_words_of_the_command_line(self):
        with self.assertRaises(lw.Refused) as refused:
            lw.generate("zb-h1", ranks=4, microbatches=8, memory_limit=2)
        self.assertIn("needs a memory limit of at least 4 activations", refused.exception.sentence)
        self.assertEqual(refused.exception.exit, 1)
        with self.assertRaisesRegex(lw.Refused, "there is no generator named 'x'"):
            lw.generate("x")
        with self.assertRaises(TypeError):
            lw.generate("zb-h1", foward=2)

    def test_takes_finite_numbers_alone(self):
        with self.assertRaisesRegex(lw.Refused, "must be finite"):
            lw.generate("1f1b", 2, 2, forward=float("nan"))
        with self.assertRaisesRegex(lw.Refused, "must be finite"):
            lw.Schedule(ranks=2, microbatches=2, forward=float("inf"))

    def test_is_refused_by_the_keyword_that_is_wrong(self):
        plan = lw.generate("1f1b", 2, 4)
        run = lw.open(RUN)
        refusals = {
            "^forward: must be one number; a list .* goes into a problem": lambda: lw.generate("1f1b", forward=[1, 2]),
            "^backward_input: .*negative": lambda: lw.generate("1f1b", backward_input=-1),
            "^forward: is empty": lambda: lw.generate("1f1b", forward=""),
            "^memory_forward, memory_backward_input and memory_backward_weight must add up": lambda: lw.generate(
                "1f1b", memory_forward=1, memory_backward_input=-3, memory_backward_weight=-3
            ),
            "ranks and chunks can't be given together with a problem": lambda: lw.generate("1f1b", 4, problem=plan),
            "^chunks: 1f1b gives each rank 1 chunk": lambda: lw.generate("1f1b", chunks=3),
            "^seed: is about lengths; give them by lengths": lambda: lw.generate("1f1b", seed=3),
            "^ranks: ": lambda: lw.sweep("1f1b", ranks="a"),
            "^transfer: ": lambda: lw.sweep("1f1b", transfer="a"),
            "^memory_limit: ": lambda: lw.sweep("1f1b", memory_limit="a"),
            "sweep needs the option names": lambda: lw.sweep(),
            "move goes with before / after / by / to_rank": lambda: plan.move("F0.0"),
            "by does not go with before": lambda: plan.move("F0.0", before="F0.1", by=1),
            "^time: ": lambda: plan.gap_before("F0.0", "x"),
            "^frameworks: no framework x": lambda: plan.legal("x"),
            "^for_: no framework x": lambda: plan.validate(for_=["x"]),
            "^frameworks: all is every": lambda: lw.legal("1f1b", frameworks=["all", "megatron"]),
            "with_ takes a measured run": lambda: plan.picture(with_=plan),
            "fsdp and active_stages are for to pytorch-comms": lambda: plan.convert("pytorch", active_stages=2),
            "^as_: must be one of svg": lambda: plan.render(as_="bmp"),
            "^take wants steps": lambda: lw.import_traces("none", take="x"),
            "^step: ": lambda: run.costs(step="x"),
        }
        for says, asks in refusals.items():
            with self.assertRaisesRegex(lw.Refused, says):
                asks()
        with self.assertRaisesRegex(lw.Refused, "^tf: "):
            questions.generate(name="1f1b", tf="x")

    def test_says_in_a_sentence_what_is_of_another_kind(self):
        plan = lw.generate("1f1b", 2, 4)
        kinds = {
            "order must be a list with a row of ops": lambda: lw.Schedule(order=5),
            r"order\[0\] must have ops such as F2.5, not 1": lambda: lw.Schedule(order=[[1, 2]]),
            r"order\[0\] must be a list of ops such as F2.5, not None": lambda: lw.Schedule(order=[None]),
            "placement must be a list with the rank": lambda: lw.Schedule(ranks=2, microbatches=2, placement=3),
            "costs must be a dict": lambda: lw.Schedule(ranks=2, microbatches=2, costs=5),
            "a file's text is str, not bytes": lambda: lw.Schedule(b"{}"),
            "a Schedule or a Run is compared, not int": lambda: lw.compare(5, plan),
            "compared with a Schedule or a Run, not int": lambda: plan.compare(5),
            "frameworks must be a text or a list": lambda: plan.legal(5),
            "paths must be a text or a list": lambda: lw.import_traces(5),
            "progress is True, False or what is called": lambda: plan.solve(progress="yes"),
            "ranks must be a text or a list of such": lambda: lw.sweep("1f1b", ranks={"a": 1}),
            "names are those of generators": lambda: lw.sweep([plan]),
            "lanewright.questions.sweep gives text": lambda: lw.sweep("1f1b", form="text"),
            "lanewright.questions.legal gives text": lambda: lw.legal("1f1b", form="text"),
            "lanewright.questions.validate gives text": lambda: plan.validate(form="text"),
        }
        for says, asks in kinds.items():
            with self.assertRaisesRegex(TypeError, says):
                asks()

    def test_refuses_half_a_letter(self):
        for asks in (
            lambda: lw.generate("\ud800"),
            lambda: lw.generate("1f1b", title="\ud800"),
            lambda: lw.Schedule("\ud800").makespan,
            lambda: lw.Schedule(ranks=2, microbatches=2, title="\ud800"),
        ):
            with self.assertRaisesRegex(lw.Refused, r"U\+D800 is half a letter"):
                asks()
        for name in ("\ud800", "a\0b"):
            with self.assertRaisesRegex(lw.Refused, "no name of a file"):
                lw.open(name)

    def test_of_no_text_is_refused(self):
        with self.assertRaises(lw.Refused):
            print(lw.Schedule("").makespan)
        with self.assertRaisesRegex(lw.Refused, "microbatches: say how many"):
            lw.Schedule()

    def test_whose_search_can_keep_no_limit_is_refused(self):
        with self.assertRaises(lw.Refused) as refused:
            lw.generate("1f1b", ranks=4, microbatches=8).solve(rounds=1, memory_limit=0.5)
        self.assertEqual(refused.exception.exit, 1)

    def test_without_an_end_says_why_it_has_no_time(self):
        plan = lw.Schedule(order=[["F0.0", "BW0.0"], ["BW1.0", "F1.0"]])
        self.assertFalse(plan.valid)
        with self.assertRaisesRegex(lw.Refused, "BW1.0 stands before F1.0"):
            print(plan.iteration_time)
        self.assertIsNone(plan.numbers["iteration_time"])
        self.assertEqual([row.op for row in plan.timeline()], ["F0.0"])
        self.assertEqual(plan.findings()[0].code, "precedence")

    def test_without_an_order_is_a_problem_that_says_its_shape_and_is_solved(self):
        problem = lw.Schedule(ranks=4, microbatches=8, time_unit="ms", forward=[1, 1, 1, 2.5], title="Four")
        self.assertIsNone(problem.order)
        self.assertEqual((problem.ranks, problem.microbatches, problem.time_unit, problem.title), (4, 8, "ms", "Four"))
        with self.assertRaisesRegex(lw.Refused, "problem without an order"):
            print(problem.iteration_time)
        self.assertTrue(problem.solve(rounds=1, threads=1).valid)
        self.assertTrue(lw.generate("zb-h1", problem=problem).valid)

    def test_is_a_value(self):
        plan = lw.generate("zb-h1")
        self.assertEqual(plan, lw.generate("zb-h1"))
        self.assertEqual(len({plan, lw.generate("zb-h1"), lw.generate("zb-h2")}), 2)
        again = pickle.loads(pickle.dumps(plan))
        self.assertEqual((again, again.iteration_time), (plan, plan.iteration_time))
        for name in ("makespan", "text", "answer", "anything"):
            with self.assertRaisesRegex(AttributeError, f"{name} can't be set: a Schedule never changes"):
                setattr(plan, name, 3)
        with self.assertRaises(AttributeError):
            del plan.text

    def test_is_opened_saved_and_converted(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "a.lwsched"
            plan = lw.generate("zb-h1").save(file)
            self.assertEqual(lw.open(file), plan)
            csv = plan.convert("pytorch")
            self.assertEqual(lw.from_csv(csv).order, plan.order)
            (pathlib.Path(folder) / "a.csv").write_text(csv)
            self.assertEqual(lw.open(pathlib.Path(folder) / "a.csv"), lw.from_csv(csv))
            self.assertIsInstance(lw.open(RUN), lw.Run)
            self.assertEqual(lw.Run.open(RUN), lw.open(RUN))
            with self.assertRaisesRegex(lw.Refused, "this is a run, not a schedule"):
                lw.Schedule.open(RUN)
            launch = plan.convert(path=pathlib.Path(folder) / "b.csv")["launch"]
            self.assertIn("torchtitan", launch)
            pipe = pathlib.Path(folder) / "pipe"
            os.mkfifo(pipe)
            with self.assertRaisesRegex(lw.Refused, "this is a pipe"):
                lw.open(pipe)
            file.write_text("nothing")
            for path in (file, pathlib.Path(folder) / "none.lwsched"):
                with self.assertRaises(lw.Refused) as refused:
                    lw.open(path)
                self.assertIn(path.name, str(refused.exception))

    def test_is_drawn(self):
        plan = lw.generate("zb-h1")
        self.assertTrue(plan.render(width="column", show="none").startswith("<svg"))
        self.assertTrue(plan.render(as_="png", dpi=50).startswith(b"\x89PNG"))
        self.assertTrue(lw.open(RUN).plan.render(with_=lw.open(RUN), below=[lw.open(RUN)]).startswith("<svg"))
        with tempfile.TemporaryDirectory() as folder:
            self.assertGreater(plan.render(pathlib.Path(folder) / "a.pdf")["width"], 100)

    def test_asked_of_no_framework_has_no_verdict(self):
        self.assertEqual(lw.generate("1f1b", ranks=2, microbatches=2).legal([]), [])

    def test_is_asked_whether_frameworks_run_it(self):
        verdict = lw.generate("1f1b").legal("megatron")[0]
        self.assertTrue(verdict["runs"])
        answer = lw.legal("interleaved-1f1b", ranks=4, microbatches=[6, 8], chunks=2, frameworks=["megatron"])
        self.assertFalse(answer["legal"])
        self.assertTrue(answer["frameworks"][0]["broken"])

    def test_tells_remarks_as_warnings(self):
        with warnings.catch_warnings(record=True) as heard:
            warnings.simplefilter("always")
            lw.generate("1f1b", lengths="uniform:512:8192")
        self.assertTrue(any(issubclass(each.category, lw.Remark) for each in heard), heard)


class ByHand(unittest.TestCase):
    def test_stages_lie_where_their_ops_stand(self):
        plan = lw.Schedule(order=[["F0.0", "F3.0", "BW3.0", "BW0.0"], ["F1.0", "F2.0", "BW2.0", "BW1.0"]], forward=2)
        self.assertEqual(plan.placement["directions"], [[0, 1, 1, 0]])
        self.assertEqual((plan.valid, plan.makespan), (True, 4 * 2 + 4 * 2))

    def test_a_generator_of_a_paper_is_ten_lines(self):
        ranks, count = 4, 8
        rows = []
        for rank in range(ranks):
            warm = min(ranks - rank, count)
            row = [f"F{rank}.{j}" for j in range(warm)]
            for j in range(count):
                row.append(f"BW{rank}.{j}")
                row += [f"F{rank}.{warm + j}"] if warm + j < count else []
            rows.append(row)
        plan = lw.Schedule(order=rows, title="1F1B, 4 ranks, 8 microbatches")
        self.assertEqual(plan, lw.generate("1f1b", ranks=4, microbatches=8))

    def test_two_directions_and_parts_are_told_from_the_ops(self):
        both = lw.open(GALLERY / "dualpipe.lwsched")
        self.assertEqual(lw.Schedule(order=both.order, overlapped=2.5, title=both.title), both)
        parts = lw.open(GALLERY / "w-in-parts.lwsched")
        again = lw.Schedule(order=parts.order, backward_weight=2, transfer=Fraction(1, 2), title=parts.title)
        self.assertEqual(again, parts)

    def test_what_is_no_schedule_is_refused(self):
        far = (dict(order=[["F999999999.0"]]), dict(order=[["F0.999999999"]]))  # said at once
        for wrong in (dict(order=[[]]), dict(order=[["X0.0"]]), dict(), dict(order=[["F0.0"]], forward=-1), *far):
            with self.assertRaises(lw.Refused):
                lw.Schedule(**wrong)
        with self.assertRaisesRegex(lw.Refused, '"F0" is no op'):
            lw.Schedule(order=[["F0"]])
        with self.assertRaisesRegex(lw.Refused, "must be a list of ops"):
            lw.Schedule(order=["F0.0"])

    def test_every_schedule_of_the_gallery_is_made_by_its_code(self):
        by_name = 0
        for file in sorted(GALLERY.glob("*.lwsched")):
            plan = lw.open(file)
            code = plan.to_code()
            by_name += "lw.generate(" in code
            self.assertEqual(made(code), plan, file.name)
        self.assertGreater(by_name, 20)


class ATimeline(unittest.TestCase):
    def test_has_rows_of_rank_op_start_and_end(self):
        rows = lw.generate("zb-h1", forward=1.5).timeline()
        self.assertEqual(len(rows), 96)
        self.assertEqual(rows[0], (0, "F0.0", 0, Fraction(3, 2)))
        self.assertEqual(rows[-1].op, "W3.7")
        self.assertEqual([row.op for row in rows[:2]], ["F0.0", "F0.1"])
        self.assertEqual(list(rows)[5], rows[5])
        with self.assertRaises(IndexError):
            rows[96]

    def test_of_a_pair_has_two_rows_and_of_a_part_its_number(self):
        rows = lw.open(GALLERY / "dualpipe.lwsched").timeline()
        pair = next(
            i for i in range(len(rows) - 1) if rows[i][2:] == rows[i + 1][2:] and rows[i].rank == rows[i + 1].rank
        )
        self.assertTrue(rows[pair].op.startswith("F") and rows[pair + 1].op.startswith("B"))
        self.assertIn("W0.0/1", [row.op for row in lw.open(GALLERY / "w-in-parts.lwsched").timeline()])

    def test_is_what_simulate_says(self):
        for file in ("zb-h1", "w-in-parts", "recompute", "two-ways"):
            plan = lw.open(GALLERY / f"{file}.lwsched")
            said = json.loads(lw.questions.simulate(plan.document, ops=True), parse_float=Fraction)["ops"]
            blocks = [(each["rank"], op, each["start"], each["end"]) for each in said for op in each["op"].split("+")]
            self.assertEqual([tuple(row) for row in plan.timeline()], blocks, file)

    def test_is_pickled_and_so_is_a_picture(self):
        plan = lw.generate("1f1b", ranks=2, microbatches=2)
        again = pickle.loads(pickle.dumps(plan.timeline()))
        self.assertEqual((list(again), again.time_unit), (list(plan.timeline()), "unit"))
        with tempfile.TemporaryDirectory() as folder:
            pickle.loads(pickle.dumps(plan.picture())).save(os.path.join(folder, "a.svg"))
            self.assertTrue(pathlib.Path(folder, "a.svg").read_text().startswith("<svg"))

    def test_of_a_problem_says_that_it_has_no_order(self):
        with self.assertRaisesRegex(lw.Refused, "problem without an order"):
            lw.open(GALLERY / "problem.lwsched").timeline()

    @unittest.skipUnless(has("numpy"), "numpy is not here")
    def test_is_an_array_without_a_copy_that_outlives_its_schedule(self):
        rows = lw.generate("zb-h1").timeline()
        array, again = rows.to_numpy(), rows.to_numpy(structured=True)
        self.assertEqual(array.shape, (96, 8))
        self.assertEqual(array.__array_interface__["data"][0], again.__array_interface__["data"][0])
        del rows
        self.assertEqual(int(array[:, 7].max()), 27_000_000)
        self.assertEqual(int(again["end"].max()), 27_000_000)

    @unittest.skipUnless(has("numpy", "pandas"), "pandas is not here")
    def test_is_a_frame(self):
        frame = lw.generate("zb-h1", forward=1.5).timeline().to_pandas()
        self.assertEqual(list(frame.columns[:3]), ["rank", "op", "kind"])
        self.assertEqual(frame["end"].max(), 32.5)


class Searching(unittest.TestCase):
    def test_gives_a_schedule_with_what_was_proved(self):
        best = lw.generate("1f1b", ranks=4, microbatches=8).solve(rounds=50, threads=1)
        self.assertEqual((best.iteration_time, best.gap), (27, 0.0))
        self.assertEqual(best.proof["lower_bound"], 27)
        self.assertTrue(best.check_proof()["accepted"])
        self.assertEqual((best.answer["optimal"], best.answer["value"], best.answer["output"]), (True, 27, None))
        self.assertEqual(best.bound()["objective"], "iteration")

    def hard(self):
        costs = dict(forward="1.37", backward_input="1.73", backward_weight="0.91", transfer="0.29")
        return lw.generate("1f1b", ranks=8, microbatches=32, memory_limit=9, **costs)

    def test_stops_when_the_hearer_says_so_and_gives_the_best_so_far(self):
        heard = []
        best = self.hard().solve(time_limit=600, progress=lambda event: heard.append(event) or "best" in event)
        self.assertTrue(best.answer["stopped"] and best.valid)
        self.assertIn("method", heard[-1]["best"])

    def test_is_ended_by_an_interrupt_with_the_best_so_far(self):
        code = """
import os, signal, threading, lanewright as lw
plan = lw.generate("1f1b", ranks=8, microbatches=32, memory_limit=9, forward="1.37", transfer="0.29")
begun = threading.Event()
def interrupt():
    begun.wait()
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt, daemon=True).start()
best = plan.solve(time_limit=600, progress=lambda event: begun.set())
print(best.answer["stopped"], best.valid)
"""
        said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertEqual((said.stdout, said.stderr), ("True True\n", ""))

    def test_that_keeps_no_best_ends_and_is_interrupted(self):
        code = """
import os, signal, lanewright as lw
def hear(event):
    os.kill(os.getpid(), signal.SIGINT)
try:
    lw.library.ask("generate", {"name": "1f1b", "lengths": "uniform:1:9"}, hear=hear)
except KeyboardInterrupt:
    print("interrupted")
"""
        said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertEqual((said.stdout, said.stderr), ("interrupted\n", ""))

    def test_lets_other_threads_run(self):
        counted = [0]
        over = threading.Event()

        def count():
            while not over.is_set():
                counted[0] += 1

        counter = threading.Thread(target=count)
        counter.start()
        # It goes on until the other thread has counted, which it can't do while this one keeps the interpreter.
        stop = lambda event: counted[0] > 10_000
        best = self.hard().solve(time_limit=600, threads=1, progress=stop)
        over.set()
        counter.join()
        self.assertTrue(best.answer["stopped"])
        self.assertGreater(counted[0], 10_000)

    def test_without_a_hearer_lets_other_threads_run_too(self):
        plan = self.hard()
        done = threading.Event()
        asking = threading.Thread(target=lambda: (library.ask("solve", {"time_limit": 1}, plan.document), done.set()))
        asking.start()
        counted = 0
        while not done.is_set():
            counted += 1
        asking.join()
        self.assertGreater(counted, 1000)

    def test_shows_a_line(self):
        err = io.StringIO()
        with contextlib.redirect_stderr(err):
            lw.generate("1f1b").solve(rounds=1, progress=True)
        self.assertIn("gap", err.getvalue())

    def test_raises_what_the_hearer_raises(self):
        def hear(event):
            raise KeyError("mine")

        with self.assertRaises(KeyError):
            self.hard().solve(time_limit=600, progress=hear)

    def test_lets_the_hearer_ask_about_what_is_searched(self):
        plan, asked = self.hard(), []
        plan.solve(time_limit=600, progress=lambda event: asked.append(plan.iteration_time) or True)
        self.assertEqual(asked[0], plan.iteration_time)

    def test_refuses_a_hearer_that_would_wait_for_itself(self):
        document = library.Document(self.hard().text)
        with self.assertRaisesRegex(lw.Refused, "is being worked on"):
            library.ask("solve", {"time_limit": 600}, document, hear=lambda event: document.holds() and None)

    def test_ends_before_what_a_signal_raises_is_raised(self):
        def alarm(*_):
            raise TimeoutError("mine")

        plan = self.hard()
        begun = threading.Event()
        self.addCleanup(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, alarm))
        timer = threading.Thread(target=lambda: begun.wait() and os.kill(os.getpid(), signal.SIGALRM))
        timer.start()
        with self.assertRaisesRegex(TimeoutError, "mine"):
            plan.solve(time_limit=600, progress=lambda event: begun.set())
        timer.join()
        self.assertTrue(plan.document.lock.acquire(blocking=False))
        plan.document.lock.release()

    def test_in_threads_of_their_own_is_what_it_is_alone(self):
        plan = lw.generate("zb-h1", ranks=6, microbatches=12)
        answers = [None] * 4

        def ask(number):
            answers[number] = (plan.compare(lw.generate("zb-h2", ranks=6, microbatches=12)), plan.iteration_time)

        threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(answers, [answers[0]] * 4)


class Sweeping(unittest.TestCase):
    def test_has_a_row_for_every_choice(self):
        limits = ["1x", "2x"]
        rows = lw.sweep("1f1b", "zb-h1", ranks=[2, 4], microbatches=range(4, 9, 4), memory_limit=limits, forward=1.5)
        self.assertEqual(len(rows), 16)
        first = rows[0]
        self.assertEqual(
            (first.generator, first["ranks"], first.microbatches, first.memory_limit), ("1f1b", 2, 4, "1x")
        )
        alone = lw.generate("1f1b", ranks=2, microbatches=4, forward=1.5)
        self.assertEqual((first.iteration_time, first.bubble), (alone.iteration_time, alone.bubble))
        self.assertIsInstance(first.iteration_time, Fraction)
        self.assertEqual(first.peak_memory, alone.peak_memory)
        self.assertEqual(rows.csv.count("\n"), 17)
        self.assertEqual([each.ranks for each in rows[:5]], [2, 2, 2, 2, 4])
        with self.assertRaises(AttributeError):
            print(first.nothing)

    def test_says_what_no_order_keeps_in_its_row(self):
        rows = lw.sweep("zb-h1", ranks=4, microbatches="4:8:4", memory_limit=2)
        self.assertEqual([row.iteration_time for row in rows], [None, None])
        self.assertIn("memory limit", rows[0].refused)
        with self.assertRaisesRegex(lw.Refused, "there is no generator named 'x'"):
            lw.sweep("x")

    def test_takes_none_among_limits(self):
        self.assertEqual([row.memory_limit for row in lw.sweep("1f1b", memory_limit=[None, 4])], ["none", "4"])

    def test_with_an_empty_list_is_refused(self):
        for axis in ("ranks", "microbatches", "memory_limit"):
            with self.assertRaisesRegex(lw.Refused, f"{axis}: a list of a sweep must have a value"):
                lw.sweep("1f1b", **{axis: []})

    def test_of_a_problem_takes_its_costs(self):
        problem = lw.open(GALLERY / "problem.lwsched")
        rows = lw.sweep("1f1b", problem=problem, microbatches=[8])
        self.assertEqual(rows[0].iteration_time, lw.generate("1f1b", None, 8, problem=problem).iteration_time)

    def test_says_beforehand_that_it_is_long_and_stops(self):
        heard = []

        def hear(event):
            heard.append(event)
            return "remark" in event

        said = questions.sweep(name=["1f1b"], microbatches="1:100000:1", hear=hear)
        self.assertIn("100000 cells with 60001 million ops", heard[0]["remark"])
        self.assertTrue(json.loads(said)["stopped"])

    def test_takes_names_in_a_list_too(self):
        self.assertEqual([row.generator for row in lw.sweep(["1f1b", "zb-h1"], ranks={2})], ["1f1b", "zb-h1"])

    @unittest.skipUnless(has("pandas"), "pandas is not here")
    def test_is_a_frame_of_what_says_something(self):
        rows = lw.sweep("1f1b", ranks=[2, 4], time_unit="ms")
        frame = rows.to_pandas()
        self.assertEqual((list(frame["ranks"]), list(frame["time_unit"])), ([2, 4], ["ms", "ms"]))
        self.assertTrue(frame.notna().all(axis=None))
        self.assertFalse([key for key in frame if key.endswith("_exact")])
        self.assertEqual(list(rows.to_pandas(all=True)), list(rows[0]))

    def test_shows_from_the_third_second_on_how_far_it_is(self):
        said = io.StringIO()
        with contextlib.redirect_stderr(said), unittest.mock.patch("lanewright.progress._line", progress._Line):
            hear = progress.Hearing(None)
            hear({"progress": "1 of 9 cells"})
            hear.waits_until = 0
            hear({"progress": "2 of 9 cells"})
        self.assertEqual(said.getvalue(), "\r2 of 9 cells")


class WhatIsPrinted(unittest.TestCase):
    def test_is_short(self):
        run = lw.open(GALLERY / "measured-job.lwrun")
        self.assertRegex(repr(run), r"makespan \d+(\.\d{1,3})? \w+>$")
        plan = lw.generate("1f1b", ranks=2, microbatches=2, forward="0.0001", time_unit="s")
        self.assertRegex(repr(plan.board()), r"^<Board: \d+ letters of HTML>$")
        self.assertRegex(repr(plan.picture()), r"^<Picture: \d+ letters of SVG>$")


class Boards(unittest.TestCase):
    def test_of_a_run_are_not_edited(self):
        with self.assertRaisesRegex(lw.Refused, "the page of a run is not edited"):
            print(lw.open(GALLERY / "measured-job.lwrun").board().edited)

    @unittest.skipIf(has("anywidget"), "anywidget is here")
    def test_say_what_edits_need(self):
        board = lw.generate("1f1b", ranks=2, microbatches=2).board()
        with self.assertRaisesRegex(ImportError, "pip install anywidget"):
            print(board.edited)
        self.assertIn("srcdoc", board._repr_mimebundle_()["text/html"])

    @unittest.skipUnless(has("anywidget"), "anywidget is not here")
    def test_give_what_was_edited_in_a_notebook(self):
        plan = lw.generate("zb-h1", ranks=4, microbatches=8)
        board = plan.board()
        self.assertEqual(board.edited, plan)
        moved = plan.move("W0.0", after="B0.1")
        board._shown.edited = moved.text
        self.assertEqual(board.edited, moved)
        self.assertIn("application/vnd.jupyter.widget-view+json", str(board._repr_mimebundle_()))


class Editing(unittest.TestCase):
    def test_gives_another_schedule_and_leaves_the_first(self):
        plan = lw.generate("zb-h1", ranks=4, microbatches=8)
        moved = plan.move("W0.0", after="B0.1")
        self.assertEqual(plan, lw.generate("zb-h1", ranks=4, microbatches=8))
        row = moved.order[0]
        self.assertEqual(row.index("W0.0"), row.index("B0.1") + 1)
        self.assertEqual(plan.move("W0.0", by=1).order[0].index("W0.0"), plan.order[0].index("W0.0") + 1)
        self.assertFalse(plan.move("B2.5", before="F2.5").valid)
        self.assertEqual(plan.move("B2.5", before="F2.5").findings()[0].code, "precedence")

    def test_has_every_edit(self):
        plan = lw.generate("zb-h1", ranks=4, microbatches=8)
        self.assertEqual(plan.gap_before("F1.0", 2).makespan, plan.makespan + 1)
        fused = plan.fuse("B3.0")
        self.assertIn("BW3.0", fused.order[3])
        self.assertEqual(fused.split("BW3.0").order[3].count("W3.0"), 1)
        self.assertEqual(plan.fuse().split().valid, True)
        self.assertTrue(plan.fuse("B3.0").split(w_parts=2).valid)
        removed = plan.remove("W2.7")
        self.assertEqual(removed.findings()[0].code, "incomplete")
        self.assertEqual(removed.insert("W2.7", after="W2.6").order, plan.order)
        row = plan.order[3]
        paired = plan.pair("F3.4", "B3.3")
        self.assertIn("F3.4+B3.3", paired.order[3], row)
        self.assertEqual(plan.move_stage(3, 2).placement["directions"], [[0, 1, 2, 2]])
        self.assertEqual(sorted(paired.unpair("F3.4").order[3]), sorted(row))

    def test_repeats_a_building_block_on_an_empty_board(self):
        board = lw.generate("empty", 2, 6, placement="chain")
        self.assertEqual([len(row) for row in board.order], [0, 0])
        first = board.insert(",".join(["F0.0", "F1.0", "B1.0", "W1.0", "B0.0", "W0.0"]))
        self.assertEqual(first.block()["least_interval"], 5)
        whole = first.repeat()
        self.assertTrue(whole.valid)
        self.assertTrue(whole.block()["keeps"])
        self.assertEqual(whole.makespan, 30)
        self.assertTrue(whole.squeeze().valid)
        with self.assertRaisesRegex(lw.Refused, "below an interval of 5 units"):
            first.repeat(4)

    def test_without_a_name_of_an_op_edits_none(self):
        plan = lw.generate("1f1b", ranks=2, microbatches=2)
        for edit in (plan.split, plan.fuse):
            with self.assertRaises(lw.Refused):
                edit("")

    def test_is_refused_where_there_is_no_such_op(self):
        for edit in (lambda plan: plan.move("F9.0", by=1), lambda plan: plan.move("F0.0", before="F1.0")):
            with self.assertRaises(lw.Refused):
                edit(lw.generate("zb-h1"))


class ARun(unittest.TestCase):
    def test_has_causes_costs_and_a_plan(self):
        run = lw.open(RUN)
        causes = run.causes()
        self.assertEqual(causes["causes"][0]["cause"], "fill_and_drain")
        self.assertEqual(causes["time_unit"], run.time_unit)
        self.assertAlmostEqual(causes["ideal"] / float(run.makespan), 1, delta=0.5)
        costs = run.costs()
        self.assertEqual(costs.order, run.plan.order)
        self.assertEqual(costs.answer["steps"], 3)
        self.assertGreater(costs.iteration_time, 0)
        self.assertEqual(run.makespan, Fraction(1905945718, 1000000))
        self.assertEqual(len(run.timeline()), len(run.plan.timeline()))
        compared = lw.compare(run.plan, run)
        self.assertTrue(compared["same_order"])
        with self.assertRaisesRegex(lw.Refused, "iteration_time"):
            print(run.iteration_time)

    def test_is_made_on_the_engine_in_process(self):
        library.core()
        if not os.environ.get("LANEWRIGHT_ENGINE"):
            self.skipTest("there is no engine")
        model = '{"layers": 2, "width": 16, "heads": 2, "context": 8}'
        plan = lw.generate("zb-h1", ranks=2, microbatches=2)
        run = plan.run(steps=2, model=model)
        self.assertEqual(len(run.answer["losses"]), 2)
        self.assertEqual(run.plan.order, plan.order)
        self.assertEqual(run.answer["weights_hash"], plan.run(steps=2, model=model).answer["weights_hash"])

    def test_without_an_engine_says_so(self):
        code = "import lanewright as lw\ntry: lw.generate('1f1b').run()\nexcept lw.Refused as why: print(why.exit)"
        environment = {**os.environ, "LANEWRIGHT_ENGINE": "/nowhere"}
        said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
        self.assertEqual((said.stdout, said.stderr), ("4\n", ""))


class WhatIsMade(unittest.TestCase):
    def test_of_a_model_and_a_cluster_is_a_schedule(self):
        plan = lw.plan_model("tiny", "laptop", tries=10)
        self.assertTrue(plan.valid)
        self.assertTrue(plan.answer["front"])

    def test_of_a_megatron_layout_is_a_schedule(self):
        plan = lw.from_megatron_layout("Et*6|t*6L", "tiny", "laptop", tries=10)
        self.assertEqual(plan.ranks, 2)

    def test_of_traces_is_a_run(self):
        run = lw.import_traces(ROOT / "tests/data/traces/kineto-zbh1-p2m6")
        self.assertEqual((run.answer["ranks"], run.plan.microbatches), (2, 6))
        with self.assertRaises(lw.Refused):
            lw.import_traces(ROOT / "tests/data/traces/none")

    def test_of_a_lesson_is_asked_of_answers(self):
        lesson = lw.open(ROOT / "resources/lessons/01-gpipe.lwlesson")
        self.assertIsInstance(lesson, lw.Lesson)
        self.assertIn("goals", lesson.validate(answer=lesson.solve(rounds=1, threads=1)))

    def test_lists_generators(self):
        names = [each.name for each in lw.generators()]
        self.assertIn("zb-h1", names)
        self.assertTrue(all(each.summary and each.source for each in lw.generators()))


if __name__ == "__main__":
    unittest.main()
