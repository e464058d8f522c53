# SPDX-License-Identifier: Apache-2.0
"""What the doctor finds, and what it says where something is missing."""

import os
import subprocess
import sys
import tempfile
import unittest

from lanewright import doctor, library

PARTS = ["Python", "core", "lanewright-cli", "engine", "MPI launcher", "z3", "Pango", "torch", *doctor._PACKAGES]


def examined(**environment):
    """The exit code, and what is said of each part."""
    command = [sys.executable, "-m", "lanewright", "doctor"]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment})
    return (
        done.returncode,
        {line[3:18].strip(): (line[:2], line[18:]) for line in done.stdout.splitlines()},
        done.stderr,
    )


class Doctor(unittest.TestCase):
    def test_says_a_line_of_each_part(self):
        code, parts, error = examined()
        self.assertEqual((code, list(parts), error), (0, PARTS, ""))
        self.assertEqual(parts["core"][0], "ok")
        self.assertIn(library.core().lanewright_version().decode(), parts["core"][1])
        self.assertTrue(all(state in ("ok", "--") and says for state, says in parts.values()))

    def test_says_what_is_missing_without_the_core(self):
        code, parts, error = examined(LANEWRIGHT_LIBRARY="/nowhere/liblanewright.so")
        self.assertEqual((code, list(parts), error), (4, PARTS, ""))
        self.assertEqual(parts["core"][0], "--")
        self.assertIn("/nowhere/liblanewright.so", parts["core"][1])

    def test_outlives_a_broken_package(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "torch.py"), "w") as file:
                file.write("raise OSError('libcudart.so.13: no such file')\n")
            path = os.pathsep.join([folder, *sys.path])
            code, parts, error = examined(PYTHONPATH=path)
        self.assertEqual((code, error), (0, ""))
        self.assertEqual(parts["torch"], ("--", "OSError: libcudart.so.13: no such file"))


if __name__ == "__main__":
    unittest.main()
