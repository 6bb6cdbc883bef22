"""Dates translated with attention, from three starts: right every time, by different maps."""

import torch

from snippets.alignment.dates import T_q, chinese, dates, held_out, learnt, sources, targets
from snippets.alignment.forced import each_place, forced, without_the_largest

torch.set_default_dtype(torch.float64)

seeds, example = 3, dates.index((2026, 11, 29))
one = slice(example, example + 1)
characters, written = list(chinese(*dates[example])), targets[example].tolist()
asked = held_out.nonzero()[::7, 0]                    # never trained on
few = asked[::8]                                      # for weights that are forced
count, count_few = len(asked), len(few)
wrong, maps, places, spared = [], [], [], []
for seed in range(seeds):
    model = learnt(True, seed)
    found = model(sources[asked], T_q).argmax(dim=2)
    wrong.append(int((found != targets[asked]).any(dim=1).sum()))
    alpha, right = forced(model, sources[one], targets[one], each_place)
    maps.append(alpha[0])                             # (T_q, T_k)
    places.append(right[1:, 0].T.double())            # (T_q, T_k), 1: this place would do
    _, right = forced(model, sources[few], targets[few], without_the_largest)
    spared.append(right[1].double().mean(dim=0))      # (T_q)
least_exact = 1 - max(wrong) / count
top = torch.stack(maps).argmax(dim=2)                 # (seeds, T_q)
maps = (100 * torch.stack(maps)).round() / 100        # (seeds, T_q, T_k), for the figure
places, spared = torch.stack(places), torch.stack(spared)
most_spared = spared.amax(dim=0)                      # (T_q)
hyphens = [t for t, symbol in enumerate(written) if symbol == 10]
least_hyphen, fewest_hyphen = spared[:, hyphens].min(), places.sum(dim=2)[:, hyphens].min()

if __name__ == "__main__":
    print(count, *wrong)
    for row in top:
        print("".join(characters[j] for j in row))
