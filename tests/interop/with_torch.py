#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a Python script with PyTorch, which it finds or installs without the wheels for GPUs.

PyTorch is looked for in $LANEWRIGHT_TORCH_PYTHON, in the Python that runs this, and in the environment that an earlier
call has made below ~/.cache/lanewright. Where there is none, an environment is made there from the package index, once
per machine. PyTorch's wheels for Linux are linked to the libraries of CUDA, some gigabytes; all that a CPU never calls
is replaced by libraries that have the names of their functions and nothing in them, so that it takes a fifth of that.

    with_torch.py [--torch VERSION] [--limit SECONDS] SCRIPT [ARGUMENTS OF IT]
    with_torch.py [--torch VERSION] --where

Exit code: that of the script; 77, after one line, where PyTorch can't be had. LANEWRIGHT_NO_DOWNLOAD=1 keeps it from
asking the package index.
"""

import argparse
import fcntl
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

CURRENT = "2.15.0"
# What a release needs beside itself. The two libraries of CUDA that PyTorch calls while it is imported, by its CUDA.
PLAIN = [
    "typing_extensions",
    "sympy",
    "networkx",
    "jinja2",
    "fsspec",
    "filelock",
    "mpmath",
    "numpy",
    "MarkupSafe",
    "setuptools",
]
CUDA = {
    "2.15": ["nvidia-cuda-runtime==13.2.*", "nvidia-cuda-cupti==13.2.*"],
    "2.9": ["nvidia-cuda-runtime-cu12==12.8.*", "nvidia-cuda-cupti-cu12==12.8.*"],
    "2.6": ["nvidia-cuda-runtime-cu12==12.4.*", "nvidia-cuda-cupti-cu12==12.4.*"],
}
RETRY = 3600  # seconds until an environment that could not be made is tried again
# What may be replaced: libraries of CUDA's, and of the names that PyTorch wants those that they have.
REPLACED = re.compile(r"^lib(cu|nccl|nv)")
FUNCTION = re.compile(r"^(cu|nccl|nvrtc|nvshmem)\w*$")


class Missing(Exception):
    """PyTorch can't be had, and why."""


def release_of(version):
    return ".".join(version.split(".")[:2])


def has_torch(python, version=None, environment=None):
    """True when that Python imports PyTorch with its pipelining, of the version if one is asked for."""
    code = "import torch, torch.distributed.pipelining as p; print(torch.__version__)"
    try:
        done = subprocess.run([python, "-c", code], capture_output=True, text=True, timeout=300, env=environment)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and (version is None or done.stdout.strip().split("+")[0] == version)


def cache():
    base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(base) / "lanewright"


def place_of(version):
    return cache() / f"torch-{version}-python{sys.version_info[0]}.{sys.version_info[1]}"


def environment_of(place):
    """The variables with which the Python of an environment finds the libraries in it."""
    variables = dict(os.environ)
    old = variables.get("LD_LIBRARY_PATH")
    paths = [str(place / "libraries"), *map(str, sorted(place.glob("lib/python*/site-packages/nvidia/*/lib")))]
    variables["LD_LIBRARY_PATH"] = ":".join(paths + ([old] if old else []))
    return variables


