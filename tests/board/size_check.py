#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whether the board's module and pages of 16 ranks × 64 microbatches keep to the sizes that people mail.

size_check.py --module lanewright.wasm.gz --cli lanewright-cli
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

MOST_MODULE = 700_000  # bytes, zipped
MOST_PAGE = 1_600_000
SHAPES = (("zb-h1",), ("interleaved-1f1b", "-v", "2"), ("zbv",))


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--module", type=pathlib.Path, required=True)
    words.add_argument("--cli", required=True)
    options = words.parse_args()
    sizes = [("the module", options.module.stat().st_size, MOST_MODULE)]
    with tempfile.TemporaryDirectory() as folder:
        plan, page = (pathlib.Path(folder, name) for name in ("a.lwsched", "a.html"))
        for shape in SHAPES:
            subprocess.run([options.cli, "generate", *shape, "-p", "16", "-m", "64", "-o", plan], check=True)
            subprocess.run([options.cli, "convert", plan, page], check=True)
            sizes.append((f"a page of {shape[0]}", page.stat().st_size, MOST_PAGE))
    for name, size, most in sizes:
        print(f"{name}: {size} bytes, at most {most}" + ("" if size <= most else ": too many"))
    return 0 if all(size <= most for _, size, most in sizes) else 1


if __name__ == "__main__":
    sys.exit(main())
