"""The gradient between two words falls through zero where the path through K outweighs V."""

import matplotlib.pyplot as plt

from snippets.attention.crossing import positions, through_K, through_V, total, zero


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 3.4))
    axes.axhline(0, color="0.5", linewidth=0.8)
    axes.axvline(zero, color="0.5", linewidth=0.8, linestyle=":")
    axes.plot(positions, through_V, color="C0", linestyle="--")
    axes.plot(positions, through_K, color="C1", linestyle="--")
    axes.plot(positions, total, color="black")
    axes.annotate(
        "$V$",
        (positions[30], through_V[30]),
        xytext=(-4, 6),
        color="C0",
        textcoords="offset points",
        ha="right",
    )
    axes.annotate(
        "$K$",
        (positions[50], through_K[50]),
        xytext=(4, -14),
        color="C1",
        textcoords="offset points",
        ha="left",
    )
    axes.annotate(
        "$\\partial z_1/\\partial x_2$",
        (positions[72], total[72]),
        xytext=(-10, 2),
        textcoords="offset points",
        ha="right",
    )
    axes.annotate(
        f"${zero:.4f}$", (zero, 0.7), xytext=(-6, 0), ha="right", textcoords="offset points"
    )
    axes.set_xlabel("$x_2$")
    return figure
