"""Exercise: how far ahead a score must be to keep half of the weight."""

from math import log

import torch

lengths = [4, 32, 256, 2048]
gaps = [log(T - 1) for T in lengths]
rows = [torch.tensor([log(T - 1)] + [0.0] * (T - 1)).double() for T in lengths]
longest = lengths[-1]
times = lengths[3] // lengths[0]
more = gaps[3] - gaps[0]
kept = [row.softmax(dim=-1)[0].item() for row in rows]

print([round(gap, 2) for gap in gaps], [round(weight, 6) for weight in kept])