def run(words, deadline):
    """Ends it, and all that it has started, at the deadline."""
    with tempfile.TemporaryFile("w+") as log:
        process = subprocess.Popen(
            words, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True
        )
        try:
            code = process.wait(max(1.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            raise Missing("installing it took longer than the limit") from None
        log.seek(0)
        lines = log.read().strip().splitlines()
    if code != 0:
        raise Missing(lines[-1] if lines else f"{words[0]} ended with {code}")


def dynamic(library):
    """Its soname, what it needs, the names it wants with their versions, and those it has."""
    words = ["readelf", "--wide", "--dynamic", "--dyn-syms", str(library)]
    text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    soname = re.search(r"\(SONAME\).*\[(.+)\]", text)
    wanted, has = set(), set()
    for line in text.splitlines():
        parts = line.split()
        if len(parts) < 8 or not parts[0].endswith(":") or parts[4] not in ("GLOBAL", "WEAK", "UNIQUE"):
            continue
        name, _, version = parts[7].partition("@")
        (wanted if parts[6] == "UND" else has).add((name, version.lstrip("@") or None))
    return (soname.group(1) if soname else library.name), re.findall(r"\(NEEDED\).*\[(.+)\]", text), wanted, has


def write_stand_ins(place):
    """Libraries of nothing but names, for those that PyTorch is linked to and that are not here."""
    site = next(place.glob("lib/python*/site-packages"))
    here = {}
    for library in [*site.glob("torch/lib/*.so*"), *site.glob("nvidia/**/lib/*.so*")]:
        if library.is_file():
            here[library] = dynamic(library)
    names = {library.name for library in here} | {facts[0] for facts in here.values()}
    own = [facts for library, facts in here.items() if "torch" in library.parts]
    defined = {name for facts in here.values() for name, _ in facts[3]}
    wanted = {pair for facts in own for pair in facts[2] if pair[0] not in defined}
    needed = sorted({name for facts in own for name in facts[1] if REPLACED.match(name)} - names)
    target = place / "libraries"
    target.mkdir()
    versions = {name: version for name, version in wanted if FUNCTION.match(name)}
    for soname in needed:
        stem = soname[3:].split(".")[0].lower()
        own_names = sorted(name for name in versions if name.lower().startswith(PREFIXES.get(stem, stem)))
        source = target / f"{soname}.c"
        source.write_text(
            "".join(f"int {name}(void) {{ return 999; }}\n" for name in own_names) or "int lanewright_nothing;\n"
        )
        words = ["cc", "-shared", "-fPIC", f"-Wl,-soname,{soname}", "-o", str(target / soname), str(source)]
        groups = {}
        for name in own_names:
            if versions.get(name):
                groups.setdefault(versions[name], []).append(name)
        if groups:
            script = target / f"{soname}.map"
            script.write_text(
                "".join(f"{version} {{ global: {'; '.join(names)}; }};\n" for version, names in groups.items())
            )
            words.append(f"-Wl,--version-script,{script}")
        subprocess.run(words, check=True, capture_output=True)


# How the names of a library's functions begin, where it is not as the library is called. The driver's begin with cu.
PREFIXES = {"nvshmem_host": "nvshmem", "cuda": "cu"}


def make(place, version, deadline):
    """Makes the environment under another name, so that one that could not be finished is none."""
    packages = CUDA.get(release_of(version))
    if packages is None:
        raise Missing(f"which packages PyTorch {version} needs is not known here; known are {', '.join(CUDA)}")
    for tool in ("cc", "readelf"):
        if shutil.which(tool) is None:
            raise Missing(f"{tool} is missing")
    new = place.with_name(place.name + ".new")
    shutil.rmtree(new, ignore_errors=True)
    run([sys.executable, "-m", "venv", str(new)], deadline)
    plain = PLAIN if release_of(version) != "2.6" else [name if name != "sympy" else "sympy==1.13.1" for name in PLAIN]
    words = ["install", "--quiet", "--no-input", "--no-cache-dir", "--disable-pip-version-check", "--no-deps"]
    run([str(new / "bin/python"), "-m", "pip", *words, f"torch=={version}", *plain, *packages], deadline)
    write_stand_ins(new)
    if not has_torch(str(new / "bin/python"), version, environment_of(new)):
        raise Missing("it was installed and can't be imported")
    settle(new, place)


def settle(new, place):
    """Gives an environment its name, also in its scripts, which begin with the path of its Python."""
    for path in [new / "pyvenv.cfg", *new.glob("bin/*")]:
        if path.is_file() and not path.is_symlink():
            path.write_bytes(path.read_bytes().replace(bytes(new), bytes(place)))
    new.rename(place)


def find(version, limit):
    """A Python with PyTorch, and the variables to start it with. Raises Missing."""
    named = os.environ.get("LANEWRIGHT_TORCH_PYTHON")
    if named:
        if not has_torch(named, version):
            raise Missing(
                f"$LANEWRIGHT_TORCH_PYTHON, {named}, has no PyTorch{' ' + version if version else ''} with pipelining"
            )
        return named, None
    if has_torch(sys.executable, version):
        return sys.executable, None
    version = version or CURRENT
    place = place_of(version)
    place.parent.mkdir(parents=True, exist_ok=True)
    failed = place.with_name(place.name + ".failed")
    with open(place.with_name(place.name + ".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            if os.environ.get("LANEWRIGHT_NO_DOWNLOAD"):
                raise Missing("it is not here, and $LANEWRIGHT_NO_DOWNLOAD keeps it from being installed")
            if failed.exists() and time.time() - failed.stat().st_mtime < RETRY:
                raise Missing(failed.read_text())
            try:
                make(place, version, time.monotonic() + limit)
            except (Missing, OSError, subprocess.SubprocessError, StopIteration) as problem:
                shutil.rmtree(place.with_name(place.name + ".new"), ignore_errors=True)
                failed.write_text(str(problem))
                raise Missing(str(problem)) from None
    return str(place / "bin/python"), environment_of(place)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--torch", help=f"the release; any that is found, else {CURRENT}")
    parser.add_argument("--limit", type=float, default=300, help="seconds to install it in")
    parser.add_argument("--where", action="store_true", help="say which Python it is, and its variables")
    parser.add_argument("words", nargs=argparse.REMAINDER, metavar="SCRIPT …")
    options = parser.parse_args()
    try:
        python, variables = find(options.torch, options.limit)
    except Missing as problem:
        print(f"skipped: no PyTorch here: {problem}")
        return 77
    if options.where:
        print(f"LD_LIBRARY_PATH={(variables or os.environ).get('LD_LIBRARY_PATH', '')} {python}")
        return 0
    if not options.words:
        parser.error("say which script to run")
    variables = {**(variables or os.environ), "PYTHONDONTWRITEBYTECODE": "1"}
    sys.stdout.flush()
    os.execve(python, [python, *options.words], variables)
    return 1


if __name__ == "__main__":
    sys.exit(main())
