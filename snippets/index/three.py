"""One question put to three architectures: what of the last word's output reaches each word?"""

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


X_long = X.repeat(8, 1)                          # (32, d)  the same sentence eight times over
lengths = [len(X), len(X_long)]
first = X[0]                                     # (d,)

CNN = torch.stack([                              # (3, 2)  one, two, three layers; 4 and 32 words
    torch.stack([arriving(lambda X, n=n: convolution(X, n), words)[0] for words in (X, X_long)])
    for n in range(1, 4)
])
every_CNN, every_RNN, every_attention = [        # (32,) each
    arriving(last, X_long) for last in (lambda X: convolution(X, 3), recurrence, attention)
]
RNN = torch.stack([arriving(recurrence, X)[0], every_RNN[0]])              # (2,)
attended = torch.stack([arriving(attention, X)[0], every_attention[0]])    # (2,)

reached = (every_CNN > 0).sum().item()           # words that three layers reach
diluted = attended[0] / attended[1]
weight = alpha[3, 0]                             # what the last word gives to the first

if __name__ == "__main__":
    for at_4, at_32 in (*CNN, RNN, attended):
        print(f"{at_4:.3g}\t{at_32:.3g}")
    print(reached, f"{diluted:.1f} {weight:.3f}")
