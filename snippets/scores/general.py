"""Queries and keys on which no two sizes agree, for the laws of this chapter."""

import torch

torch.set_default_dtype(torch.float64)

T_q, T_k, d_k, d_v = 3, 5, 4, 2

Q = torch.tensor([[0.6, -1.2, 0.3, 0.8],
                  [1.1, 0.4, -0.7, 0.2],
                  [-0.5, 0.9, 1.4, -1.0]])        # (T_q, d_k)
K = torch.tensor([[0.2, 0.7, -1.1, 0.5],
                  [-0.8, 1.3, 0.4, 0.1],
                  [1.5, -0.3, 0.6, -0.9],
                  [0.1, -0.6, 0.8, 1.2],
                  [-1.4, 0.5, 0.9, 0.3]])         # (T_k, d_k)
V = torch.tensor([[1.0, -0.4], [0.3, 0.8], [-0.7, 0.6], [0.5, 1.2], [-0.2, -1.1]])  # (T_k, d_v)
M = torch.tensor([[1, 1, 0, 1, 0],
                  [0, 1, 1, 1, 1],
                  [1, 0, 0, 0, 1]]).bool()        # (T_q, T_k), True where a key may be seen

if __name__ == "__main__":
    print("sizes:", T_q, T_k, d_k, d_v)
