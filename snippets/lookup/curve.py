"""A curve, and readings scattered about it without a random number."""

import torch

torch.set_default_dtype(torch.float64)


def f(x):
    return x / 2 + torch.sin(2 * x)


m = 30
i = torch.arange(1.0, m + 1)
ends = [0, 5]
keys = 5 * (i - 0.5) / m                            # (m,)  evenly spaced
most = [-1, 1]
noise = 2 * torch.frac(i**2 * 2**0.5) - 1           # (m,)  between -1 and 1
values = f(keys) + noise                            # (m,)

queries = torch.linspace(0, 5, 100)                 # (T_q,)
truth = f(queries)                                  # (T_q,)
asked = len(queries)
spread = noise.square().mean().sqrt().item()        # size of the noise
wiggle = (truth - truth.mean()).square().mean().sqrt().item()

if __name__ == "__main__":
    print(m, asked, f"{spread:.3f} {wiggle:.3f}")
    print(*(f"{v:.2f}" for v in values[:6]))
