"""How often the nearest key is also the one with the largest dot product."""

import torch
import torch.nn.functional as F

from snippets.scores.norms import W_K, d_k, generator, normed

queries = 200
Q = torch.randn(queries, d_k, generator=generator)       # (T_q, d_k)
K = normed @ W_K                                         # (T_k, d_k)


def agreement(K):
    nearest = torch.cdist(Q, K).argmin(dim=-1)           # (T_q,)
    largest = (Q @ K.T).argmax(dim=-1)                   # (T_q,)
    return (nearest == largest).double().mean().item()


through_random = agreement(K)
normed_keys = agreement(F.layer_norm(K, (d_k,), eps=0))
products = (Q @ K.T).std().item()                        # spread of q . k, for comparison

if __name__ == "__main__":
    print(f"keys as they come {through_random:.1%}, normalised keys {normed_keys:.0%}")
    print(f"products spread by {products:.1f}")
