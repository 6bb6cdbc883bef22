"""The second step of the example: the query has moved."""

import torch

from snippets.alignment.step import g_1, look

torch.set_default_dtype(torch.float64)

query, _, _, alpha = look(g_1)                        # (d_a,), (T_k,)

if __name__ == "__main__":
    print([round(v, 3) for v in query.tolist()])
    print([round(v, 3) for v in alpha.tolist()])
