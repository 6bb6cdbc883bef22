"""RoPE: turned by their own positions, or the key alone turned by the difference."""

import torch

from snippets.positions.general import W_K, W_Q, T, X, d_k
from snippets.positions.rotation import R
from snippets.positions.sinusoids import frequencies

torch.set_default_dtype(torch.float64)

Q, K = X @ W_Q, X @ W_K                                         # (T, d_k)
angles = torch.arange(T)[:, None] * frequencies(d_k)            # (T, d_k/2)
turn = torch.polar(torch.ones_like(angles), angles)             # (T, d_k/2), complex
Q_c, K_c = (torch.view_as_complex(A.view(T, -1, 2)) * turn for A in (Q, K))
S_own = (Q_c @ K_c.conj().T).real / d_k**0.5                    # (T, T)

S_difference = torch.stack([torch.stack([Q[i] @ R(j - i, d_k) @ K[j] for j in range(T)])
                            for i in range(T)]) / d_k**0.5      # (T, T)
S_other_sign = torch.stack([torch.stack([Q[i] @ R(i - j, d_k) @ K[j] for j in range(T)])
                            for i in range(T)]) / d_k**0.5      # (T, T)
gap_other_sign = (S_own - S_other_sign).abs().max().item()

if __name__ == "__main__":
    print((S_own - S_difference).abs().max().item() < 1e-14, round(gap_other_sign, 2))
