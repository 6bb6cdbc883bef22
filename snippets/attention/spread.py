"""Random words and parameters, eight draws each: the mean gradient on the other words."""

import torch

torch.set_default_dtype(torch.float64)

d, d_k, d_v = 64, 16, 12
lengths = [4, 32, 256, 2048]


def mean_gradient(T: int, seed: int) -> float:
    """Return the mean over j < T of the norm of the gradient of z_T's first number on x_j."""
    generator = torch.Generator().manual_seed(seed)
    X = torch.randn(T, d, generator=generator).requires_grad_()
    W_Q, W_K = torch.randn(2, d, d_k, generator=generator) / d**0.5
    W_V = torch.randn(d, d_v, generator=generator) / d**0.5
    alpha = (X @ W_K @ (X[-1] @ W_Q) / d_k**0.5).softmax(dim=-1)  # (T,)
    (gradient,) = torch.autograd.grad((alpha @ X @ W_V)[0], X)    # (T, d)
    return gradient[:-1].norm(dim=1).mean().item()


means = [sum(mean_gradient(T, seed) for seed in range(8)) / 8 for T in lengths]
products = [T * mean for T, mean in zip(lengths, means, strict=True)]
lowest, highest = min(products), max(products)

if __name__ == "__main__":
    for i, T in enumerate(lengths):
        print(f"T = {T:4}   mean {means[i]:.1e}   T x mean {products[i]:.1f}")
