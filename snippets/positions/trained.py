"""Trained on 16 words, tested on 16 and on words 17 to 64: which networks still answer?"""

import torch

from snippets.positions.task import T, T_long, answers, kinds, n, trained

torch.set_default_dtype(torch.float64)

seeds, unseen = 3, 200


@torch.no_grad()
def accuracy(kind, parameters, length, first):
    """Return the share of right answers from word `first` on, counted from zero."""
    x = torch.randint(n, (unseen, length), generator=torch.Generator().manual_seed(99))
    out = answers(kind, parameters, x).argmax(dim=-1)
    return (out[:, first:] == x[:, first - 1 : -1]).double().mean().item()


short, long = [], []                                  # (6, seeds), (6, seeds)
for kind in kinds:
    networks = [trained(kind, seed) for seed in range(seeds)]
    short.append([accuracy(kind, network, T, 1) for network in networks])
    long.append([0.0 if kind == "learnt" else accuracy(kind, network, T_long, T)
                 for network in networks])            # a table of T rows has no row T

chance = 1 / n
worst_short, best_short = [min(a) for a in short], [max(a) for a in short]
worst_long, best_long = [min(a) for a in long], [max(a) for a in long]
solved_short = [sum(share > 0.95 for share in a) for a in short]
solved_long = [sum(share > 0.9 for share in a) for a in long]

if __name__ == "__main__":
    for k, kind in enumerate(kinds):
        print(kind, solved_short[k], solved_long[k])
