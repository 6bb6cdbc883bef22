"""Three paths of the gradient to each word: they can agree, and they can pull apart."""

import matplotlib.pyplot as plt

from snippets.attention.backward import G_K, G_Q, G_V, dX
from snippets.example.sentence import words

PLACES = [0, 1, 2, 3]


def draw():
    figure, panels = plt.subplots(2, 1, sharex=True, figsize=(4.8, 4.8))
    for c, axes in enumerate(panels):
        axes.axhline(0, color="0.5", linewidth=0.8)
        for G, name, colour, marker in (
            (G_V, "$G_V$", "C0", "^"),
            (G_K, "$G_K$", "C1", "v"),
            (G_Q, "$G_Q$", "C2", "s"),
        ):
            axes.plot(PLACES, G[:, c], marker, color=colour)
            axes.annotate(
                name,
                (3, G[3, c]),
                xytext=(9, 0),
                va="center",
                textcoords="offset points",
                color=colour,
            )
        axes.plot(PLACES, dX[:, c], "_", color="black", markersize=22, markeredgewidth=2)
        axes.set_xlim(-0.5, 3.7)
        axes.annotate(
            "$\\Sigma$", (3, dX[3, c]), xytext=(-24, 0), va="center", textcoords="offset points"
        )
    panels[0].set_ylabel("$\\partial L/\\partial X_{j1}$")
    panels[1].set_ylabel("$\\partial L/\\partial X_{j2}$")
    panels[1].set_xticks(PLACES, words)
    return figure
