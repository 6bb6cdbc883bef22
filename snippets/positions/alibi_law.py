"""ALiBi by distance, or by a number for each key; with equal scores its weights are geometric."""

import torch

from snippets.positions.general import T, X, scores

torch.set_default_dtype(torch.float64)

m = 0.5
M = torch.ones(T, T).tril().bool()                       # (T, T), True where j <= i
t = torch.arange(float(T))
S = scores(X)                                            # (T, T)
by_distance = (S - m * (t[:, None] - t)).where(M, -torch.inf).softmax(dim=-1)
by_key = (S + m * t).where(M, -torch.inf).softmax(dim=-1)

delta = torch.arange(T - 1.0)[None]                      # (1, 4)
last = (-m * (t[3] - t[:4])).softmax(dim=0).flip(0)[None]   # (1, 4), equal scores, i = 3
r = torch.tensor(-m).exp()
geometric = (1 - r) * r**delta / (1 - r**4)              # (1, 4)

if __name__ == "__main__":
    print((by_distance - by_key).abs().max().item() < 1e-15)
    print([round(weight, 3) for weight in last[0].tolist()])
