"""Queries from one text, keys and values from another, and no two of the six sizes agree."""

import torch

torch.set_default_dtype(torch.float64)

H, T_q, d_k, T_k, d_v, d = sizes = 2, 3, 4, 5, 6, 7


def wave(start, *shape):
    """Numbers between -1 and 1 with no pattern: sines of squares."""
    count = torch.Size(shape).numel()
    return torch.arange(start, start + count).double().square().sin().view(shape)


X_q, X_k = wave(1, T_q, d), wave(101, T_k, d)             # (T_q, d), (T_k, d)
W_Q, W_K = wave(201, H, d, d_k), wave(301, H, d, d_k)     # (H, d, d_k)
W_V, W_O = wave(401, H, d, d_v), wave(501, H, d_v, d)     # (H, d, d_v), (H, d_v, d)

if __name__ == "__main__":
    print("H, T_q, d_k, T_k, d_v, d =", *sizes)
