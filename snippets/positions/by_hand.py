"""The encoding of position 2 for d = 4, and of position 200."""

import torch

from snippets.positions.sinusoids import frequencies, sinusoids

d, t, later = 4, 2, 200
omega = frequencies(d)                          # (d/2)
slower = (omega[0] / omega[1]).item()
p_2 = sinusoids(torch.tensor([t]), d)[0]      # (d)
p_200 = sinusoids(torch.tensor([later]), d)[0]  # (d)

if __name__ == "__main__":
    for p in (p_2, p_200):
        print([round(value, 4) for value in p.tolist()])
