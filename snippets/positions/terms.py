"""The scores of X + P are four terms: words or positions ask, words or positions answer."""

import torch

from snippets.positions.general import W_K, W_Q, X, d_k, scores
from snippets.positions.sinusoids import P_general as P  # (T, d)

torch.set_default_dtype(torch.float64)

W_QK = W_Q @ W_K.T                       # (d, d)
S = scores(X + P)                        # (T, T)
of_words = X @ W_QK @ X.T + X @ W_QK @ P.T       # (T, T)
of_positions = P @ W_QK @ X.T + P @ W_QK @ P.T   # (T, T)
S_terms = (of_words + of_positions) / d_k**0.5

if __name__ == "__main__":
    print((S - S_terms).abs().max().item() < 1e-14)
