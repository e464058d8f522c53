# SPDX-License-Identifier: Apache-2.0
"""What notebooks show of schedules, runs and sweeps, and what is drawn on Axes."""

import importlib.util
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ET

import lanewright as lw
from lanewright import pictures, questions

GALLERY = pathlib.Path(__file__).resolve().parents[3] / "schedules" / "gallery"
PLAN = lw.generate("zb-h1", ranks=4, microbatches=8)
RUN = lw.open(GALLERY / "measured-job.lwrun")


def drawing(html):
    """The picture of a page, parsed."""
    return ET.fromstring(re.search(r"<svg.*?</svg>", html, re.DOTALL).group())


def named(svg, name):
    return [element for element in svg.iter() if element.tag.rpartition("}")[2] == name]


class Notebook(unittest.TestCase):
    def test_shows_lanes_with_numbers(self):
        page = PLAN._repr_html_()
        words = [element.text for element in named(drawing(page), "text")]
        for word in ("ZB-H1, 4 ranks, 8 microbatches", "rank 3", "Iteration", "27", "Bubble"):
            self.assertIn(word, words)
        # 8 microbatches × 4 ranks × F, B, W, a digit in each block.
        self.assertGreaterEqual(sum(word.isdigit() for word in words), 96)
        self.assertIn("lower_bound", page)

    def test_is_readable_by_day_and_by_night(self):
        page = PLAN._repr_html_()
        shown = page[page.index("<svg") : page.index("</svg>")]
        day = re.sub(r"var\(--lw-[0-9A-F]{6}-[0-9A-F]{6},(#[0-9A-F]{6})\)", r"\1", shown)
        night = re.sub(r"var\(--lw-[0-9A-F]{6}-([0-9A-F]{6}),#[0-9A-F]{6}\)", r"#\1", shown)
        for colours, theme in ((day, "light"), (night, "dark")):
            drawn = PLAN.picture(theme=theme, **pictures._NOTEBOOK)
            self.assertEqual(colours, drawn[: drawn.index("</svg>")])
        # Each variable has its night, where the notebook is dark and where the system is.
        variables = set(re.findall(r"var\((--lw-[0-9A-F-]+),", shown))
        self.assertGreater(len(variables), 4)
        for variable in variables:
            self.assertEqual(page.count(f"{variable}:#{variable[-6:]}"), 2)
        self.assertIn("body[data-jp-theme-light=false]", page)
        self.assertIn("prefers-color-scheme:dark", page)

    def test_shows_a_run_under_its_plan(self):
        page = RUN._repr_html_()
        self.assertIn("measured, step 34", page)
        self.assertIn("Where the time went", page)
        self.assertNotIn("Where the time went", PLAN._repr_html_())

    def test_says_a_sentence_where_nothing_can_be_drawn(self):
        self.assertIn("no order yet; none can be below 2035.9 ms", lw.open(GALLERY / "problem.lwsched")._repr_html_())
        self.assertIn("this is no JSON", lw.Schedule("{")._repr_html_())
        self.assertIn("<p>", lw.Schedule("nonsense")._repr_html_())
        wrong = lw.Schedule(order=[["F0.0", "BW0.0"], ["BW1.0", "F1.0"]])._repr_html_()
        self.assertIn("<p>BW1.0", wrong)
        self.assertIn("<svg", wrong)

    def test_takes_words_of_files_for_text(self):
        plan = lw.generate("1f1b", 2, 2, title="<script>alert(1)</script>")
        for page in (plan._repr_html_(), plan.board()._repr_html_()):
            self.assertNotIn("<script>alert", page)

    def test_shows_a_sentence_in_place_of_what_a_browser_can_not_take(self):
        self.assertIn("Too many blocks", lw.generate("1f1b", 64, 256)._repr_html_())


