"""A matrix between query and key: the bilinear score, also for different sizes."""

import torch

from snippets.scores.concatenation import Q, d_q  # (T_q, d_q)
from snippets.scores.general import K, d_k  # (T_k, d_k)

W = torch.arange(d_q * d_k).cos().reshape(d_q, d_k)      # (d_q, d_k)

A = torch.einsum("ic,ce,je->ij", Q, W, K)                # (T_q, T_k), over pairs of components
A_dot = (Q @ W) @ K.T                                    # (T_q, T_k), a dot product after all

if __name__ == "__main__":
    for row in A.tolist():
        print([round(a, 4) for a in row])
