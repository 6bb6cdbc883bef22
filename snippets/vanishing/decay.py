"""How far a gradient shrinks or grows, by the scale of W_h and the steps, narrow and wide."""

import torch

torch.set_default_dtype(torch.float64)

seeds, steps = 21, 64
g = torch.arange(1, 17) / 4                           # W_h has entries of variance g^2/d_h


def back(d_h, g, size):
    """log10 of the gradient's norm, (steps, seeds), and the slopes met, (steps, seeds, d_h)."""
    draw = torch.Generator().manual_seed(0)
    W_h = g * torch.randn(seeds, d_h, d_h, generator=draw) / d_h**0.5
    h = torch.randn(seeds, d_h, generator=draw).tanh()
    G = torch.nn.functional.normalize(torch.randn(seeds, d_h, generator=draw), dim=1)
    slopes, norms = [], []
    for _ in range(steps):
        word = size * torch.randn(seeds, d_h, generator=draw)              # W_x x_t
        h = torch.tanh(word + torch.einsum("sij,sj->si", W_h, h))
        slopes.append(1 - h**2)
    for slope in reversed(slopes):
        G = torch.einsum("si,sij->sj", G * slope, W_h)
        norms.append(G.norm(dim=1).log10())
    return torch.stack(norms), torch.stack(slopes)


few, many = 2, 64
narrow, wide, silent = (
    torch.stack([back(d_h, scale, size)[0].median(dim=1).values for scale in g])
    for d_h, size in ((few, 1.0), (many, 1.0), (many, 0.0))
)                                                     # (scales, steps), medians over seeds
back_by = torch.arange(4, steps + 1, 4)               # the columns of the map
map_narrow, map_wide = narrow[:, 3::4], wide[:, 3::4]
best_narrow = 10 ** narrow[:, -1].max().item()        # at the scale that loses least

if __name__ == "__main__":
    for k in (1, 3, 5, 7, 11, 15):
        row = (narrow[k, -1], wide[k, -1], silent[k, -1])
        print(f"{g[k]:.2f}", *(f"{v:.0f}" for v in row))
