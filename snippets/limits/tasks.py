"""Two tasks in one format: is 1 right after 0 somewhere; what value stands with this key."""

import torch
from torch import nn

T, keys, values = 10, 12, 2                      # words; different keys; different values
d = keys + values + 1                            # one number more, to mark the question
symbols = 6                                      # of the first task


def local(count, generator):
    """Random symbols; label 1 where a 0 has a 1 right behind it, in half of the sequences."""
    drawn = torch.randint(symbols, (3 * count + 200, T), generator=generator)
    found = ((drawn[:, :-1] == 0) & (drawn[:, 1:] == 1)).any(dim=1)
    half = count // 2
    X = torch.cat([drawn[~found][:half], drawn[found][:half]])              # (count, T)
    label = torch.arange(2).repeat_interleave(half)
    return nn.functional.one_hot(X, d).float(), label                       # (count, T, d)


def lookup(count, generator):
    """T - 1 words with a key and a value each; the last word repeats a key: which value?"""
    key = torch.rand(count, keys, generator=generator).argsort(dim=1)[:, : T - 1]
    value = torch.randint(values, (count, T - 1), generator=generator)
    asked = torch.randint(T - 1, (count, 1), generator=generator)
    key = torch.cat([key, key.gather(1, asked)], dim=1)                     # (count, T)
    mark = torch.cat([value, torch.full((count, 1), values)], dim=1)        # (count, T)
    hot = nn.functional.one_hot
    X = torch.cat([hot(key, keys), hot(mark, values + 1)], dim=-1)          # (count, T, d)
    return X.float(), value.gather(1, asked)[:, 0]
