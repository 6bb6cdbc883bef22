"""Softmax runs along the last axis: each query shares out one unit among the keys."""

import torch

torch.set_default_dtype(torch.float64)

S = torch.tensor([[1.0, 0.0, -1.0], [2.0, 3.0, 0.0]])  # (2, 3)  two queries, three keys
alpha = S.softmax(dim=-1)                        # (2, 3)
formula = S.exp() / torch.einsum("ik->i", S.exp())[:, None]               # (2, 3)
rows = alpha.sum(dim=-1)                         # (2,)
ours, other = alpha[0, 0], S.softmax(dim=0)[0, 0]

if __name__ == "__main__":
    print(alpha, rows, sep="\n")
    print(f"{ours:.3f} {other:.3f}")
