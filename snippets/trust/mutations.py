"""What a check made of each change to the book: how many were tried, told and missed.

Written by `python -m book.mutation --record`; nobody types it.
"""

import torch

torch.set_default_dtype(torch.float64)

# in all, tried, refuted, held for review, missed; of figures, those of the figures tried
figures_tried, figures_there = 74, 74
outcomes = torch.tensor([
    [26382, 26382, 26382,    0,   0],  # digits, one language
    [13153, 13153, 12680,  473,   0],  # digits, both languages
    [13407, 13407, 13407,    0,   0],  # signs, units, exponents, points, one
    [ 6668,  6668,  6386,  282,   0],  # signs, units, exponents, points, both
    [ 2942,  2942,  2928,   14,   0],  # formulas, one language
    [ 1865,  1865,    34, 1831,   0],  # displayed formulas, both languages
    [ 1073,  1073,    71, 1002,   0],  # formulas in a line, both languages
    [ 5364,  5364,  5296,   68,   0],  # a side of an identity
    [ 5954,  5954,  5944,   10,   0],  # cells, rows, names, one language
    [ 2413,  2413,  2389,   19,   5],  # cells, names, both languages
    [  930,   930,   596,  334,   0],  # row labels, captions, one language
    [  465,   465,     0,  465,   0],  # row labels, captions, both languages
    [11546, 11546, 11546,    0,   0],  # one language edited alone
    [ 5709,  5600,  5165,  137, 298],  # constants of programs
    [ 4644,  4544,  4336,   39, 169],  # operators of programs
    [  762,   762,   599,  163,   0],  # arrays of figures
    [  731,   731,   597,  134,   0],  # numbers in labels of figures
    [   87,    87,     0,   87,   0],  # axis labels of figures
])                                               # (kinds, 5)

there, tried, _, _, survived = outcomes.sum(dim=0).tolist()
share = tried / there
pages, pages_tried, _, _, pages_missed = outcomes[:13].sum(dim=0).tolist()

programs = outcomes[13:15].sum(dim=0)            # (5,)
programs_share = (programs[1] / programs[0]).item()
programs_told = (1 - programs[4] / programs[1]).item()

print(f"{tried} of {there} tried, {survived} missed")
