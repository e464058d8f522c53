# SPDX-License-Identifier: Apache-2.0
"""PyTorch's side of tests/gpu/check: the same GPT, compiled, with its kernels and its products and attention alone.

Reads questions, a line of JSON each, answers each with a line of JSON, and computes nothing in between:

  {"do": "prepare", "name": "124M", "model": {…}}   compiles its step in bf16
  {"do": "forget"}                                  gives back the memory of all sizes that it compiled
  {"do": "time", "name": "124M"}                    milliseconds of a step
  {"do": "profile", "name": "124M"}                 the kernels of a step
  {"do": "rates", "shapes": ["product 8192 768 2304 plain transposed", "attention 8 1024 12 64", …]}
                                                    of each: milliseconds; "product … sums" with the sums of the left

An answer has `error`, a line, where something went wrong; so has the part of a shape in one. With the argument `cpu`,
for rehearsals, it runs on the CPU and compiles nothing.
"""

import gc
import json
import os
import statistics
import sys
import time

import torch
from torch import nn
from torch.nn import functional as F

ON_CPU = sys.argv[1:] == ["cpu"]
DEVICE = "cpu" if ON_CPU else "cuda"
WARM, STEPS = (1, 2) if ON_CPU else (8, 40)
RUNS, TRIALS = (1, 1) if ON_CPU else (10, 3)


class Layer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        batch, context, width = x.shape
        query, key, value = (
            part.view(batch, context, self.heads, -1).transpose(1, 2)
            for part in self.qkv(self.norm1(x)).chunk(3, dim=-1)
        )
        mixed = F.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + self.out(mixed.transpose(1, 2).reshape(batch, context, width))
        return x + self.down(F.gelu(self.up(self.norm2(x)), approximate="tanh"))


class Gpt(nn.Module):
    def __init__(self, layers, width, heads, context, vocabulary, **_):
        super().__init__()
        self.tokens, self.positions = nn.Embedding(vocabulary, width), nn.Embedding(context, width)
        self.layers = nn.ModuleList(Layer(width, heads) for _ in range(layers))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, vocabulary, bias=False)

    def forward(self, tokens, targets):
        x = self.tokens(tokens) + self.positions.weight[: tokens.shape[1]]
        for layer in self.layers:
            x = layer(x)
        logits = self.head(self.norm(x))
        return F.cross_entropy(logits.flatten(0, 1).float(), targets.flatten())


def synchronize():
    if not ON_CPU:
        torch.cuda.synchronize()


class Clock:
    """Marks in the GPU's stream, which the host does not wait for."""

    def __init__(self):
        self.marks = []

    def mark(self):
        if ON_CPU:
            self.marks.append(time.perf_counter() * 1e3)
        else:
            self.marks.append(torch.cuda.Event(enable_timing=True))
            self.marks[-1].record()

    def milliseconds(self):
        """Between each mark and the next."""
        synchronize()
        pairs = zip(self.marks, self.marks[1:])
        return [after - before if ON_CPU else before.elapsed_time(after) for before, after in pairs]


class Trainee:
    """A model with what a step of it needs."""

    def __init__(self, shape):
        torch.manual_seed(1)
        gpt = Gpt(**shape).to(DEVICE)
        # Sizes are fixed, as they are for ours; without this the second model compiled would be made for any size.
        self.model = gpt if ON_CPU else torch.compile(gpt, dynamic=False)
        self.optimizer = torch.optim.AdamW(
            gpt.parameters(), lr=1e-3, betas=(0.9, 0.95), weight_decay=0.1, fused=not ON_CPU
        )
        size = (shape["batch"], shape["context"])
        self.tokens, self.targets = (torch.randint(shape["vocabulary"], size, device=DEVICE) for _ in range(2))

    def step(self):
        with torch.autocast(DEVICE, torch.bfloat16):
            loss = self.model(self.tokens, self.targets)
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0, foreach=True)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)


trainees = {}


def prepare(name, model):
    began = time.perf_counter()
    trainee = Trainee(model)
    for _ in range(2):
        trainee.step()
    synchronize()
    trainees[name] = trainee
    if not ON_CPU:
        torch.cuda.empty_cache()
    return {"seconds": time.perf_counter() - began}


def forget():
    trainees.clear()
    if not ON_CPU:
        torch._dynamo.reset()  # what is compiled may hold on to the models
    gc.collect()
    if not ON_CPU:
        torch.cuda.empty_cache()
    return {"memory": 0 if ON_CPU else torch.cuda.memory_reserved()}


