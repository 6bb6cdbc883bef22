"""Silence, no bias, one memory: every forget gate is 1/2, and the gradient may still explode."""

import torch

from snippets.gates.jacobian import paths

torch.set_default_dtype(torch.float64)

T, steps = 32, 31
w = [0.0, 2.0, 4.0]                                   # from the state to g
silence = torch.zeros(T, 1)
by_gates = 0.5**steps
measured, formula, rate = [], [], []
for value in w:
    W_h = torch.tensor([[0.3], [-0.7], [value], [0.9]])                  # (4 d_h, d_h)
    J, P = paths(silence, torch.zeros(4, 1), W_h, torch.zeros(4))
    measured.append(J[-1].item())
    rate.append(1 / 2 + value / 4)
    formula.append(rate[-1] ** steps)
gates = P[-1].item()

if __name__ == "__main__":
    print(f"{gates:.3g}")
    for value, j in zip(w, measured, strict=True):
        print(value, f"{j:.3g}")
