"""Three rows of weights and one output, on the four words."""

import torch

from snippets.attention.forward import V, alpha  # (T, d_v), (T, T)

torch.set_default_dtype(torch.float64)

kernel = torch.tensor([0.0, 1.0, -2.0, 1.0])          # (T,)
row = alpha[1]                                        # (T,), what the second word takes
one = row + row[1] / 2 * kernel
other = row - row[1] * kernel
z, z_one, z_other = row @ V, one @ V, other @ V       # (d_v,) each

if __name__ == "__main__":
    for weights, output in ((row, z), (one, z_one), (other, z_other)):
        print(*(f"{w:.3f}" for w in weights.tolist()), " ", *(f"{x:.3f}" for x in output.tolist()))
