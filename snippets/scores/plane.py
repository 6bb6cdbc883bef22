"""The smallest circle around the query that meets a key, and the farthest line across it."""

import torch

from snippets.scores.distances import products, q, squares

radius = squares.min().sqrt().item()                     # to the nearest key
foot = products.max() / (q @ q) * q                      # (d_k,), where the line meets q
turned = torch.tensor([[0.0, -1.0], [1.0, 0.0]])         # (d_k, d_k), by a right angle
ends = foot + torch.tensor([[1.4], [-1.2]]) * (q @ turned)  # (2, d_k), two points on the line

if __name__ == "__main__":
    print("q . k along the line:", (ends @ q).round(decimals=6).tolist(), "radius", radius)
