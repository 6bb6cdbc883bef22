"""Is the number of ones so far odd? Trained on eight bits, examined on more; (tests,) per seed."""

import torch
from torch import nn

torch.set_num_threads(1)                         # matrices too small to share

trained_on, lengths = 8, [8, 16, 96]
seeds, batch, unseen = 3, 64, 500


def strings(count, T, generator):                # (count, T, 1), (count, T)
    bits = torch.randint(2, (count, T), generator=generator)
    return bits[..., None].float(), bits.cumsum(dim=1) % 2


def trained(network, lr, steps, seed):
    torch.manual_seed(seed)
    model, generator = network().float(), torch.Generator().manual_seed(50 + seed)
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr, weight_decay=0.1, fused=True)
    for _ in range(steps):
        X, odd = strings(batch, trained_on, generator)
        loss = nn.functional.cross_entropy(model(X).flatten(0, 1), odd.flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
    with torch.no_grad():                        # the answer after the last bit
        tests = [strings(unseen, T, generator) for T in lengths]
        return [(model(X)[:, -1].argmax(dim=1) == odd[:, -1]).double().mean() for X, odd in tests]


def shares(network, lr, steps):
    """Share of right answers, (seeds, lengths)."""
    return torch.tensor([trained(network, lr, steps, seed) for seed in range(seeds)])
