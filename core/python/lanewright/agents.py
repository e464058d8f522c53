# SPDX-License-Identifier: Apache-2.0
"""The questions of the core as tools for agents: a server of the Model Context Protocol on standard input and output.

    python -m lanewright mcp [--folder DIR]

A line of JSON is a message (JSON-RPC 2.0). Both ways to agree on a version are spoken: `initialize`, and the envelope
that each request carries since 2026-07-28. Schedules and runs travel as text: `document`, and others in `texts` by the
names that options give. Without a folder no file is read or written by name; with it only what lies in it, also behind
links. Nothing here starts a program or opens a socket.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import tempfile
import threading
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, BinaryIO

from . import __version__, library, questions
from .errors import Refused

HANDSHAKES = ("2025-11-25", "2025-06-18", "2024-11-05")
ENVELOPES = ("2026-07-28",)
MOST_LETTERS = 200_000  # of an answer: what a model can still read
AT_ONCE = 4
_META = "io.modelcontextprotocol/"
_SERVER = {"name": "lanewright", "title": "Lanewright", "version": __version__}
_CAPABILITIES: dict[str, Any] = {"tools": {}}
_FRESH = {"ttlMs": 3_600_000, "cacheScope": "public"}
_ABOUT = (
    "Makes, checks, simulates, improves and draws schedules of pipeline-parallel training. `generate` gives the text "
    "of a schedule; pass it as `document` to the other tools, and further schedules or runs in `texts` under names "
    "that options then give. `list` says which generators there are; where `output` is -, the answer is the file."
)
_FOLDER = (
    " Files of one folder can be read and written, too: options that name files take names in it, such as a.lwsched or "
    "jobs/b.lwrun, in place of a document, and `output` keeps an answer there that would be too long to be read."
)


def instructions(has_folder: bool) -> str:
    """What an agent is told at first."""
    return _ABOUT + (_FOLDER if has_folder else "")


# What runs programs or opens sockets is no tool.
_LEFT_OUT = ("run", "profile", "listen")
# What options of text are: documents, files to write, words of which some name files, and plain values. All others name
# files, and need a folder.
_DOCUMENTS = {"file", "in", "run", "a", "b", "problem", "with", "below", "plan"}
_OUTPUTS = {"output", "out"}
_WORDS = {"lengths", "model", "cluster"}
_VALUES = {
    *(
        "name",
        "ranks",
        "microbatches",
        "chunks",
        "tf",
        "tb",
        "tw",
        "tcomm",
        "overlapped",
        "mf",
        "mb",
        "mw",
        "memory_limit",
    ),
    *("quadratic", "title", "for", "transport", "message", "layout", "host", "torch", "take", "replica", "what_if"),
    *("width", "height", "font", "lane", "dpi", "show", "time", "arrows", "iterations", "w_parts"),
    *("move", "before", "after", "gap", "split", "fuse", "pair", "unpair", "remove", "insert"),
    *("repeat_every", "placement"),
    *("task", "text", "hint", "learnt", "given", "allow", "goal", "needs"),
}
_VALUES_OF = {("edit", "with")}  # which is a document elsewhere
_TYPES: dict[str, dict[str, Any]] = {
    "text": {"type": "string"},
    "number": {"type": "integer"},
    "real": {"type": "number"},
    "flag": {"type": "boolean"},
    "texts": {"type": "array", "items": {"type": "string"}},
    "numbers": {"type": "array", "items": {"type": "integer"}},
}


class Failure(Exception):
    """A request that the protocol refuses."""

    def __init__(self, code: int, sentence: str, data: object = None) -> None:
        super().__init__(sentence)
        self.error = {"code": code, "message": sentence, **({} if data is None else {"data": data})}


@functools.cache
def _questions() -> list[dict[str, Any]]:
    asked: list[dict[str, Any]] = json.loads(questions.list(questions=True))["questions"]
    for question in asked:
        for option in question["options"]:
            is_value = option["key"] in _VALUES or (question["name"], option["key"]) in _VALUES_OF
            is_text = option["kind"] in ("text", "texts") and not option["choices"]
            option["names_files"] = is_text and not is_value
    return [question for question in asked if question["name"] not in _LEFT_OUT]


def _property(option: Mapping[str, Any], has_folder: bool) -> dict[str, Any] | None:
    """What JSON Schema says of an option; none where it can't be given."""
    key, schema = option["key"], {**_TYPES[option["kind"]], "description": option["words"]}
    if option["choices"]:
        return {**schema, "enum": option["choices"]} if option["kind"] == "text" else schema
    if not option["names_files"] or has_folder or key in _WORDS:
        return schema
    if key in _OUTPUTS:
        return {**schema, "enum": ["-"], "description": "-: the file is the answer"}
    return {**schema, "description": option["words"] + "; a name in texts"} if key in _DOCUMENTS else None


