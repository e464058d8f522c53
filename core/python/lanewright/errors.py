# SPDX-License-Identifier: Apache-2.0
"""What goes wrong, in a sentence for people."""

from __future__ import annotations


class Refused(ValueError):
    """What can't be run, read or answered.

    `sentence` says why, `place` where (a key, a row), `file` in which file; both are empty where it is in none. `exit`
    is the exit code that the command line gives it: 1 the answer is no, 2 wrong usage or unreadable input, 3 a run
    failed, 4 a backend or launcher is missing.
    """

    def __init__(self, sentence: str, place: str = "", file: str = "", exit: int = 2) -> None:
        super().__init__(": ".join(part for part in (file, place, sentence) if part))
        self.sentence, self.place, self.file, self.exit = sentence, place, file, exit
