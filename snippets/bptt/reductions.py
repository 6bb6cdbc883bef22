"""What torch divides by: every number in the mean squared error, every word in cross-entropy."""

import torch
from torch.nn.functional import cross_entropy, mse_loss

from snippets.bptt import classes, law
from snippets.bptt.sizes import B, T, Y, d_y, labels

torch.set_default_dtype(torch.float64)

o = law.o.clone().requires_grad_()                            # (B, T, d_y)
(mse,) = torch.autograd.grad(mse_loss(o, Y), o)
(crossed,) = torch.autograd.grad(cross_entropy(o.flatten(0, 1), labels.flatten()), o)

mse_formula = 2 / (B * T * d_y) * law.error
crossed_formula = 1 / (B * T) * classes.error
mse_smaller = B * T * d_y // 2                                # than the gradient of our L
crossed_smaller = B * T
(plain,) = torch.autograd.grad(((o - Y) ** 2).sum(), o)       # without the half
doubled = round((plain / law.error).mean().item())
rate = 0.1
same_step = rate * mse_smaller                                # for the mean of torch

if __name__ == "__main__":
    print(mse_smaller, crossed_smaller, f"{same_step:.1f}")
