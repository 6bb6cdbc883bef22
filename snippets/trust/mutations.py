"""What a check made of each change to the book: how many were tried, told, and told by nothing.

Written by `python -m book.mutation --record`; nobody types it.
"""

import torch

torch.set_default_dtype(torch.float64)

# there are, tried, refuted, held up, told by nothing; of figures, those of the figures tried
figures_tried, figures_there = 5, 74
outcomes = torch.tensor([
    [26126, 10267, 10267,   0,  0],  # digits, one language
    [13039,  5103,  4651, 452,  0],  # digits, both languages
    [13008,  5116,  5116,   0,  0],  # signs, units, exponents, points, one
    [ 6484,  2548,  2377, 171,  0],  # signs, units, exponents, points, both
    [ 2885,   116,   116,   0,  0],  # formulas, one language
    [ 1861,   100,     1,  99,  0],  # displayed formulas, both languages
    [ 1022,    45,     3,  34,  8],  # formulas in a line, both languages
    [ 5389,   250,   249,   1,  0],  # a side of an identity
    [ 5653,   272,   272,   0,  0],  # cells, rows, names, one language
    [ 2420,   127,   125,   2,  0],  # cells, names, both languages
    [  920,    46,    28,   0, 18],  # row labels, captions, one language
    [  460,    17,     0,   3, 14],  # row labels, captions, both languages
    [11506,   446,   446,   0,  0],  # one language edited alone
    [ 5869,   235,   204,   0, 31],  # constants of programs
    [ 4746,   188,   175,   0, 13],  # operators of programs
    [  100,   100,    36,  64,  0],  # arrays of figures
    [   33,    33,    13,  20,  0],  # numbers in labels of figures
    [    3,     3,     0,   3,  0],  # axis labels of figures
])                                               # (kinds, 5)

there, tried, _, _, survived = outcomes.sum(dim=0).tolist()
share = tried / there

programs = outcomes[13:15].sum(dim=0)            # (5,)
programs_told = (1 - programs[4] / programs[1]).item()

print(f"{tried} of {there} tried, {survived} told by nothing")
