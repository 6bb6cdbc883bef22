"""The total derivatives carried forward instead: the same gradient, nothing kept of the past."""

import torch

from snippets.bptt.law import before, direct, h, to_b, to_W_h, to_W_x
from snippets.bptt.sizes import B, T, W_h, X, d, d_h

torch.set_default_dtype(torch.float64)

n = d + d_h + 1
use = torch.cat([X, before, torch.ones(B, T, 1)], dim=-1)     # what multiplies W_x, W_h and b
D = torch.zeros(B, d_h, d_h, n)                               # ∂h_t/∂(W_x, W_h, b), total
G = torch.zeros(d_h, n)
for t in range(T):
    now = torch.einsum("ki,sj->skij", torch.eye(d_h), use[:, t])         # h_{t-1} held fixed
    past = torch.einsum("kl,slij->skij", W_h, D)
    D = (1 - h[:, t] ** 2)[:, :, None, None] * (now + past)
    G = G + torch.einsum("sk,skij->ij", direct[:, t], D)
G_backward = torch.cat([to_W_x, to_W_h, to_b[:, None]], dim=-1)
gap = (G - G_backward).abs().max().item()

kept_forward, kept_backward = D[0].numel(), h[0].numel()      # numbers per sentence
width, long = 768, 2048                                       # d = d_h, and T
large_forward = width * width * (2 * width + 1)
large_backward = long * width

if __name__ == "__main__":
    print(kept_forward, kept_backward, large_forward, large_backward, gap < 1e-10)
