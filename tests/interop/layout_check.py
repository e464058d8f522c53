#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds our layouts against megatron.core's PipelineParallelLayerLayout: what is read, what is legal, and the way back.

The nine layouts that were published, some at the edges, and some hundred random ones, valid and broken. `legal` and
`plan --layout` must refuse what megatron.core can't read; `legal` must say what its validate_layer_layout says; the
stages that are planned must have the layers that it builds, and the layout that `plan` prints must be read back as the
same stages. What differs on purpose stands in DIFFERENCES and is counted. Exit code 0: no other difference; 1: some;
where torch or megatron.core is missing, --skip-code.
"""

import argparse
import collections
import json
import logging
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import types
import warnings

# The layout, ranks, and the sizes of models that were published with it.
PUBLISHED = [
    ("Et|(tt|)*30L", 16),
    ("Et*4|(t*4|)*14tmL", 4),
    ("Et*4|(t*7|)*5t*8|tmL", 2),
    ("Et*2|(t*2|)*34,t*3|(t*2|)*3,tL", 8),
    ("E|(tt|)*28t|t|L", 16),
    ("E(|tt)*30,|mL", 16),
    ("Et*15|t*15|t*16|t*15L", 4),
    ("Et*8|(t*8|)*6t*5L", 8),
    ("Et*12|t*11|t*11|t*11L", 4),
]
# What every run has: broken in every way, empty stages, MTP in every place, repeats of repeats.
EDGES = [
    ("E|t||L", 2),
    ("E||t|L", 4),
    ("E|*3tL", 4),
    ("Et*0|t*2L", 2),
    ("E(t|)*0t|L", 2),
    ("E,t,|t,*,2L", 2),
    ("Et|ttL|", 3),
    ("|EttL", 2),
    ("Et|t|t|mmL", 2),
    ("Et|tm|L", 3),
    ("Etm|L", 2),
    ("Et|t|m|mL", 2),
    ("Et|tm|t|L", 2),
    ("Et|tm|L|L", 2),
    ("E|t|m|||L", 2),
    ("Et|t|mL", 2),
    ("EttE|L", 2),
    ("E(tt)L", 1),
    ("E()*2tL", 1),
    ("E(t|L", 2),
    ("Et)|L", 2),
    ("E((t)*2|)*2L", 3),
    ("Et*|L", 2),
    ("Et*2*3L", 1),
    ("e|tL", 2),
    ("Et |L", 2),
    ("Et(t|)*2*2tL", 4),
    ("Et*2(2)*2L", 1),
    ("Et*600|L", 2),
    ("Et*70000L", 1),
]
DIFFERENCES = {
    "stray repeat": "megatron.core writes patterns out first and letters then, so that a repeat behind that of a "
    "pattern, or a number at a pattern's beginning, meets what it was not written for: `(t|)*2*2` is `t|t||`, "
    "`t*2(2)*2` is t 222 times; we refuse it",
    "size": "plan takes 512 blocks at most, a layout has 65536 letters at most",
    "empty end": "megatron.core takes a layout whose first or last stage is empty, although it builds the "
    "embedding on the first stage and the head on the last wherever their letters stand; plan refuses it",
    "MTP where it likes": "plan simulates MTP in several stages, or in front of a rank's last; legal refuses it as "
    "megatron.core does, and no flag is printed",
    "fewer stages": "of fewer stages than devices plan uses as many devices, and says so in its flags",
    "no blocks": "a model without blocks is none for plan",
}
TOKENS = "EtmL|()*,0123x "


class Tally:
    """What both said, by kind, and what they said differently."""

    def __init__(self):
        self.rows = collections.Counter()
        self.named = collections.Counter()
        self.failures = []

    def hold(self, is_same, layout, ranks, what):
        if not is_same:
            self.failures.append(f"{layout} on {ranks}: {what}")


# megatron.core.


def read_by_megatron(text):
    """The letters of each stage; none where it can't read them."""
    from megatron.core.transformer.pipeline_parallel_layer_layout import PipelineParallelLayerLayout

    letters = {"embedding": "E", "decoder": "t", "mtp": "m", "loss": "L"}
    try:
        stages = PipelineParallelLayerLayout.parse_str_to_list(text)
    except (AssertionError, OverflowError):
        return None
    return ["".join(letters[each.name] for each in stage) for stage in stages]


def legal_in_megatron(text, ranks, blocks, mtp):
    """What it builds on each stage, in forward order; in words why it refuses."""
    from megatron.core.transformer.enums import LayerType
    from megatron.core.transformer.pipeline_parallel_layer_layout import PipelineParallelLayerLayout

    try:
        layout = PipelineParallelLayerLayout(text, ranks)
        layout.validate_layer_layout(blocks, mtp or None)
    except (AssertionError, IndexError) as problem:
        return str(problem) or "it has no layers"
    chunks = layout.virtual_pipeline_model_parallel_size
    return [layout.layout[rank][chunk].count(LayerType.decoder) for chunk in range(chunks) for rank in range(ranks)]


