"""One number for each distance, added to the scores of the four words."""

import torch

from snippets.positions.four import X, weights

torch.set_default_dtype(torch.float64)

T = 4
b = torch.tensor([-1.5, -0.5, 0.5, 0.0, -0.5, -1.0, -2.0])   # j - i = -3 ... 3, as if learnt
offset = torch.arange(T) - torch.arange(T)[:, None]          # (T, T), j - i
B = b[offset + T - 1]                                        # (T, T)
last = weights(X, B=B)[3]                                    # (T)
numbers = len(b)

buckets, farthest = 32, 128                                  # source: T5, Raffel and others, 2020

if __name__ == "__main__":
    print(B, [round(weight, 3) for weight in last.tolist()], sep="\n")
