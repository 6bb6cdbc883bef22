"""How far each row of weights of the four words can move while its output stays."""

import torch

from snippets.alignment.twice import alpha

torch.set_default_dtype(torch.float64)

most = alpha[:, 2] + 2 * alpha[:, [1, 3]].min(dim=1).values    # until one of the others is zero
least = torch.zeros(len(alpha))                                # until it is zero itself

if __name__ == "__main__":
    for low, high in zip(least.tolist(), most.tolist(), strict=True):
        print(f"{low:.3f} {high:.3f}")