# Our program.


class Cli:
    def __init__(self, path, folder, release):
        self.path, self.folder, self.release = path, folder, release

    def ask(self, *words):
        done = subprocess.run([self.path, *words], capture_output=True, text=True)
        if done.returncode not in (0, 1, 2):
            raise SystemExit(f"{' '.join(words)} ends with {done.returncode}: {done.stderr}")
        return types.SimpleNamespace(code=done.returncode, text=done.stdout, error=done.stderr)

    def legal(self, text, ranks, chunks, blocks):
        """Whether the layout is refused as a text, and else the key of the rule that it breaks, or none."""
        name = "interleaved-1f1b" if chunks > 1 else "1f1b"
        words = ["-p", str(ranks), "-m", str(4 * ranks), "--for", f"megatron@{self.release}", f"--layout={text}"]
        said = self.ask("legal", name, *words, *(["--layers", str(blocks)] if blocks else []), "--json")
        if said.code == 2:
            return "text", said.error
        verdict = json.loads(said.text)["frameworks"][0]
        return ("takes", "") if verdict["makes"] else ("refuses", json.dumps(verdict["broken"]))

    def plan(self, text, ranks, chunks, blocks, mtp):
        """The plan and what is said of it; in words why there is none."""
        shape = {"layers": blocks, "width": 64, "heads": 2, "context": 32, "vocabulary": 256, "batch": 1}
        model = {"format": "lanewright-model", "version": 1, "microbatches": ranks, "gpt": shape}
        if mtp:
            model["mtp"] = {"layers": mtp}
        kinds = {"GPU": {"tflops": 100, "memory": 80}}
        host = {"name": "host", "kind": "GPU", "devices": ranks, "bandwidth": 100, "latency": 1}
        cluster = {"format": "lanewright-cluster", "version": 1, "kinds": kinds, "hosts": [host]}
        files = [self.folder / "a.lwmodel", self.folder / "a.lwcluster", self.folder / "a.lwsched"]
        files[0].write_text(json.dumps(model))
        files[1].write_text(json.dumps(cluster))
        words = ["--chunks", str(chunks), "-o", str(files[2])]
        said = self.ask("plan", str(files[0]), str(files[1]), f"--layout={text}", *words, "--json")
        if said.code != 0:
            return said.error
        return json.loads(files[2].read_text()), json.loads(said.text)


# Both.


STRAY = re.compile(r"\)\*\d+\*|\(\d")


