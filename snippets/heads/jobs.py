"""The task: at every word, say the symbol of the previous word and that of the marked word."""

import torch
from torch import nn

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)                                  # matrices too small to share

T, n, width = 8, 8, 16                                    # words, symbols, H d_k
d = n + 1 + T                                             # symbol, mark, position
guess = 1 / n
seeds, steps, batch, unseen, lr = 5, 200, 32, 500, 0.03


def sentences(count, generator):
    """X (count, T, d), answers (count, T - 1, 2), and where previous and marked word differ."""
    symbol = torch.randint(n, (count, T), generator=generator)
    mark = torch.randint(T, (count, 1), generator=generator)
    X = torch.cat([nn.functional.one_hot(symbol, n), nn.functional.one_hot(mark, T).mT,
                   torch.eye(T).expand(count, T, T)], dim=-1)
    answers = torch.stack([symbol[:, :-1], symbol.gather(1, mark).expand(-1, T - 1)], dim=-1)
    return X, answers, mark != torch.arange(T - 1)


def attend(X, parameters, blind, on):
    """Scores of answers (batch, T - 1, 2, n) and alpha (H, batch, T, T); `on` switches heads."""
    W_Q, W_K, W_V, W_O = parameters                       # (H, d, d_k) three times, (H, d_k, 2 n)
    seen = torch.cat([X[..., :n] * (not blind), X[..., n:]], dim=-1)     # by queries and keys
    Q, K = (torch.einsum("bic,rck->rbik", seen, W) for W in (W_Q, W_K))
    V = torch.einsum("bjc,rck->rbjk", X, W_V)
    alpha = (Q @ K.mT / W_Q.shape[-1] ** 0.5).softmax(-1)
    out = torch.einsum("r,rbij,rbjk,rkc->bic", on, alpha, V, W_O)
    return out[:, 1:].unflatten(-1, (2, n)), alpha        # the first word has no previous word


def trained(H, blind, seed):
    generator = torch.Generator().manual_seed(seed)
    shapes = (d, width // H), (d, width // H), (d, width // H), (width // H, 2 * n)
    parameters = [(torch.randn(H, *shape, generator=generator) / shape[0] ** 0.5).requires_grad_()
                  for shape in shapes]
    optimizer = torch.optim.Adam(parameters, lr=lr)
    for _ in range(steps):
        X, answers, _ = sentences(batch, generator)
        scores, _ = attend(X, parameters, blind, torch.ones(H))
        loss = nn.functional.cross_entropy(scores.flatten(0, 2), answers.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return [W.detach() for W in parameters]


def right(parameters, blind, on, seed=1000):
    """Shares of right answers: previous, marked, both; where the two are different words."""
    X, answers, apart = sentences(unseen, torch.Generator().manual_seed(seed))
    hits = (attend(X, parameters, blind, on)[0].argmax(-1) == answers)[apart]
    return [hits[:, 0].double().mean(), hits[:, 1].double().mean(), hits.all(-1).double().mean()]
