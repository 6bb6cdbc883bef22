"""How the chapter trains: the target teaches, and Adam walks with a rate that falls to zero."""

import torch
from torch import nn

from snippets.alignment.translator import Translator

torch.set_default_dtype(torch.float64)

lr = 0.02


def trained(n_in, n_out, looks, seed, steps, batch):
    """`batch(i, generator)` gives the source (B, T_k) and the target (B, T_q) of step i."""
    torch.manual_seed(seed)
    model = Translator(n_in, n_out, looks)
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    rate = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda i: min(1.0, 2 - 2 * i / steps))
    generator = torch.Generator().manual_seed(1000 + seed)
    for i in range(steps):
        source, target = batch(i, generator)
        scores = model(source, target.shape[1], target)              # (B, T_q, n_out)
        loss = nn.functional.cross_entropy(scores.flatten(0, 1), target.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        rate.step()
    return model.requires_grad_(False)
