"""Exercise: put NaN in place of the first word, and see which outputs it spoils."""

import torch
from torch.nn.functional import conv1d

from snippets.example.sentence import X, d  # (T, d)
from snippets.signal.jacobian import near  # (T, T)

torch.set_default_dtype(torch.float64)

mean = torch.eye(d)[:, :, None].repeat(1, 1, 3) / 3                        # (d, d, 3)


def spoilt(layer, layers):
    """The number of words with a NaN after so many layers."""
    Z = torch.cat([torch.full_like(X[:1], torch.nan), X[1:]])              # (T, d)
    for _ in range(layers):
        Z = layer(Z)                             # (T, d)
    return Z.isnan().any(dim=1).sum().item()


window = [spoilt(lambda Z: conv1d(Z.T, mean, padding=1).T, n) for n in (1, 2, 3)]
matrix = spoilt(lambda Z: near @ Z, 1)           # 0 times NaN is NaN

if __name__ == "__main__":
    print(window, matrix)
