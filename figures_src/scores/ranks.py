"""One row of weights in descending order: unscaled, most of it lies below what is stored."""

import matplotlib.pyplot as plt

from snippets.scores.ranks import floors, rank, row_raw, row_scaled


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 3.6))
    axes.semilogy(rank, row_raw, "o-", color="C1", markersize=4)
    axes.semilogy(rank, row_scaled, "o-", color="C0", markersize=4)
    for floor, name in zip(floors, ("float16", "float32"), strict=True):
        axes.axhline(floor, color="0.5", linewidth=0.8, linestyle=":")
        axes.annotate(
            name, (rank[-1], floor), xytext=(0, -13), textcoords="offset points", ha="right"
        )
    axes.annotate(
        r"$q\cdot k$",
        (rank[5], row_raw[5]),
        xytext=(-6, -12),
        textcoords="offset points",
        ha="right",
        color="C1",
    )
    axes.annotate(
        r"$q\cdot k/\sqrt{d}$",
        (rank[6], row_scaled[6]),
        xytext=(0, 8),
        textcoords="offset points",
        color="C0",
    )
    axes.set_xlabel("$r$")
    axes.set_ylabel(r"$\alpha_{(r)}$")
    return figure
