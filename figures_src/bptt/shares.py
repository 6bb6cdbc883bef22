"""A triangle: each loss sends something to its own word and to every word before it."""

import matplotlib.pyplot as plt

from snippets.bptt.shares import norms
from snippets.example.sentence import words


def draw():
    figure, axes = plt.subplots(figsize=(4.2, 3.0))
    axes.pcolormesh(range(4), range(4), norms, vmin=0, vmax=8)
    for t in range(4):
        for s in range(t, 4):
            axes.text(s, t, f"{norms[t, s]:.3f}", ha="center", va="center")
    axes.set_xticks(range(4), [f"$L_{s}$" for s in range(4)])
    axes.set_yticks(range(4), words)
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.invert_yaxis()
    return figure
