# SPDX-License-Identifier: Apache-2.0
"""The parts of a check that time whole training steps of GPTs, beside PyTorch's."""

import json
import re
import statistics

from checking import Failed, milliseconds

GPTS = {  # layers, width, heads: the sizes of GPT-2
    "124M": (12, 768, 12),
    "350M": (24, 1024, 16),
    "774M": (36, 1280, 20),
    "1.6B": (48, 1600, 25),
}
FIRST = ("124M", "350M")
# Dense bf16 products, TFLOP/s, as the maker states them.
PEAKS = {"H100 PCIe": 756, "H100": 989, "H200": 989, "A100": 312, "B200": 2250, "RTX 4090": 165, "RTX 3090": 71}
STEPS = 40
WARM = 4  # steps until every algorithm is chosen and the clocks are up
IN_ROW = 4
WAYS = (("sync", "quickest"), ("sync", "first"), ("postvalidated", "quickest"))
AHEAD = 1.1  # how much faster than PyTorch a step is to be
KERNELS = 40  # of a step, the longest, that the report keeps
# What kernels are for, by what their names have in them: ours, cuBLAS's, cuDNN's, and those that PyTorch makes, which
# it names after all that it has put together in them. The first that fits counts. Our attention rounds its gradient of
# q by the kernel that converts everything else, so there it counts as all else; theirs has one of its own.
KINDS = (
    ("all else", r"^triton_"),
    (
        "attention, B",
        r"attention\w*(gradient|dots)|dot_do_o|convert_dq|"
        r"(sdpa|flash|fmha).*(bprop|bwd|backward)|(bprop|bwd|backward).*(sdpa|flash|fmha)",
    ),
    ("attention, F", r"attention|sdpa|flash|fmha"),
    ("products", r"gemm|nvjet|xmma|cutlass|splitk|product|bgradab"),
    ("optimizer and norm of gradients", r"adam|squares|totals?kernel|lpnorm|multi_tensor|foreach"),
    ("all else", r""),
)


def model_of(check, name):
    return check.model(*GPTS[name], 1024, 8)


def steps(check):
    """A step of GPT-2 124M and 350M in bf16, and PyTorch's."""
    for name in FIRST:
        if check.has_time_for(f"a step of {name}", 20):
            compare_step(check, name, WAYS)


def large(check):
    """The same in fp32, without PyTorch, and for the larger sizes. The GPU's memory need not hold two of them."""
    check.torch.forget()
    for name in FIRST:
        if check.has_time_for(f"a step of {name} in fp32", 20):
            time_step(check, name, "fp32", "sync", "quickest")
    for name, seconds in (("774M", 130), ("1.6B", 200)):
        if check.has_time_for(f"a step of {name}", seconds):
            compare_step(check, name, WAYS[:1], in_turn=True)


def compare_step(check, name, ways, in_turn=False):
    """Ours in several ways, an optimizer and algorithms of products each, and PyTorch's, each with the GPU to itself.
    `in_turn`: PyTorch comes first and forgets the size before ours begins."""

    def ask():
        return check.torch.ask(f"PyTorch beside {name}", do="time", name=name)

    check.torch.prepare(name, model_of(check, name))
    check.torch.rest()
    if in_turn:
        answer = ask()
        check.torch.forget()
    rows = [time_step(check, name, "bf16", *way) for way in ways]
    if not in_turn:
        answer = ask()
    if answer is None:
        return
    for row in rows:
        row["pytorch_milliseconds"], row["pytorch"] = answer["milliseconds"], answer["version"]
        if "milliseconds" in row:
            row["speedup"] = answer["milliseconds"] / row["milliseconds"]
    check.report["pytorch"] = {key: answer[key] for key in ("version", "cudnn")}
    if "speedup" in rows[0]:
        check.claim(
            f"one lane trains {name} in bf16 at {AHEAD} times PyTorch's speed",
            rows[0]["speedup"] >= AHEAD,
            f"{rows[0]['milliseconds']:.2f} ms against {answer['milliseconds']:.2f} ms",
            timed=True,
        )