def tool(question: Mapping[str, Any], has_folder: bool) -> dict[str, Any] | None:
    """The tool that a question is; none where it can't be asked without a folder."""
    properties: dict[str, Any] = {}
    needed = []
    for place, option in enumerate(question["options"]):
        schema = _property(option, has_folder)
        if schema is None and option["needed"]:
            return None
        takes_document = place == 0 and option["key"] in _DOCUMENTS
        if takes_document:
            properties["document"] = {"type": "string", "description": f"{option['words']}: the text of the file"}
        if schema is not None and (has_folder or not takes_document):
            properties[option["key"]] = schema
        if option["needed"] and option["key"] not in _OUTPUTS and not (takes_document and has_folder):
            needed.append("document" if takes_document else option["key"])
    if any(key in _DOCUMENTS for key in properties):
        description = "Texts of more schedules and runs, by the names that options give"
        properties["texts"] = {"type": "object", "additionalProperties": {"type": "string"}, "description": description}
    forms = ["json", "text"] + ["csv"] * question["csv"]
    properties["form"] = {"type": "string", "enum": forms, "description": "Of the answer (json)"}
    files = {option["key"] for option in question["options"] if option["names_files"]}
    return {
        "name": question["name"],
        "description": question["words"] + ".",
        "inputSchema": {"type": "object", "properties": properties, "required": needed, "additionalProperties": False},
        "annotations": {"readOnlyHint": not has_folder or files <= _DOCUMENTS, "openWorldHint": False},
    }


def _object(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _check_inside(folder: str, name: str) -> None:
    """Refused unless the name, and what it links to, lies in the folder."""
    if os.path.isabs(name) or ".." in name.split("/") or "\0" in name:
        raise Refused("only names inside the folder are taken", file=name)
    path = os.path.realpath(os.path.join(folder, name))
    if os.path.commonpath([path, folder]) != folder:
        raise Refused("this leads out of the folder", file=name)
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):  # whoever opens a pipe waits
        raise Refused("this is neither a file nor a folder", file=name)


def _check_names(option: Mapping[str, Any], given: object, texts: Iterable[str], folder: str | None) -> None:
    """Refused where an option names a file that may not be touched."""
    for name in given if isinstance(given, list) else [given]:
        if not isinstance(name, str):
            raise Refused("must be text", place=option["key"])
        if name in texts and option["key"] in _DOCUMENTS or name == "-" and option["key"] in _OUTPUTS:
            continue
        if folder is not None:
            _check_inside(folder, name)
            _check_inside(folder, name.split("=", 1)[-1])
        elif option["key"] not in _WORDS or "/" in name:
            raise Refused("this server has no folder, and texts has no such name", option["key"], name)


class Call:
    """A request under way. What cancels it stops the work, whose answer is then not sent."""

    def __init__(self, server: Server, token: object) -> None:
        self.server, self.token = server, token
        self.is_cancelled = False
        self.heard = 0

    def hear(self, event: dict[str, Any]) -> bool:
        said = event.get("progress")
        if said and self.token is not None and not self.is_cancelled:
            self.heard += 1
            progress = {"progressToken": self.token, "progress": self.heard, "message": said}
            self.server.send({"method": "notifications/progress", "params": progress})
        return self.is_cancelled or self.server.is_closing


def answer(name: str, arguments: Mapping[str, Any], folder: str | None, call: Call) -> str:
    """What a question says to the arguments of a tool. Refused where it has no answer, or one too long."""
    question = next((each for each in _questions() if each["name"] == name and tool(each, folder is not None)), None)
    if question is None:
        raise Failure(-32602, f"there is no tool {name}")
    rest = {key: value for key, value in arguments.items() if value != ""}  # some clients fill in all there is
    text, texts, form = rest.pop("document", None), rest.pop("texts", {}), rest.pop("form", "json")
    given = [] if text is None else [text]
    if not isinstance(texts, dict) or not all(isinstance(each, str) for each in [*texts.values(), *given]):
        raise Refused("documents are texts", place="texts")
    # A key that is no option could say another question, whose files nobody looks at here.
    for key in rest.keys() - {option["key"] for option in question["options"]}:
        raise Refused(f"{name} has no such option", place=key)
    for option in question["options"]:
        if option["key"] in rest and option["names_files"]:
            if _property(option, folder is not None) is None:
                raise Refused("this server has no folder, so no file is read or written", place=option["key"])
            _check_names(option, rest[option["key"]], texts, folder)
    if name in ("render", "convert"):
        rest.setdefault("out", "-")
        if name == "render" and rest["out"] == "-":
            rest.setdefault("as", "svg")
    others = {each: library.Document(held) for each, held in texts.items()}
    document = None if text is None else library.Document(text)
    said = library.ask(name, rest, document, others, call.hear, str(form))
    if len(said) > MOST_LETTERS:
        way = "ask for less" if folder is None else "give an output, or ask for less"
        raise Refused(f"the answer has {len(said)} letters, of which at most {MOST_LETTERS} are given; {way}")
    return said


