"""Is the number of ones so far odd? Trained on six bits, examined on more; (tests,) per seed."""

import torch
from torch import nn

torch.set_num_threads(1)                         # matrices too small to share

trained_on, lengths = 6, [6, 12, 96]
seeds, steps, batch, unseen = 3, 1000, 64, 500


def strings(count, T, generator):                # (count, T, 1), (count, T)
    bits = torch.randint(2, (count, T), generator=generator)
    return bits[..., None].float(), bits.cumsum(dim=1) % 2


def trained(network, lr, seed):
    torch.manual_seed(seed)
    model, generator = network().float(), torch.Generator().manual_seed(50 + seed)
    optimizer = torch.optim.Adam(model.parameters(), lr=lr)
    recent = 1.0                                 # running mean of the loss
    for _ in range(steps):
        X, odd = strings(batch, trained_on, generator)
        loss = nn.functional.cross_entropy(model(X).flatten(0, 1), odd.flatten())
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        recent = 0.95 * recent + 0.05 * loss.item()
        if recent < 0.001:
            break
    with torch.no_grad():                        # the answer after the last bit
        tests = [strings(unseen, T, generator) for T in lengths]
        return [(model(X)[:, -1].argmax(dim=1) == odd[:, -1]).double().mean() for X, odd in tests]


def shares(network, lr):
    """Share of right answers, (seeds, lengths)."""
    return torch.tensor([trained(network, lr, seed) for seed in range(seeds)])
