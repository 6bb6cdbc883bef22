"""Which layer cares whether the sentence starts later, or comes in another order."""

import torch

torch.set_default_dtype(torch.float64)

T, d, d_h, silence = 7, 3, 4, 2
order = [3, 0, 6, 1, 5, 2, 4]
X = (torch.arange(1.0, T * d + 1) ** 2 * 1.9).sin().reshape(T, d)      # (T, d)
W = (torch.arange(1.0, 61) ** 2 * 0.7).sin()                      # parameters to cut from
P = (torch.arange(1.0, (T + silence) * d + 1) ** 2 * 2.2).cos().reshape(T + silence, d)


def convolution(X):                              # width 3, zeros at both ends, no bias
    taps = W[: 3 * d * d_h].reshape(d_h, d, 3)
    return torch.nn.functional.conv1d(X.T, taps, padding=1).T.tanh()        # (T, d_h)


def recurrence(X):                               # no bias
    W_x, W_h, h, states = W[:12].reshape(d_h, d), W[20:36].reshape(d_h, d_h), X.new_zeros(d_h), []
    for x in X:
        h = (W_x @ x + W_h @ h).tanh()
        states.append(h)
    return torch.stack(states)                   # (T, d_h)


def attention(X):
    Q, K, V = X @ W[:6].reshape(d, 2), X @ W[6:12].reshape(d, 2), X @ W[12:24].reshape(d, d_h)
    return (Q @ K.T / 2**0.5).softmax(dim=-1) @ V                 # (T, d_h)


def placed(X):                                   # attention, with a row of P for each position
    return attention(X + P[: len(X)])


layers = [convolution, recurrence, attention, placed]
late = torch.cat([X.new_zeros(silence, d), X])   # (T + 2, d), two words of silence first
shift = [(f(late)[silence:] - f(X)).abs().max().item() for f in layers]
permutation = [(f(X[order]) - f(X)[order]).abs().max().item() for f in layers]

if __name__ == "__main__":
    for f, s, p in zip(layers, shift, permutation, strict=True):
        print(f"{f.__name__:12} {s:.2f} {p:.2f}")
