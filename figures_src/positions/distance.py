"""Dot products against distance: a fall that ripples, and for few pairs does not even fall."""

import matplotlib.pyplot as plt

from snippets.positions.distance import first, sizes, start

HEIGHTS = {1: 0.57, 2: 0.49, 3: 0.41}


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 3.6))
    axes.axhline(0, color="0.5", linewidth=0.8)
    for k, colour in ((1, "C1"), (2, "C2"), (3, "C0")):
        axes.plot(start[k], color=colour)
        x, y = first[k], start[k, first[k]]
        axes.plot([x, x], [0, y], ":", color=colour)
        axes.annotate(
            f"{first[k]}",
            (x, 0),
            xytext=(4, 4),
            textcoords="offset points",
            ha="left",
            color=colour,
        )
        axes.text(102, HEIGHTS[k], f"$d = {sizes[k]}$", color=colour)
    axes.set_xlim(-3, 101)
    axes.set_xlabel(r"$\delta$")
    axes.set_ylabel(r"$\frac{2}{d}\; p_t \cdot p_{t+\delta}$")
    return figure
