"""Is the first word positive? Was the last one? The same network, five seeds at once."""

import torch
from torch import nn

torch.set_default_dtype(torch.float64)

seeds, d_h, batch, steps, unseen, lr = 5, 16, 32, 200, 500, 0.01


def trained(T, asked, start="uniform"):
    """Share of right answers, share of the first word at the start, W_h: how far, and radius."""
    torch.manual_seed(0)
    W_h, W_x, b, v, c = (
        ((2 * torch.rand(seeds, *shape) - 1) / d_h**0.5).requires_grad_()
        for shape in ((d_h, d_h), (d_h, 1), (1, d_h), (d_h, 1), (1, 1))
    )
    if start == "orthogonal":
        W_h = torch.linalg.qr(torch.randn(seeds, d_h, d_h)).Q.requires_grad_()
    parameters, W_start = [W_h, W_x, b, v, c], W_h.detach().clone()
    optimizer = torch.optim.Adam(parameters, lr=lr)

    def scores(X):                                    # (seeds, n, T), a word is one number
        h = torch.zeros(seeds, X.shape[1], d_h)
        for x in X.unbind(2):
            h = torch.tanh(x[..., None] @ W_x.mT + h @ W_h.mT + b)    # (seeds, n, d_h)
        return (h @ v + c)[..., 0]                    # (seeds, n)

    def loss(X):
        label = (X[:, :, asked] > 0).double()
        return nn.functional.binary_cross_entropy_with_logits(scores(X), label)

    X = torch.randn(seeds, batch, T, requires_grad=True)
    size = torch.autograd.grad(loss(X), X)[0].abs().mean(dim=1)            # (seeds, T)
    for _ in range(steps):
        optimizer.zero_grad()
        loss(torch.randn(seeds, batch, T)).backward()
        optimizer.step()
    X = torch.randn(seeds, unseen, T)
    with torch.no_grad():
        right = ((scores(X) > 0) == (X[:, :, asked] > 0)).double().mean(dim=1)
    moved = (W_h.detach() - W_start).norm(dim=(1, 2)) / W_start.norm(dim=(1, 2))
    radius = torch.linalg.eigvals(W_h.detach()).abs().max(dim=1).values
    return torch.stack([right, size[:, 0] / size.sum(dim=1), moved, radius])    # (4, seeds)


lengths = short, middle, long = 8, 24, 48
runs = [trained(short, 0), trained(middle, 0), trained(long, 0), trained(long, -1),
        trained(middle, 0, "orthogonal")]
right, share, moved, radius = torch.stack(runs, dim=1)    # (5, seeds) each
worst, best = right.min(dim=1).values, right.max(dim=1).values
largest_share, least_moved = share.max(dim=1).values, moved.min(dim=1).values
first = [0, 1, 2, 4]                                  # the runs asked about the first word
learnt_radius = radius[first][right[first] > 0.75].min().item()
guessing_radius = radius[first][right[first] < 0.6].max().item()

if __name__ == "__main__":
    for row in right:
        print(["learnt" if v > 0.75 else "guessing" if v < 0.6 else "between" for v in row])