class Server:
    """Answers messages. `folder`: the real path of the one in which files may be named, or none."""

    def __init__(self, output: BinaryIO, folder: str | None = None) -> None:
        self.output, self.folder = output, folder
        self.lock = threading.Lock()
        self.is_closing = False
        self.calls: dict[object, Call] = {}
        self.workers = ThreadPoolExecutor(AT_ONCE)

    def send(self, message: dict[str, Any]) -> None:
        line = json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"
        with self.lock, contextlib.suppress(BrokenPipeError):  # who has gone needs no answer
            self.output.write(line)
            self.output.flush()

    def take(self, line: bytes) -> None:
        """Takes a message; tools work in threads of their own."""
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            return self.send({"id": None, "error": Failure(-32700, "this is no JSON").error})
        if not isinstance(message, dict) or not isinstance(message.get("method", ""), str):
            return self.send({"id": None, "error": Failure(-32600, "a message is an object with a method").error})
        params = _object(message.get("params"))
        which, method, meta = message.get("id"), message.get("method"), _object(params.get("_meta"))
        if method is not None and "id" in message and not isinstance(which, (str, int)):
            return self.send({"id": None, "error": Failure(-32600, "an id is a text or a whole number").error})
        if method is None or which is None:  # a notification, or an answer to none of ours
            if method == "notifications/cancelled":
                for call in [call for each, call in list(self.calls.items()) if each == params.get("requestId")]:
                    call.is_cancelled = True
            return None
        call = Call(self, meta.get("progressToken"))
        work = functools.partial(self.reply, which, call, method, params, meta.get(_META + "protocolVersion"))
        if method != "tools/call":
            return work()
        self.calls[which] = call
        self.workers.submit(work)
        return None

    def reply(self, which: object, call: Call, method: str, params: Mapping[str, Any], version: object) -> None:
        try:
            if version is not None and version not in ENVELOPES:
                served = {"supported": [*ENVELOPES, *HANDSHAKES], "requested": version}
                raise Failure(-32022, "this version is not spoken", served)
            result = self.result(method, params, call)
            if version is not None:
                result = {"resultType": "complete", **result, "_meta": {_META + "serverInfo": _SERVER}}
            said: dict[str, Any] = {"result": result}
        except Failure as failure:
            said = {"error": failure.error}
        except Exception as problem:  # noqa: BLE001 - the server goes on, whatever it was
            said = {"error": Failure(-32603, f"{type(problem).__name__}: {problem}").error}
        self.calls.pop(which, None)
        if not call.is_cancelled:
            self.send({"id": which, **said})

    def result(self, method: str, params: Mapping[str, Any], call: Call) -> dict[str, Any]:
        """What a method gives. Raises Failure where it can't be called so."""
        if method == "initialize":
            asked = params.get("protocolVersion")
            version = asked if asked in HANDSHAKES else HANDSHAKES[0]
            about = {"serverInfo": _SERVER, "instructions": instructions(self.folder is not None)}
            return {"protocolVersion": version, "capabilities": _CAPABILITIES, **about}
        if method == "server/discover":
            versions = {"supportedVersions": [*ENVELOPES, *HANDSHAKES], "capabilities": _CAPABILITIES}
            return {**versions, "instructions": instructions(self.folder is not None), **_FRESH}
        if method == "ping":
            return {}
        if method == "tools/list":
            tools = [tool(each, self.folder is not None) for each in _questions()]
            return {"tools": [each for each in tools if each is not None], **_FRESH}
        if method != "tools/call":
            raise Failure(-32601, f"there is no method {method}")
        name, arguments = params.get("name"), params.get("arguments", {})
        if not isinstance(name, str) or not isinstance(arguments, dict):
            raise Failure(-32602, "a call has a name and arguments")
        try:
            text, is_error = answer(name, arguments, self.folder, call), False
        except (ValueError, OSError, MemoryError) as problem:  # Refused among them
            text, is_error = str(problem) or "there is no memory left", True
        return {"content": [{"type": "text", "text": text}], "isError": is_error}

    def close(self) -> None:
        """Answers what was asked; long work stops, and gives the best so far."""
        self.is_closing = True
        self.workers.shutdown()


def serve(folder: str | None) -> int:
    """Answers standard input until it ends. Refused where the folder is none."""
    if folder is not None and not os.path.isdir(folder):
        raise Refused("this is no folder", file=folder)
    library.core()
    # Nothing but messages goes through the standard streams, whoever prints, or takes - for a file.
    said, output = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    # Names are looked up in the folder, or where there is nothing.
    with tempfile.TemporaryDirectory() as nothing:
        os.chdir(folder or nothing)
        server = Server(output, None if folder is None else os.path.realpath("."))
        with contextlib.suppress(KeyboardInterrupt):
            for line in said:
                if line.strip():
                    server.take(line)
        server.close()
        os.chdir("/")
    return 0
