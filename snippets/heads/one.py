"""One head of full width whose weights do not see the symbols, trained from the same seeds."""

import torch

from snippets.heads.jobs import n, right, seeds, trained

torch.set_default_dtype(torch.float64)

shares = torch.tensor([right(trained(1, True, seed), True, torch.ones(1)) for seed in range(seeds)])
better = shares[:, :2].max(dim=1).values.min().item()     # the better job, on the worst seed
worse = shares[:, :2].min(dim=1).values.max().item()      # the worse job, on the best seed
both = shares[:, 2].max().item()

cases, unordered = n * n, n * (n - 1) // 2                # two symbols; pairs of different ones
possible = cases - unordered
bound = possible / cases

if __name__ == "__main__":
    print("one job above 0.9:", better > 0.9, "  the other below 0.45:", worse < 0.45)
    print("at most", possible, "of", cases, "=", bound, "  both below 0.45:", both < 0.45)
