"""Reversal with attention: the decoder looks back at every step."""

import torch

from snippets.alignment.reversal import lengths, shares, unseen

torch.set_default_dtype(torch.float64)

exact, _, _, disagree = shares(looks=True)                    # each (seeds, lengths)
least, most = exact.min(dim=0).values, exact.max(dim=0).values               # (lengths)
compared = exact.numel() * unseen                              # strings
disagreements = int((disagree * unseen).sum())

if __name__ == "__main__":
    for k, T in enumerate(lengths):
        print(T, *(f"{share:.2f}" for share in exact[:, k]))
    print(disagreements, compared)
