"""Ways to mask a row of scores s (T_k,) with M (T_k,), True where a key may be seen."""

import torch


def add(value):
    """Add the value where M is False."""
    return lambda s, M: s + torch.where(M, 0.0, value).to(s.dtype)


def put(value):
    """Put the value where M is False."""
    return lambda s, M: torch.where(M, s, torch.tensor(value).to(s.dtype))


def lowest(way):
    """Take the lowest number of the format as the value."""
    return lambda s, M: way(torch.finfo(s.dtype).min)(s, M)


ways = {"add -inf": add(-torch.inf), "add -1e6": add(-1e6), "put -1e6": put(-1e6),
        "add lowest": lowest(add), "put lowest": lowest(put)}


def outcome(alpha, s):
    """Name what a row of weights alpha (T_k,) has become."""
    if alpha.isnan().any():
        return "undefined"
    if (alpha == 0).all():
        return "zero"
    near = {"uniform": torch.full_like(s, 1 / len(s)), "unmasked": s.softmax(dim=-1)}
    return next(name for name, a in near.items() if (alpha - a).abs().max() < 0.02)
