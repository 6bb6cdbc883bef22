"""Softmax in one pass: a running maximum, a running sum and a running output, four words."""

import torch

from snippets.attention.forward import S, V, alpha

s = S[3]                                             # (T,), the scores of the last word
m, total, o = -torch.inf, 0.0, torch.zeros(2)        # maximum, sum, output not yet divided
highest, factors, sums, outputs, prefix = [], [], [], [], []
for s_j, v_j in zip(s.tolist(), V, strict=True):
    m_new = max(m, s_j)
    shrink, power = torch.tensor([m - m_new, s_j - m_new]).exp().tolist()
    total = shrink * total + power
    o = shrink * o + power * v_j                     # (d_v,)
    m = m_new
    highest.append(m)
    factors.append(shrink)
    sums.append(total)
    outputs.append((o / total).tolist())             # attention over the words so far
    prefix.append(torch.zeros(4).index_put((torch.arange(len(sums)),),
                                           s[:len(sums)].softmax(dim=0)))

z = o / total                                        # (d_v,)
z_plain = alpha[3] @ V
weights = torch.stack(prefix)                        # (T, T), row j: after j words

if __name__ == "__main__":
    for row in zip(s.tolist(), highest, factors, sums, outputs, strict=True):
        print("{:6.3f} {:6.3f} {:6.3f} {:6.3f}".format(*row[:4]), [round(x, 3) for x in row[4]])
    print(bool((z - z_plain).abs().max() < 1e-12))
