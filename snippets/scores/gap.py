"""One score ahead of n - 1 equal ones: the norm of softmax's Jacobian against the lead."""

import torch

torch.set_default_dtype(torch.float64)


def norm(gap, n):
    """Return the spectral norm, from the matrix itself."""
    alpha = torch.tensor([gap] + [0.0] * (n - 1)).softmax(dim=-1)  # (n,)
    return torch.linalg.matrix_norm(alpha.diag() - torch.outer(alpha, alpha), ord=2).item()


def closed(gap, n):
    """Return n/(n-1) alpha_1 (1 - alpha_1), for leads that are not negative."""
    rest = (n - 1) * torch.exp(-torch.as_tensor(gap))    # the others, against the first
    return n / (n - 1) * rest / (1 + rest) ** 2


few, many = 4, 2048
gaps = [0.0, 1.0, 5.0, 10.0, 20.0]
norms = [norm(gap, few) for gap in gaps]
formula = [closed(gap, few).item() for gap in gaps]
axis = torch.linspace(0, 24, 49)                         # (49,)
curve, curve_many = closed(axis, few), closed(axis, many)
balance = torch.tensor(many - 1.0).log().item()          # the lead where the first has one half
peak = closed(balance, many).item()
equal = closed(0.0, many).item()

if __name__ == "__main__":
    for gap, value in zip(gaps, norms, strict=True):
        print(f"gap {gap:4.0f}   norm {value:.2g}")
