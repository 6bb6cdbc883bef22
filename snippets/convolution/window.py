"""The first layer by hand: every word takes from its left neighbour, itself and its right one."""

import torch

from snippets.example.sentence import X  # (T, d)

torch.set_default_dtype(torch.float64)

W = torch.tensor([[[0.0, -1.0, -1.0], [1.0, 1.0, -1.0]],
                  [[1.0, 1.0, 1.0], [1.0, 1.0, 0.0]]])    # (out, in, k)
W_left, W_own, W_right = W[:, :, 0], W[:, :, 1], W[:, :, 2]    # (out, in) each

columns = X.T                                    # (in, T): Conv1d wants a word a column
zero = torch.zeros(2, 1)                         # what padding=1 puts at either end
padded = torch.cat([zero, columns, zero], dim=1)     # (in, T + 2)

left = W_left @ padded[:, :-2]                   # (out, T)
own = W_own @ padded[:, 1:-1]                    # (out, T)
right = W_right @ padded[:, 2:]                  # (out, T)
Y_1 = left + own + right                         # (out, T)

window = padded[:, :3]                           # (in, k), around the first word
terms = torch.stack([W[0].flatten(), window.flatten()], dim=1)    # (in * k, 2)
first = terms.prod(dim=1).sum()

if __name__ == "__main__":
    print(Y_1)
