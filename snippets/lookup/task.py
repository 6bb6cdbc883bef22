"""Keys of eight numbers, of which one direction matters; which one, the seed decides."""

import torch

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)                            # matrices too small to share

seeds, d, unseen, sigma = 5, 8, 300, 0.2            # sigma: the noise on the values stored


def along(X, u):
    return torch.sin(2 * X @ u)


def outward(X, u):
    return torch.sin(X.norm(dim=1))                 # no direction matters more than another


def pairs(seed, m, f=along):
    """Direction (d,), keys (m, d), values (m,), queries (unseen, d), and the truth about them."""
    g = torch.Generator().manual_seed(seed)
    u = torch.randn(d, generator=g)
    u = u / u.norm()
    K, Q = torch.randn(m, d, generator=g), torch.randn(unseen, d, generator=g)
    return u, K, f(K, u) + sigma * torch.randn(m, generator=g), Q, f(Q, u)


def estimated(Q, K, v, W, own=False):
    """Soft lookup with the score -|(q - k) W|^2 / 2; `own`: no key may see its own value."""
    A, B = Q @ W, K @ W                             # (T_q, d), (m, d)
    S = A @ B.T - B.square().sum(dim=1) / 2         # (T_q, m)  |A|^2 / 2 is the same for every key
    if own:
        S = S.masked_fill(torch.eye(len(K), dtype=torch.bool), -torch.inf)
    return S.softmax(dim=1) @ v                     # (T_q,)


def error(estimate, truth):
    return (estimate - truth).square().mean().sqrt()
