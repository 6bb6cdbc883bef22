"""The matrices of the census, counted by estimate and by truth."""

import torch

from snippets.recurrence.census import estimate, truth

torch.set_default_dtype(torch.float64)

edges = torch.arange(-80.0, 21.0, 5.0)                # powers of ten
centres = (edges[1:] + edges[:-1]) / 2
pairs = torch.stack([truth, estimate], dim=1)
counts = torch.histogramdd(pairs, [edges, edges]).hist
ink = (1 + counts).log10()
inside = counts.sum().item() / len(truth)

if __name__ == "__main__":
    print(f"{inside:.3f}")
