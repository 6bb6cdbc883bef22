"""A true gradient has a symmetric Jacobian; the truncated one does not."""

import torch

from snippets.bptt.network import delayed, states
from snippets.bptt.truncation import windows
from snippets.bptt.words import W_y, Y
from snippets.example.sentence import X
from snippets.recurrence.cell import W_h, W_x

torch.set_default_dtype(torch.float64)

zero = torch.zeros(2)


def field(p, k):                                              # (8,) -> (8,)
    W_x, W_h = p.reshape(2, 2, 2)
    h = states(X[None], zero, W_x, W_h, zero)                 # (1, T, d_h)
    G_pre = windows((h @ W_y.T - Y) @ W_y, h, W_h, k)
    G_W_x = torch.einsum("sti,stj->ij", G_pre, X[None])
    return torch.stack([G_W_x, torch.einsum("sti,stj->ij", G_pre, delayed(h, zero))]).flatten()


p = torch.stack([W_x, W_h]).flatten()
n, lengths, asymmetry = len(p), [1, 2, 3, 4], []
for k in lengths:
    J = torch.autograd.functional.jacobian(lambda p, k=k: field(p, k), p)        # (8, 8)
    asymmetry.append((J - J.T).abs().max().item())
whole = asymmetry[3]

if __name__ == "__main__":
    print(*(f"{a:.3f}" for a in asymmetry))
