"""The variance of q . k for any means and covariances, against all pairs of two finite sets."""

import torch

from snippets.scores.general import K, Q

mu_q, mu_k = Q.mean(dim=0), K.mean(dim=0)                # (d_k,)
C_q = (Q - mu_q).T @ (Q - mu_q) / len(Q)                 # (d_k, d_k), covariances
C_k = (K - mu_k).T @ (K - mu_k) / len(K)                 # (d_k, d_k)

formula = (torch.trace(C_q @ C_k) + mu_q @ C_k @ mu_q + mu_k @ C_q @ mu_k).item()
all_pairs = (Q @ K.T).var(correction=0).item()           # each query with each key, equally often

print(round(formula, 6), round(all_pairs, 6))
