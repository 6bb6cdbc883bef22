"""The logarithm is the natural one: a fair guess between two costs ln 2, not one bit."""

import math

import torch

torch.set_default_dtype(torch.float64)

scores = torch.tensor([[0.7, 0.7]])              # (1, 2)  no preference
right = torch.tensor([[1.0, 0.0]])               # (1, 2)  one-hot
loss = torch.nn.functional.cross_entropy(scores, right)
nats, bits = math.log(2), math.log2(2)

if __name__ == "__main__":
    print(f"{loss:.3f} {nats:.3f} {bits:.3f}")
