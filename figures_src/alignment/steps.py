"""Each step of the small decoder looks mostly at another word, from left to right."""

import matplotlib.pyplot as plt

from snippets.alignment.steps import alpha
from snippets.example.sentence import words


def draw():
    figure, axes = plt.subplots(figsize=(4.4, 3.4))
    axes.pcolormesh(alpha, vmin=0, vmax=1, edgecolors="0.5", linewidth=0.5)
    for t in range(4):
        for j in range(4):
            axes.text(j, t, f"{alpha[t, j]:.2f}", ha="center", va="center")
    axes.set_xticks(range(4), words)
    axes.set_yticks(range(4), ["$g_0$", "$g_1$", "$g_2$", "$g_3$"])
    axes.invert_yaxis()
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    return figure
