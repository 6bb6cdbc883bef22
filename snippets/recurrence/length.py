"""The sentence eight times over: an estimate from three steps, and 31 steps measured."""

import torch

from snippets.example.sentence import X
from snippets.recurrence.backward import state_norms as short
from snippets.recurrence.cell import W_h, W_x, gradients, states

torch.set_default_dtype(torch.float64)

factor = short[0].item() ** (1 / 3)
after_3, after_15, after_31 = 0.415**3, 0.415**15, 0.415**31
after_31_unrounded = factor**31

X_long = X.repeat(8, 1)                               # (T, d)
T, steps = len(X_long), len(X_long) - 1
h = states(X_long, W_x, W_h)                          # (T, d_h)
G_h, G_pre = gradients(h, W_h, torch.tensor([0.0, 1.0]))
state_norms = G_h.norm(dim=1)                         # (T,)
word_norms = (G_pre @ W_x).norm(dim=1)                # (T,)
first_state, first_word = state_norms[0].item(), word_norms[0].item()
too_large = after_31 / first_state
step = (first_state / state_norms[28].item()) ** (1 / 28)    # over seven whole sentences

if __name__ == "__main__":
    print(f"factor {factor:.4f}, measured {step:.4f}")
    print(f"estimate {after_31:.3g}, measured {first_state:.3g}, on the word {first_word:.3g}")
