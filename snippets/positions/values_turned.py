"""If values were turned like keys, the output would depend on where the sentence stands."""

import torch

from snippets.attention.forward import K, Q, V, d_k  # (T, d_k), (T, d_k), (T, d_v)
from snippets.positions.rope import turned

torch.set_default_dtype(torch.float64)


def attention(t, values):
    """Return Z (T, d_v) with queries and keys turned by the angles t."""
    return (turned(Q, t) @ turned(K, t).T / d_k**0.5).softmax(dim=-1) @ values


t = torch.arange(4.0)
shift = 7
z_0, z_7 = attention(t, V)[3], attention(t + shift, V)[3]                          # (d_v)
turned_0, turned_7 = attention(t, turned(V, t))[3], attention(t + shift, turned(V, t + shift))[3]
lengths = [turned_0.norm().item(), turned_7.norm().item()]

if __name__ == "__main__":
    print([[round(v, 3) for v in z.tolist()] for z in (z_0, z_7, turned_0, turned_7)])
    print([round(length, 3) for length in lengths])
