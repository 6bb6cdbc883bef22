"""What building a checked book costs, beside a book whose numbers are typed, measured in one run.

Written by `python -m bench --record`; nobody types it.
"""

import torch

torch.set_default_dtype(torch.float64)

# Columns: this book, its claims alone, markdown-exec, mkdocs-jupyter, myst-nb.
# Rows: cold; nothing, one word, one constant changed. Each number: so many times typed numbers.
time = torch.tensor([
    [   3.50,    3.30,    3.83,   41.57,   40.55],  # cold
    [   0.07,    1.44,    3.88,    1.62,    1.91],  # nothing
    [   0.83,    1.49,    3.66,    3.21,    1.96],  # word
    [   2.40,    2.42,    3.47,    4.23,    4.98],  # constant
])                                               # (cases, tools)
work = torch.tensor([
    [   4.63,    4.33,    3.90,   39.18,   36.66],  # cold
    [   0.07,    1.45,    3.96,    1.62,    1.91],  # nothing
    [   0.81,    1.49,    3.71,    3.12,    1.95],  # word
    [   2.78,    2.78,    3.50,    4.09,    4.18],  # constant
])                                               # (cases, tools), of the processors
memory = torch.tensor([
    [   3.74,    3.74,    3.41,    3.68,    3.75],  # cold
    [   0.15,    1.09,    3.41,    1.39,    2.06],  # nothing
    [   0.49,    1.08,    3.41,    3.34,    2.06],  # word
    [   3.74,    3.74,    3.41,    3.34,    3.70],  # constant
])                                               # (cases, tools), at its largest
weight = torch.tensor([1.16, 1.06, 1.05, 10.81, 0.43])  # (tools,), of a page, compressed
targets = torch.tensor([4.0, 1.1, 1.1, 4.0])       # (cases,), of our time
spread = 0.49                                    # of repeated times, at most

# 10 times the chapters: the time of a cold build, of one with nothing changed, the memory.
growth = torch.tensor([
    [  2.63,   2.75,   1.02],  # typed numbers
    [  5.37,   1.71,   1.12],  # this book
    [  4.88,   4.04,   1.12],  # its claims alone
    [  3.24,   3.27,   1.29],  # markdown-exec
])                                               # (tools, measures)
beside = torch.tensor([1.00, 6.64, 5.86, 4.81])  # (tools,), cold, then, beside typed numbers
claims = torch.tensor([10080, 100800])            # in one check, with nothing to run
checked = 5.57                                  # times as long the second takes

met = time[:, 0] <= targets                      # (cases,)

for name, ratios in (("time", time), ("work", work), ("memory", memory), ("growth", growth)):
    for row in ratios:
        print(name, " ".join(f"{ratio:.2f}" for ratio in row))
print("weight", " ".join(f"{ratio:.2f}" for ratio in weight))
print("beside", " ".join(f"{ratio:.2f}" for ratio in beside))
print("met", met.tolist(), f"of {targets.tolist()}, spread {spread}")
print(f"{claims[1]} claims take {checked} times as long as {claims[0]}")
