"""ALiBi by distance, or by a number for each key; with equal scores its weights are geometric."""

import torch

from snippets.positions.general import T, X, scores

torch.set_default_dtype(torch.float64)

m = 0.5
M = torch.ones(T, T).tril().bool()                       # (T, T), True where j <= i
t = torch.arange(float(T))
distance = t[:, None] - t                                # (T, T), i - j
S = scores(X)                                            # (T, T)
by_distance = (S - m * distance).where(M, -torch.inf).softmax(dim=-1)
by_key = (S + m * t).where(M, -torch.inf).softmax(dim=-1)

equal = (-m * distance).where(M, -torch.inf).softmax(dim=-1)         # (T, T), all scores alike
r = torch.tensor(-m).exp()
geometric = ((1 - r) * r**distance / (1 - r ** (t[:, None] + 1))).where(M, 0.0)      # (T, T)

if __name__ == "__main__":
    print((by_distance - by_key).abs().max().item() < 1e-15)
    for row in equal.tolist():
        print([round(weight, 3) for weight in row])
