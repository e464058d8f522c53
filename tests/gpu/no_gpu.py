# SPDX-License-Identifier: Apache-2.0
"""With all GPUs hidden, check_device must say so in one line and exit with 4."""

import os
import subprocess
import sys

done = subprocess.run([sys.argv[1]], capture_output=True, text=True, env=dict(os.environ, CUDA_VISIBLE_DEVICES=""))
lines = done.stderr.splitlines()
assert done.returncode == 4, (done.returncode, done.stderr)
assert done.stdout == "", done.stdout
assert len(lines) == 1 and lines[0].startswith("check_device: no GPU"), lines
