"""Another first word, 31 words later: h_31 in float64 and in float32."""

import torch

from snippets.recurrence.cell import W_h, W_x, states
from snippets.recurrence.length import X_long

torch.set_default_dtype(torch.float64)

X_other = X_long.clone()
X_other[0] = X_long[3]                                # the last word in place of the first
apart = (states(X_long, W_x, W_h) - states(X_other, W_x, W_h)).norm(dim=1)    # (T,)
at_first, at_last = apart[0].item(), apart[-1].item()

single = states(X_long.float(), W_x.float(), W_h.float())
single_other = states(X_other.float(), W_x.float(), W_h.float())
differing = (single != single_other).any(dim=1).sum().item()
at_last_single = (single[-1] - single_other[-1]).norm().item()

if __name__ == "__main__":
    print(f"{at_first:.3g} {at_last:.3g}")
    print(differing, at_last_single)
