"""The two laws of reach against lit words, for widths and lengths of every remainder."""

from math import ceil

import torch

from snippets.convolution.reach import last_sees_first, layers_until, spread

sizes = [(k, T) for k in (3, 5, 7, 11) for T in range(2, 40)]

N_lit = [layers_until(last_sees_first, T, k=k) for k, T in sizes]
N = [ceil((T - 1) / ((k - 1) / 2)) for k, T in sizes]

N_lit_causal = [layers_until(last_sees_first, T, k=k, causal=True) for k, T in sizes]
N_causal = [ceil((T - 1) / (k - 1)) for k, T in sizes]

k, layers, T = 7, 4, 29
lit = torch.arange(T) == T - 1                   # (T,)
for _ in range(layers):
    lit = spread(lit, k=k)
reach_lit = int(lit.sum()) - 1                   # words to the left of the last one
reach = layers * (k - 1) // 2

if __name__ == "__main__":
    print(N_lit == N, N_lit_causal == N_causal, reach_lit, reach)
