"""Windows of w words: pairs of words in a layer, and reach of N layers, by brute force."""

import torch


def window(T, w):
    i, j = torch.arange(T)[:, None], torch.arange(T)
    return (j <= i) & (j > i - w)                    # (T, T), True where i sees j


def reach(N, w, T=128):
    """How far back the last word sees through N layers."""
    seen = torch.arange(T) == T - 1                  # (T,), from the last word downwards
    for _ in range(N):
        seen = window(T, w)[seen].any(dim=0)
    return T - 1 - int(seen.nonzero()[0])


sizes = [(N, w) for N in range(1, 8) for w in range(2, 12)]
found = [reach(N, w) for N, w in sizes]
law = [N * (w - 1) for N, w in sizes]

widths = [(T, w) for T in (7, 16, 33) for w in (1, 2, 5, 7)]
pairs = [int(window(T, w).sum()) for T, w in widths]
pairs_law = [T * w - w * (w - 1) // 2 for T, w in widths]

T, w = 12, 4                                         # for the figure
until = torch.zeros(T, T)                            # layers until i sees j; 0: never
seen = torch.eye(T)
for N in range(1, T):
    seen = window(T, w).to(seen) @ seen              # paths
    until[(seen > 0) & (until == 0)] = N
far = int(until[-1, 0])                             # the last word, the first

N_mistral, w_mistral = 32, 4096                      # source: arXiv:2310.06825, table 1
reach_mistral = N_mistral * (w_mistral - 1)

if __name__ == "__main__":
    print(found == law, pairs == pairs_law, far, reach_mistral)
