"""The query walks past three keys: the hard lookup jumps, the soft one climbs."""

import torch

from snippets.attention.forward import K, V  # (m, d_k), (m, d_v)

torch.set_default_dtype(torch.float64)

heights = torch.linspace(-2, 4, 121)                # second number of the query
queries = torch.stack([torch.ones(121), heights], dim=1)             # (121, d_k)
scores = -((queries[:, None] - K) ** 2).sum(dim=2) / 2               # (121, m)

taus = [1.0, 0.25, 0.0625]
warm, cool, cold = [(scores / tau).softmax(dim=1) @ V[:, 1] for tau in taus]  # (121,) each

edges = [0, 2]
below, above = heights < edges[0] - 0.01, heights > edges[1] + 0.01
between = (heights > edges[0] + 0.01) & (heights < edges[1] - 0.01)
winners = [scores[part].argmax(dim=1).unique().tolist() for part in (below, between, above)]
steps = [V[winner, 1].item() for (winner,) in winners]               # the hard lookup
tied, tie = queries[80], scores[80]                 # (1, 2) and its scores, (d_k,), (m,)
z_tie = ((tie / 1e-3).softmax(dim=0) @ V)           # (d_v,)  as good as the limit

if __name__ == "__main__":
    print(winners, steps, tie.tolist(), f"({z_tie[0]:.3f}, {z_tie[1]:.3f})")
    for curve in (warm, cool, cold):
        print(*(f"{v:.2f}" for v in curve[::20]))
