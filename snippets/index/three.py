"""One question put to three architectures: what reaches each word from the last word's output?"""

import torch
from torch.nn.functional import conv1d

from snippets.attention.forward import W_K, W_Q, W_V, alpha, d_k
from snippets.convolution.window import W  # (out, in, width)
from snippets.example.sentence import X  # (T, d)
from snippets.recurrence.cell import W_h, W_x, states

torch.set_default_dtype(torch.float64)


def convolution(X, layers):
    Y = X.T                                      # (d, T)
    for _ in range(layers):
        Y = conv1d(Y, W, padding=1)              # (d, T)
    return Y[:, -1]                              # (d,)


def recurrence(X):
    return states(X, W_x, W_h)[-1]               # (d,)


def attention(X):
    S = (X[-1] @ W_Q) @ (X @ W_K).T / d_k**0.5   # (T,)  what the last word asks of each
    return S.softmax(dim=-1) @ X @ W_V           # (d,)


def arriving(last, X):
    """Norms (T,) of the gradient of the second number of the last word on every word."""
    X = X.clone().requires_grad_()
    (G,) = torch.autograd.grad(last(X)[1], X)    # (T, d)
    return G.norm(dim=-1)


CNN_1, CNN_2, CNN_3 = [arriving(lambda X, n=n: convolution(X, n), X)[0] for n in (1, 2, 3)]
RNN, attended = arriving(recurrence, X)[0], arriving(attention, X)[0]
weight = alpha[3, 0]

X_long = X.repeat(8, 1)                          # (32, d)  the same sentence eight times over
T_long = len(X_long)
every_CNN, every_RNN, every_attention = [        # (32,) each
    arriving(last, X_long) for last in (lambda X: convolution(X, 3), recurrence, attention)
]
long_CNN, long_RNN, long_attention = every_CNN[0], every_RNN[0], every_attention[0]
reached_CNN = (every_CNN > 0).sum().item()       # words that three layers reach
diluted = attended / long_attention

if __name__ == "__main__":
    for g in (CNN_1, CNN_2, CNN_3, RNN, attended, weight):
        print(f"{g:.3g}")
    for g in (long_CNN, long_RNN, long_attention, diluted):
        print(f"{g:.3g}")
    print(reached_CNN)
