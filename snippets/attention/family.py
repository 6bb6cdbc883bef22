"""Exercise: the exact zero again, when the first word is not 1 but 3."""

import torch

from snippets.attention.zero import w

c = 3.0
x_2 = (c**2 - 1 - w) / c

x = torch.tensor([c, x_2], requires_grad=True)  # (T,)
z_1 = (torch.outer(x, x).softmax(dim=-1) @ x)[0]
slope = torch.autograd.grad(z_1, x)[0][1].item()

print(f"x_2 = {x_2:.6f}   slope below 1e-15:", abs(slope) < 1e-15)
