"""Sixteen words, each to look up itself: softmax can, two features cannot."""

import torch

from snippets.costs.linear import phi

torch.set_default_dtype(torch.float64)

T = 16
angle = torch.arange(T) * 2 * torch.pi / T
U = torch.stack([angle.cos(), angle.sin()], dim=1)   # (T, d_k), keys and queries on a circle
scales = [2.0**n for n in range(11)]                 # how long a query is


def normalised(A):
    return A / A.sum(dim=-1, keepdim=True)


softmax = [(c * U @ U.T).softmax(dim=-1) for c in scales]            # (T, T)
features = [normalised(phi(c**0.5 * U) @ phi(c**0.5 * U).T) for c in scales]
pairs = [phi(c**0.5 * torch.cat([U, -U], dim=1)) for c in scales]    # (T, 4)
both = [normalised(A @ A.T) for A in pairs]

own, own_2, own_4 = [[alpha.diagonal().mean().item() for alpha in row]
                     for row in (softmax, features, both)]           # weight of the right word
rank, rank_2, rank_4 = [int(torch.linalg.matrix_rank(row[6], rtol=1e-10))
                        for row in (softmax, features, both)]
r_2, r_4 = phi(U).shape[1], pairs[0].shape[1]
bound_2, bound_4 = r_2 / T, r_4 / T
best, best_2, best_4 = max(own), max(own_2), max(own_4)

if __name__ == "__main__":
    for row in zip(scales, own, own_2, own_4, strict=True):
        print("{:6.0f} {:.3f} {:.3f} {:.3f}".format(*row))
    print("rank", rank, rank_2, rank_4, "bounds", bound_2, bound_4)
