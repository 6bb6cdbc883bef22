"""Random queries and keys at the size of a large model: how many weights are exactly zero."""

import torch

torch.set_default_dtype(torch.float64)

n, d, narrow, queries, seeds = 2048, 768, 64, 128, 4
formats = [torch.float16, torch.float32, torch.float64]


def scores(seed, d=d):
    generator = torch.Generator().manual_seed(seed)
    K = torch.randn(n, d, generator=generator)           # (T_k, d_k)
    Q = torch.randn(queries, d, generator=generator)     # (T_q, d_k)
    return Q @ K.T                                       # (T_q, T_k), not scaled


def zeros(S, dtype):
    """Return the share of weights that come out as zero in this format."""
    return (S.to(dtype).softmax(dim=-1) == 0).double().mean()


draws = [scores(seed) for seed in range(seeds)]
raw = torch.tensor([[zeros(S, dtype) for S in draws] for dtype in formats])  # (3, seeds)
scaled = torch.tensor([[zeros(S / d**0.5, dtype) for S in draws] for dtype in formats])
lowest, highest = raw.min(dim=1).values, raw.max(dim=1).values               # (3,)
most_scaled = scaled.max(dim=1).values                                       # (3,)

thin = [scores(seed, narrow) for seed in range(seeds)]
lowest_narrow = min(zeros(S, torch.float16) for S in thin).item()
highest_narrow = max(zeros(S, torch.float32) for S in thin).item()

if __name__ == "__main__":
    print("scaled, at most:", most_scaled.max().item())
    for i, dtype in enumerate(formats):
        print(f"{dtype!s:14} raw {lowest[i]:.1%} to {highest[i]:.1%}")
    print(f"d = {narrow}, raw: float16 {lowest_narrow:.1%} or more, float32 {highest_narrow}")
