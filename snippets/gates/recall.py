"""The task: whatever comes in between, say at the end which symbol came first."""

import torch
from torch import nn

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)                              # matrices too small to share

short, middle, long = 4, 64, 100                      # lengths of the sequence
seeds = 3
others = long - 1                                     # symbols that mean nothing
little, much = 1, 5                                   # added to a bias, or taken away
n, noise, d_h = 4, 4, 16                              # first symbols, other symbols, size of state
steps, batch, unseen, lr = 220, 32, 500, 0.01
enough = 0.9


def sequences(count, T, generator):
    symbols = n + torch.randint(noise, (count, T), generator=generator)
    symbols[:, 0] = torch.randint(n, (count,), generator=generator)
    X = nn.functional.one_hot(symbols, n + noise).float()                # (count, T, d)
    return X, symbols[:, 0]


def trained(kind, T, seed, bias):
    torch.manual_seed(seed)                           # PyTorch's own initialisation
    model, head = kind(n + noise, d_h, batch_first=True).float(), nn.Linear(d_h, n).float()
    for gate, value in bias.items():                  # block of rows, added to its bias
        model.bias_ih_l0.data[gate * d_h : (gate + 1) * d_h] += value
    parameters = [*model.parameters(), *head.parameters()]
    optimizer = torch.optim.Adam(parameters, lr=lr)
    generator = torch.Generator().manual_seed(1000 + seed)
    for _ in range(steps):
        X, first = sequences(batch, T, generator)
        loss = nn.functional.cross_entropy(head(model(X)[0][:, -1]), first)
        if loss < 0.05:
            break
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(parameters, 1.0)
        optimizer.step()
    with torch.no_grad():
        X, first = sequences(unseen, T, generator)
        return (head(model(X)[0][:, -1]).argmax(1) == first).double().mean().item()


def shares(kind, bias, lengths):
    """Share of right answers on sequences never seen, (lengths, seeds)."""
    return torch.tensor([[trained(kind, T, s, bias) for s in range(seeds)] for T in lengths])
