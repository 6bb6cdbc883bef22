"""The sentence read from its end: which word is far now?"""

import torch

from snippets.example.sentence import X, words
from snippets.recurrence.cell import W_h, W_x, gradients, states

torch.set_default_dtype(torch.float64)

h = states(X.flip(0), W_x, W_h)                       # (T, d_h)
_, G_pre = gradients(h, W_h, torch.tensor([0.0, 1.0]))
norms = (G_pre @ W_x).norm(dim=1)                     # (T,)
far, near = norms[0].item(), norms[3].item()
ratio = near / far

if __name__ == "__main__":
    for word, norm in zip(reversed(words), norms, strict=True):
        print(word, f"{norm:.4f}")
    print(f"{ratio:.1f}")
