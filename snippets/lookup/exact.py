"""A dictionary: the words are keys, and a key is found or it is not."""

import torch

from snippets.attention.forward import V  # (T, d_v)
from snippets.example.sentence import words

torch.set_default_dtype(torch.float64)

store = dict(zip(words, V, strict=True))
m = len(store)
found = store["茂茂雨"]                             # (d_v,)
near_miss = "茂茂" in store

if __name__ == "__main__":
    print(m, found.tolist(), near_miss)
