"""What a check made of each change to the book: how many were tried, told, and told by nothing.

Written by `python -m book.mutation --record`; nobody types it.
"""

import torch

torch.set_default_dtype(torch.float64)

# there are, tried, refuted, held up, told by nothing; of figures, those of the figures tried
figures_tried, figures_there = 5, 74
outcomes = torch.tensor([
    [26126, 10267, 10267,   0,   0],  # digits, one language
    [13039,  5103,  4651, 452,   0],  # digits, both languages
    [13008,  5116,  5116,   0,   0],  # signs, units, exponents, points, one
    [ 6484,  2548,  2377, 171,   0],  # signs, units, exponents, points, both
    [ 2939,  1031,  1022,   9,   0],  # formulas, one language
    [ 1861,   686,    21, 665,   0],  # displayed formulas, both languages
    [ 1075,   385,    17, 368,   0],  # formulas in a line, both languages
    [ 5352,  2949,  2915,  34,   0],  # a side of an identity
    [ 5954,   914,   912,   2,   0],  # cells, rows, names, one language
    [ 2413,   379,   378,   1,   0],  # cells, names, both languages
    [  930,   146,    85,  61,   0],  # row labels, captions, one language
    [  465,    60,     0,  60,   0],  # row labels, captions, both languages
    [11534,   822,   822,   0,   0],  # one language edited alone
    [ 5709,  4866,  4515, 129, 222],  # constants of programs
    [ 4644,  3908,  3750,  37, 121],  # operators of programs
    [  100,   100,    36,  64,   0],  # arrays of figures
    [   33,    33,    13,  20,   0],  # numbers in labels of figures
    [    3,     3,     0,   3,   0],  # axis labels of figures
])                                               # (kinds, 5)

there, tried, _, _, survived = outcomes.sum(dim=0).tolist()
share = tried / there

programs = outcomes[13:15].sum(dim=0)            # (5,)
programs_share = (programs[1] / programs[0]).item()
programs_told = (1 - programs[4] / programs[1]).item()

print(f"{tried} of {there} tried, {survived} told by nothing")
