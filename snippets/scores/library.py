"""What PyTorch's own attention makes of a row in which nothing may be seen."""

import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

from snippets.attention.forward import K, Q
from snippets.scores.masking import outcome
from snippets.scores.outcomes import formats, s

V = torch.eye(4)                                         # (T, T): the output is alpha itself
M_none = torch.zeros(4, 4, dtype=torch.bool)             # (T, T)
masks = {"boolean": None, "-inf": -torch.inf, "-1e6": -1e6}

found = {}
for name, value in masks.items():
    for kernel in (SDPBackend.MATH, SDPBackend.FLASH_ATTENTION):
        for f in formats:
            mask = M_none if value is None else torch.full((4, 4), value).to(f)
            q, k, v = (F.pad(A, (0, 4 - A.shape[1])).to(f)[None, None] for A in (Q, K, V))
            with sdpa_kernel(kernel):                    # scale: the padded zeros do not count
                alpha = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, scale=2**-0.5)
            found.setdefault((name, kernel.name), []).append(outcome(alpha[0, 0, 3].double(), s))

if __name__ == "__main__":
    for (name, kernel), row in found.items():
        print(f"{name:8} {kernel.lower():16}", *(f"{word:>8}" for word in row))
