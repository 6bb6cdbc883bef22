"""A sentence and parameters on which no two sizes agree, and d and d_k are even."""

import torch

torch.set_default_dtype(torch.float64)

T, d, d_k = 5, 6, 4

X = torch.tensor([[0.9, -0.4, 0.3, 0.7, -0.6, 0.1],
                  [-0.2, 0.8, 1.1, -0.5, 0.4, 0.6],
                  [0.5, 0.1, -0.7, 0.9, 0.2, -0.8],
                  [1.2, 0.6, -0.1, -0.3, 0.8, 0.4],
                  [-0.8, 0.7, 0.2, 0.6, -0.4, 1.0]])  # (T, d)
W_Q = torch.tensor([[0.7, -0.3, 0.5, 0.2], [0.2, 1.1, -0.4, 0.6],
                    [-0.9, 0.4, 0.3, -0.7], [0.6, -0.2, 0.8, 0.1],
                    [-0.5, 0.9, 0.4, -0.3], [0.3, 0.1, -0.6, 1.2]])  # (d, d_k)
W_K = torch.tensor([[-0.5, 0.8, 0.2, -0.9], [1.3, 0.1, -0.6, 0.4],
                    [0.6, -0.7, 0.9, 0.3], [-0.2, 0.5, 0.7, -0.4],
                    [0.8, -0.3, 0.1, 1.0], [0.4, 0.6, -0.8, 0.2]])  # (d, d_k)
W_V = torch.tensor([[0.4, -1.0, 0.3], [0.8, 0.2, -0.6], [-0.1, 0.7, 1.2],
                    [0.5, -0.3, 0.9], [-0.7, 0.6, 0.1], [0.2, 0.4, -0.5]])  # (d, d_v)


def scores(X: torch.Tensor) -> torch.Tensor:
    """Return S (T, T)."""
    return (X @ W_Q) @ (X @ W_K).T / d_k**0.5


def attention(X: torch.Tensor) -> torch.Tensor:
    """Return Z (T, d_v)."""
    return scores(X).softmax(dim=-1) @ (X @ W_V)


if __name__ == "__main__":
    torch.set_printoptions(precision=3, sci_mode=False)
    print(attention(X))
