"""One query, several stores."""

import torch

from snippets.attention.forward import K, V  # (m, d_k), (m, d_v)
from snippets.lookup.soft import q  # (d_k,)

torch.set_default_dtype(torch.float64)


def looked_up(q, K, V):
    """The output and the largest weight."""
    alpha = (-((q - K) ** 2).sum(dim=1) / 2).softmax(dim=0)          # (m,)
    return alpha @ V, alpha.max()


z, top = looked_up(q, K, V)
times = 1000
z_many, top_many = looked_up(q, K.repeat(times, 1), V.repeat(times, 1))
m_many = times * len(K)

z_without, _ = looked_up(q, K[1:], V[1:])           # the first word is taken out
other = torch.tensor([[4.0, 0.0], [0.0, -1.0], [2.0, 2.0], [3.0, -2.0]])   # (m, d_v)
z_other, _ = looked_up(q, K, other)                 # the same keys, other values

strangers = 1000                                    # more copies of the second word alone
K_more = torch.cat([K, K[1].expand(strangers, 2)])  # (m + strangers, d_k)
V_more = torch.cat([V, V[1].expand(strangers, 2)])  # (m + strangers, d_v)
z_more, top_more = looked_up(q, K_more, V_more)

m_without, m_more = len(K) - 1, len(K_more)
work = len(K) * (K.shape[1] + V.shape[1])           # multiply-adds of one lookup
work_many = m_many * (K.shape[1] + V.shape[1])

if __name__ == "__main__":
    for row in (z, z_many, z_without, z_other, z_more):
        print(f"({row[0]:.3f}, {row[1]:.3f})")
    print(f"{top:.4f} {top_many:.6f} {top_more:.3f}", work, work_many)
