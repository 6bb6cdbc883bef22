"""Two parts of a row merged: maxima, sums and outputs of each are all that is needed."""

import torch

from snippets.costs.blocks import K, Q, T_k, V

S = Q @ K.T / Q.shape[1] ** 0.5                      # (T_q, T_k)
cut = 4


def part(S, V):
    m = S.amax(dim=1, keepdim=True)                  # (T_q, 1)
    p = (S - m).exp()
    return m, p.sum(dim=1, keepdim=True), p @ V      # maximum, sum, output undivided


def merge(a, b):
    m = torch.maximum(a[0], b[0])
    x, y = (a[0] - m).exp(), (b[0] - m).exp()
    return m, x * a[1] + y * b[1], x * a[2] + y * b[2]


left, right = part(S[:, :cut], V[:cut]), part(S[:, cut:], V[cut:])
m, total, o = merge(left, right)
merged = torch.cat([m, total, o], dim=1)                 # (T_q, 2 + d_v)
whole = torch.cat(part(S, V), dim=1)

if __name__ == "__main__":
    print(cut, T_k - cut, bool((merged - whole).abs().max() < 1e-12))
