"""The root mean square of the slopes decides in a wide network, and not in a narrow one."""

import torch

from snippets.vanishing.decay import back, steps

torch.set_default_dtype(torch.float64)

g = [1.0, 2.0, 4.0]


def factors(d_h):
    """Per g: root mean square slope, g times it, and the measured factor of a step."""
    rows = []
    for scale in g:
        norms, slopes = back(d_h, scale, 1.0)
        root = slopes.square().mean().sqrt()
        rows.append(torch.stack([root, scale * root, 10 ** (norms[-1].median() / steps)]))
    return torch.stack(rows)                          # (g, 3)


wide, narrow = factors(64), factors(2)

if __name__ == "__main__":
    for name, rows in (("wide", wide), ("narrow", narrow)):
        for scale, row in zip(g, rows, strict=True):
            print(name, scale, *(f"{v:.2f}" for v in row))
