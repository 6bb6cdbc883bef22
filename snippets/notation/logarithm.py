"""The logarithm is the natural one: a fair guess between two costs ln 2, not one bit."""

import math

import torch

torch.set_default_dtype(torch.float64)

scores = torch.tensor([[0.7, 0.7]])              # (1, 2)  no preference
loss = torch.nn.functional.cross_entropy(scores, torch.tensor([0]))
nats, bits = math.log(2), math.log2(2)

if __name__ == "__main__":
    print(f"{loss:.3f} {nats:.3f} {bits:.3f}")
