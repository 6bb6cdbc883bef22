"""ALiBi on the four words: every step back costs a slope; the slopes of eight heads."""

import torch

from snippets.positions.four import M, X, weights

torch.set_default_dtype(torch.float64)

m, T = 0.5, 4
distance = torch.arange(T)[:, None] - torch.arange(T)    # (T, T), i - j
B = -m * distance                                        # (T, T)
alpha = weights(X, M, B)                                 # (T, T)
last = alpha[3]

H = 8
slopes = 2.0 ** (-8 * torch.arange(1, H + 1) / H)        # (H), source: Press and others, 2022
flattest = slopes[-1].item()
steep_at_100, flat_at_100 = (-100 * slopes[[0, -1]]).exp().tolist()

if __name__ == "__main__":
    torch.set_printoptions(precision=3, sci_mode=False)
    print(alpha, slopes, f"{steep_at_100:.1e} {flat_at_100:.2f}", sep="\n")
