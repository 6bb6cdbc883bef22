"""Additive attention in general sizes, all queries at once, and one pair at a time by layers."""

import torch

torch.set_default_dtype(torch.float64)

T_q, T_k, d_g, d_v, d_a = 3, 5, 4, 6, 2               # d_v: length of an encoder state


def some(*shape, first):
    """Numbers without a pattern that any computer makes alike."""
    return torch.arange(first, first + torch.Size(shape).numel()).sin().reshape(shape)


G, H = some(T_q, d_g, first=1.0), some(T_k, d_v, first=40.0)           # queries; keys and values
W_a, U_a, w_a = some(d_g, d_a, first=90.0), some(d_v, d_a, first=7.0), 3 * some(d_a, first=25.0)

hidden = ((G @ W_a)[:, None] + (H @ U_a)[None]).tanh()                 # (T_q, T_k, d_a)
S = torch.einsum("tja,a->tj", hidden, w_a)                             # (T_q, T_k)
alpha = S.softmax(dim=1)                                               # (T_q, T_k)
Z = alpha @ H                                                          # (T_q, d_v)

inner, outer = torch.nn.Linear(d_g + d_v, d_a, bias=False), torch.nn.Linear(d_a, 1, bias=False)
inner.weight.data = torch.cat([W_a, U_a]).T                            # (d_a, d_g + d_v)
outer.weight.data.copy_(w_a)                                           # (1, d_a)
perceptron = torch.nn.Sequential(inner, torch.nn.Tanh(), outer).requires_grad_(False)
rows = []
for g in G:
    powers = [perceptron(torch.cat([g, h])).exp() for h in H]          # (1,) each
    rows.append(sum(p * h for p, h in zip(powers, H, strict=True)) / sum(powers))
Z_by_pairs = torch.stack(rows)                                         # (T_q, d_v)

if __name__ == "__main__":
    print(T_q, T_k, d_g, d_v, d_a)
    print(bool((Z - Z_by_pairs).abs().max() < 1e-12))
