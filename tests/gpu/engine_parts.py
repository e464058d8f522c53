# SPDX-License-Identifier: Apache-2.0
"""The parts of a check that train by the engine: bits, gradients, memory, plans, several GPUs."""

import array
import json
import shutil

from checking import Failed, milliseconds
from device_parts import small_kernels

SCHEDULES = ("1f1b", "zb-h1", "zb-2p", "zbv", "dualpipev")
NEAR = 0.05


def sanity(check):
    """Whether it is worth going on: what is found, small kernels, and four lanes that train as the CPU does."""
    small_kernels(check)
    found = check.cli("list", "--gpus", "--json", environment=check.everything)
    check.report["nccl"] = found.get("nccl", "")
    if "nccl" in found.get("missing", {}):
        check.leave_out("NCCL", found["missing"]["nccl"])
    model = check.model(8, 128, 4, 64, 4)
    plan = check.plan("zb-h1", 4, 8)
    reference = check.cli("run", plan, "--in-process", "--steps", 3, "--model", json.dumps(model), "--json")["losses"]
    losses = check.train(plan, model, "fp32", 3)["losses"]
    apart = max(abs(one - other) for one, other in zip(reference, losses, strict=True))
    check.claim("losses in fp32 are those of the CPU within 0.001", apart < 1e-3, f"{apart:.2g} apart")


def bits(check):
    """Schedules of one placement must train the same bits."""
    model = check.model(8, 128, 4, 64, 4)
    for precision in ("fp32", "bf16"):
        found = {}
        for name in ("gpipe", "1f1b", "zb-h1", "zb-2p"):
            answer = check.train(check.plan(name, 4, 8), model, precision, 3)
            found[name] = (answer["weights_hash"], answer["gradients_hash"], tuple(answer["losses"]))
        check.claim(
            f"four schedules of one placement train the same bits in {precision}",
            len(set(found.values())) == 1,
            ", ".join(f"{name} {bits[0]}" for name, bits in found.items()),
        )


def gradients(check):
    """After one step the first moments are the gradients, but for a factor."""
    model = check.model(8, 128, 4, 64, 4)
    plan = check.plan("1f1b", 4, 8)
    for precision, limit in (("fp32", 1e-4), ("bf16", 5e-2)):
        states = {}
        for backend in ("cpu", "cuda"):
            states[backend] = check.work / f"state-{backend}-{precision}"
            check.cli(
                "run",
                plan,
                "--backend",
                backend,
                "--in-process",
                "--precision",
                precision,
                "--steps",
                1,
                "--model",
                json.dumps(model),
                "--save",
                states[backend],
            )
        worst, name = max(distances(states["cpu"], states["cuda"], model))
        check.claim(
            f"all gradients in {precision} are those of the CPU within {limit:g} of their norm",
            worst < limit,
            f"{name}: {worst:.2g}",
        )


def distances(one, other, model):
    """Of each tensor of two training states: the distance of its first moments, against their norm, and its name."""
    width, vocabulary, context = model["width"], model["vocabulary"], model["context"]
    layer = {
        "norm1 gain": 1,
        "norm1 bias": 1,
        "qkv": 3 * width,
        "qkv bias": 3,
        "out": width,
        "out bias": 1,
        "norm2 gain": 1,
        "norm2 bias": 1,
        "up": 4 * width,
        "up bias": 4,
        "down": 4 * width,
        "down bias": 1,
    }
    tensors = [("tokens", vocabulary), ("positions", context)]
    tensors += [(f"layer {at}, {name}", rows) for at in range(model["layers"]) for name, rows in layer.items()]
    tensors += [("final gain", 1), ("final bias", 1), ("head", vocabulary)]
    numbers = []
    for folder in (one, other):
        values = array.array("f")
        values.frombytes((folder / json.loads((folder / "checkpoint.json").read_text())["numbers"]).read_bytes())
        numbers.append(values)
    at = 0
    for name, rows in tensors:
        count = rows * width
        first, second = (values[at + count : at + 2 * count] for values in numbers)  # weights, first, second moments
        norm = sum(value * value for value in first)
        apart = sum((a - b) ** 2 for a, b in zip(first, second))
        yield (apart / norm) ** 0.5 if norm else float(apart > 0), name
        at += 3 * count
    if at != len(numbers[0]) or at != len(numbers[1]):
        raise Failed(f"a training state holds {len(numbers[0])} numbers, not {at}")


