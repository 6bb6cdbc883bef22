"""Four random keys, one random query: what scaling does to the Jacobian as d grows."""

import torch

torch.set_default_dtype(torch.float64)

draws, n = 2000, 4
widths = [1, 4, 16, 64, 256, 768]
generator = torch.Generator().manual_seed(0)

raw, scaled, leads = [], [], []
for d in widths:
    q = torch.randn(draws, d, 1, generator=generator)    # (draws, d, 1)
    K = torch.randn(draws, n, d, generator=generator)    # (draws, n, d)
    s = (K @ q)[..., 0]                                  # (draws, n)
    for medians, scores in ((raw, s), (scaled, s / d**0.5)):
        alpha = scores.softmax(dim=-1)                   # (draws, n)
        J = alpha.diag_embed() - alpha[:, :, None] * alpha[:, None, :]
        medians.append(torch.linalg.matrix_norm(J, ord=2).median().item())
    best, second = s.topk(2).values.T                    # (draws,)
    leads.append((best - second).median().item())

if __name__ == "__main__":
    for i, d in enumerate(widths):
        print(f"d = {d:3}   lead {leads[i]:5.1f}   raw {raw[i]:.1g}   scaled {scaled[i]:.2f}")
