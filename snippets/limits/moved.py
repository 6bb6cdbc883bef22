"""Weight moved from one word to two others, and the output stays where it is."""

import torch

from snippets.attention.forward import V, Z, alpha

torch.set_default_dtype(torch.float64)

n = torch.tensor([0.0, 1.0, -2.0, 1.0])          # (T,), a direction in which to move
total, gone = n.sum().item(), (n @ V).abs().max().item()           # both are 0 along it

row, z = alpha[1], Z[1]                          # 认识你 asks
none = row + row[2] / 2 * n                      # nothing left for 爱玩的
most = row - row[1] * n                          # nothing left for the other two
z_none = none @ V                                # (d_v,)

T, d_v = V.shape
dimension = T - torch.linalg.matrix_rank(torch.column_stack([V, torch.ones(T)])).item()
left, right = alpha[:, 2] ** 2, alpha[:, 1] * alpha[:, 3]          # (T,) each, for any asking word

if __name__ == "__main__":
    for name, weights in (("row", row), ("none", none), ("most", most)):
        print(f"{name:5}", [round(x, 3) + 0.0 for x in weights.tolist()],
              [round(x, 3) for x in (weights @ V).tolist()])
    print("dimension of the family:", dimension)
