#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times one training step of the same GPT in lanewright-engine, PyTorch and llm.c on one core, and prints a table.

  engine_peers.py CLI [--python NAME ...] [--llmc FOLDER] [--models small,medium,large] [--repeats N] [--markdown FILE]

CLI is lanewright-cli; it must find lanewright-engine beside it. A peer is every --python that has PyTorch (by default
the one that Debian's python3-torch belongs to) and the folder of llm.c's sources, whose train_gpt2.c is compiled here.
Nothing is fetched; a peer that is not there is named as such.

A step is forward, backward and AdamW over the same number of tokens in one microbatch, in one thread. Numbers are those
of the median step after warming up, and of the median repeat; repeats go round all programs so that a noisy minute hits
all of them. CPU is the time of the process.
FLOP per step = tokens * (6 * (12 L C^2 + C V) + 6 L T C).
"""

import argparse
import json
import os
import pathlib
import statistics
import struct
import subprocess
import sys
import tempfile
import time

MODELS = {
    "small": dict(layers=4, width=256, heads=4, context=128, batch=4),
    "medium": dict(layers=6, width=384, heads=6, context=256, batch=4),
    "large": dict(layers=4, width=768, heads=12, context=128, batch=4),
}
VOCABULARY = 256
STEPS = {"small": 30, "medium": 8, "large": 8}
WARM_UP = 3  # steps
STOPWATCH = pathlib.Path(__file__).resolve().parent / "engine_stopwatch.py"
ONE_THREAD = dict(OMP_NUM_THREADS="1", MKL_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")


def name_of(model):
    return "L{layers} C{width} T{context} B{batch}".format(**model)


def flop_of(model):
    layers, width, context = model["layers"], model["width"], model["context"]
    weights = 12 * layers * width * width + width * VOCABULARY
    return model["batch"] * context * (6 * weights + 6 * layers * width * context)


def run(command, **environment):
    """What a program says that must succeed."""
    done = subprocess.run(command, text=True, capture_output=True, env={**os.environ, **ONE_THREAD, **environment})
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]} ended with {done.returncode}: {(done.stderr or done.stdout).strip()[-300:]}")
    return done.stdout


class Ours:
    """lanewright-cli run, all in one process."""

    def __init__(self, cli, precision):
        self.cli, self.precision = cli, precision
        self.name = f"lanewright {precision}"

    def seconds(self, model, steps, folder):
        plan = folder / "one.lwsched"
        if not plan.exists():
            run([self.cli, "generate", "gpipe", "-p", "1", "-m", "1", "-o", str(plan)])
        notes = folder / "stopwatch"
        command = [
            self.cli,
            "run",
            str(plan),
            "--in-process",
            "--json",
            "--steps",
            str(WARM_UP + steps),
            "--model",
            json.dumps({**model, "vocabulary": VOCABULARY}),
        ]
        if self.precision != "fp32":
            command += ["--precision", self.precision]
        engine = pathlib.Path(self.cli).resolve().parent / "lanewright-engine"
        run(
            command,
            LANEWRIGHT_ENGINE=str(STOPWATCH),
            LANEWRIGHT_REAL_ENGINE=str(engine),
            LANEWRIGHT_STOPWATCH=str(notes),
        )
        ends = [tuple(map(float, line.split()[1:])) for line in notes.read_text().splitlines()][WARM_UP - 1 :]
        return tuple(statistics.median(later[i] - end[i] for end, later in zip(ends, ends[1:])) for i in range(2))


class Worker:
    """Another program that prints wall and CPU seconds of each of its steps."""

    def __init__(self, name, command):
        self.name, self.command = name, command

    def seconds(self, model, steps, folder):
        out = run(self.command(model, steps, folder))
        rows = [tuple(map(float, line.split()[1:])) for line in out.splitlines() if line.startswith("step ")]
        return statistics.median(row[0] for row in rows), statistics.median(row[1] for row in rows)


def torch_step(torch, model, precision, compiled):
    """A function that trains one step, written as PyTorch's users would."""
    functional = torch.nn.functional
    width, heads, context = model["width"], model["heads"], model["context"]

    class Layer(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.norm1, self.norm2 = torch.nn.LayerNorm(width), torch.nn.LayerNorm(width)
            self.qkv, self.out = torch.nn.Linear(width, 3 * width), torch.nn.Linear(width, width)
            self.up, self.down = torch.nn.Linear(width, 4 * width), torch.nn.Linear(4 * width, width)
            self.register_buffer("future", torch.ones(context, context).triu(1).bool())

        def attention(self, x):
            parts = self.qkv(x).view(x.shape[0], context, 3, heads, width // heads).permute(2, 0, 3, 1, 4)
            query, key, value = parts[0], parts[1], parts[2]
            if hasattr(functional, "scaled_dot_product_attention"):
                y = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
            else:
                scores = query @ key.transpose(-1, -2) * (width // heads) ** -0.5
                y = torch.softmax(scores.masked_fill(self.future, float("-inf")), -1) @ value
            return self.out(y.transpose(1, 2).reshape(x.shape[0], context, width))

        def forward(self, x):
            x = x + self.attention(self.norm1(x))
            return x + self.down(functional.gelu(self.up(self.norm2(x)), approximate="tanh"))

    class Gpt(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.tokens = torch.nn.Embedding(VOCABULARY, width)
            self.positions = torch.nn.Parameter(0.02 * torch.randn(context, width))
            self.layers = torch.nn.ModuleList(Layer() for _ in range(model["layers"]))
            self.norm = torch.nn.LayerNorm(width)
            self.head = torch.nn.Linear(width, VOCABULARY, bias=False)

        def forward(self, tokens, targets):
            x = self.tokens(tokens) + self.positions
            for layer in self.layers:
                x = layer(x)
            logits = self.head(self.norm(x))
            return functional.cross_entropy(logits.view(-1, VOCABULARY).float(), targets.view(-1))

    torch.manual_seed(1)
    gpt = Gpt()
    loss_of = torch.compile(gpt) if compiled else gpt
    settings = dict(lr=1e-3, betas=(0.9, 0.95), weight_decay=0.1)
    try:
        optimizer = torch.optim.AdamW(gpt.parameters(), fused=True, **settings)
    except (RuntimeError, TypeError):
        optimizer = torch.optim.AdamW(gpt.parameters(), foreach=True, **settings)
    shape = (model["batch"], context)

    def step():
        tokens, targets = (torch.randint(0, VOCABULARY, shape) for _ in range(2))
        optimizer.zero_grad(set_to_none=True)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=precision == "bf16"):
            loss = loss_of(tokens, targets)
        loss.backward()
        optimizer.step()

    return step


def torch_worker(model, precision, compiled, steps):
    """What the other Python runs."""
    import torch

    torch.set_num_threads(1)
    step = torch_step(torch, model, precision, compiled)
    for _ in range(5):
        step()
    for _ in range(steps):
        wall, cpu = time.monotonic(), time.process_time()
        step()
        print("step", time.monotonic() - wall, time.process_time() - cpu)


def torch_peers(python):
    """PyTorch in that Python: eager, and compiled where it can."""
    probe = "import torch; print(torch.__version__, int(hasattr(torch, 'compile')))"
    try:
        version, compiles = run([python, "-c", probe]).split()
    except (OSError, RuntimeError, ValueError):
        return []

    def peer(precision, compiled):
        def command(model, steps, folder):
            settings = json.dumps(dict(model=model, precision=precision, compiled=compiled, steps=steps))
            return [python, os.path.abspath(__file__), "--torch-worker", settings]

        kind = " compiled" if compiled else (" eager" if int(compiles) else "")
        return Worker(f"PyTorch {version.split('+')[0]}{kind} {precision}", command)

    return [
        peer(precision, compiled)
        for precision in ("fp32", "bf16")
        for compiled in ([False, True] if int(compiles) else [False])
    ]


LLMC_DRIVER = """
#define TESTING
#include "train_gpt2.c"
static double seconds(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
int main(int count, char** words) {
    if (count < 5) return 2;
    int batch = atoi(words[2]), context = atoi(words[3]), steps = atoi(words[4]);
    GPT2 model;
    gpt2_build_from_checkpoint(&model, words[1]);
    int* tokens = (int*)malloc(sizeof(int) * (size_t)(batch * context + 1));
    for (int step = 0; step < steps + 2; ++step) {
        for (int i = 0; i <= batch * context; ++i) tokens[i] = (i * 37 + step * 11) % 251;
        double wall = seconds(CLOCK_MONOTONIC), cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
        gpt2_forward(&model, tokens, tokens + 1, (size_t)batch, (size_t)context);
        gpt2_zero_grad(&model);
        gpt2_backward(&model);
        gpt2_update(&model, 1e-3f, 0.9f, 0.95f, 1e-8f, 0.1f, step + 1);
        if (step >= 2) printf("step %.9f %.9f\\n", seconds(CLOCK_MONOTONIC) - wall,
                              seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu);
    }
    return 0;
}
"""


def llmc_checkpoint(path, model):
    """A file of small weights as train_gpt2.c reads it: a header, then all tensors; norm gains may be anything."""
    layers, width, context = model["layers"], model["width"], model["context"]
    header = [0] * 256
    header[:8] = [20240326, 3, context, VOCABULARY, layers, model["heads"], width, VOCABULARY]
    count = (VOCABULARY + context) * width + layers * (12 * width * width + 13 * width) + 2 * width
    pattern = struct.pack("<8f", *(0.01 * (i - 3.5) for i in range(8)))
    with open(path, "wb") as file:
        file.write(struct.pack("<256i", *header))
        file.write((pattern * (count // 8 + 1))[: 4 * count])


def llmc_peer(sources, folder):
    """train_gpt2.c, compiled for this machine without OpenMP."""
    if not sources or not (pathlib.Path(sources) / "train_gpt2.c").is_file():
        return []
    driver, program = folder / "driver.c", folder / "llmc"
    driver.write_text(LLMC_DRIVER)
    run(
        [
            "cc",
            "-Ofast",
            "-march=native",
            "-w",
            "-I",
            str(pathlib.Path(sources).resolve()),
            str(driver),
            "-o",
            str(program),
            "-lm",
        ]
    )

    def command(model, steps, folder):
        path = folder / f"{name_of(model).replace(' ', '-')}.bin"
        if not path.exists():
            llmc_checkpoint(path, model)
        return [str(program), str(path), str(model["batch"]), str(model["context"]), str(max(2, steps // 4))]

    return [Worker("llm.c fp32", command)]


def takes_precision(cli):
    return "--precision" in run([cli, "run", "--help"])


def found(options, folder):
    """All programs to time, and words on those that are not there."""
    programs, missing = [Ours(options.cli, "fp32")], []
    if takes_precision(options.cli):
        programs.append(Ours(options.cli, "bf16"))
    for python in options.python:
        peers = torch_peers(python)
        programs += peers
        if not peers:
            missing.append(f"no PyTorch in {python}")
    peers = llmc_peer(options.llmc, folder)
    programs += peers
    if not peers:
        missing.append(f"no train_gpt2.c in {options.llmc}" if options.llmc else "llm.c was not named (--llmc FOLDER)")
    return programs, missing


def measure(programs, model, options, folder):
    """Per program: median wall and CPU seconds of a step."""
    taken = {program.name: [] for program in programs}
    for repeat in range(options.repeats):
        for program in programs:
            steps = STEPS[options.size]
            print(f"{name_of(model)}: {program.name}, {repeat + 1} of {options.repeats}", file=sys.stderr)
            taken[program.name].append(program.seconds(model, steps, folder))
    return {
        name: tuple(statistics.median(pair[i] for pair in pairs) for i in range(2)) for name, pairs in taken.items()
    }


def table(model, result):
    """Markdown; speeds are per second of CPU, and ratios say how much faster ours is at the same precision."""
    lines = [
        "",
        f"### {name_of(model)}, {flop_of(model) / 1e9:.1f} GFLOP a step",
        "",
        "| program | wall, ms | CPU, ms | GFLOP per CPU second | tokens/s | ours is faster by |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    tokens = model["batch"] * model["context"]
    for name, (wall, cpu) in result.items():
        ours = result.get("lanewright " + name.split()[-1])
        ratio = f"{cpu / ours[1]:.2f}" if ours and not name.startswith("lanewright") else ""
        lines.append(
            f"| {name} | {wall * 1e3:.1f} | {cpu * 1e3:.1f} | {flop_of(model) / cpu / 1e9:.0f} | {tokens / wall:.0f} | "
            f"{ratio} |"
        )
    return "\n".join(lines)


def main():
    if sys.argv[1:2] == ["--torch-worker"]:
        torch_worker(**json.loads(sys.argv[2]))
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cli")
    parser.add_argument(
        "--python", action="append", help="a Python with PyTorch; may be given again (/usr/bin/python3)"
    )
    parser.add_argument("--llmc", help="folder of llm.c's sources")
    parser.add_argument("--models", default="small,medium,large")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--markdown", help="write the tables here, too")
    options = parser.parse_args()
    options.python = options.python or ["/usr/bin/python3"]
    unknown = [size for size in options.models.split(",") if size not in MODELS]
    if unknown or options.repeats < 1:
        parser.error(f"--models takes {', '.join(MODELS)}" if unknown else "--repeats takes 1 or more")
    text = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        programs, missing = found(options, folder)
        for line in missing:
            print(line, file=sys.stderr)
        for size in options.models.split(","):
            options.size = size
            text.append(table(MODELS[size], measure(programs, MODELS[size], options, folder)))
            print(text[-1], flush=True)
    if options.markdown:
        pathlib.Path(options.markdown).write_text("\n".join(text) + "\n")


if __name__ == "__main__":
    main()
