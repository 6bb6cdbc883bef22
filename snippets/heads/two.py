"""Two heads, trained from five seeds, and then each of them switched off."""

import torch

from snippets.heads.jobs import T, attend, n, right, seeds, trained

torch.set_default_dtype(torch.float64)

H = 2
X = torch.cat([torch.zeros(T, n), torch.zeros(T, 1), torch.eye(T)], dim=-1)[None]
X[0, 2, n] = 1.0                                          # the third word is marked
whole, without_previous, without_marked, sees_previous, seen = [], [], [], [], []
for seed in range(seeds):
    parameters = trained(H, blind=True, seed=seed)
    alpha = attend(X, parameters, True, torch.ones(H))[1][:, 0]          # (H, T, T)
    on_previous = alpha.diagonal(-1, 1, 2).mean(dim=-1)   # (H,), weight on the word before
    k = on_previous.argmax().item()                       # the head that looks there
    sees_previous.append(k + 1)
    seen.append(alpha[[k, 1 - k], 1:])                    # (H, T - 1, T)
    whole.append(right(parameters, True, torch.ones(H)))
    without_previous.append(right(parameters, True, torch.eye(H)[1 - k]))
    without_marked.append(right(parameters, True, torch.eye(H)[k]))

whole, without_previous, without_marked = (
    torch.tensor(shares)[:, :2] for shares in (whole, without_previous, without_marked)
)                                                         # (seeds, jobs)
least = whole.min().item()
broken = max(without_previous[:, 0].max().item(), without_marked[:, 1].max().item())
spared = min(without_previous[:, 1].min().item(), without_marked[:, 0].min().item())
map_previous, map_marked = (M.round(decimals=1) for M in seen[0])        # (T - 1, T) each

if __name__ == "__main__":
    torch.set_printoptions(precision=1, sci_mode=False)
    print("both on, above 0.99:", least > 0.99)
    print("off: its own job below 0.2:", broken < 0.2, "  the other above 0.99:", spared > 0.99)
    print("the head that looks at the word before:", sees_previous)
    print(map_previous, map_marked, sep="\n")
