"""The same derivative by automatic differentiation; soft and hard lookup by differences."""

import torch

from snippets.lookup.law import K, V, q, tau

torch.set_default_dtype(torch.float64)


def soft(q):
    return (-(q - K).square().sum(dim=1) / (2 * tau)).softmax(dim=0) @ V   # (d_v,)


def hard(q):
    return V[(q - K).square().sum(dim=1).argmin()]                   # (d_v,)


def slope(lookup, e=1e-4):
    steps = e * torch.eye(len(q))                                    # (d_k, d_k)
    rises = [lookup(q + step) - lookup(q - step) for step in steps]
    return torch.stack(rises, dim=1) / (2 * e)                       # (d_v, d_k)


J = torch.autograd.functional.jacobian(soft, q)                      # (d_v, d_k)
slope_soft, slope_hard = slope(soft), slope(hard)                    # (d_v, d_k)

if __name__ == "__main__":
    for matrix in (J, slope_soft, slope_hard):
        for row in matrix:
            print(*(f"{v:.4f}" for v in row))
