# SPDX-License-Identifier: Apache-2.0
"""The page of a run, as it is made where the job ran."""

import contextlib
import io
import pathlib
import re
import tempfile
import unittest
import unittest.mock

from lanewright import questions, report
from lanewright.__main__ import main
from lanewright.library import Document

GALLERY = pathlib.Path(__file__).resolve().parents[3] / "schedules" / "gallery"


def command(*words):
    """The exit code of `python -m lanewright`, what it prints, and what it says on the standard error."""
    out, error = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        code = main(words)
    return code, out.getvalue(), error.getvalue()


class Report(unittest.TestCase):
    def test_is_one_file_that_asks_for_nothing(self):
        run = (GALLERY / "measured-job.lwrun").read_text()
        with tempfile.TemporaryDirectory() as folder:
            job = pathlib.Path(folder) / "job.lwrun"
            job.write_text(run)
            code, said, _ = command("report", str(job))
            self.assertEqual((code, said), (0, f"{folder}/job.html\n"))
            page = (pathlib.Path(folder) / "job.html").read_text()
        self.assertIn("default-src 'none'", page)
        self.assertEqual(re.findall(r"(?:src|href)=\"(?!#|data:)[^\"]*\"", page), [])
        # Lanes and numbers of the shared page, then what the command line says of causes and costs.
        self.assertIn('"format": "lanewright-page"', page)
        self.assertLess(page.index("Where the time went"), page.index("<h2>Costs</h2>"))
        causes = questions.causes(Document(run), form="text")
        self.assertIn("fill_and_drain", causes)
        for line in causes.splitlines():
            if "<" not in line and ">" not in line and "&" not in line and "'" not in line:
                self.assertIn(line, page)
        self.assertIn("Costs measured over 3 steps", page)

    def test_says_in_the_page_what_a_file_does_not_hold(self):
        page = report.page((GALLERY / "zb-h1.lwsched").read_text())
        self.assertIn("<h2>Costs</h2>", page)
        self.assertNotIn("Traceback", page)

    def test_says_that_a_schedule_has_nothing_measured(self):
        with tempfile.TemporaryDirectory() as folder:
            plan = pathlib.Path(folder) / "plan.lwsched"
            plan.write_text((GALLERY / "zb-h1.lwsched").read_text())
            code, said, error = command("report", str(plan))
        self.assertEqual((code, said), (0, f"{folder}/plan.html\n"))
        self.assertIn("plan.lwsched is a schedule, which nobody has measured", error)

    def test_makes_a_run_of_parts_first(self):
        with tempfile.TemporaryDirectory() as folder:
            parts, job = pathlib.Path(folder) / "job.lwrun.parts", pathlib.Path(folder) / "job.lwrun"
            parts.mkdir()
            job.write_text((GALLERY / "measured-job.lwrun").read_text())
            with unittest.mock.patch("lanewright.report.merge", return_value=(job, "3 steps")) as merged:
                self.assertEqual(command("report", str(parts))[:2], (0, f"{folder}/job.html\n"))
            merged.assert_called_once_with(parts)

    def test_shows_words_of_files_as_text(self):
        plan = questions.generate(name="1f1b", ranks=2, microbatches=2, title="<script>alert(1)</script>")
        self.assertNotIn("<script>alert", report.page(plan))

    def test_refuses_in_a_sentence(self):
        with tempfile.TemporaryDirectory() as folder:
            job = pathlib.Path(folder) / "job.lwrun"
            job.write_text("{")
            code, _, said = command("report", str(job))
            self.assertEqual((code, said.count("\n")), (2, 1))
            self.assertIn("job.lwrun: line 1", said)
            none = f"lanewright: {folder}/none: No such file or directory\n"
            self.assertEqual(command("report", f"{folder}/none"), (1, "", none))
            code, _, said = command("report", str(job), "-o", str(job))
            self.assertEqual((code, job.read_text()), (2, "{"))


class Commands(unittest.TestCase):
    def test_help_is_what_no_command_gives(self):
        code, said, _ = command()
        self.assertEqual(code, 0)
        for name in ("merge", "report", "doctor", "mcp"):
            self.assertIn(name, said)


if __name__ == "__main__":
    unittest.main()
