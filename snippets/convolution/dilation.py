"""Dilated stacks at T = 2048: the words that the last one sees, by path count, and their cost."""

import torch

from snippets.convolution.counting import count
from snippets.convolution.models import Attention, stack
from snippets.convolution.paths import paths
from snippets.convolution.scale import T, d

powers = [3**n for n in range(8)]
rest = T - 1 - sum(powers[:7])                   # what seven layers leave to the last
twos = [2**n for n in range(11)]
stacks = {
    "1, 3, 9 ... 2187": (powers, False),
    "1, 3, 9 ... rest": ([*powers[:7], rest], False),
    "1, 2, 4 ... 1024": (twos, False),
    "1, 3, 9 ... causal": (powers[:7], True),
}
layers = [len(dilations) for dilations, _ in stacks.values()]
reach = [sum(dilations) * (2 if causal else 1) for dilations, causal in stacks.values()]

P = [paths(T, dilations, causal=causal) for dilations, causal in stacks.values()]    # (T,) each
seen = [int((p > 0).sum()) for p in P]
from_first = [int(p[0]) for p in P]
most = [int(p.max()) for p in P]

X = torch.empty(T, d, device="meta")             # shapes without numbers
counts = [count(stack(d, dilations, causal=causal, device="meta"), X.T)
          for dilations, causal in stacks.values()]
parameters, work = zip(*counts, strict=True)
work_attention = count(Attention(d, d, device="meta"), X)[1]
work_ratio = [w / work_attention for w in work]

if __name__ == "__main__":
    for row in zip(stacks, layers, reach, seen, from_first, most, strict=True):
        print(*row, sep="\t")
    for row in zip(stacks, parameters, work, work_ratio, strict=True):
        print("{}\t{}\t{}\t{:.2f}".format(*row))
