# SPDX-License-Identifier: Apache-2.0
"""The GPT that Lanewright's engine trains, in PyTorch's own modules, with the weights of one of its training states.

A pre-norm transformer: a table of tokens and one of positions; layers of causal attention and an MLP with the tanh form
of GELU, each behind a norm and added to what came in; a last norm and the head. The state's numbers lie in the order of
`tensors_of`, the weights of a tensor before its two moments (`core/protocol/checkpoint.h`).
"""

import json
import math
import pathlib

import torch
from torch import nn
from torch.nn import functional

NORM_EPSILON = 1e-5
NO_TARGET = -100  # what follows a token of the padding


class Layer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1 = nn.LayerNorm(width, eps=NORM_EPSILON)
        self.qkv = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)
        self.norm2 = nn.LayerNorm(width, eps=NORM_EPSILON)
        self.up = nn.Linear(width, 4 * width)
        self.down = nn.Linear(4 * width, width)

    def forward(self, x):
        batch, context, width = x.shape
        qkv = self.qkv(self.norm1(x)).view(batch, context, 3, self.heads, width // self.heads)
        query, key, value = qkv.permute(2, 0, 3, 1, 4)
        mixed = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + self.out(mixed.transpose(1, 2).reshape(batch, context, width))
        return x + self.down(functional.gelu(self.up(self.norm2(x)), approximate="tanh"))


class Stage(nn.Module):
    """The layers `first` to `first + count - 1` of the model, with the tables before the first stage's and the head
    behind the last one's."""

    def __init__(self, model, first, count, is_first, is_last):
        super().__init__()
        width = model["width"]
        self.first = first
        self.tokens = nn.Embedding(model["vocabulary"], width) if is_first else None
        self.positions = nn.Embedding(model["context"], width) if is_first else None
        self.layers = nn.ModuleList([Layer(width, model["heads"]) for _ in range(count)])
        self.norm = nn.LayerNorm(width, eps=NORM_EPSILON) if is_last else None
        self.head = nn.Linear(width, model["vocabulary"], bias=False) if is_last else None

    def forward(self, x):
        if self.tokens is not None:
            x = self.tokens(x) + self.positions.weight[: x.shape[1]]
        for layer in self.layers:
            x = layer(x)
        return x if self.head is None else self.head(self.norm(x))

    def named_weights(self):
        """(name as in `tensors_of`, parameter) of each tensor."""
        for name, weight in self.named_parameters():
            words = name.split(".")
            if words[0] == "layers":
                words[1] = str(int(words[1]) + self.first)
            yield ".".join(words), weight


def sum_of_losses(logits, targets):
    """Over the microbatch's tokens that have a target."""
    logits, targets = logits.flatten(0, 1).float(), targets.flatten()
    return functional.cross_entropy(logits, targets, ignore_index=NO_TARGET, reduction="sum")


def layers_of(model, stages):
    """How many layers each stage has."""
    cut = model.get("layers_per_stage")
    if cut:
        return list(cut)
    each, more = divmod(model["layers"], stages)
    return [each + (stage < more) for stage in range(stages)]


def stage_of(model, stages, stage):
    layers = layers_of(model, stages)
    return Stage(model, sum(layers[:stage]), layers[stage], stage == 0, stage == stages - 1)


def tensors_of(model):
    """(name, shape) of all tensors of the model, in its order."""
    width, vocabulary = model["width"], model["vocabulary"]
    yield "tokens.weight", (vocabulary, width)
    yield "positions.weight", (model["context"], width)
    for layer in range(model["layers"]):
        parts = (("norm1", 0, 0), ("qkv", 3, 1), ("out", 1, 1), ("norm2", 0, 0), ("up", 4, 1), ("down", 1, 4))
        for name, out, within in parts:
            shape = (out * width, within * width) if out else (width,)
            yield f"layers.{layer}.{name}.weight", shape
            yield f"layers.{layer}.{name}.bias", (shape[0],)
    yield "norm.weight", (width,)
    yield "norm.bias", (width,)
    yield "head.weight", (vocabulary, width)


class State:
    """A training state of the engine's on disk, which the engine has checked."""

    def __init__(self, folder):
        folder = pathlib.Path(folder)
        self.page = json.loads((folder / "checkpoint.json").read_text(encoding="utf-8"))
        self.steps = self.page["steps"]
        self.updates = self.page["updates"]
        self._numbers = folder / self.page["numbers"]
        self._places, at = {}, 0
        for name, shape in tensors_of(self.page["model"]):
            self._places[name] = (at, shape)
            at += 3 * 4 * math.prod(shape)

    def tensors(self, name):
        """Weights, first and second moments."""
        at, shape = self._places[name]
        count = math.prod(shape)
        with open(self._numbers, "rb") as file:
            file.seek(at)
            kinds = [bytearray(file.read(4 * count)) for _ in range(3)]
        return [torch.frombuffer(kind, dtype=torch.float32).view(shape) for kind in kinds]
