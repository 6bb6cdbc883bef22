"""Which W_h of the census cut the path, and how many there are."""

import torch

from snippets.recurrence.census import W_h, n_cut, path

torch.set_default_dtype(torch.float64)

cut = W_h[~path]                                      # (n_cut, d_h, d_h)
second_row_zero = (cut[:, 1] == 0).all(dim=1).sum().item()
others = cut[(cut[:, 1] != 0).any(dim=1)]
n_others = len(others)
first_row_and_corner_zero = ((others[:, 0] == 0).all(dim=1) & (others[:, 1, 1] == 0)).sum().item()

if __name__ == "__main__":
    print(n_cut, second_row_zero, n_others, first_row_and_corner_zero)
