"""Reversal with attention: the decoder looks back at every step."""

import torch

from snippets.alignment.reversal import lengths, shares, unseen

torch.set_default_dtype(torch.float64)

exact, _, _, disagree = shares(looks=True)                    # each (seeds, lengths)
least, most = exact.min(dim=0).values, exact.max(dim=0).values               # (lengths)
tenths = exact.mean(dim=0).round(decimals=1)                  # (lengths), nothing finer lasts
compared = exact.numel() * unseen                              # strings
disagreements = int((disagree * unseen).sum())

if __name__ == "__main__":
    for T, share in zip(lengths, tenths, strict=True):
        print(T, f"{share:.1f}")
    print(disagreements, compared)