def compare(cli, tally, text, ranks):
    theirs = read_by_megatron(text)
    letters = "".join(theirs) if theirs else ""
    blocks, mtp = letters.count("t"), letters.count("m")
    chunks = max(1, len(theirs) // ranks) if theirs else 1
    legal, why = cli.legal(text, ranks, chunks, blocks)
    plan = cli.plan(text, ranks, chunks, max(1, blocks), mtp)
    if theirs is None or legal == "text":
        named = "stray repeat" if STRAY.search(text.replace(",", "")) else "size" if len(letters) > 65536 else ""
        if theirs is not None and named:
            tally.named[named] += 1
            return
        tally.rows["neither reads"] += 1
        tally.hold(theirs is None, text, ranks, f"megatron.core reads {theirs}, ours says {why}")
        tally.hold(legal == "text", text, ranks, "megatron.core can't read it, legal can")
        tally.hold(isinstance(plan, str), text, ranks, "megatron.core can't read it, plan can")
        return
    verdict = legal_in_megatron(text, ranks, blocks, mtp)
    takes = not isinstance(verdict, str)
    tally.rows["both take" if takes else "both refuse"] += 1
    tally.hold(takes == (legal == "takes"), text, ranks, f"megatron.core says {verdict}, legal {legal} {why}")
    compare_plan(tally, text, ranks, theirs, verdict, plan)


def compare_plan(tally, text, ranks, stages, verdict, plan):
    takes = not isinstance(verdict, str)
    blocks = sum(stage.count("t") for stage in stages)
    if isinstance(plan, str):
        named = (
            "size" if blocks > 512 else "no blocks" if blocks == 0 else "" if stages[0] and stages[-1] else "empty end"
        )
        tally.named[named] += bool(takes and named)
        tally.hold(not takes or named, text, ranks, f"megatron.core takes it, plan says {plan}")
        return
    if not takes:
        named = "fewer stages" if len(stages) < ranks else "MTP where it likes"
        tally.named[named] += 1
        if named == "fewer stages":
            return
        tally.hold("MTP" in verdict or "mtp" in verdict, text, ranks, f"megatron.core says {verdict}, plan takes it")
    file, said = plan
    layers = file["model"]["layers_per_stage"]
    tally.hold(layers == [stage.count("t") for stage in stages], text, ranks, f"read {stages}, {layers} are planned")
    tally.hold(not takes or layers == verdict, text, ranks, f"{verdict} are built, {layers} are planned")
    pieces = [stage["layers"] for stage in said["stages"]]
    tally.hold(pieces == [len(stage) for stage in stages], text, ranks, f"read {stages}, {pieces} are planned")
    again = said["megatron_layout"]
    tally.hold(takes == bool(again), text, ranks, f"megatron.core says {verdict}, the layout printed is {again}")
    if again:
        tally.rows["come back"] += 1
        tally.hold(read_by_megatron(again) == stages, text, ranks, f"it comes back as {again}")


# Random layouts.


def spelled(draw, letters):
    """The letters with some of their runs and repeats written shorter."""
    text, at = "", 0
    while at < len(letters):
        width = draw.randint(1, 4)
        item, times = letters[at : at + width], 1
        while letters.startswith(item, at + times * width):
            times += 1
        if times > 1 and draw.random() < 0.6:
            text += (item if width == 1 else f"({item})") + f"*{times}"
            at += times * width
        else:
            text += letters[at]
            at += 1
        text += "," if draw.random() < 0.1 else ""
    return text


def random_layout(draw):
    """A layout, most often valid, on so many ranks."""
    ranks = draw.choice([1, 2, 2, 3, 4, 4])
    stages = [""] * (ranks * (draw.choice([1, 2, 2, 3]) if ranks > 1 else 1))
    for _ in range(draw.randint(1, 3 * len(stages))):
        stages[draw.randrange(len(stages))] += "t"
    stages[0] = "E" + stages[0]
    if draw.random() < 0.4:
        for at in {draw.choice([-1, draw.randrange(len(stages))]) for _ in range(draw.choice([1, 1, 2]))}:
            stages[at] += "m" * draw.randint(1, 2)
    stages[-1] += "L"
    if draw.random() < 0.15:
        at, other = draw.randrange(len(stages)), draw.randrange(len(stages))
        stages[at], stages[other] = stages[other], stages[at]
    text = spelled(draw, "|".join(stages))
    for _ in range(draw.choice([0, 0, 0, 0, 1, 1, 2])):
        at = draw.randrange(len(text) + 1)
        text = text[:at] + draw.choice(["", draw.choice(TOKENS)]) + text[at + draw.randint(0, 1) :] or "E"
    return text, ranks


def layouts_of(count, step):
    draw = random.Random(7)
    return (PUBLISHED + EDGES + [random_layout(draw) for _ in range(count)])[::step]


def report(path, tally, count, megatron):
    lines = [
        "# Our layouts and Megatron's",
        "",
        f"Written by `tests/interop/layout_check.py` with megatron.core {megatron}:",
        f"{len(PUBLISHED)} published layouts, {len(EDGES)} at the edges and {count} random ones, valid and broken,",
        "in `legal` and `plan` and in its `PipelineParallelLayerLayout`.",
        "",
        "| layouts that | count |",
        "|---|---|",
        *(f"| {kind} | {tally.rows[kind]} |" for kind in sorted(tally.rows)),
        "",
        "| what differs on purpose | count | why |",
        "|---|---|---|",
        *(f"| {name} | {tally.named[name]} | {why} |" for name, why in DIFFERENCES.items()),
        "",
        f"{len(tally.failures)} other differences.",
    ]
    pathlib.Path(path).write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cli", default="lanewright-cli")
    parser.add_argument("--count", type=int, default=500, help="random layouts")
    parser.add_argument("--step", type=int, default=1, help="of all layouts every so many")
    parser.add_argument("--report", help="write the kept report here")
    parser.add_argument("--skip-code", type=int, default=0, help="exit code where torch or megatron.core is missing")
    options = parser.parse_args()
    logging.disable(logging.WARNING)
    warnings.simplefilter("ignore")
    try:
        import megatron.core
        from megatron.core.transformer import pipeline_parallel_layer_layout  # noqa: F401
    except ImportError as problem:
        print(f"skipped: megatron.core is not here ({problem})")
        return options.skip_code
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        release = ".".join(megatron.core.__version__.split(".")[:2])
        cli = Cli(options.cli, pathlib.Path(folder), release)
        for text, ranks in layouts_of(options.count, options.step):
            compare(cli, tally, text, ranks)
    for failure in tally.failures[:40]:
        print(f"FAILED: {failure}")
    print(", ".join(f"{count} {kind}" for kind, count in sorted(tally.rows.items())))
    print("on purpose: " + ", ".join(f"{count} {name}" for name, count in sorted(tally.named.items()) if count))
    print(f"{len(tally.failures)} differences")
    if options.report and not tally.failures:
        report(options.report, tally, options.count, megatron.core.__version__)
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
