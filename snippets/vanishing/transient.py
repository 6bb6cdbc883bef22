"""Spectral radius 0.9, and the powers grow to 38.7 before they decay."""

import torch

torch.set_default_dtype(torch.float64)

W = torch.tensor([[0.9, 10.0], [0.0, 0.9]])           # (d_h, d_h)
a, b = W[0, 0].item(), W[0, 1].item()
radius = torch.linalg.eigvals(W).abs().max().item()
norm = torch.linalg.matrix_norm(W, 2).item()

n = 7
power = torch.linalg.matrix_power(W, n)
closed_form = a ** (n - 1) * torch.tensor([[a, n * b], [0.0, a]])

reach = range(121)
norms = torch.stack([torch.linalg.matrix_norm(torch.linalg.matrix_power(W, k), 2) for k in reach])
by_radius = torch.tensor([radius**k for k in reach])
by_norm = torch.tensor([norm**k for k in range(13)])
peak, at = norms.max().item(), norms.argmax().item()
above_one = (norms >= 1).nonzero().max().item()       # the last power that still enlarges
rate = norms[120].item() ** (1 / 120)

if __name__ == "__main__":
    print(f"radius {radius:.2f}, norm {norm:.2f}")
    print(f"peak {peak:.1f} at {at}, at least 1 until {above_one}, rate {rate:.3f}")
