# SPDX-License-Identifier: Apache-2.0
"""Times a training step of the same GPT by PyTorch, compiled. Prints one line of JSON; used by tests/gpu/check."""
import json
import sys

import torch
from torch import nn
from torch.nn import functional as F


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
            part.view(batch, context, self.heads, -1).transpose(1, 2) for part in self.qkv(self.norm1(x)).chunk(3, dim=-1))
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


def step_of(model, optimizer, tokens, targets, precision):
    with torch.autocast("cuda", torch.bfloat16, enabled=precision == "bf16"):
        loss = model(tokens, targets)
    loss.backward()
    nn.utils.clip_grad_norm_(model.parameters(), 1.0, foreach=True)
    optimizer.step()
    optimizer.zero_grad(set_to_none=True)


def main():
    shape, precision = json.loads(sys.argv[1]), sys.argv[2]
    torch.manual_seed(1)
    torch.backends.cuda.matmul.allow_tf32 = False
    model = torch.compile(Gpt(**shape).cuda())
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, betas=(0.9, 0.95), weight_decay=0.1, fused=True)
    size = (shape["batch"], shape["context"])
    tokens, targets = (torch.randint(shape["vocabulary"], size, device="cuda") for _ in range(2))
    for _ in range(5):
        step_of(model, optimizer, tokens, targets, precision)
    times = []
    for _ in range(20):
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        step_of(model, optimizer, tokens, targets, precision)
        end.record()
        torch.cuda.synchronize()
        times.append(start.elapsed_time(end))
    times.sort()
    print(json.dumps({"milliseconds": times[len(times) // 2], "version": torch.__version__,
                      "memory": torch.cuda.max_memory_allocated()}))


if __name__ == "__main__":
    main()
