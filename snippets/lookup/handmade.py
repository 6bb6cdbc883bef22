"""The score by distance, at every width, with the best width picked afterwards."""

import torch

from snippets.lookup.kernels import kernels
from snippets.lookup.task import along, error, pairs, seeds

torch.set_default_dtype(torch.float64)

m = 128
widths = torch.logspace(-1, 1.5, 26)                # 0.1 … 31.6
chosen = [kernels[name] for name in ("Gaussian", "boxcar", "triangular", "Epanechnikov")]


def errors(m, f=along):
    """Error of each kernel at each width for each seed, (kernels, seeds, widths)."""
    table = torch.zeros(len(chosen), seeds, len(widths))
    for seed in range(seeds):
        _, K, v, Q, truth = pairs(seed, m, f)
        D = (Q[:, None] - K).norm(dim=2)            # (T_q, m)
        for row, kernel in zip(table[:, seed], chosen, strict=True):
            for j, width in enumerate(widths):
                H = kernel(D / width) + 1e-300      # no key in reach: the mean of all values
                row[j] = error(H @ v / H.sum(dim=1), truth)
    return table


table = errors(m)
gaussian = table[0]                                 # (seeds, widths)
best = table.amin(dim=(0, 2))                       # (seeds,)  over all kernels and widths
means = torch.stack([error(v.mean(), truth) for _, _, v, _, truth in
                     (pairs(seed, m) for seed in range(seeds))])     # (seeds,)
tried_widths = len(widths)
tried = table[:, 0].numel()                         # kernels times widths
lowest_best = best.min()
saved = 1 - (best / means).min()                    # the most that looking things up saves

if __name__ == "__main__":
    print(tried, *(f"{e:.2f}" for e in best), "|", *(f"{e:.2f}" for e in means))
