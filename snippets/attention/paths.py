"""Backward through one attention layer, by the formulas: three paths to X."""

from snippets.attention.general import W_K, W_Q, W_V, T, X, d_k, dZ

Q, K, V = X @ W_Q, X @ W_K, X @ W_V           # (T, d_k), (T, d_k), (T, d_v)
alpha = (Q @ K.T / d_k**0.5).softmax(dim=-1)  # (T, T)

dV = alpha.T @ dZ                                                   # (T, d_v)
dalpha = dZ @ V.T                                                   # (T, T)
dS = alpha * (dalpha - (dalpha * alpha).sum(dim=-1, keepdim=True))  # (T, T)
dQ = dS @ K / d_k**0.5                                              # (T, d_k)
dK = dS.T @ Q / d_k**0.5                                            # (T, d_k)

G_V, G_Q, G_K = dV @ W_V.T, dQ @ W_Q.T, dK @ W_K.T  # (T, d)
dX = G_Q + G_K + G_V                                # (T, d)
by_word = [sum(alpha[i, j] * dZ[i] for i in range(T)) @ W_V.T for j in range(T)]
G_V_by_word = [row.tolist() for row in by_word]     # (T, d)
row_sum = dS.sum(dim=-1).abs().max().item()

print("G_Q + G_K + G_V =")
for line in dX.tolist():
    print([round(x, 4) for x in line])
print("rows of dS sum to less than 1e-15 from zero:", row_sum < 1e-15)
