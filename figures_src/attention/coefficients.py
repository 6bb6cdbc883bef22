"""The first word changes: what the last word takes is computed anew, a learnt row stays."""

import matplotlib.pyplot as plt

from snippets.attention.frozen import row, row_kept, row_new
from snippets.example.sentence import words

PLACES = [0, 1, 2, 3]


def draw():
    figure, (above, below) = plt.subplots(2, 1, sharex=True, figsize=(4.6, 4.2))
    for axes, new, name, colour in (
        (above, row_new, "$\\alpha_{4j}$", "C0"),
        (below, row_kept, "$W_{4j}$", "C1"),
    ):
        axes.bar(PLACES, row, width=0.8, facecolor="none", edgecolor="0.5", linestyle="--")
        axes.bar(PLACES, new, width=0.5, color=colour)
        for place, weight in zip(PLACES, new.tolist(), strict=True):
            axes.annotate(
                f"{weight:.3f}",
                (place, weight),
                xytext=(0, 3),
                ha="center",
                textcoords="offset points",
                color=colour,
            )
        axes.set_ylabel(name)
        axes.set_ylim(0, 1.1)
    below.set_xticks(PLACES, words)
    return figure
