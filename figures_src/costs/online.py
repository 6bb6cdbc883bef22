"""One pass over four words: after each, the weights over the words read so far add up to one."""

import matplotlib.pyplot as plt

from snippets.costs.online import weights
from snippets.example.sentence import words


def draw():
    figure, axes = plt.subplots(figsize=(4.6, 3.6))
    axes.pcolormesh(weights, vmin=0, vmax=1, edgecolors="none")
    for i, row in enumerate(weights):
        for j, weight in enumerate(row):
            if j <= i:
                axes.text(j, i, f"{weight:.2f}", ha="center", va="center")
    axes.set_xticks(range(4), words)
    axes.set_yticks(range(4), words)
    axes.invert_yaxis()
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    return figure
