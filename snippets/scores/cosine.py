"""The cosine score is a Gaussian kernel on the unit sphere; alone it is too gentle."""

import torch

from snippets.scores.general import K, Q

S = Q @ K.T                                                       # (T_q, T_k)
C = S / (Q.norm(dim=-1, keepdim=True) * K.norm(dim=-1))           # (T_q, T_k), cosines

unit_Q = Q / Q.norm(dim=-1, keepdim=True)                         # (T_q, d_k)
unit_K = K / K.norm(dim=-1, keepdim=True)                         # (T_k, d_k)
C_distances = 1 - torch.cdist(unit_Q, unit_K) ** 2 / 2            # (T_q, T_k)

n = 2048
extreme = torch.tensor([1.0] + [-1.0] * (n - 1))                  # one along, the rest against
most = extreme.softmax(dim=-1)[0].item()
lead, others = 2, n - 1                                           # from -1 up to 1
half = lead / torch.tensor(others).double().log().item()          # temperature for one half

if __name__ == "__main__":
    print(f"the most that one of {n} keys can get: {most:.4f}")
    print(f"temperature for one half: {half:.3f}")
