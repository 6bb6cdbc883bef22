"""What Conv1d computes, written as its sum, against torch, with no two sizes alike."""

import torch
from torch.nn.functional import conv1d

torch.set_default_dtype(torch.float64)

C_in, C_out, k, T, delta, p = 3, 4, 5, 11, 2, 1
X = torch.arange(C_in * T).sin().reshape(C_in, T)                # (C_in, T)
W = torch.arange(C_out * C_in * k).cos().reshape(C_out, C_in, k)
b = torch.arange(C_out) / 10                                     # (C_out,)

Y_torch = conv1d(X, W, b, padding=p, dilation=delta)             # (C_out, T_out)
T_out_torch = Y_torch.shape[1]

T_out = T + 2 * p - delta * (k - 1)
Y = torch.zeros(C_out, T_out)
for o in range(C_out):
    for t in range(T_out):
        Y[o, t] = b[o]
        for c in range(C_in):
            for m in range(k):
                s = t + delta * m - p                            # the word that tap m looks at
                if 0 <= s < T:
                    Y[o, t] += W[o, c, m] * X[c, s]

if __name__ == "__main__":
    print(T_out, T_out_torch, (Y - Y_torch).abs().max() < 1e-12)
