"""Two layers with other parameters and other weights, and the same outputs for one sentence."""

import torch

torch.set_default_dtype(torch.float64)

T, d, d_k, d_v = 6, 8, 7, 2


def drawn(rows, columns, step):
    return (torch.arange(1.0, rows * columns + 1) ** 2 * step).sin().reshape(rows, columns)


X = drawn(T, d, 1.7)                                              # (T, d)
W_Q, W_K, W_V = drawn(d, d_k, 2.3) / 2, drawn(d, d_k, 0.9), drawn(d, d_v, 1.3)


def layer(X, W_Q, W_K):
    alpha = (X @ W_Q @ (X @ W_K).T / d_k**0.5).softmax(dim=-1)    # (T, T)
    return alpha, alpha @ X @ W_V                                 # (T, T), (T, d_v)


alpha, Z = layer(X, W_Q, W_K)
A = torch.column_stack([X @ W_V, torch.ones(T)])                  # (T, d_v + 1)
keep = torch.eye(T) - A @ torch.linalg.pinv(A)                    # (T, T), rows n with n A = 0
n = -keep[alpha.argmax(dim=1)]                                    # away from each row's favourite
room = torch.where(n < 0, alpha / -n, torch.inf).amin(dim=1)      # (T,), until a weight is zero
goal = alpha + 0.95 * room[:, None] * n                           # (T, T), positive

K = (torch.linalg.pinv(X @ W_Q) @ goal.log() * d_k**0.5).T        # (T, d_k)
W_K_twin = torch.linalg.pinv(X) @ K                               # (d, d_k)
alpha_twin, Z_twin = layer(X, W_Q, W_K_twin)

favourites = (alpha.argmax(dim=1) != alpha_twin.argmax(dim=1)).sum().item()
moved = ((alpha_twin - alpha).abs().sum(dim=1) / 2).max().item()  # share that changed hands
other = drawn(T, d, 2.9)                                          # another sentence
apart = (layer(other, W_Q, W_K)[1] - layer(other, W_Q, W_K_twin)[1]).abs().max().item()

if __name__ == "__main__":
    torch.set_printoptions(precision=2, sci_mode=False)
    print(alpha, alpha_twin, f"same outputs: {bool((Z - Z_twin).abs().max() < 1e-12)}", sep="\n")
    print(f"rows with another favourite: {favourites}, largest share moved {moved:.2f}")
    print(f"largest difference on another sentence: {apart:.2f}")
