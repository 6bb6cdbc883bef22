"""Answers: another first word, and the layers that 32 words need."""

from itertools import count

import torch

from snippets.convolution.window import W  # (out, in, width)
from snippets.example.sentence import X  # (T, d)
from snippets.index.three import X_long, arriving, attention, convolution, recurrence

torch.set_default_dtype(torch.float64)

other = X.clone()
other[0] = torch.tensor([1.0, 1.0])              # (d,)  the first word, changed
other_RNN, other_attention, other_CNN = [
    arriving(last, other)[0] for last in (recurrence, attention, lambda X: convolution(X, 3))
]

layers = next(                                   # the last of 32 words feels the first
    n for n in count() if arriving(lambda X, n=n: convolution(X, n), X_long)[0] > 0
)

parameters = W.numel()                           # one kernel, used again in every layer

if __name__ == "__main__":
    print(f"{other_RNN:.4f} {other_attention:.3f} {other_CNN:.2f} {layers} {parameters}")