class Pictures(unittest.TestCase):
    def test_are_those_of_the_command_line(self):
        choices = dict(width="column", palette="grey", show="all")
        self.assertEqual(PLAN.picture(**choices), questions.render(PLAN.document, out="-", as_="svg", **choices))
        other = lw.generate("1f1b", 4, 8)
        both = PLAN.picture(below=[other])
        self.assertIn("1F1B, 4 ranks, 8 microbatches", both)
        self.assertEqual(both._repr_svg_(), both)
        measured = RUN.plan.picture(with_=RUN)
        self.assertIn("measured, step 34", measured)
        with self.assertRaisesRegex(lw.Refused, "with_ takes a measured run"):
            PLAN.picture(with_=other)

    def test_are_written_by_their_ending(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = PLAN.picture(width="column")
            for ending, start in ((".svg", b"<svg"), (".tex", b"%"), (".svg", picture[:100].encode())):
                path = pathlib.Path(folder) / ("a" + ending)
                self.assertIs(picture.save(path), picture)
                self.assertTrue(path.read_bytes().startswith(start), ending)
            with self.assertRaises(lw.Refused):
                picture.save(pathlib.Path(folder) / "a.gif")

    def test_boards_are_the_shared_page(self):
        board = RUN.board()
        self.assertEqual(board, RUN.convert("html"))
        frame = board._repr_html_()
        self.assertTrue(frame.startswith("<iframe"))
        self.assertNotIn('"', re.search(r'srcdoc="([^"]*)"', frame).group(1))

    def test_need_no_package_but_this_one(self):
        code = (
            "import sys, lanewright as lw; lw.generate('1f1b', 2, 2)._repr_html_();"
            "print({'matplotlib', 'numpy', 'pandas', 'torch'} & set(sys.modules))"
        )
        said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        self.assertEqual(said, "set()\n")


class Sweep(pictures.PicturedSweep, list):
    """Cells as a sweep has them."""


CELLS = [
    dict(generator="1f1b", ranks=4, microbatches=8, memory_limit=None, iteration_time=33, peak_memory_max=4),
    dict(generator="zb-h1", ranks=4, microbatches=8, memory_limit="1x", iteration_time=27, peak_memory_max=4),
    dict(generator="zb-h2", ranks=4, microbatches=8, memory_limit="1x", iteration_time=None, refused="too <much"),
]


class Sweeps(unittest.TestCase):
    def test_are_a_table_with_refusals_and_points(self):
        page = Sweep(CELLS)._repr_html_()
        svg = drawing(page)
        points = [path for path in named(svg, "path") if path.get("transform")]
        self.assertEqual(len(points), 2)
        places = [[float(each) for each in point.get("transform")[10:-1].split()] for point in points]
        self.assertEqual(places[0][0], places[1][0])  # as much memory
        self.assertLess(places[0][1], places[1][1])  # more time is higher
        self.assertNotEqual(points[0].get("d"), points[1].get("d"))
        self.assertNotEqual(points[0].get("fill"), points[1].get("fill"))
        self.assertEqual(
            [point.find("{*}title").text if point.find("{*}title") is not None else point[0].text for point in points],
            ["1f1b, 4 ranks, 8 microbatches: 33, memory 4", "zb-h1, 4 ranks, 8 microbatches, limit 1x: 27, memory 4"],
        )
        self.assertIn("too &lt;much", page)
        self.assertEqual(page.count("<tr>"), 4)
        light = pictures.colours()["light"]["ranks"]
        self.assertIn(light[0], points[0].get("fill"))
        self.assertIn("<table>", Sweep(CELLS[2:])._repr_html_())
        self.assertNotIn("<svg", Sweep(CELLS[2:])._repr_html_())

    def test_have_axes_of_round_numbers(self):
        for most in (0.003, 1, 7, 33, 27.5, 100, 123456):
            ticks = pictures._ticks(most)
            self.assertGreaterEqual(ticks[-1], most)
            self.assertLess(ticks[-2], most)
            self.assertTrue(4 <= len(ticks) <= 10, ticks)


@unittest.skipUnless(importlib.util.find_spec("matplotlib"), "needs matplotlib")
class Axes(unittest.TestCase):
    def setUp(self):
        import matplotlib

        matplotlib.use("Agg")

    def test_have_a_bar_per_op(self):
        ax = PLAN.plot()
        self.assertEqual(sum(len(bars.get_paths()) for bars in ax.collections), 96)
        self.assertEqual([label.get_text() for label in ax.get_yticklabels()], [f"rank {rank}" for rank in range(4)])
        self.assertEqual({text.get_text() for text in ax.get_legend().get_texts()}, {"F", "B", "W"})
        self.assertIs(lw.generate("dualpipev", 4, 8).plot(ax), ax)

    def test_have_a_point_per_cell(self):
        ax = Sweep(CELLS).plot()
        self.assertEqual([points.get_offsets().tolist() for points in ax.collections], [[[4, 33]], [[4, 27]]])

    def test_say_their_units(self):
        ax = Sweep([{**cell, "time_unit": "ms", "memory_unit": "GiB"} for cell in CELLS]).plot()
        self.assertEqual(ax.get_ylabel(), "iteration time (ms)")
        self.assertEqual(ax.get_xlabel(), "peak memory of the fullest rank (GiB)")


if __name__ == "__main__":
    unittest.main()
