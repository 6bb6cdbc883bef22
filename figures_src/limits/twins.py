"""Two heat maps of one sentence that agree in no row's favourite; the outputs are the same."""

import matplotlib.pyplot as plt

from snippets.limits.twins import alpha, alpha_twin

NAMES = ("$\\alpha$", "$\\alpha'$")


def draw():
    figure, both = plt.subplots(1, 2, figsize=(5.0, 2.9))
    for axes, weights, name in zip(both, (alpha, alpha_twin), NAMES, strict=True):
        axes.pcolormesh(weights, vmin=0, vmax=0.6, edgecolors="0.5", linewidth=0.5)
        for i in range(len(weights)):
            for j in range(len(weights)):
                axes.text(j, i, f"{weights[i, j]:.1f}", ha="center", va="center")
        axes.set_xticks([])
        axes.set_yticks([])
        axes.invert_yaxis()
        axes.set_aspect("equal")
        axes.set_title(name)
    both[0].set_ylabel("$i$", rotation=0, labelpad=10, va="center")
    both[0].set_xlabel("$j$")
    both[1].set_xlabel("$j$")
    return figure
