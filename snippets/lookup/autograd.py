"""The same derivative by automatic differentiation, and that of the hard lookup by differences."""

import torch

from snippets.lookup.law import K, V, q, tau

torch.set_default_dtype(torch.float64)


def soft(q):
    return (-(q - K).square().sum(dim=1) / (2 * tau)).softmax(dim=0) @ V   # (d_v,)


def hard(q):
    return V[(q - K).square().sum(dim=1).argmin()]                   # (d_v,)


J = torch.autograd.functional.jacobian(soft, q)                      # (d_v, d_k)
e = 1e-3
moved = torch.stack([hard(q + e * u) - hard(q - e * u) for u in torch.eye(3)]) / (2 * e)
largest = moved.abs().max().item()

if __name__ == "__main__":
    for row in J:
        print(*(f"{v:.4f}" for v in row))
    print(largest)
