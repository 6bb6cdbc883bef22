"""Cutting the way back after k steps: the error of the gradient of W_h, against k."""

import torch

from snippets.bptt.network import delayed, gradients, states, wave

torch.set_default_dtype(torch.float64)

B, T, d, d_h, d_y = 2, 64, 3, 5, 4
X, Y = wave(B, T, d, step=2.3), wave(B, T, d_y, step=3.1)
W_x, W_y = 0.3 * wave(d_h, d, step=1.7), wave(d_y, d_h, step=1.3)
A, b, zero = wave(d_h, d_h, step=2.9), 0.1 * wave(d_h, step=0.9), torch.zeros(d_h)
turn = torch.matrix_exp(A - A.T)                              # orthogonal, (d_h, d_h)


def windows(direct, h, W_h, k):                               # each loss goes k steps back
    part, G_pre = direct, 0 * h
    for _ in range(k):
        step = part * (1 - h**2)                              # what L_{t+j} sends to pre_t
        G_pre = G_pre + step
        part = torch.cat([step[:, 1:] @ W_h, 0 * step[:, :1]], dim=1)
    return G_pre


def chunks(direct, h, W_h, k):                                # cut at every k-th word
    parts = zip(direct.split(k, dim=1), h.split(k, dim=1), strict=True)
    return torch.cat([gradients(g, s, W_h)[1] for g, s in parts], dim=1)


scales, lengths = [0.75, 1.0, 1.5], [1, 2, 4, 8, 16, 32]
by_windows, by_chunks = torch.zeros(3, 6), torch.zeros(3, 6)
for i, scale in enumerate(scales):
    W_h = scale * turn
    h = states(X, zero, W_x, W_h, b)                          # (B, T, d_h): nothing is cut forward
    direct, before = (h @ W_y.T - Y) @ W_y, delayed(h, zero)
    full = torch.einsum("sti,stj->ij", gradients(direct, h, W_h)[1], before)
    for j, k in enumerate(lengths):
        for errors, cut in ((by_windows, windows), (by_chunks, chunks)):
            G = torch.einsum("sti,stj->ij", cut(direct, h, W_h, k), before)
            errors[i, j] = (G - full).norm() / full.norm()

if __name__ == "__main__":
    for i, scale in enumerate(scales):
        print(scale, "windows", *(f"{v:.1e}" for v in by_windows[i]))
        print(scale, "chunks ", *(f"{v:.1e}" for v in by_chunks[i]))
