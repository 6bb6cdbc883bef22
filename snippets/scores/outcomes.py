"""Four scores masked in five ways, in four formats: some keys hidden, and all of them."""

import torch

from snippets.attention.forward import S
from snippets.scores.masking import outcome, ways

s = S[3]                                                 # (T_k,), the last word's scores
M_some = torch.tensor([True, True, False, False])
M_none = torch.zeros(4, dtype=torch.bool)
formats = [torch.float64, torch.float32, torch.bfloat16, torch.float16]

hidden, none = [], {}
for name, way in ways.items():
    some = [way(s.to(f), M_some).softmax(dim=-1).double() for f in formats]
    hidden += [a[2:].max().item() for a in some]                         # weight beneath the mask
    none[name] = [outcome(way(s.to(f), M_none).softmax(dim=-1).double(), s) for f in formats]
most_hidden = max(hidden)

unmasked = s.softmax(dim=-1)                                             # (T_k,)
added_32 = (s.float() - 1e6).softmax(dim=-1).double()                    # (T_k,)
million = torch.tensor(1e6)
largest_16 = int(torch.finfo(torch.float16).max)
spacing_32 = (million.float().nextafter(2 * million.float()) - million).item()
spacing_16 = (million.bfloat16().nextafter(2 * million.bfloat16()) - million.bfloat16()).item()

if __name__ == "__main__":
    print("weight beneath the mask:", most_hidden)
    for name, row in none.items():
        print(f"{name:10}", *(f"{word:>9}" for word in row))
