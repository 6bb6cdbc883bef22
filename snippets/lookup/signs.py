"""Noise of either sign at each of seven keys: all 128 cases, against bias and variance."""

import itertools

import torch

from snippets.lookup.curve import f

torch.set_default_dtype(torch.float64)

m, sigma, width = 7, 0.6, 0.8
keys = torch.linspace(0.5, 4.5, m)                  # (m,)
queries = torch.tensor([1.0, 2.2, 3.1])             # (T_q,)
alpha = (-((queries[:, None] - keys) ** 2) / (2 * width**2)).softmax(dim=1)  # (T_q, m)

cases = torch.tensor(list(itertools.product([-1.0, 1.0], repeat=m)))         # (128, m)
estimates = (f(keys) + sigma * cases) @ alpha.T     # (128, T_q)
count = len(cases)
by_cases = ((estimates - f(queries)) ** 2).mean(dim=0)               # (T_q,)

bias = alpha @ f(keys) - f(queries)                 # (T_q,)
formula = bias**2 + sigma**2 * (alpha**2).sum(dim=1)                 # (T_q,)

if __name__ == "__main__":
    print(count, *(f"{v:.4f}" for v in by_cases))
    print(count, *(f"{v:.4f}" for v in formula))
