# SPDX-License-Identifier: Apache-2.0
"""The core, by ctypes over core/api/lanewright.h. It is opened at the first question, so that recording needs none."""

from __future__ import annotations

import _thread
import contextlib
import ctypes
import functools
import json
import os
import pathlib
import sys
import threading
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, Callable, Optional, Union

from .errors import Refused

# What an option of text takes: numbers and lists are said as the command line says them, and Fractions exactly.
Text = Union[str, int, float, Decimal, Fraction, Sequence[Union[str, int, float, Decimal, Fraction]]]
# Hears of long work, an event each: {"progress": …}, {"best": …}, {"remark": …, "file": …}, or {} ten times a second.
# What it returns stops the work where it is true.
Hearer = Callable[[dict[str, Any]], Optional[bool]]

# Questions that are answered with the best so far where they are interrupted; others end and then raise.
KEEPS_BEST = frozenset({"listen", "plan", "profile", "run", "solve", "sweep"})

# `documents`: that the work is about of which this thread hears.
_hearing = threading.local()

_HEARER = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_char_p, ctypes.c_void_p)


@functools.cache
def core() -> ctypes.CDLL:
    """The shared library: `$LANEWRIGHT_LIBRARY`, or that beside this file. Refused where there is none."""
    path = os.environ.get("LANEWRIGHT_LIBRARY") or str(pathlib.Path(__file__).with_name("liblanewright.so"))
    try:
        library = ctypes.CDLL(path)
        library.lanewright_version.restype = ctypes.c_char_p
        library.lanewright_open.restype = ctypes.c_void_p
        library.lanewright_open.argtypes = [ctypes.c_char_p]
        library.lanewright_name.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        library.lanewright_ask.restype = ctypes.c_void_p
        library.lanewright_ask.argtypes = [ctypes.c_void_p, ctypes.c_char_p, _HEARER, ctypes.c_void_p]
        library.lanewright_spans.restype = ctypes.c_void_p
        library.lanewright_spans.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_size_t)]
        library.lanewright_holds.restype = ctypes.c_char_p
        library.lanewright_holds.argtypes = [ctypes.c_void_p]
        library.lanewright_text.restype = ctypes.c_void_p
        library.lanewright_text.argtypes = [ctypes.c_void_p, ctypes.POINTER(ctypes.c_size_t)]
        library.lanewright_free.argtypes = [ctypes.c_void_p]
        library.lanewright_free.restype = None
    except (OSError, AttributeError) as problem:
        raise Refused(f"Lanewright's core can't be opened: {problem}", exit=4) from None
    # The core looks beside the program, which is Python here. In a build's tree programs lie in bin.
    here = pathlib.Path(path).resolve().parent
    for engine in (here / "lanewright-engine", here.parent.parent / "bin" / "lanewright-engine"):
        if engine.is_file():
            os.environ.setdefault("LANEWRIGHT_ENGINE", str(engine))
    os.environ.setdefault("LANEWRIGHT_PYTHON", sys.executable)
    return library


def encoded(text: str) -> bytes:
    """As a file or a request holds it. Refused where that has no letter for it."""
    try:
        return text.encode(errors="surrogateescape")
    except UnicodeEncodeError as problem:
        raise Refused(
            f"U+{ord(text[problem.start]):04X} is half a letter, which no file and no request holds"
        ) from None


class Document:
    """The text of a file, which questions are asked about. Threads may share it: they wait for each other."""

    def __init__(self, text: str = "") -> None:
        if not isinstance(text, str):
            raise TypeError(f"a file's text is str, not {type(text).__name__}")
        self.lock = threading.RLock()
        self.handle: int | None = core().lanewright_open(encoded(text))
        if not self.handle:
            raise MemoryError

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            core().lanewright_free(self.handle)

    def __reduce__(self) -> tuple[Any, ...]:
        return Document, (self.content().decode(errors="surrogateescape"),)

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """No other thread asks meanwhile. Refused in a hearer of work on this document, which would wait for itself."""
        if self in getattr(_hearing, "documents", ()):
            raise Refused("this is being worked on; ask about it before or after that")
        with self.lock:
            yield

    def name(self, others: Mapping[str, Document]) -> None:
        """Names what requests mean by files of these names, to read or to write. The others must live as long as they
        are asked about."""
        for name, other in others.items():
            core().lanewright_name(self.handle, encoded(name), other.handle)

    def holds(self) -> str | None:
        """`schedule` (a problem, too), `run` or `lesson`; None where it can't be read."""
        with self.alone():
            said: bytes | None = core().lanewright_holds(self.handle)
        return said and said.decode() or None

    def content(self) -> bytes:
        """What it was made of, or what a request wrote to it."""
        size = ctypes.c_size_t()
        with self.alone():
            pointer = core().lanewright_text(self.handle, ctypes.byref(size))
        return _bytes_of(pointer, size.value)


def listed(values: Any, what: str) -> list[Any]:
    """One of a kind, or several, as a list. TypeError where it is neither."""
    if isinstance(values, (str, os.PathLike)):
        return [values]
    if isinstance(values, Iterable) and not isinstance(values, (bytes, Mapping)):
        return list(values)
    raise TypeError(f"{what} must be a text or a list of such, not {type(values).__name__}")


