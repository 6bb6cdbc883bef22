"""Two heads, and the first two words say each other's number: the answer changes sides."""

import torch

from snippets.heads.four_words import W_O, V, Z, alpha

torch.set_default_dtype(torch.float64)

V_swapped = V[:, [1, 0, 2, 3]]                            # (H, T, d_v)
heads = alpha @ V_swapped                                 # (H, T, d_v)
Z_swapped = torch.cat([*heads], dim=-1) @ W_O             # (T, d)

z_4, z_4_swapped = Z[-1], Z_swapped[-1]                   # (d,)

if __name__ == "__main__":
    print("before:", [round(z, 3) for z in z_4.tolist()])
    print("after: ", [round(z, 3) for z in z_4_swapped.tolist()])
