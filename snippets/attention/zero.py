"""Two words between which the gradient is exactly zero, found by halving."""

from math import e, exp

import torch

torch.set_default_dtype(torch.float64)

d = parameter = x_1 = 1  # W_Q = W_K = W_V = 1, so q = k = v = x


def slopes(x_2: float) -> tuple[float, float, float]:
    """Return the derivative of z_1 in x_2: all of it, through V, through K."""
    x = torch.tensor([x_1, x_2], dtype=torch.float64)  # (T,)
    alpha = torch.outer(x, x).softmax(dim=-1)          # (T, T)
    z = alpha @ x                                      # (T,)
    through_V = alpha[0, 1].item()
    through_K = (alpha[0, 1] * x[0] * (x[1] - z[0])).item()
    return through_V + through_K, through_V, through_K


low, high = -1.0, 0.0
for _ in range(60):
    x_2 = (low + high) / 2
    low, high = (x_2, high) if slopes(x_2)[0] < 0 else (low, x_2)

w = 0.5  # Newton's method for w e^w = 1/e
for _ in range(6):
    w -= (w * exp(w) - exp(-1)) / (exp(w) * (w + 1))

slope, through_V, through_K = slopes(-w)
left, right = -x_2 * exp(-x_2), exp(-1)
x = torch.tensor([x_1, x_2], dtype=torch.float64)  # (T,)
z_1 = (torch.outer(x, x).softmax(dim=-1) @ x)[0].item()
z_1_average = (x_1 * e + exp(x_2) * x_2) / (e + exp(x_2))
weight_closed = w / (1 + w)

if __name__ == "__main__":
    print(f"halving {x_2:.12f}   Newton {-w:.12f}")
    print(f"through V {through_V:.6f}   through K {through_K:.6f}")
    print("together less than 1e-15:", abs(slope) < 1e-15)
