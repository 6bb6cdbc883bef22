"""Exercise: the spread of the scores when PyTorch has just drawn the parameters."""

import torch
from torch import nn

torch.set_default_dtype(torch.float64)

d, d_k = 768, 64
torch.manual_seed(0)
W_Q, W_K = (nn.Linear(d, d_k, bias=False).weight.detach().T for _ in range(2))  # (d, d_k)

# the covariance of q is W_Q^T W_Q when a word has independent components of variance 1
variance = torch.trace(W_Q.T @ W_Q @ W_K.T @ W_K).item()
ninth = 9
expected = d_k / ninth                                       # each weight has variance 1 / (3 d)
deviation = (variance / d_k) ** 0.5                      # of the scaled score

print(f"variance {variance:.2f}, expected {expected:.2f}; scaled deviation {deviation:.3f}")
