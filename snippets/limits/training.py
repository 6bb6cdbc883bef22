"""Train one of the two networks on so many sequences, and examine it on new ones."""

import torch
from torch import nn

torch.set_num_threads(1)                         # matrices too small to share

sizes = [100, 4000]                              # sequences to learn from
few, many = sizes
seeds, steps, batch, lr, unseen = 3, 650, 64, 0.005, 1000
enough, far = 0.95, 0.8                           # shares of right answers


def trained(reader, task, count, seed):
    """Share of right answers on sequences never seen."""
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(100 + seed)
    X, label = task(count, generator)
    model = reader().float()
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, fused=True)
    recent = 1.0                                 # running mean of the loss
    for _ in range(steps):
        chosen = torch.randint(count, (batch,), generator=generator)
        loss = nn.functional.cross_entropy(model(X[chosen]), label[chosen])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        recent = 0.95 * recent + 0.05 * loss.item()
        if recent < 0.02:                        # it knows its own sequences
            break
    with torch.no_grad():
        X, label = task(unseen, generator)
        return (model(X).argmax(dim=1) == label).double().mean().item()


def shares(reader, task):
    """For each size and seed, (sizes, seeds)."""
    return torch.tensor([[trained(reader, task, n, s) for s in range(seeds)] for n in sizes])
