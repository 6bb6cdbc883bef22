"""A last word that cannot see the first can only guess, and a guess costs ln 2."""

import math

import torch

from snippets.example.sentence import X  # (T, d)

torch.set_default_dtype(torch.float64)


def last(X):
    """The mean of the last two words, (d,): the first word does not occur in it."""
    return (X[2] + X[3]) / 2


other = X.clone()                                # (T, d)  the same sentence, another first word
other[0] = torch.tensor([0.0, 2.0])
before, after = last(X), last(other)             # (d,) each
moved = (after - before).abs().max()

p = torch.tensor([0.5, 0.6, 0.7, 0.8, 0.9])      # (5,)  how sure it is of "the original"
loss = -(p.log() + (1 - p).log()) / 2            # (5,)  mean cross-entropy of both sentences
fair, sure = loss[0], loss[4]
ln2 = math.log(2)

if __name__ == "__main__":
    print(before, after)
    print(loss)
