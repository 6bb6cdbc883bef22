"""Gates that see only the word: the cell is a linear recurrence, and a scan computes it."""

import torch

from snippets.gates.cell import states
from snippets.gates.law import W_h, W_x, X, b

torch.set_default_dtype(torch.float64)


def scanned(f, w):
    """c_t = f_t c_{t-1} + w_t for all t, (T, d_h), and the number of rounds."""
    rounds, reach = 0, 1
    while reach < len(f):                             # row t now spans `reach` steps, up to t
        w = torch.cat([w[:reach], f[reach:] * w[:-reach] + w[reach:]])
        f = torch.cat([f[:reach], f[reach:] * f[:-reach]])
        rounds, reach = rounds + 1, 2 * reach
    return w, rounds


i, f, g, _, c, _ = states(X, W_x, 0 * W_h, b)         # one word after another
c_scanned, rounds_here = scanned(f, i * g)            # all words at once

lengths = [4, 32, 256, 2048]
rounds = [scanned(torch.ones(T, 1), torch.ones(T, 1))[1] for T in lengths]

if __name__ == "__main__":
    print(len(X), rounds_here)
    for T, k in zip(lengths, rounds, strict=True):
        print(f"{T:4d} {k}")
