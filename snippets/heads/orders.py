"""In how many orders can queries arrange five words, when a key has d_k numbers?"""

import torch

from snippets.heads.general import wave

torch.set_default_dtype(torch.float64)

T, sizes, queries = 5, [1, 2, 3, 4], 200_000
generator = torch.Generator().manual_seed(0)
found = []
for d_k in sizes:
    K = wave(1, T, d_k)                                   # (T, d_k)
    Q = torch.randn(queries, d_k, generator=generator)    # (queries, d_k)
    order = (Q @ K.T).argsort(dim=-1)                     # (queries, T), lowest score first
    found.append(len(order.unique(dim=0)))

if __name__ == "__main__":
    for d_k, count in zip(sizes, found, strict=True):
        print(d_k, count)
