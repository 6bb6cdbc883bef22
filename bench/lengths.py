"""How time grows with the length: attention with its whole table, in one pass, and linear.

    python -m bench.lengths

The first table has the factor by which a doubling of T makes each slower, next to the factor of the
counted work; the second how many times as long each takes as torch's own attention. Times are those
of one processor at work on one thread, so that waiting for other programs does not count, the least
of repetitions taken in turn; only ratios are printed.
"""

import itertools
import time
from collections.abc import Callable

import torch
import torch.nn.functional as F

REPETITIONS = 9
LENGTHS = (512, 1024, 2048)
WIDTH = 64  # d_k = d_v


def table(Q: torch.Tensor, K: torch.Tensor, V: torch.Tensor) -> torch.Tensor:
    """Attention with the (T, T) table stored."""
    return (Q @ K.mT / WIDTH**0.5).softmax(dim=-1) @ V


def linear(Q: torch.Tensor, K: torch.Tensor, V: torch.Tensor) -> torch.Tensor:
    """Linear attention with the features elu(x) + 1, not causal."""
    phi_Q, phi_K = F.elu(Q) + 1, F.elu(K) + 1
    return phi_Q @ (phi_K.mT @ V) / (phi_Q @ phi_K.sum(dim=-2)[..., None])


KINDS: dict[str, Callable[..., torch.Tensor]] = {
    "table": table,
    "one pass": F.scaled_dot_product_attention,
    "linear": linear,
}


def seconds(run: Callable[[], None]) -> float:
    """The processor time of one call."""
    start = time.process_time()
    run()
    return time.process_time() - start


def least(T: int) -> dict[str, float]:
    """The least time of each kind, forward and backward, for one head over T words."""
    leaves = [torch.randn(1, 1, T, WIDTH, requires_grad=True) for _ in range(3)]
    runs = {name: lambda f=f: f(*leaves).sum().backward() for name, f in KINDS.items()}
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(REPETITIONS):
        for name, run in runs.items():
            times[name].append(seconds(run))
    return {name: min(taken) for name, taken in times.items()}


def main() -> None:
    """Print both tables of ratios."""
    torch.set_num_threads(1)
    found = {T: least(T) for T in LENGTHS}
    head = "".join(f"{name:>10}" for name in KINDS)
    print(f"doubling {head}")
    for T, longer in itertools.pairwise(LENGTHS):
        print(f"to {longer:<6}" + "".join(f"{found[longer][k] / found[T][k]:10.1f}" for k in KINDS))
    print("work     " + "".join(f"{factor:10.1f}" for factor in (4, 4, 2)))
    print(f"\nagainst one pass\nT        {head}")
    for T in LENGTHS:
        print(f"{T:<9}" + "".join(f"{found[T][k] / found[T]['one pass']:10.1f}" for k in KINDS))


if __name__ == "__main__":
    main()
