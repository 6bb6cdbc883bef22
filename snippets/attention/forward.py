"""One attention layer over the four words, every matrix in sight."""

import torch

from snippets.example.sentence import X  # (T, d)

torch.set_default_dtype(torch.float64)

W_Q = torch.tensor([[0.0, 1.0], [-1.0, 0.0]])  # (d, d_k)
W_K = torch.tensor([[0.0, 2.0], [1.0, -1.0]])  # (d, d_k)
W_V = torch.tensor([[1.0, 2.0], [-1.0, 1.0]])  # (d, d_v)

Q, K, V = X @ W_Q, X @ W_K, X @ W_V  # (T, d_k), (T, d_k), (T, d_v)
d_k = K.shape[-1]
S = Q @ K.T / d_k**0.5               # (T, T)
alpha = S.softmax(dim=-1)            # (T, T)
Z = alpha @ V                        # (T, d_v)

last = alpha[-1]  # what the last word takes from each word

if __name__ == "__main__":
    torch.set_printoptions(precision=2, sci_mode=False)
    print("S\n", S, "\nalpha\n", alpha, "\nZ\n", Z, sep="")
    print("last row of alpha:", [round(weight, 4) for weight in last.tolist()])
