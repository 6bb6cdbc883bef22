"""What one step after another costs: a recurrent layer against one product over all words.

    python -m bench.steps

Both do about the same work, T·d² multiply-adds for each matrix; the layer must wait for itself T
times, the product does not. Times are medians of repetitions taken in turn, and only their ratios
are printed.
"""

import statistics
import time

import torch
from torch import nn

REPETITIONS = 15


def seconds(run) -> float:
    """The time of one call."""
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def ratios(T: int, d: int) -> dict[str, float]:
    """How many times as long RNN, GRU and LSTM take as one product over the T words, (T, d)."""
    X, W = torch.randn(1, T, d), torch.randn(d, d)
    runs = {"product": lambda: X @ W}
    for kind in (nn.RNN, nn.GRU, nn.LSTM):
        layer = kind(d, d, batch_first=True)
        runs[kind.__name__] = lambda layer=layer: layer(X)
    times: dict[str, list[float]] = {name: [] for name in runs}
    with torch.no_grad():
        for _ in range(REPETITIONS):
            for name, run in runs.items():
                times[name].append(seconds(run))
    base = statistics.median(times["product"])
    return {name: statistics.median(taken) / base for name, taken in times.items()}


def main() -> None:
    """Print the ratios for growing sentences."""
    print("T      " + "".join(f"{name:>9}" for name in ("product", "RNN", "GRU", "LSTM")))
    for T in (16, 64, 256, 1024):
        print(f"{T:<7}" + "".join(f"{ratio:9.1f}" for ratio in ratios(T, d=128).values()))


if __name__ == "__main__":
    main()