def plans(check):
    """Plans with measured costs against what runs of them take, on four and eight lanes."""
    check.torch.rest()
    for ranks in (4,) if check.rehearses else (4, 8):
        model = check.model(2 * ranks, 1024, 16, 512, 4)
        for name in SCHEDULES:
            if not check.has_time_for(f"{name} on {ranks} lanes", 15):
                continue
            try:
                compare(check, name, ranks, model)
            except Failed as trouble:
                check.claim(f"{name} runs on {ranks} lanes", False, str(trouble))


def compare(check, name, ranks, model):
    profiled = check.work / f"profiled-{name}-{ranks}.lwsched"
    costs = check.cli(
        "profile",
        check.plan(name, ranks, 4 * ranks),
        "--backend",
        "cuda",
        "--in-process",
        "--precision",
        "bf16",
        "--model",
        json.dumps(model),
        "-o",
        profiled,
        "--json",
    )
    use = costs["device_memory"]
    check.report["memory"].append({"schedule": name, "lanes": ranks, **use})
    check.claim(
        f"{name} on {ranks} lanes holds the memory it was planned to hold",
        use["planned"] == use["held"],
        f"{use['held']} bytes held, {use['planned']} planned",
    )
    plan = check.plan(name, ranks, 4 * ranks, profiled)
    measured_run = check.work / f"{name}-{ranks}.lwrun"
    answer = check.train(plan, model, "bf16", 8, "-o", measured_run)
    compare_pairs(check, name, ranks, json.loads(measured_run.read_text()))
    measured, planned = answer["longest_span"], answer["planned_longest_span"]
    row = {
        "schedule": name,
        "lanes": ranks,
        "planned": milliseconds(planned, answer["time_unit"]),
        "measured": milliseconds(measured, answer["time_unit"]),
        "ratio": measured / planned,
    }
    check.report["plans"].append(row)
    check.claim(
        f"{name} on {ranks} lanes takes its plan within {NEAR:.0%}",
        abs(row["ratio"] - 1) <= NEAR,
        f"{row['measured']:.2f} ms measured, {row['planned']:.2f} ms planned",
        timed=True,
    )


def compare_pairs(check, name, ranks, run):
    """How long the ops of overlapped pairs took, and how long the pairs: less than both in turn."""
    for step in run["steps"][-1:]:
        parts = {(entry[1], entry[4]): entry[3] - entry[2] for entry in step["others"] if entry[0] == "part"}
        whole = apart = 0
        for rank, lane in enumerate(step["wall"]):
            for op, start, end in lane:
                if "+" in op:
                    whole += end - start
                    apart += sum(parts[rank, part] for part in op.split("+"))
        if not whole:
            continue
        check.report["pairs"].append(
            {"schedule": name, "lanes": ranks, "together": whole * 1e-6, "in_turn": apart * 1e-6}
        )
        check.claim(
            f"{name} on {ranks} lanes runs the two ops of a pair beside each other",
            whole < apart,
            f"{whole * 1e-6:.2f} ms together, {apart * 1e-6:.2f} ms in turn",
            timed=True,
        )


def several(check):
    """Where there are two GPUs, NCCL and mpirun: ranks on both, and the bits of one."""
    found = check.cli("list", "--gpus", "--json", environment=check.everything)
    gpus = len(found.get("gpus", []))
    absent = (
        f"this machine has {gpus} GPU"
        if gpus < 2
        else found.get("missing", {}).get("nccl")
        or (
            "this engine was built without MPI"
            if not found["mpi"]
            else ""
            if shutil.which("mpirun")
            else "there is no mpirun"
        )
    )
    if absent:
        check.leave_out("runs on several GPUs", absent)
        return
    model = check.model(8, 128, 4, 64, 4)
    for name in ("1f1b", "zb-h1", "zbv", "dualpipev"):
        plan = check.plan(name, 4, 8)
        one = check.train(plan, model, "bf16", 3)
        both = check.cli(
            "run",
            plan,
            "--backend",
            "cuda",
            "--gpus",
            "0,1",
            "--precision",
            "bf16",
            "--steps",
            3,
            "--model",
            json.dumps(model),
            "--json",
            environment=check.everything,
        )
        check.claim(
            f"{name} on two linked GPUs trains the bits of one",
            all(one[key] == both[key] for key in ("weights_hash", "gradients_hash", "losses")),
            f"{one['weights_hash']} on one, {both['weights_hash']} on two",
        )
