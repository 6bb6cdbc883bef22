"""Which outputs a soft lookup over the four values can give."""

import torch

from snippets.attention.forward import V  # (m, d_v)

torch.set_default_dtype(torch.float64)

beyond, within = torch.tensor([0.0, 4.0]), torch.tensor([0.0, 2.5])      # (d_v,)
u = torch.tensor([-2.0, 1.0])                       # (d_v,)  a direction to look along
heights = V @ u                                     # (m,)
height_beyond, height_within = (beyond @ u).item(), (within @ u).item()

weights = torch.tensor([1 / 6, 1 / 3, 1 / 3, 1 / 6])                 # (m,)
others = torch.tensor([1 / 6, 5 / 12, 1 / 6, 1 / 4])                 # (m,)  and the same output
z, z_others = weights @ V, others @ V               # (d_v,)

if __name__ == "__main__":
    print(heights.tolist(), height_beyond, height_within)
    print(*([round(v, 12) + 0.0 for v in output.tolist()] for output in (z, z_others)))
