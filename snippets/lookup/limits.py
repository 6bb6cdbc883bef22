"""Where learning the score does not pay: no direction to find, or too few pairs to find it."""

import torch

from snippets.lookup.handmade import errors, m
from snippets.lookup.task import outward, seeds
from snippets.lookup.training import trained

torch.set_default_dtype(torch.float64)

few = 24
all_alike = torch.stack([trained(seed, m, outward)[0] for seed in range(seeds)])     # (seeds,)
too_few = torch.stack([trained(seed, few)[0] for seed in range(seeds)])              # (seeds,)
alike_ratio = all_alike / errors(m, outward).amin(dim=(0, 2))        # (seeds,)
few_ratio = too_few / errors(few).amin(dim=(0, 2))                   # (seeds,)
alike_least, few_least, few_most = alike_ratio.min(), few_ratio.min(), few_ratio.max()

if __name__ == "__main__":
    print(*(alike_ratio > 1.1).tolist())
    print(bool(few_least < 0.8), bool(few_most > 1.2))
