"""A bidirectional encoder is two GRUs, of which one reads backwards."""

import torch

from snippets.alignment.law import some
from snippets.gates.gru import states

torch.set_default_dtype(torch.float64)

T, d, d_h = 5, 3, 2
X = some(T, d, first=3.0)
shapes = [(3 * d_h, d), (3 * d_h, d_h), (3 * d_h,), (3 * d_h,)]
left = [some(*shape, first=10.0 + k) for k, shape in enumerate(shapes)]
right = [some(*shape, first=60.0 + k) for k, shape in enumerate(shapes)]

H = torch.cat([states(X, *left)[3], states(X.flip(0), *right)[3].flip(0)], dim=1)    # (T, 2 d_h)

gru = torch.nn.GRU(d, d_h, bidirectional=True)
for parameter, value in zip(gru.parameters(), left + right, strict=True):
    parameter.data.copy_(value)
H_torch = gru(X)[0].detach()                                           # (T, 2 d_h)

if __name__ == "__main__":
    print(T, d, d_h)
    print(bool((H - H_torch).abs().max() < 1e-12))
