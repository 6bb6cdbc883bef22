"""Far below its normal range float32 stops falling: it reports its smallest number for ever."""

import matplotlib.pyplot as plt

from snippets.recurrence.underflow import T, double, single


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 3.0))
    axes.semilogy(range(160), double)
    axes.semilogy(range(160), single, "--")
    axes.text(60, 1e-52, "float64", color="C0")
    axes.text(2, 1e-41, "float32", color="C1")
    axes.set_xlabel(f"$t$, $T = {T}$")
    return figure
