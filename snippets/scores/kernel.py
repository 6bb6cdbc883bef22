"""The Gaussian kernel, taken apart; the query's own length leaves no trace after softmax."""

import torch

from snippets.scores.general import K, Q

S = Q @ K.T                                                     # (T_q, T_k)
half_q = (Q**2).sum(dim=-1, keepdim=True) / 2                   # (T_q, 1)
half_k = (K**2).sum(dim=-1) / 2                                 # (T_k,)

exponent = S - half_k - half_q                                  # (T_q, T_k)
exponent_measured = -(torch.cdist(Q, K) ** 2) / 2               # (T_q, T_k), distances by torch

alpha_without_q = (S - half_k).softmax(dim=-1)                  # (T_q, T_k)
kernels = torch.exp(exponent_measured)                          # (T_q, T_k)
alpha_kernel = kernels / kernels.sum(dim=-1, keepdim=True)      # (T_q, T_k)

if __name__ == "__main__":
    for row in alpha_kernel.tolist():
        print([round(a, 4) for a in row])