def time_step(name):
    """The steps follow each other without a wait, as ours do."""
    clock = Clock()
    for _ in range(WARM):
        trainees[name].step()
    synchronize()
    for _ in range(STEPS):
        clock.mark()
        trainees[name].step()
    clock.mark()
    times = clock.milliseconds()
    return {
        "milliseconds": statistics.median(times),
        "mean": statistics.fmean(times),
        "version": torch.__version__,
        "cudnn": torch.backends.cudnn.version(),
        "memory": 0 if ON_CPU else torch.cuda.max_memory_allocated(),
    }


def profile(name):
    from torch.profiler import ProfilerActivity
    from torch.profiler import profile as profiler

    activities = [ProfilerActivity.CPU] + ([] if ON_CPU else [ProfilerActivity.CUDA])
    for _ in range(2):
        trainees[name].step()
    synchronize()
    with profiler(activities=activities) as seen:
        trainees[name].step()
        synchronize()
    kernels = []
    for one in seen.key_averages():
        on_gpu = str(one.device_type).endswith("CUDA")
        spent = one.self_cpu_time_total if ON_CPU else one.self_device_time_total
        # Ranges that people name are shown beside the kernels in them.
        if spent and on_gpu != ON_CPU and not one.is_user_annotation:
            kernels.append({"name": one.key, "count": one.count, "milliseconds": spent / 1e3})
    kernels.sort(key=lambda one: -one["milliseconds"])
    return {"kernels": kernels, "milliseconds": sum(one["milliseconds"] for one in kernels)}


def time_of(work):
    for _ in range(RUNS):
        work()
    times = []
    for _ in range(TRIALS):
        clock = Clock()
        synchronize()
        clock.mark()
        for _ in range(RUNS):
            work()
        clock.mark()
        times += clock.milliseconds()
    return statistics.median(times) / RUNS


def random(*shape):
    return torch.randn(*shape, device=DEVICE, dtype=torch.bfloat16)


def time_product(rows, depth, cols, left, right, sums=""):
    """With `sums` as a linear layer's gradients are computed: that of its bias sums the rows of that of its output."""
    rows, depth, cols = int(rows), int(depth), int(cols)
    one = random(depth, rows).T if left == "transposed" else random(rows, depth)
    other = random(cols, depth).T if right == "transposed" else random(depth, cols)
    work = (lambda: (one @ other, one.sum(1))) if sums else (lambda: one @ other)
    return {"milliseconds": time_of(work), "by": {}}


def time_attention(kind, batch, context, heads, head_width):
    """By what PyTorch chooses, and by each of its fused kernels that take the shape."""
    batch, context, heads, head_width = int(batch), int(context), int(heads), int(head_width)
    together = random(batch, context, 3, heads, head_width)
    parts = [together[:, :, at].transpose(1, 2).detach().requires_grad_() for at in range(3)]
    gradient = random(batch, context, heads, head_width).transpose(1, 2)

    def once():
        if kind == "attention":
            with torch.no_grad():
                return time_of(lambda: F.scaled_dot_product_attention(*parts, is_causal=True))
        out = F.scaled_dot_product_attention(*parts, is_causal=True)
        return time_of(lambda: torch.autograd.grad(out, parts, gradient, retain_graph=True))

    by = {}
    if not ON_CPU:
        from torch.nn.attention import SDPBackend, sdpa_kernel

        for name, backend in (("cudnn", SDPBackend.CUDNN_ATTENTION), ("flash", SDPBackend.FLASH_ATTENTION)):
            try:
                with sdpa_kernel(backend):
                    by[name] = once()
            except RuntimeError:
                by[name] = None
    return {"milliseconds": once(), "by": by}


def in_words(trouble):
    words = str(trouble).strip().split("\n")[0]
    return f"{type(trouble).__name__}: {words}"


def rates(shapes):
    found = []
    for kind, *numbers in map(str.split, shapes):
        try:
            found.append(time_product(*numbers) if kind == "product" else time_attention(kind, *numbers))
        except Exception as trouble:  # noqa: BLE001 - one that PyTorch can't do costs no other
            found.append({"error": in_words(trouble)})
    return {"rates": found}


def main():
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever else prints does not come between the answers
    torch.backends.cuda.matmul.allow_tf32 = False
    questions = {"prepare": prepare, "forget": forget, "time": time_step, "profile": profile, "rates": rates}
    for line in sys.stdin:
        question = json.loads(line)
        try:
            answer = questions[question.pop("do")](**question)
        except Exception as trouble:  # noqa: BLE001 - it is the answer
            answer = {"error": in_words(trouble)}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
