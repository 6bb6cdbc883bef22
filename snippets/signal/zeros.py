"""Four functions whose gradient is zero at a point, and what a step away from the point does."""

import torch

torch.set_default_dtype(torch.float64)

functions = [lambda x: 1 + 0 * x,                # no path: x is not in it
             torch.relu,                         # dead: every x < 0
             lambda x: x - x**2 / 2,             # two paths that cancel at x = 1
             torch.tanh]                         # saturated: far out

at = torch.tensor([-1.0, -1.0, 1.0, 20.0])       # (4,)  the points
step = torch.tensor([2.0, 2.0, 2.0, -19.0])      # (4,)  the steps away from them

x = at.clone().requires_grad_()
z = torch.stack([f(x[k]) for k, f in enumerate(functions)])                # (4,)
(slope,) = torch.autograd.grad(z.sum(), x)       # (4,)  all zero, as computed
moved = torch.stack([f(at[k] + step[k]) - f(at[k]) for k, f in enumerate(functions)])  # (4,)
z = z.detach()

true_slope = 1 / torch.cosh(at[3]) ** 2          # tanh'(20), by a formula that does not subtract

line = torch.linspace(-3, 3, 61)                 # (61,)
far = torch.linspace(-3, 21, 97)                 # (97,)
curves = torch.stack([f(line) for f in functions[:-1]])                     # (3, 61)
flat = functions[3](far)                         # (97,)

if __name__ == "__main__":
    print(slope, moved, sep="\n")
    print(f"{true_slope:.1e}")
