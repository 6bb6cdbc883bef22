"""The sentence eight times over: the whole Jacobian and the forget gates, at four scales of W_h."""

import torch

from snippets.example.sentence import X
from snippets.gates.cell import W_h, W_x, b
from snippets.gates.jacobian import paths

torch.set_default_dtype(torch.float64)

X_long = X.repeat(8, 1)                               # (T, d)
T = len(X_long)
scales = [0, 1, 2, 10]
J, P = [], []
for scale in scales:
    pair = paths(X_long, W_x, scale * W_h, b)
    for norms, A in zip((J, P), pair, strict=True):
        norms.append(torch.linalg.matrix_norm(A, 2))  # (T,)
J, P = torch.stack(J), torch.stack(P)                 # (scales, T)
excess = (J[1, -1] / P[1, -1]).item() - 1             # with W_h as it is

if __name__ == "__main__":
    for scale, j, p in zip(scales, J[:, -1], P[:, -1], strict=True):
        print(f"{scale:2d} {j:.3g} {p:.3g}")
