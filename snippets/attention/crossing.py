"""The derivative of z_1 in x_2 as x_2 moves past the zero, with its two parts."""

import torch

from snippets.attention.zero import slopes, w

positions = torch.linspace(-2, 2, 81)                          # x_2
table = torch.tensor([slopes(x) for x in positions.tolist()])  # (81, 3)
total, through_V, through_K = table.T
zero = -w

x = torch.tensor([1.0, -1.0], requires_grad=True)
z_1 = (torch.outer(x, x).softmax(dim=-1) @ x)[0]
at_minus_one = torch.autograd.grad(z_1, x)[0][1].item()
left, middle = -1, 0
negative, positive = slopes(left)[0], slopes(middle)[0]

if __name__ == "__main__":
    print(f"x_2 = -1: {negative:.4f} (autograd {at_minus_one:.4f})   x_2 = 0: {positive:.4f}")
