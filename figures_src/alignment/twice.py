"""Three rows of weights, one output: the third word takes a fifth, nothing, or three fifths."""

import matplotlib.pyplot as plt

from snippets.alignment.twice import one, other, row, z, z_one, z_other
from snippets.example.sentence import words


def draw():
    figure, panels = plt.subplots(3, 1, figsize=(4.6, 4.2), sharex=True, sharey=True)
    for axes, weights, output in zip(panels, (row, one, other), (z, z_one, z_other), strict=True):
        axes.bar(range(4), weights, color="C0", width=0.6)
        for j in range(4):
            axes.text(j, weights[j], f"{weights[j]:.2f}", ha="center", va="bottom")
        axes.text(3.45, 0.45, f"$({output[0]:.2f}, {output[1]:.2f})$", ha="left", color="C1")
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
    panels[0].set_ylim(0, 0.75)
    panels[0].set_xlim(-0.5, 4.8)
    panels[2].set_xticks(range(4), words)
    panels[2].tick_params(length=0)
    return figure
