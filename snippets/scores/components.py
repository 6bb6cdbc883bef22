"""Which assumption does what: the variance of q . k at d = 64, by the law and as measured."""

import torch

torch.set_default_dtype(torch.float64)

d, draws, rho, size, mean = 64, 20_000, 0.3, 2.0, 0.5
generator = torch.Generator().manual_seed(1)


def independent():
    return torch.randn(draws, d, generator=generator)    # (draws, d)


def correlated():
    common = torch.randn(draws, 1, generator=generator)  # (draws, 1), shared by all components
    return rho**0.5 * common + (1 - rho) ** 0.5 * independent()


def variance(q, k):
    return (q * k).sum(dim=-1).var().item()


q = independent()
measured = [variance(q, independent()), variance(q, correlated()),
            variance(correlated(), correlated()), variance(size * q, size * independent()),
            variance(mean + q, mean + independent()), variance(q, q)]
law = [d, d, d * (1 + (d - 1) * rho**2), d * size**4, d * (1 + 2 * mean**2), 2 * d]

for m, v in zip(measured, law, strict=True):
    print(f"law {v:7.2f}   measured {m:7.1f}")
