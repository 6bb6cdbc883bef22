"""Who takes how much from whom: alpha of the four words, and a 0.00 that is not zero."""

import matplotlib.pyplot as plt

from snippets.attention.forward import alpha
from snippets.example.sentence import words


def draw():
    figure, axes = plt.subplots(figsize=(4.4, 3.8))
    axes.pcolormesh(alpha, vmin=0, vmax=1, edgecolors="0.5", linewidth=0.5)
    for i in range(len(words)):
        for j in range(len(words)):
            axes.text(j, i, f"{alpha[i, j]:.2f}", ha="center", va="center")
    axes.set_xticks(range(4), words)
    axes.set_yticks(range(4), words)
    axes.invert_yaxis()
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.set_xlabel("$j$")
    axes.set_ylabel("$i$", rotation=0, labelpad=10, va="center")
    axes.set_aspect("equal")
    return figure
