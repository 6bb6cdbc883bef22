"""A word is a row, a parameter matrix stands on its right; torch keeps the matrix transposed."""

import torch

torch.set_default_dtype(torch.float64)

X = torch.tensor([[1.0, 0.0, 2.0], [0.5, -1.0, 1.0], [0.0, 3.0, -2.0],
                  [2.0, 2.0, 0.0], [-1.0, 1.0, 1.0]])                      # (T, d) = (5, 3)
W = torch.tensor([[1.0, -1.0], [0.5, 2.0], [-0.5, 1.0]])                   # (d, k) = (3, 2)

Z = X @ W                                        # (T, k)  its first row is x_1 times W

linear = torch.nn.Linear(3, 2, bias=False)
stored = list(linear.weight.shape)               # (k, d)
linear.weight.data = W.T
gap = (linear(X) - Z).abs().max().item()         # y = x Wᵀ of the documentation, the same numbers

if __name__ == "__main__":
    print(Z, stored, gap, sep="\n")
