"""One row halves itself between two words; two rows give one word each almost all of theirs."""

import matplotlib.pyplot as plt

from snippets.example.sentence import words
from snippets.heads.four_words import last
from snippets.heads.question import row

PLACES = [0, 1, 2, 3]


def draw():
    figure, panels = plt.subplots(3, 1, sharex=True, figsize=(4.6, 4.8))
    for axes, weights, name, colour in (
        (panels[0], row, "$\\alpha_{4j}$", "C1"),
        (panels[1], last[0], "$\\alpha^{(1)}_{4j}$", "C0"),
        (panels[2], last[1], "$\\alpha^{(2)}_{4j}$", "C2"),
    ):
        axes.bar(PLACES, weights, width=0.5, color=colour)
        for place, weight in zip(PLACES, weights.tolist(), strict=True):
            axes.annotate(
                f"{weight:.2f}",
                (place, weight),
                xytext=(0, 3),
                ha="center",
                textcoords="offset points",
                color=colour,
            )
        axes.set_ylabel(name)
        axes.set_ylim(0, 1.25)
        axes.set_yticks([0, 1])
    panels[2].set_xticks(PLACES, words)
    return figure
