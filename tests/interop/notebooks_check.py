#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the notebooks by Jupyter itself and reads what each cell shows.

    python3 -m venv V && V/bin/pip install nbclient ipykernel matplotlib tqdm
    PYTHONPATH=build/release/python V/bin/python tests/interop/notebooks_check.py [--keep FOLDER]

--keep writes them with their outputs, to be looked at in JupyterLab.
"""

import argparse
import pathlib
import sys

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = pathlib.Path(__file__).resolve().parents[2] / "resources" / "notebooks"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keep", type=pathlib.Path, metavar="FOLDER")
    keep = parser.parse_args().keep
    good = True
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        book = nbformat.read(path, as_version=4)
        nbformat.validate(book)
        NotebookClient(book, timeout=600, resources={"metadata": {"path": str(NOTEBOOKS)}}).execute()
        code = [cell for cell in book.cells if cell.cell_type == "code"]
        pages = [output for cell in code for output in cell.outputs if "text/html" in output.get("data", {})]
        errors = [output for cell in code for output in cell.outputs if output.output_type == "error"]
        pictures = sum("<svg" in output.data["text/html"] or "<iframe" in output.data["text/html"] for output in pages)
        holds = not errors and pictures >= 2
        good &= holds
        print(
            f"{'ok  ' if holds else 'FAIL'}  {path.name}: {len(code)} cells, {pictures} pictures, {len(errors)} errors"
        )
        if keep is not None:
            nbformat.write(book, keep / path.name)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
