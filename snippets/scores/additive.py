"""The additive score of the last word's query and four keys, small enough for paper."""

import torch

from snippets.attention.forward import K, Q

W_a = torch.tensor([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]])   # (d_q, d_a)
U_a = torch.tensor([[1.0, 1.0, 0.0], [0.0, -1.0, 1.0]])  # (d_k, d_a)
w_a = torch.tensor([1.0, -1.0, 2.0])                     # (d_a,)

q = Q[3]                                                 # (d_q,)
from_q = q @ W_a                                         # (d_a,), computed once
from_k = K @ U_a                                         # (T_k, d_a)
inside = from_q + from_k                                 # (T_k, d_a)
squashed = inside.tanh()                                 # (T_k, d_a)
scores = squashed @ w_a                                  # (T_k,)
weights = scores.softmax(dim=-1)                         # (T_k,)
bound = w_a.abs().sum().item()                           # no score is farther from zero

if __name__ == "__main__":
    for j in range(4):
        print(inside[j].tolist(), f"{scores[j]:6.3f}   {weights[j]:.3f}")
