"""The sentence eight times over: what the first of 32 words receives."""

import torch

from snippets.example.sentence import X
from snippets.gates.cell import W_h, W_x, b, states
from snippets.gates.gradients import gradients
from snippets.recurrence.length import first_word as first_rnn

torch.set_default_dtype(torch.float64)

X_long = X.repeat(8, 1)                               # (T, d)
T, steps = len(X_long), len(X_long) - 1
i, f, g, o, c, h = states(X_long, W_x, W_h, b)        # (T, d_h) each
_, G_c, G_pre = gradients(i, f, g, o, c, h, W_h, torch.tensor([0.0, 1.0]))
first = (G_pre @ W_x)[0].norm().item()
gain = first / first_rnn
kept = f[1:, 1].prod().item()                         # 31 forget gates
factor = kept ** (1 / steps)
c_last, slope_last = c[-1, 1].item(), G_c[-1, 1].item()    # the slope is o (1 - tanh^2 c)
arrived = G_c[0, 1].item()

if __name__ == "__main__":
    print(f"{first:.3g} {first_rnn:.3g} {gain:.2g}")
    print(f"{kept:.3g} {factor:.3g} {c_last:.3g} {slope_last:.3g} {arrived:.3g}")
