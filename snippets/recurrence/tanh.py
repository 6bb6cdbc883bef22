"""The slope of tanh is 1 - tanh^2: one at the origin, almost nothing four units away."""

import torch

torch.set_default_dtype(torch.float64)

x = torch.arange(-80, 81) / 20                        # from -4 to 4
y = torch.tanh(x)
slope = 1 - y**2

e = 1e-3                                              # five-point difference quotient
one, two = (torch.tanh(x + k * e) - torch.tanh(x - k * e) for k in (1, 2))
slope_by_differences = (8 * one - two) / (12 * e)

at = [0, 1, 2, 4]
slopes = slope[[80, 100, 120, 160]]

if __name__ == "__main__":
    for a, s in zip(at, slopes.tolist(), strict=True):
        print(a, f"{s:.4f}")
