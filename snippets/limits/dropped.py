"""Nearly all the weight on a word that says nothing the output matrix lets through."""

import torch

torch.set_default_dtype(torch.float64)

X = torch.tensor([[6.0, 0.0, 5.0], [0.0, 2.0, 0.0], [0.0, -1.0, 0.0], [1.0, 1.0, 0.0]])  # (T, d)
W_Q = W_K = torch.tensor([[1.0], [0.0], [0.0]])                   # (d, d_k), the first number
W_V = torch.tensor([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])          # (d, d_v), the other two
W_O = torch.tensor([[1.0], [0.0]])                                # (d_v, 1), drops the last


def outputs(X):
    alpha = (X @ W_Q @ (X @ W_K).T).softmax(dim=-1)               # (T, T), d_k = 1
    return alpha, alpha @ X @ W_V @ W_O                           # (T, T), (T, 1)


X.requires_grad_()
alpha, o = outputs(X)
(G,) = torch.autograd.grad(o[3, 0], X)                            # (T, d)
X, G, weights, o_4 = X.detach(), G.detach(), alpha[3].detach(), o[3, 0].item()

values = X @ W_V                                                  # (T, d_v)
lengths = weights * values.norm(dim=1)                            # (T,), weight times length
shares = weights * (values @ W_O)[:, 0]                           # (T,), they add up to o_4
with_9 = X.clone()
with_9[0, 2] = 9.0                                                # the dropped number, changed
change = outputs(with_9)[1][3, 0].item() - o_4
without = outputs(X[1:])[1][2, 0].item()                          # the first word taken away
times = without / o_4

if __name__ == "__main__":
    for row in zip(weights.tolist(), lengths.tolist(), shares.tolist(), strict=True):
        print("{:.4f} {:.4f} {:7.4f}".format(*row))
    print("gradient on the first word:", [round(x, 4) + 0.0 for x in G[0].tolist()])
    print(f"output {o_4:.4f}, without the first word {without:.4f}")
