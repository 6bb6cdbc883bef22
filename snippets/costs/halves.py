"""Exercise: the last row of the four words in two halves, and merged."""

import torch

from snippets.attention.forward import S, V
from snippets.costs.merging import merge, part

left, right = part(S[3:, :2], V[:2]), part(S[3:, 2:], V[2:])
m, summed, o = merge(left, right)
tops = [left[0].item(), right[0].item()]
sums = [left[1].item(), right[1].item()]
outputs = [left[2][0].tolist(), right[2][0].tolist()]
shrink = (left[0] - m).exp().item()
total, output, z = summed.item(), o[0].tolist(), (o / summed)[0]

if __name__ == "__main__":
    torch.set_printoptions(precision=3, sci_mode=False)
    for half in (left, right, (m, summed, o)):
        print([round(x, 3) for x in torch.cat(half, dim=1)[0].tolist()])
    print(round(shrink, 3), z)
