"""Clipping each component turns the gradient; clipping the norm does not."""

import math

import torch

torch.set_default_dtype(torch.float64)

G = torch.tensor([100.0, 1.0])
lowest, theta = -1.0, 1.0
by_norm = G * min(1.0, theta / G.norm().item())
by_component = G.clamp(lowest, theta)


def angle(a, b):
    """In degrees."""
    return math.degrees(math.acos(min(1.0, (a @ b / a.norm() / b.norm()).item())))


turned_by_norm, turned_by_component = angle(G, by_norm), angle(G, by_component)

if __name__ == "__main__":
    print([round(v, 4) for v in by_norm.tolist()], by_component.tolist())
    print(f"{turned_by_norm:.1f} {turned_by_component:.1f}")
