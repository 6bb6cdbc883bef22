"""A true gradient has a symmetric Jacobian; the truncated one does not."""

import torch

from snippets.bptt.network import delayed, states
from snippets.bptt.truncation import windows
from snippets.bptt.words import W_y, Y
from snippets.example.sentence import X
from snippets.recurrence.cell import W_h, W_x

torch.set_default_dtype(torch.float64)

zero = torch.zeros(2)


def chunks(direct, h, W_h, k):                                # in a chunk a window of k is all
    parts = zip(direct.split(k, dim=1), h.split(k, dim=1), strict=True)
    return torch.cat([windows(g, s, W_h, k) for g, s in parts], dim=1)


def field(p, k, cut):                                         # (8,) -> (8,)
    W_x, W_h = p.reshape(2, 2, 2)
    h = states(X[None], zero, W_x, W_h, zero)                 # (1, T, d_h)
    G_pre = cut((h @ W_y.T - Y) @ W_y, h, W_h, k)
    G_W_x = torch.einsum("sti,stj->ij", G_pre, X[None])
    return torch.stack([G_W_x, torch.einsum("sti,stj->ij", G_pre, delayed(h, zero))]).flatten()


p = torch.stack([W_x, W_h]).flatten()
n, lengths, by_windows, by_chunks = len(p), [1, 2, 3, 4], [], []
for k in lengths:
    for found, cut in ((by_windows, windows), (by_chunks, chunks)):
        J = torch.func.jacrev(field)(p, k, cut)               # (8, 8)
        found.append((J - J.T).abs().max().item())
whole = max(by_windows[3], by_chunks[3])

if __name__ == "__main__":
    print("windows", *(f"{a:.3f}" for a in by_windows))
    print("chunks ", *(f"{a:.3f}" for a in by_chunks))
