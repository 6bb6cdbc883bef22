"""How many directions the weights can move in without the output noticing."""

import torch

from snippets.alignment.law import some

torch.set_default_dtype(torch.float64)

T_k, d_v = 7, 3
V = some(T_k, d_v, first=5.0)
alpha = some(T_k, first=30.0).softmax(dim=0)          # (T_k,)
A = torch.column_stack([V, torch.ones(T_k)])          # (T_k, d_v + 1)
N = torch.linalg.svd(A)[0][:, d_v + 1 :].T            # (T_k - d_v - 1, T_k), N @ A = 0
directions = N.shape[0]
moved = alpha + 0.1 * alpha.min() * N                 # (directions, T_k), all positive
Z_moved = moved @ V                                   # (directions, d_v)
Z = (alpha @ V).expand_as(Z_moved)
head = 64                                             # d_v of a head of GPT-2
enough = head + 2                                     # words, from which there is always freedom

if __name__ == "__main__":
    print(T_k, d_v, directions)
    print(bool((Z_moved - Z).abs().max() < 1e-12), bool(moved.min() > 0), enough)
