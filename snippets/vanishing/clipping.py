"""A ReLU network learns to add up 32 numbers, without clipping and with it."""

import torch
from torch import nn

torch.set_default_dtype(torch.float64)

seeds, T, d_h, batch, steps = 5, 32, 16, 16, 200
scale, lr, theta, roof = 0.9, 0.01, 1.0, 1e6          # a loss above the roof ends the run


def trained(seed, limit):
    """Losses, norms of the gradient, norms of W_h by step; share of active units at the end."""
    torch.manual_seed(seed)
    rnn, head = nn.RNN(1, d_h, nonlinearity="relu", batch_first=True), nn.Linear(d_h, 1)
    with torch.no_grad():
        rnn.weight_hh_l0.copy_(scale * torch.eye(d_h))
        rnn.bias_ih_l0.zero_()
        rnn.bias_hh_l0.zero_()
    parameters = [*rnn.parameters(), *head.parameters()]
    optimizer = torch.optim.SGD(parameters, lr=lr)
    losses, norms, betas = [], [], []
    while len(losses) < steps and (not losses or losses[-1] < roof):
        X = torch.randn(batch, T, 1)                  # (batch, T, d)
        y = X.sum(dim=1) / T**0.5                     # (batch, 1), variance 1
        h = rnn(X)[0][:, -1]                          # (batch, d_h)
        loss = (head(h) - y).square().mean()
        optimizer.zero_grad()
        loss.backward()
        betas.append(torch.linalg.matrix_norm(rnn.weight_hh_l0, 2).item())
        norms.append(nn.utils.clip_grad_norm_(parameters, limit).item())
        losses.append(min(loss.item(), roof))
        optimizer.step()
    return losses, norms, betas, (h > 0).double().mean().item()


free, free_norms, free_betas, free_active = zip(
    *(trained(seed, float("inf")) for seed in range(seeds)), strict=True
)
clipped, _, clipped_betas, _ = zip(
    *(trained(seed, theta) for seed in range(seeds)), strict=True
)
one_free, one_clipped = free[4], clipped[4]           # drawn

spike = min(max(run) for run in free)                 # in the run that spikes least
at_spike = [
    beta[run.index(max(run))] for run, beta in zip(free, free_betas, strict=True)
]
beta_least, beta_most = min(at_spike), max(at_spike)
clipped_beta = max(max(run) for run in clipped_betas)
steepest = min(max(run) for run in free_norms)
last = 20
free_final = min(sum(run[-last:]) / last for run in free)
free_awake = max(free_active)
highest = max(max(run) for run in clipped)            # in the run that rises most
clipped_final = max(sum(run[-last:]) / last for run in clipped)

if __name__ == "__main__":
    for name, runs in (("free", free), ("clipped", clipped)):
        print(name, ["spikes" if max(run) > 10 else "none" for run in runs])
