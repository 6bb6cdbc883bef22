"""The score that learns, beside the best that was made by hand, on every seed."""

import torch

from snippets.lookup.handmade import best, m
from snippets.lookup.task import seeds
from snippets.lookup.training import trained

torch.set_default_dtype(torch.float64)

learnt, cosine = torch.stack([trained(seed, m) for seed in range(seeds)]).T  # (seeds,) each
ratio = learnt / best                               # (seeds,)
highest, worst_ratio, least_turned = learnt.max(), ratio.max(), cosine.min()
enough = 0.3                                        # for the figure

if __name__ == "__main__":
    for seed in range(seeds):
        good = [learnt[seed] < enough, ratio[seed] < 0.45, cosine[seed] > 0.98]
        print(seed, *map(bool, good))
