"""Training the score of the lookup: it starts as the distance, and only the store is used."""

import torch

from snippets.lookup.task import along, d, error, estimated, pairs

torch.set_default_dtype(torch.float64)

steps, lr, start_width, parameters = 100, 0.1, 1, d * d


def trained(seed, m, f=along):
    """Error on unseen queries, and how far W has turned to the direction that matters."""
    u, K, v, Q, truth = pairs(seed, m, f)
    W = torch.eye(d, requires_grad=True)            # (d, d)  the score by distance, width one
    optimizer = torch.optim.Adam([W], lr=lr)
    for _ in range(steps):
        loss = (estimated(K, K, v, W, own=True) - v).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.no_grad():
        first = torch.linalg.svd(W)[0][:, 0]        # (d,)  what W stretches most
        return torch.stack([error(estimated(Q, K, v, W), truth), (first @ u).abs()])
