"""A quotient of kernels, and attention with a score made by hand: the same numbers."""

import torch

from snippets.lookup.law import K, Q, V

torch.set_default_dtype(torch.float64)

width = 0.9
Z = torch.zeros(4, 2)                               # (T_q, d_v)
for i, q in enumerate(Q):
    kernel = [torch.exp(-((q - k) @ (q - k)) / (2 * width**2)) for k in K]
    Z[i] = sum(a * v for a, v in zip(kernel, V, strict=True)) / sum(kernel)

S = -torch.cdist(Q, K) ** 2 / (2 * width**2)        # (T_q, m)
Z_softmax = S.softmax(dim=1) @ V                    # (T_q, d_v)

inside = torch.cdist(Q, K) <= 2.0                   # (T_q, m)  boxcar of width two
Z_boxcar = inside.double() @ V / inside.sum(dim=1, keepdim=True)
Z_masked = torch.zeros(4, 5).masked_fill(~inside, -torch.inf).softmax(dim=1) @ V

if __name__ == "__main__":
    for row in Z:
        print(*(f"{v:.4f}" for v in row))
    print(inside.sum(dim=1).tolist(), (Z_boxcar - Z_masked).abs().max().item() < 1e-12)
