"""Counting paths: let every local derivative be one, and the gradient is their number."""

import torch

torch.set_default_dtype(torch.float64)


def paths(step, T, size=1):
    first = torch.ones(size, requires_grad=True)              # h_0
    h = [torch.zeros(size), first]
    for _ in range(T - 1):
        h.append(step(h[-1], h[-2]))
    torch.stack(h[1:]).sum().backward()                       # each state has its own loss
    return int(first.grad[0])


lengths = [4, 8, 16, 32]
chain = [paths(lambda h, _: h, T) for T in lengths]
skip = [paths(lambda h, older: h + older, T) for T in lengths]
two_ways = [paths(lambda h, _: h + h, T) for T in lengths]    # h itself, and f(h)
components = [paths(lambda h, _: torch.ones(2, 2) @ h, T, size=2) for T in lengths]

one_by_one = [sum(s - t for t in range(T) for s in range(t, T)) for T in lengths]
recursive = [T - 1 for T in lengths]                          # products of a row and a matrix

if __name__ == "__main__":
    for name in ("chain", "skip", "two_ways", "components", "one_by_one", "recursive"):
        print(name, globals()[name])
