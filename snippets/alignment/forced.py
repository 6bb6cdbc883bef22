"""What would be written if, at one step, the weights were others and all before as it was."""

import torch

torch.set_default_dtype(torch.float64)


def forced(model, source, target, others):
    """The model's own weights (B, T_q, T_k); which symbols are right with them, and with others."""
    H, keys, _, own = model.encoded(source)
    y, weights, right = torch.full(source.shape[:1], model.begin), [], []
    for t in range(target.shape[1]):
        alpha, g = model.weights(own, keys), own      # (B, T_k), (B, d_h)
        row = []
        for choice in (alpha, *others(alpha)):
            z = torch.einsum("bj,bjr->br", choice, H)
            state, score = model.step(g, y, z)
            row.append(score.argmax(dim=1) == target[:, t])
            own = state if choice is alpha else own
        weights.append(alpha)
        right.append(torch.stack(row))
        y = target[:, t]
    return torch.stack(weights, dim=1), torch.stack(right, dim=2)       # ..., (choices, B, T_q)


def each_place(alpha):
    """All the weight on one place, for each place in turn."""
    return [torch.eye(alpha.shape[1])[j].expand_as(alpha) for j in range(alpha.shape[1])]


def without_the_largest(alpha):
    """The largest weight set to zero, the others made to sum to one."""
    rest = alpha.scatter(1, alpha.argmax(dim=1, keepdim=True), 0.0)
    return [rest / rest.sum(dim=1, keepdim=True)]
