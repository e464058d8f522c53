# SPDX-License-Identifier: Apache-2.0
"""The notebooks, cell by cell as Jupyter runs them, without Jupyter."""

import ast
import contextlib
import io
import json
import os
import pathlib
import unittest

FOLDER = pathlib.Path(__file__).resolve().parents[3] / "resources" / "notebooks"


def run(notebook):
    """What the cells of a notebook show: the page of each last line that has one, else its text."""
    names, shown = {"__name__": "__main__"}, []
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]), f"{notebook.name}, {cell['id']}")
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, tree.body and notebook.name or "", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), notebook.name, "eval"), names)
            show = getattr(value, "_repr_html_", None)
            shown.append(show() if show else repr(value))
    return shown


class Notebooks(unittest.TestCase):
    def setUp(self):
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(FOLDER)

    def shown(self, name):
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            shown = run(FOLDER / f"{name}.ipynb")
        return shown, out.getvalue()

    def test_are_kept_without_outputs(self):
        books = sorted(FOLDER.glob("*.ipynb"))
        self.assertEqual([book.stem for book in books], ["compare", "teach", "tune"])
        for book in books:
            for cell in json.loads(book.read_text(encoding="utf-8"))["cells"]:
                self.assertFalse(cell.get("outputs") or cell.get("execution_count"), (book.name, cell["id"]))

    def test_teach(self):
        shown, said = self.shown("teach")
        self.assertEqual(shown[1], "(21, 9, 0.42857142857142855, Fraction(3, 7))")
        self.assertIn("<path transform", shown[2])
        self.assertEqual(shown[4], "(33, 27, 4, 4)")
        self.assertIn("wait for each other in a circle", said)
        self.assertEqual(shown[5], "([], 12)")

    def test_tune(self):
        shown, said = self.shown("tune")
        self.assertIn("no order yet; none can be below 51.6", shown[0])
        self.assertIn("1F1B needs a memory limit of at least 4 activations", said)
        self.assertIn("51.6, gap 0.00%, proved by chain", said)
        self.assertEqual(shown[4], "True")

    def test_compare(self):
        shown, said = self.shown("compare")
        self.assertIn("measured, step", shown[1])
        self.assertIn("in the same order: True", said)
        self.assertIn("'stage': 2", said)
        self.assertTrue(shown[-1].startswith("<iframe"))


if __name__ == "__main__":
    unittest.main()
