"""A sentence on which no two sizes agree, so that a misplaced transpose shows."""

import torch

torch.set_default_dtype(torch.float64)

T, d, d_k, d_v = 5, 3, 2, 4

X = torch.tensor([[0.9, -0.4, 0.3],
                  [-0.2, 0.8, 1.1],
                  [0.5, 0.1, -0.7],
                  [1.2, 0.6, -0.1],
                  [-0.8, 0.7, 0.2]])  # (T, d)
W_Q = torch.tensor([[0.7, -0.3], [0.2, 1.1], [-0.9, 0.4]])  # (d, d_k)
W_K = torch.tensor([[-0.5, 0.8], [1.3, 0.1], [0.6, -0.7]])  # (d, d_k)
W_V = torch.tensor([[0.4, -1.0, 0.3, 0.9],
                    [0.8, 0.2, -0.6, 0.5],
                    [-0.1, 0.7, 1.2, -0.4]])  # (d, d_v)
dZ = torch.tensor([[0.3, -0.7, 0.1, 0.5],
                   [-0.2, 0.6, 0.9, -0.4],
                   [0.8, 0.1, -0.3, 0.2],
                   [0.4, -0.5, 0.7, 1.0],
                   [-0.6, 0.2, 0.3, -0.1]])  # (T, d_v), the gradient of a loss L on Z


def attention(X_Q: torch.Tensor, X_K: torch.Tensor, X_V: torch.Tensor) -> torch.Tensor:
    """Return Z (T, d_v), with the three roles of X kept apart; in a layer all three are X."""
    S = (X_Q @ W_Q) @ (X_K @ W_K).T / d_k**0.5  # (T, T)
    return S.softmax(dim=-1) @ (X_V @ W_V)


if __name__ == "__main__":
    torch.set_printoptions(precision=3, sci_mode=False)
    print(attention(X, X, X))
