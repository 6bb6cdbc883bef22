"""Softmax, sure of the wrong class: what cross-entropy sends back, and what squared error sends."""

import torch

torch.set_default_dtype(torch.float64)

gaps = [0.0, 2.0, 5.0, 10.0]
by_cross_entropy, by_squared_error = [], []
for gap in gaps:
    o = torch.tensor([gap, 0.0, 0.0])                         # the first class leads
    y = torch.tensor([0.0, 1.0, 0.0])                         # the second is right
    y_hat = o.softmax(dim=-1)
    J = torch.diag(y_hat) - torch.outer(y_hat, y_hat)         # ∂ŷ/∂o
    by_cross_entropy.append((y_hat - y).norm().item())
    by_squared_error.append(((y_hat - y) @ J).norm().item())

if __name__ == "__main__":
    for row in zip(gaps, by_cross_entropy, by_squared_error, strict=True):
        print(*(f"{v:.2g}" for v in row))
