"""The last word's four products at several temperatures: from one winner to no winner."""

import torch

from snippets.attention.forward import K, Q

d_k = K.shape[-1]
products = K @ Q[3]                                      # (T_k,), q_4 . k_j


def weights(tau):
    return (products / tau).softmax(dim=-1)              # (T_k,)


cold, one, root, hot = 0.1, 1.0, d_k**0.5, 100.0
at_cold, at_one, at_root, at_hot = (weights(tau) for tau in (cold, one, root, hot))

axis = torch.logspace(-1, 2, 37)                         # (37,)
curves = torch.stack([weights(tau) for tau in axis])     # (37, T_k)

if __name__ == "__main__":
    for tau in (cold, one, root, hot):
        print(f"tau {tau:6.2f}  ", [round(a, 4) for a in weights(tau).tolist()])
