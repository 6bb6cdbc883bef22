"""Truncation as programs do it: automatic differentiation with some states detached."""

import torch

from snippets.bptt.law import before, direct, h
from snippets.bptt.sizes import B, T, W_h, W_x, W_y, X, Y, b, b_y, d_h, first
from snippets.bptt.truncation import chunks, windows

torch.set_default_dtype(torch.float64)

k = 2
leaf = W_h.clone().requires_grad_()


def loss(since, steps):                                       # the losses of steps, cut at since
    losses, h_t = [], h[:, since - 1] if since else first.expand(B, d_h)     # h is a constant here
    for t in range(since, steps.stop):
        h_t = torch.tanh(X[:, t] @ W_x.T + h_t @ leaf.T + b)
        if t in steps:
            losses.append(((h_t @ W_y.T + b_y - Y[:, t]) ** 2).sum() / 2)
    return sum(losses)


each = sum(loss(max(s - k + 1, 0), range(s, s + 1)) for s in range(T))
blocks = sum(loss(t, range(t, min(t + k, T))) for t in range(0, T, k))
(by_windows,), (by_chunks,) = (torch.autograd.grad(L, leaf) for L in (each, blocks))

formula_windows = torch.einsum("sti,stj->ij", windows(direct, h, W_h, k), before)
formula_chunks = torch.einsum("sti,stj->ij", chunks(direct, h, W_h, k), before)

if __name__ == "__main__":
    print(f"{by_windows.norm():.4f} {by_chunks.norm():.4f}")
