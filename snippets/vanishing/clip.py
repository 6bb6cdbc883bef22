"""Clipping by norm: the direction stays, the length is capped."""

import torch

torch.set_default_dtype(torch.float64)

G_W = torch.tensor([[3.0, -4.0, 12.0], [0.0, 84.0, 1.0]])    # gradients of a matrix (2, 3)
G_b = torch.tensor([5.0, -2.0])                              # and of a vector (2)
theta, epsilon = 2.0, 1e-6

norm = (G_W.square().sum() + G_b.square().sum()).sqrt().item()    # all parameters together
factor = min(1.0, theta / (norm + epsilon))
clipped = torch.cat([factor * G_W.flatten(), factor * G_b])

parameters = [torch.zeros(2, 3, requires_grad=True), torch.zeros(2, requires_grad=True)]
parameters[0].grad, parameters[1].grad = G_W.clone(), G_b.clone()
torch.nn.utils.clip_grad_norm_(parameters, theta)
by_torch = torch.cat([p.grad.flatten() for p in parameters])

if __name__ == "__main__":
    print(f"norm {norm:.3f}, after {clipped.norm():.6f}")
