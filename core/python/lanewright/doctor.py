# SPDX-License-Identifier: Apache-2.0
"""What is here to work with, and what each part lacks.

python -m lanewright doctor
"""

from __future__ import annotations

import ctypes
import functools
import importlib.util
import json
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Callable

from . import __version__, library, questions
from .errors import Refused

# Packages that are used where they are there, and for what.
_PACKAGES = {
    "numpy": "timelines as arrays",
    "pandas": "timelines and sweeps as tables",
    "matplotlib": "plot(ax)",
    "tqdm": "progress bars",
    "jupyterlab": "notebooks",
}
MISSING = 4


class Lacking(Exception):
    """Why a part can't be used, or what it lacks."""


def _python() -> str:
    return f"{platform.python_version()}, {sys.executable}"


def _core() -> str:
    said = library.core().lanewright_version().decode()
    if said != __version__:
        raise Lacking(f"version {said} does not go with this package, {__version__}")
    return f"{said}, {library.core()._name}"


def _command() -> str:
    # Beside Python first, where pip puts it.
    path = shutil.which("lanewright-cli", path=sysconfig.get_path("scripts")) or shutil.which("lanewright-cli")
    if path is None:
        raise Lacking("not on PATH; all that it answers is in this package, too")
    said = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60, check=False)
    return f"{said.stdout.split()[-1] if said.stdout.split() else 'no version'}, {path}"


def _engine() -> str:
    found = json.loads(questions.list(gpus=True))
    parts = [" and ".join(found["backends"]), "MPI" if found["mpi"] else "no MPI: all ranks in one process"]
    return "; ".join([*parts, *(f"not {backend}: {why}" for backend, why in found["missing"].items())])


def _launcher() -> str:
    for name in ("mpirun", "mpiexec", "srun"):
        if path := shutil.which(name):
            return path
    raise Lacking("no mpirun, mpiexec or srun on PATH; the engine runs all ranks in one process")


def _prover() -> str:
    # Where the core looks for it when a proof is wanted.
    package = importlib.util.find_spec("z3")
    inside = [str(Path(folder) / "lib/libz3.so") for folder in (package and package.submodule_search_locations) or ()]
    named = os.environ.get("LANEWRIGHT_Z3")
    for place in [named] if named else [*inside, "libz3.so", "libz3.so.4"]:
        try:
            version = ctypes.CDLL(place).Z3_get_full_version
        except (OSError, AttributeError):
            continue
        version.restype = ctypes.c_char_p
        return f"{version().decode()}, {place}"
    raise Lacking("solve proves nothing by search; pip install lanewright[proof]")


def _pictures() -> str:
    with tempfile.TemporaryDirectory() as folder:
        smallest = library.Document(questions.generate(name="gpipe", ranks=1, microbatches=1))
        questions.render(smallest, out=str(Path(folder) / "a.pdf"))
    return "figures as SVG, TikZ, PDF and PNG"


def _torch() -> str:
    try:
        import torch  # type: ignore[import-not-found, unused-ignore]
    except ImportError as problem:
        raise Lacking(f"nothing is recorded or loaded without: {problem}") from None
    from .versions import pipelining

    pipelining()  # type: ignore[no-untyped-call, unused-ignore]
    gpus = torch.cuda.device_count() if torch.cuda.is_available() else 0
    cuda = f"CUDA {torch.version.cuda}" if torch.version.cuda else "without CUDA"
    return f"{torch.__version__}, {cuda}, {gpus} GPUs; its pipelines are recorded"


def _package(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        raise Lacking(f"no {_PACKAGES[name]}; pip install {name}") from None


_PARTS: dict[str, Callable[[], str]] = {
    "Python": _python,
    "core": _core,
    "lanewright-cli": _command,
    "engine": _engine,
    "MPI launcher": _launcher,
    "z3": _prover,
    "Pango": _pictures,
    "torch": _torch,
    **{name: functools.partial(_package, name) for name in _PACKAGES},
}


def found() -> Iterator[tuple[str, bool, str]]:
    """Each part: its name, whether it is there, and what there is to say of it in a line."""
    for name, look in _PARTS.items():
        try:
            yield name, True, " ".join(look().split())
        except Exception as problem:  # noqa: BLE001 - a broken part is what is asked about
            says = problem.sentence if isinstance(problem, Refused) else str(problem)
            kind = "" if isinstance(problem, (Refused, Lacking)) else f"{type(problem).__name__}: "
            yield name, False, kind + " ".join(says.split())


def examine() -> int:
    """Prints a line for each part. Returns 4 where the core is missing, without which nothing is answered, else 0."""
    missing = set()
    for name, is_there, says in found():
        print(f"{'ok' if is_there else '--':3}{name:15}{says}", flush=True)
        if not is_there:
            missing.add(name)
    return MISSING if "core" in missing else 0
