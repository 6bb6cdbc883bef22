"""The two laws of reach against lit words, for widths and lengths of every remainder."""

from math import ceil

from snippets.convolution.paths import paths
from snippets.convolution.reach import last_sees_first, layers_until

sizes = [(k, T) for k in (3, 5, 7, 11) for T in range(2, 40)]

N_lit = [layers_until(last_sees_first, T, k=k) for k, T in sizes]
N = [ceil((T - 1) / ((k - 1) / 2)) for k, T in sizes]

N_lit_causal = [layers_until(last_sees_first, T, k=k, causal=True) for k, T in sizes]
N_causal = [ceil((T - 1) / (k - 1)) for k, T in sizes]

k, dilations, T = 5, [2, 1, 7, 4, 1, 3], 61
seen = paths(T, dilations, k=k).nonzero()        # the words that the last one sees, counted from 0
reach_seen = T - 1 - int(seen[0])                # how far to the left the first of them stands
reach = sum(dilations) * (k - 1) // 2

if __name__ == "__main__":
    print(N_lit == N, N_lit_causal == N_causal, reach_seen, reach)