def _plain(value: object) -> object:
    """What json can write of an option's value."""
    if isinstance(value, Fraction):
        digits = Decimal(value.numerator) / Decimal(value.denominator)
        return str(digits) if Fraction(digits) == value else float(value)
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    if hasattr(value, "tolist"):  # numpy's
        return value.tolist()
    raise TypeError(f"{value!r} can't be an option")


def _bytes_of(pointer: int | None, size: int = -1) -> bytes:
    """What the core gave, up to its zero or of so many bytes. It is freed."""
    if not pointer:
        raise MemoryError
    try:
        return ctypes.string_at(pointer, size)
    finally:
        core().lanewright_free(pointer)


class _Listening:
    """A hearer in the form that the core calls, from whichever thread. What it raises stops the work and is kept."""

    def __init__(self, hear: Hearer, documents: Iterable[Document]) -> None:
        self.hear = hear
        self.documents = {*documents, *getattr(_hearing, "documents", ())}
        self.problem: BaseException | None = None
        self.stops = False
        self.function = _HEARER(self._event)

    def _event(self, event: bytes, _: object) -> int:
        before, _hearing.documents = getattr(_hearing, "documents", ()), self.documents
        try:
            if not self.stops and self.hear(json.loads(event)):
                self.stops = True
        except BaseException as problem:  # noqa: BLE001 - it is raised again where the question was asked
            self.problem, self.stops = problem, True
        finally:
            _hearing.documents = before
        return int(self.stops)


def ask(
    question: str,
    options: Mapping[str, object],
    document: Document | None = None,
    others: Mapping[str, Document] | None = None,
    hear: Hearer | None = None,
    form: str = "json",
    called: Mapping[str, str] | None = None,
) -> str:
    """The answer, as `lanewright-cli` prints it with --json (or --csv, or for people: `form`), or the file asked for.

    Options that are None are left out; names of files in `options` that stand in `others` mean those documents. With
    `hear` long work is heard of and can be stopped, by what it returns or by Ctrl-C, and then gives the best so far; a
    second Ctrl-C is raised after that. Other threads run meanwhile. Raises Refused with the command line's sentence, in
    which options have their keys, or the names that `called` has for these.
    """
    names = called or {}
    request: dict[str, object] = {names.get(key, key): value for key, value in options.items() if value is not None}
    if names:
        request["called"] = names
    try:
        said = {"ask": question, "form": form, **request}
        words = encoded(json.dumps(said, default=_plain, allow_nan=False, ensure_ascii=False))
    except ValueError as problem:
        if isinstance(problem, Refused):
            raise
        raise Refused("every number of a request must be finite") from None
    if others and document is None:
        document = Document()
    if document is None:
        answer = _call(question, None, words, hear, ())
    else:
        with contextlib.ExitStack() as locks:
            # In one order everywhere, so that no two threads wait for each other.
            every = sorted({document, *(others or {}).values()}, key=id)
            for each in every:
                locks.enter_context(each.alone())
            document.name(others or {})
            answer = _call(question, document.handle, words, hear, every)
    if answer.startswith('{"error": {"sentence"'):
        said = json.loads(answer)
        raise Refused(said["error"]["sentence"], said["error"]["place"], said["error"]["file"], said["exit"])
    return answer


def _call(question: str, handle: int | None, words: bytes, hear: Hearer | None, documents: Iterable[Document]) -> str:
    if hear is None:
        return _bytes_of(core().lanewright_ask(handle, words, _HEARER(), None)).decode()
    # A thread of its own, since Ctrl-C is heard only where Python runs in the main one.
    listening, asks = _Listening(hear, documents), core().lanewright_ask
    answer: list[int | None] = []
    done = threading.Event()

    def work() -> None:
        answer.append(asks(handle, words, listening.function, None))
        done.set()

    begun, interrupts = False, 0
    while not done.is_set():
        try:
            if not begun:
                begun = True
                try:
                    _thread.start_new_thread(work, ())
                except RuntimeError as problem:  # there is no thread left
                    listening.problem = problem
                    done.set()
            done.wait()
        except KeyboardInterrupt:
            listening.stops = True
            interrupts += 1
        except BaseException as problem:  # noqa: BLE001 - a signal's; the work ends first, since it uses the documents
            listening.problem, listening.stops = problem, True
    text = _bytes_of(answer[0]).decode() if answer else ""
    if listening.problem is not None:
        raise listening.problem
    if interrupts > (1 if question in KEEPS_BEST else 0):
        raise KeyboardInterrupt
    return text


def spans(document: Document) -> tuple[Any, int]:
    """The rows of `lanewright_spans` as an array of ctypes' integers that frees itself, and their number."""
    rows = ctypes.c_size_t()
    with document.alone():
        pointer = core().lanewright_spans(document.handle, ctypes.byref(rows))
    if not pointer:
        raise Refused("there is no order that could have times")
    array = (ctypes.c_int64 * (8 * rows.value)).from_address(pointer)
    weakref.finalize(array, core().lanewright_free, pointer)
    return array, rows.value
