"""One pair alone: where it comes back to its start, almost."""

import torch

from snippets.positions.sinusoids import sinusoids

torch.set_default_dtype(torch.float64)

last, d = 1000, 4
t = torch.arange(last + 1)
P = sinusoids(t, 2)                                    # (1001, 2)
away = (P - P[0]).norm(dim=1)                          # (1001)
near, nearer = 44, 710                                 # 7 turns and 113 turns, nearly
turns = [7, 113]
at = away[[near, nearer]]                              # (2)
nearest = int(away[1:].argmin()) + 1

longer = sinusoids(t, d)                               # (1001, d)
away_4 = (longer - longer[0]).norm(dim=1)[nearer].item()

if __name__ == "__main__":
    print(f"{at[0]:.4f} {at[1]:.1e}", nearest, round(away_4, 2))
