"""Stacked width-3 layers as a graph: the power of a matrix counts the paths between two words."""

import torch

from snippets.signal.jacobian import near  # (T, T)

torch.set_default_dtype(torch.float64)

step = (near > 0).long()                         # (T, T)  1 where word j is in the window of i
layers = [1, 2, 3, 4]
counts = [torch.linalg.matrix_power(step, n)[3, 0].item() for n in layers]

J = torch.stack([torch.linalg.matrix_power(near, n)[3, 0] for n in layers])  # times I: ∂z_4/∂x_1
one_path = (1 / 3) ** 3

if __name__ == "__main__":
    print(counts)
    print(J)
