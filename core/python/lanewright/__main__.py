# SPDX-License-Identifier: Apache-2.0
"""python -m lanewright merge DIR [-o RUN]"""

import argparse
import sys

from . import Refused, __version__, merge


def main(words=None):
    parser = argparse.ArgumentParser(prog="python -m lanewright", description="What Lanewright's recorder left behind.")
    parser.add_argument("--version", action="version", version=f"lanewright {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    merging = commands.add_parser("merge", help="make a .lwrun of the parts that ranks wrote")
    merging.add_argument("folder", metavar="DIR", help="run.lwrun.parts, with the parts of all ranks")
    merging.add_argument("-o", "--output", metavar="FILE", help="the run; beside the folder unless said")
    options = parser.parse_args(words)
    try:
        print(merge(options.folder, options.output)[1])
    except (Refused, OSError) as problem:
        print(f"lanewright: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
