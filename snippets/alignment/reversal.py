"""The task: random symbols in, the same symbols out, the last one first."""

import torch

from snippets.alignment.training import trained

torch.set_default_dtype(torch.float64)

n, seeds, steps, batch, unseen = 8, 3, 500, 32, 500
lengths = [4, 6, 8, 10, 12, 16]
taught_lengths = [4, 8, 12]                           # trained on, in turn


def strings(count, T, generator):
    source = torch.randint(n, (count, T), generator=generator)
    return source, source.flip(1)


def shares(looks):
    """Exact matches, right symbols greedy and taught, disagreements: (4, seeds, lengths)."""
    table = torch.zeros(4, seeds, len(lengths))
    for seed in range(seeds):
        model = trained(
            n, n, looks, seed, steps, lambda i, g: strings(batch, taught_lengths[i % 3], g)
        )
        generator = torch.Generator().manual_seed(2000 + seed)
        for k, T in enumerate(lengths):
            source, target = strings(unseen, T, generator)
            greedy = model(source, T).argmax(dim=2) == target                # (unseen, T)
            taught = model(source, T, target).argmax(dim=2) == target
            disagree = greedy.all(dim=1) != taught.all(dim=1)                # (unseen)
            numbers = greedy.all(dim=1), greedy, taught, disagree
            table[:, seed, k] = torch.stack([x.double().mean() for x in numbers])
    return table
