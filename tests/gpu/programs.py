# SPDX-License-Identifier: Apache-2.0
"""The programs of a check: where they and CUDA's libraries lie, how they are started, read and ended."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

PROGRAMS = ("lanewright-cli", "lanewright-engine", "lanewright-cuda.so", "check_device")
MODULE = "lanewright-cuda.so"
# The module whose GPUs are fakes: of a build, and of what tests/gpu/pack makes.
FAKES = (Path("tests/engine/fake") / MODULE, Path("fake") / MODULE)
CUDA_LIBRARIES = ("libcudart.so.*", "libcublasLt.so.*", "libnccl.so.*", "libcupti.so.*")

_lock = threading.RLock()  # of the two below; a signal may come while it is held
_running = set()
_ended = False  # nothing is started any more


class Missing(Exception):
    """There is nothing to check: no GPU, or nothing built."""


def programs_in(build, wanted=PROGRAMS):
    for folder in (build / "bin", build):
        if (folder / "lanewright-cli").exists():
            absent = [name for name in wanted if not (folder / name).exists()]
            if absent:
                raise Missing(f"{folder} lacks {', '.join(absent)}")
            return folder
    raise Missing(f"{build} holds no programs; build with: cmake -S . -B {build} && cmake --build {build}")


def stage(build, folder):
    """The programs in a folder where the module of fake GPUs lies in the place of the real one."""
    found = programs_in(build, [name for name in PROGRAMS if name != MODULE])
    fake = next((build / place for place in FAKES if (build / place).exists()), None)
    if fake is None:
        raise Missing(f"{build} lacks {FAKES[0]}; build lanewright-cuda-fake")
    for name in PROGRAMS:
        shutil.copy(fake if name == MODULE else found / name, folder / name)
    return folder


def cuda_folders(paths, environment):
    """Folders that hold CUDA's libraries, as pip lays them into one of `paths` and as NVIDIA's installer has them."""
    places = [place for path in paths if path for place in sorted(Path(path).glob("nvidia/*/lib"))]
    for home in (environment.get("CUDA_HOME"), environment.get("CUDA_PATH"), "/usr/local/cuda"):
        if home:
            places += [Path(home) / folder for folder in ("lib64", "lib", "extras/CUPTI/lib64")]
    return [place for place in dict.fromkeys(places) if any(any(place.glob(name)) for name in CUDA_LIBRARIES)]


def environment_for(build, environment):
    """In which our programs find libraries: those packed with them, those the user named, then CUDA's. It is for ours
    alone: a foreign cuDNN on this path would make PyTorch choose other kernels than it does for people."""
    packed = [build / "lib"] if (build / "lib").is_dir() else []
    named = [place for place in environment.get("LD_LIBRARY_PATH", "").split(":") if place]
    path = ":".join(map(str, packed + named + cuda_folders(sys.path, environment)))
    return {**environment, "LD_LIBRARY_PATH": path} if path else dict(environment)


@dataclass
class Ended:
    """How a program ended. `code` is that of its exit, negative for a signal; None: it was ended at its time limit."""

    code: int | None
    out: str
    err: str
    seconds: float

    def words(self):
        """Why it failed: its last line of error, or what ended it."""
        said = (self.err.strip().split("\n") or [""])[-1]
        if self.code is None:
            return f"it had not ended after {self.seconds:.0f} s" + (f"; it said: {said}" if said else "")
        if self.code < 0:
            name = signal.Signals(-self.code).name if -self.code in list(signal.Signals) else f"signal {-self.code}"
            return f"{name} ended it" + (f"; it said: {said}" if said else "")
        return said or f"it said nothing, and its exit code is {self.code}"


class Stopped(Exception):
    """The check is ending."""


def start(command, environment, **more):
    """In a session of its own, so that all that it starts can be ended with it."""
    with _lock:
        if _ended:
            raise Stopped
        process = subprocess.Popen(
            list(map(str, command)), env=environment, start_new_session=True, text=True, errors="replace", **more
        )
        _running.add(process)
    return process


def kill(process):
    """With all that it started."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def end(process):
    kill(process)
    process.wait()
    with _lock:
        _running.discard(process)


def end_all():
    """Ends whatever runs, without waiting, so that a signal's handler may call it; `start` then raises `Stopped`."""
    global _ended
    with _lock:
        _ended = True
        for process in _running:
            kill(process)


def run(command, seconds, environment, take=None):
    """Runs it for so many seconds at most. `take` gets each line of its output as it comes, instead of `Ended.out`."""
    process = start(command, environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    said = {"out": [], "err": []}

    def read(stream, name):
        for line in stream:
            if take and name == "out":
                take(line.rstrip("\n"))
            else:
                said[name].append(line)

    readers = [
        threading.Thread(target=read, args=(process.stdout, "out"), daemon=True),
        threading.Thread(target=read, args=(process.stderr, "err"), daemon=True),
    ]
    for reader in readers:
        reader.start()
    try:
        code = process.wait(timeout=seconds)
    except subprocess.TimeoutExpired:
        code = None
    finally:
        end(process)
    for reader in readers:
        reader.join(timeout=5)
    return Ended(code, "".join(said["out"]), "".join(said["err"]), seconds)
