"""A state of one number: its derivative with the past held fixed, and with the past let go."""

import torch

torch.set_default_dtype(torch.float64)

w = 0.8                                                       # h_t = tanh(x_t + w h_{t-1})
x = [1.0, -0.5, 0.25, 0.5]
h, before = [], 0.0                                           # h_{-1} = 0
immediate, total = [], []
moved = 0.0                                                   # ∂h_{t-1}/∂w
for x_t in x:
    h.append(torch.tanh(torch.tensor(x_t + w * before)).item())
    slope = 1 - h[-1] ** 2
    immediate.append(slope * before)                          # h_{t-1} is a constant
    total.append(slope * (before + w * moved))                # h_{t-1} depends on w too
    before, moved = h[-1], total[-1]

e = 1e-3


def last(w):
    h = torch.zeros(())
    for x_t in x:
        h = torch.tanh(x_t + w * h)
    return h                                                  # h_3


def quotient(f):
    return (8 * (f(w + e) - f(w - e)) - (f(w + 2 * e) - f(w - 2 * e))) / (12 * e)


held = torch.tensor(h[2])
fixed = quotient(lambda w: torch.tanh(x[3] + w * held))       # h_2 held where it was
free = quotient(last)                                         # all of it runs again
last_immediate, last_total = torch.tensor(immediate[3]), torch.tensor(total[3])

G, by_parts, twice = 1.0, 0.0, 0.0                            # L = h_3; G is ∂L/∂h_t
for t in (3, 2, 1, 0):
    by_parts += G * immediate[t]
    twice += G * total[t]
    G *= (1 - h[t] ** 2) * w

if __name__ == "__main__":
    print("h        ", *(f"{v:.3f}" for v in h))
    print("immediate", *(f"{v:.3f}" for v in immediate))
    print("total    ", *(f"{v:.3f}" for v in total))
    print(f"{by_parts:.3f} {twice:.3f}")
