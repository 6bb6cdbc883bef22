"""How equal are the squared lengths of a thousand keys? Mean and spread, seven ways."""

import torch
import torch.nn.functional as F

torch.set_default_dtype(torch.float64)

n, d, d_k = 1000, 768, 64
generator = torch.Generator().manual_seed(0)
X = torch.randn(n, d, generator=generator)                           # (n, d)
W_K = torch.randn(d, d_k, generator=generator) / d**0.5              # (d, d_k)
square, _ = torch.linalg.qr(torch.randn(d, d, generator=generator))  # (d, d), orthogonal
gain = 1 + torch.rand(d, generator=generator)                        # (d,), as if learnt
normed = F.layer_norm(X, (d,), eps=0)                                # (n, d), no gain, no bias


def lengths(K):
    """Return mean and standard deviation of the squared lengths of the rows of K."""
    squares = (K**2).sum(dim=-1)                                     # (n,)
    return [squares.mean().item(), squares.std().item()]


words, normed_words, gained = lengths(X), lengths(normed), lengths(normed * gain)
through_square, through_thin = lengths(normed @ square), lengths(normed @ square[:, :d_k])
through_random = lengths(normed @ W_K)
normed_keys = lengths(F.layer_norm(X @ W_K, (d_k,), eps=0))
half_spread = through_random[1] / 2                                  # of half the squared length

if __name__ == "__main__":
    for name in ("words", "normed_words", "gained", "through_square", "through_thin",
                 "through_random", "normed_keys"):
        print(f"{name:15} {globals()[name][0]:7.1f} +- {globals()[name][1]:.1f}")
