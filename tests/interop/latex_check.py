#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lets LaTeX set the pictures that the command line writes as TikZ: each must come out as one page, without a
complaint. Ends with the skip code where pdflatex or TikZ is missing."""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

EXAMPLES = ("zb-h1", "dualpipe", "zbv", "w-in-parts")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--gallery", required=True)
    parser.add_argument("--skip-code", type=int, default=77)
    options = parser.parse_args()
    for needed, there in (
        ("pdflatex", shutil.which("pdflatex")),
        (
            "TikZ",
            shutil.which("kpsewhich")
            and subprocess.run(["kpsewhich", "tikz.sty"], capture_output=True, check=False).stdout,
        ),
    ):
        if not there:
            print(f"skipped: {needed} is not there")
            return options.skip_code
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in EXAMPLES:
            picture = pathlib.Path(folder, f"{name}.tex")
            subprocess.run(
                [options.cli, "render", str(pathlib.Path(options.gallery, f"{name}.lwsched")), str(picture)],
                check=True,
                stdout=subprocess.DEVNULL,
            )
            run = subprocess.run(
                ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", picture.name],
                cwd=folder,
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
            )
            complaints = [line for line in run.stdout.splitlines() if line.startswith(("!", "Overfull", "Missing"))]
            if run.returncode != 0 or "(1 page" not in run.stdout or complaints:
                print(f"{name}: {complaints or run.stdout[-600:]}")
                failed += 1
    print(f"{len(EXAMPLES) - failed} of {len(EXAMPLES)} pictures are set by LaTeX as one page each")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
