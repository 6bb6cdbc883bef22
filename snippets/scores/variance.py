"""The variance of q . k grows like d, whatever independent components are drawn from."""

import torch

torch.set_default_dtype(torch.float64)

draws, rho = 5_000, 0.3
widths = [4, 16, 64, 256, 768]
generator = torch.Generator().manual_seed(0)


def normal(*shape):
    return torch.randn(*shape, generator=generator)


def signs(*shape):
    return 2.0 * torch.randint(0, 2, shape, generator=generator) - 1   # -1 or 1


def correlated(n, d):
    return rho**0.5 * normal(n, 1) + (1 - rho) ** 0.5 * normal(n, d)   # variance 1, all pairs rho


def measured(draw):
    """Return Var(q . k) for each width; q and k are drawn alike."""
    return [(draw(draws, d) * draw(draws, d)).sum(dim=-1).var().item() for d in widths]


gaussian, binary, together = measured(normal), measured(signs), measured(correlated)
deviation_64, deviation = widths[2] ** 0.5, widths[-1] ** 0.5

if __name__ == "__main__":
    for d, *row in zip(widths, gaussian, binary, together, strict=True):
        print(f"d = {d:3}   normal {row[0]:6.1f}   signs {row[1]:6.1f}   correlated {row[2]:6.0f}")