def time_step(check, name, precision, optimizer, algorithms):
    """A row of the report. The time of a step is from its start to that of the next, over `IN_ROW` steps, since a
    post-validated one may begin before the one before it has ended."""
    model = model_of(check, name)
    flop = (
        model["batch"]
        * model["context"]
        * (
            6 * (12 * model["layers"] * model["width"] ** 2 + model["width"] * model["vocabulary"])
            + 6 * model["layers"] * model["context"] * model["width"]
        )
    )
    row = {
        "model": name,
        "precision": precision,
        "optimizer": optimizer,
        "algorithms": algorithms,
        "tokens": model["batch"] * model["context"],
    }
    check.report["steps"].append(row)
    measured = check.work / f"step-{name}-{precision}-{optimizer}-{algorithms}.lwrun"
    try:
        check.train(
            check.plan("1f1b", 1, 1),
            model,
            precision,
            STEPS,
            "--optimizer",
            optimizer,
            "-o",
            measured,
            quickest=algorithms == "quickest",
        )
    except Failed as trouble:
        row["words"] = str(trouble)
        check.claim(
            f"a step of {name} in {precision} runs, or is refused for want of memory",
            "GPU memory" in row["words"] or "out of memory" in row["words"],
            row["words"],
        )
        return row
    starts = [step["start"] for step in json.loads(measured.read_text())["steps"]]
    times = [(after - before) * 1e-6 / IN_ROW for before, after in zip(starts[WARM:], starts[WARM + IN_ROW :])]
    row["milliseconds"], row["mean"] = statistics.median(times), statistics.fmean(times)
    row["tflops"] = flop / row["milliseconds"] / 1e9
    peak = next((rate for gpu, rate in PEAKS.items() if gpu in check.report["device"].get("name", "")), None)
    row["mfu"] = row["tflops"] / peak if peak and precision == "bf16" else None
    return row


def trace(check):
    """The kernels of a step, ours and PyTorch's: who loses, and by how much."""
    for name in FIRST:
        if check.has_time_for(f"the kernels of {name}", 20):
            trace_step(check, name)


def by_kind(kernels):
    """Milliseconds of each of `KINDS`."""
    total = dict.fromkeys((kind for kind, _ in KINDS[1:]), 0.0)
    for one in kernels:
        kind = next(kind for kind, pattern in KINDS if re.search(pattern, one["name"], re.IGNORECASE))
        total[kind] += one["milliseconds"]
    return total


def trace_step(check, name):
    model = model_of(check, name)
    check.torch.prepare(name, model)
    check.torch.rest()
    row = {"model": name}
    try:
        answer = check.train(check.plan("1f1b", 1, 1), model, "bf16", 2 * WARM, "--trace-kernels", quickest=True)
    except Failed as trouble:
        if trouble.code != 4:
            raise
        check.leave_out(f"our kernels of {name}", str(trouble))
    else:
        found, unit = answer["kernels"], answer["time_unit"]
        check.claim(f"CUPTI shows the kernels of {name}", found["by_name"], f"{found['count']} kernels")
        ours = [
            {"name": one["name"], "count": one["count"], "milliseconds": milliseconds(one["total"], unit)}
            for one in found["by_name"]
        ]
        row["ours"], row["by_kind"] = ours[:KERNELS], by_kind(ours)
        row["total"], row["blocks"], row["idle"] = (
            milliseconds(found[key], unit) for key in ("total", "blocks", "idle_in_blocks")
        )
    theirs = check.torch.ask(f"PyTorch's kernels of {name}", do="profile", name=name)
    if theirs is not None:
        row["pytorch"], row["pytorch_total"] = theirs["kernels"][:KERNELS], theirs["milliseconds"]
        row["pytorch_by_kind"] = by_kind(theirs["kernels"])
    check.report["traces"].append(row)
