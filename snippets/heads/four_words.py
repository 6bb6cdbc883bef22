"""Two heads over the four words, each with one number for query, key and value."""

import torch

from snippets.example.sentence import X  # (T, d)

torch.set_default_dtype(torch.float64)

W_Q = torch.tensor([[[1.0], [1.0]], [[-1.0], [-1.0]]])    # (H, d, d_k)
W_K = torch.tensor([[[1.0], [-2.0]], [[1.0], [-2.0]]])    # (H, d, d_k)
W_V = torch.tensor([[[3.0], [-1.0]], [[3.0], [-1.0]]])    # (H, d, d_v)
W_O = torch.tensor([[1.0, 1.0], [1.0, -1.0]])             # (H d_v, d)

Q, K, V = X @ W_Q, X @ W_K, X @ W_V                       # (H, T, d_k) twice, (H, T, d_v)
d_k = K.shape[-1]
S = Q @ K.transpose(1, 2) / d_k**0.5                      # (H, T, T)
alpha = S.softmax(dim=-1)                                 # (H, T, T)
heads = alpha @ V                                         # (H, T, d_v)
Z = torch.cat([*heads], dim=-1) @ W_O                     # (T, d)

last = alpha[:, -1]                                       # (H, T), two rows of one word
mean = last.mean(dim=0)                                   # (T,)
q_halfway = Q[:, -1].mean(dim=0)                          # (d_k,)
row_halfway = (K[0] @ q_halfway).softmax(dim=-1)          # (T,)

if __name__ == "__main__":
    torch.set_printoptions(precision=3, sci_mode=False)
    print("alpha\n", alpha, "\nheads\n", heads[:, :, 0], "\nZ\n", Z, sep="")
