#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Says for which GPUs the module of the backend cuda holds code, and whether that is what was asked for.

  architectures.py MODULE [ARCHITECTURE…]

MODULE is lanewright-cuda.so, or an object file with kernels. An ARCHITECTURE is written as for CMake: 90-real is
machine code, 90-virtual PTX for later GPUs, 90 both. Each source of kernels must hold just those, and the same kernels
for each. Reads the file itself, so that it needs none of CUDA's tools. Exit 0 all is there, 1 something is not, 2
unreadable.
"""

import re
import struct
import sys
from collections import namedtuple
from pathlib import Path

# A container of fat binaries begins with the number, a version, the length of this header, and that of all entries.
CONTAINER = struct.Struct("<IHHQ")
MAGIC = 0xBA55ED50
# What an entry says of itself first: kind, a version, the length of its header, that of what follows it, then, when it
# is compressed, how much of that counts; further back the architecture.
ENTRY = struct.Struct("<HHIQI")
ARCHITECTURE_AT = 28
PTX, MACHINE_CODE = 1, 2

Code = namedtuple("Code", "architecture bytes kernels")  # kernels: their names; None where they are compressed
Source = namedtuple("Source", "name machine ptx")  # two lists of Code


class Unreadable(Exception):
    pass


def sections(elf):
    """Name and content of each section of an ELF file of 64 bits."""
    if elf[:5] != b"\x7fELF\x02":
        raise Unreadable("it is no ELF file of 64 bits")
    (table,) = struct.unpack_from("<Q", elf, 0x28)
    size, count, names = struct.unpack_from("<HHH", elf, 0x3A)
    entries = [struct.unpack_from("<IIQQQQ", elf, table + at * size) for at in range(count)]
    text = entries[names][4] if count else 0
    for name, kind, _, _, offset, length in entries:
        start = text + name
        yield elf[start : elf.index(b"\0", start)].decode(), b"" if kind == 8 else elf[offset : offset + length]


def kernels_in(content):
    """The kernels of machine code that is not compressed."""
    if content[:4] != b"\x7fELF":
        return None
    return {name.removeprefix(".text.") for name, _ in sections(content) if name.startswith(".text.")}


def name_of(codes, at):
    """The source whose kernels these are: nvcc writes it into the names of what others can't see."""
    for code in codes:
        for kernel in code.kernels or ():
            found = re.search(r"_GLOBAL__N__[0-9a-f]+_\d+_(\w+?)_cu_", kernel)
            if found:
                return found[1] + ".cu"
    return f"source {at}"


def sources_in(fat):
    """What was compiled together, from a section that holds one container after the other."""
    found, at = [], 0
    while at + CONTAINER.size <= len(fat):
        magic, _, header, length = CONTAINER.unpack_from(fat, at)
        if magic == 0:  # between two containers
            at += 8
            continue
        if magic != MAGIC:
            raise Unreadable(f"its byte {at} of fat binaries begins no container")
        codes = {PTX: [], MACHINE_CODE: []}
        entry, at = at + header, at + header + length
        while entry < at:
            kind, _, own, size, _ = ENTRY.unpack_from(fat, entry)
            (architecture,) = struct.unpack_from("<I", fat, entry + ARCHITECTURE_AT)
            if kind not in codes or own + size == 0 or entry + own + size > at:
                raise Unreadable(f"a fat binary holds an entry of kind {kind} and {size} bytes")
            content = fat[entry + own : entry + own + size]
            codes[kind].append(Code(architecture, size, kernels_in(content) if kind == MACHINE_CODE else None))
            entry += own + size
        name = name_of(codes[MACHINE_CODE], len(found))
        found.append(Source(name, sorted(codes[MACHINE_CODE]), sorted(codes[PTX])))
    return found


def read(path):
    try:
        content = Path(path).read_bytes()
        fat = b"".join(part for name, part in sections(content) if name == ".nv_fatbin")
        found = sources_in(fat)
    except OSError as trouble:
        raise Unreadable(f"{path} can't be read: {trouble.strerror}") from trouble
    except Unreadable as trouble:
        raise Unreadable(f"{path} can't be read: {trouble}") from trouble
    except (struct.error, ValueError, IndexError) as trouble:
        raise Unreadable(f"{path} can't be read: it points to bytes that it does not hold") from trouble
    if not found:
        raise Unreadable(f"{path} holds no code for GPUs")
    return found


def numbers(codes):
    return " ".join(str(code.architecture) for code in codes) or "none"


def asked_for(words):
    """The architectures of machine code and of PTX."""
    machine, ptx = set(), set()
    for word in words:
        found = re.fullmatch(r"(\d+)(-real|-virtual)?", word)
        if not found:
            raise Unreadable(f"{word} is no architecture; write 90, 90-real or 90-virtual")
        if found[2] != "-virtual":
            machine.add(int(found[1]))
        if found[2] != "-real":
            ptx.add(int(found[1]))
    return machine, ptx


def faults(source, machine, ptx):
    for what, codes, wanted in (("machine code", source.machine, machine), ("PTX", source.ptx, ptx)):
        there = {code.architecture for code in codes}
        if there != wanted:
            words = " ".join(map(str, sorted(wanted))) or "none"
            yield f"{source.name}: {what} was asked for {words} and is there for {numbers(codes)}"
    known = [code for code in source.machine if code.kernels is not None]
    for code in known:
        if code.kernels != known[0].kernels:
            yield (
                f"{source.name}: the kernels for {code.architecture} are not those for {known[0].architecture}: "
                + ", ".join(sorted(code.kernels ^ known[0].kernels))
            )


def main(words):
    if not words or words[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    try:
        sources, wanted = read(words[0]), asked_for(words[1:])
    except Unreadable as trouble:
        print(f"architectures: {trouble}", file=sys.stderr)
        return 2
    print(f"{'source':26} {'machine code for':24} {'PTX for':8} {'kernels':>7} {'KiB':>6}")
    for source in sources:
        counts = {"?" if code.kernels is None else str(len(code.kernels)) for code in source.machine}
        size = sum(code.bytes for code in source.machine + source.ptx)
        print(
            f"{source.name:26} {numbers(source.machine):24} {numbers(source.ptx):8} {'/'.join(sorted(counts)):>7} "
            f"{size / 1024:6.0f}"
        )
    found = [fault for source in sources for fault in faults(source, *wanted)] if words[1:] else []
    for fault in found:
        print(f"architectures: {fault}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
