"""Four steps of the same decoder: each looks at another word."""

import torch

from snippets.alignment.step import H, W_g, W_z, g_0, look

torch.set_default_dtype(torch.float64)

g, rows = g_0, []
for _ in range(4):
    alpha = look(g)[3]                                # (T_k,)
    rows.append(alpha)
    g = (g @ W_g + alpha @ H @ W_z).tanh()            # (d_g,)
alpha = torch.stack(rows)                             # (T_q, T_k)
diagonal = alpha.diag()
off_diagonal = (alpha - diagonal.diag()).max()

if __name__ == "__main__":
    torch.set_printoptions(precision=2, sci_mode=False)
    print(alpha)
