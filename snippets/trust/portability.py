"""The book checked again where everything differs: what was compared, and how far it has moved.

Written by `python -m book.portable --record`; nobody types it.
"""

import torch

torch.set_default_dtype(torch.float64)

torches = ("2.13.0", "2.14.1")
pages = torch.tensor([44, 44])
numbers = torch.tensor([9572, 9572])
identities = torch.tensor([348, 348])
figures = torch.tensor([150, 150])
snippets = torch.tensor([396, 396])
unlike = torch.tensor([0, 0])  # what did not hold

# values that pages write with their digits: how many, those that differ, the farthest, relative
# to its largest entry where that exceeds one; then the same of values that pages only bound
written = torch.tensor([2487, 2487])
written_differing = torch.tensor([107, 109])
written_farthest = torch.tensor([9.8e-12, 9.8e-12])
bounded = torch.tensor([122, 122])
bounded_differing = torch.tensor([40, 40])
bounded_farthest = torch.tensor([7.5e-02, 7.5e-02])

for name, count, other in zip(torches, numbers.tolist(), unlike.tolist(), strict=True):
    print(f"torch {name}: {count} numbers compared, {other} things unlike")
