#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lets LaTeX set the pictures that the command line writes as TikZ: each must come out as one page of its size, without
a complaint. Ends with the skip code where pdflatex or TikZ is missing."""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# A schedule of the gallery, with what is chosen of its figure.
EXAMPLES = (
    ("zb-h1", "--width", "column"),
    ("dualpipe", "--show", "all", "--hatch", "kinds", "--palette", "grey"),
    ("zbv", "--style", "v-half", "--arrows", "0-1", "--iterations", "2"),
    ("w-in-parts", "--width", "slide", "--theme", "dark", "--colour-by", "microbatch"),
)


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
        for name, *choices in EXAMPLES:
            picture = pathlib.Path(folder, f"{name}.tex")
            schedule = str(pathlib.Path(options.gallery, f"{name}.lwsched"))
            answer = subprocess.run(
                [options.cli, "render", schedule, str(picture), *choices, "--json"], check=True, stdout=subprocess.PIPE
            )
            size = [json.loads(answer.stdout)[side] / 25.4 * 72 for side in ("width", "height")]
            set_plainly = rf"\pdfobjcompresslevel=0\input{{{picture.name}}}"  # so that the size can be read
            run = subprocess.run(
                ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", f"-jobname={name}", set_plainly],
                cwd=folder,
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
            )
            complaints = [line for line in run.stdout.splitlines() if line.startswith(("!", "Overfull", "Missing"))]
            pdf = picture.with_suffix(".pdf")
            page = re.search(rb"/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+)", pdf.read_bytes()) if pdf.exists() else None
            if not page or any(abs(float(own) - wanted) > 0.05 for own, wanted in zip(page.groups(), size)):
                complaints.append(f"the page is {page and page.groups()}, not {size} points large")
            if run.returncode != 0 or "(1 page" not in run.stdout or complaints:
                print(f"{name}: {complaints or run.stdout[-600:]}")
                failed += 1
    print(f"{len(EXAMPLES) - failed} of {len(EXAMPLES)} pictures are set by LaTeX as one page each")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
