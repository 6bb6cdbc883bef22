"""Three rows of weights for one question, and one output: the weight of the third word is free."""

import matplotlib.pyplot as plt

from snippets.example.sentence import words
from snippets.limits.moved import most, none, row

PLACES = [0, 1, 2, 3]


def draw():
    figure, three = plt.subplots(3, 1, sharex=True, figsize=(4.6, 4.4))
    for k, weights in enumerate((row, none, most)):
        axes = three[k]
        axes.bar(PLACES, weights, width=0.5, color=f"C{k}")
        for place, weight in zip(PLACES, weights.tolist(), strict=True):
            axes.annotate(
                f"{weight:.3f}",
                (place, weight),
                xytext=(0, 3),
                ha="center",
                textcoords="offset points",
                color=f"C{k}",
            )
        axes.set_ylim(0, 0.8)
        axes.set_ylabel("$\\alpha_{2j}$")
    axes.set_xticks(PLACES, words)
    return figure
