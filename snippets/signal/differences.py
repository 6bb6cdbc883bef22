"""Autograd against finite differences: a step that is too large, and one that is too small."""

import torch

torch.set_default_dtype(torch.float64)

W = torch.tensor([[0.3, -0.5, 0.8], [-0.2, 0.4, 0.1]])                     # (2, 3)
x = torch.tensor([0.7, -1.1, 0.4])                                         # (3,)


def z(x):
    return torch.tanh(W @ x)                                               # (2,)


J = torch.autograd.functional.jacobian(z, x)                               # (2, 3)


def J_differences(h):
    """Column c: (z(x + h e_c) - z(x - h e_c)) / 2h."""
    return torch.stack([(z(x + h * e) - z(x - h * e)) / (2 * h) for e in torch.eye(3)], dim=1)


steps = [1e-1, 1e-2, 1e-3, 1e-5, 1e-11]
J_h = J_differences(steps[3])                                              # (2, 3)
errors = torch.stack([(J_differences(h) - J).abs().max() for h in steps])  # (5,)
step_ratio, gain = steps[0] / steps[1], errors[0] / errors[1]              # h / 10, error / 100

if __name__ == "__main__":
    print(J, J_h, sep="\n")
    for h, error in zip(steps, errors.tolist(), strict=True):
        print(f"{h:.0e} {error:.1e}")
