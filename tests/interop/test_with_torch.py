# SPDX-License-Identifier: Apache-2.0
"""What needs no PyTorch of with_torch.py."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import with_torch


class Environments(unittest.TestCase):
    def test_scripts_of_one_that_got_its_name_last_start(self):
        with tempfile.TemporaryDirectory() as folder:
            new, place = pathlib.Path(folder) / "torch.new", pathlib.Path(folder) / "torch"
            subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(new)], check=True)
            script = new / "bin" / "torchrun"  # as pip writes them
            script.write_text(f"#!{new}/bin/python\nimport sys\nprint(sys.prefix)\n")
            script.chmod(0o755)
            with_torch.settle(new, place)
            done = subprocess.run([str(place / "bin" / "torchrun")], capture_output=True, text=True, check=True)
            self.assertEqual(done.stdout.strip(), str(place))


if __name__ == "__main__":
    unittest.main()
