"""Layers until a word sees another, through windows of four words: a staircase, not one step."""

import matplotlib.pyplot as plt

from snippets.costs.reach import T, until, w


def draw():
    figure, axes = plt.subplots(figsize=(4.8, 4.4))
    axes.pcolormesh(until, vmin=0, vmax=5, edgecolors="none")
    for i, row in enumerate(until):
        for j, layers in enumerate(row):
            if j <= i:
                axes.text(j, i, f"{layers:.0f}", ha="center", va="center")
    axes.set_title(f"$T = {T},\\ w = {w}$")
    axes.set_xlabel("$j$")
    axes.set_ylabel("$i$", rotation=0, labelpad=10, va="center")
    axes.set_xticks([])
    axes.set_yticks([])
    axes.invert_yaxis()
    axes.set_aspect("equal")
    return figure
