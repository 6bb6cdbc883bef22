"""One row of weights for two questions: the answers are averaged, and cannot be told apart."""

import torch

from snippets.example.sentence import X

torch.set_default_dtype(torch.float64)

W_Q = torch.tensor([[-2.0, -2.0], [-2.0, -2.0]])  # (d, d_k)
W_K = torch.tensor([[1.0, 0.0], [0.0, 1.0]])      # (d, d_k)
w_V = torch.tensor([[3.0], [-1.0]])               # (d, 1)

V = X @ w_V                                       # (T, 1)
V_swapped = V[[1, 0, 2, 3]]                       # the first two words say each other's number

q_4 = (X @ W_Q)[-1]                               # (d_k,)
products = X @ W_K @ q_4                          # (T,)
row = (products / 2**0.5).softmax(dim=-1)         # (T,)
z = row @ V                                       # (1,)
z_swapped = row @ V_swapped                       # (1,)

if __name__ == "__main__":
    torch.set_printoptions(precision=4, sci_mode=False)
    print("row of the last word:", row)
    print("z:", z.item().__round__(4), "  after the swap:", z_swapped.item().__round__(4))
