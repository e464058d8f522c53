# SPDX-License-Identifier: Apache-2.0
"""python -m lanewright merge DIR [-o RUN] | report RUN [-o PAGE] | doctor | mcp [--folder DIR]"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Callable

from . import Refused, __version__


def _merge(options: argparse.Namespace) -> int:
    from .lwrun import merge

    print(merge(options.folder, options.output)[1])  # type: ignore[no-untyped-call, unused-ignore]
    return 0


def _report(options: argparse.Namespace) -> int:
    from .report import write

    print(write(options.run, options.output))
    return 0


def _doctor(_: argparse.Namespace) -> int:
    from .doctor import examine

    return examine()


def _mcp(options: argparse.Namespace) -> int:
    from .agents import serve

    return serve(options.folder)


# Each command: its words, what it does, and its options.
_OUTPUT = ("-o", "--output")
_COMMANDS: dict[str, tuple[str, Callable[[argparse.Namespace], int], dict[tuple[str, ...], dict[str, str]]]] = {
    "merge": (
        "make a .lwrun of the parts that ranks wrote",
        _merge,
        {
            ("folder",): dict(metavar="DIR", help="run.lwrun.parts, with the parts of all ranks"),
            _OUTPUT: dict(metavar="RUN", help="the run; beside the folder unless said"),
        },
    ),
    "report": (
        "make one page of a run for any browser: lanes, numbers, where the time went, costs",
        _report,
        {
            ("run",): dict(metavar="RUN", help="a .lwrun, or the folder of its parts"),
            _OUTPUT: dict(metavar="PAGE", help="the page (.html); beside the run unless said"),
        },
    ),
    "doctor": ("say what is here to work with, and what each part lacks", _doctor, {}),
    "mcp": (
        "answer agents by the Model Context Protocol on standard input and output",
        _mcp,
        {("--folder",): dict(metavar="DIR", help="also read and write files in here; none are touched without")},
    ),
}


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m lanewright", description="Lanewright beside its command line.")
    parser.add_argument("--version", action="version", version=f"lanewright {__version__}")
    commands = parser.add_subparsers(dest="command")
    for name, (says, _, rows) in _COMMANDS.items():
        command = commands.add_parser(name, help=says, description=says[0].upper() + says[1:] + ".")
        for names, more in rows.items():
            command.add_argument(*names, **more)  # type: ignore[arg-type]
    options = parser.parse_args(words)
    if options.command is None:
        parser.print_help()
        return 0
    try:
        return _COMMANDS[options.command][1](options)
    except Refused as problem:
        print(f"lanewright: {problem}", file=sys.stderr)
        return problem.exit
    except OSError as problem:
        says = f"{problem.filename}: {problem.strerror}" if problem.filename else str(problem)
        print(f"lanewright: {says}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
