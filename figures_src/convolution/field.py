"""Seen from the last word, the field grows by one word a layer, and one path leads to its edge."""

import matplotlib.pyplot as plt
from matplotlib.patches import Circle

from snippets.convolution.paths import table


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 3.6))
    for n in range(3):  # steps down from the last word; height 3 is the third layer, 0 the words
        for t in range(4):
            for s in range(max(t - 1, 0), min(t + 2, 4)):
                lit = table[n, t] > 0
                edge = t == 3 - n and s == t - 1
                gap = 0.2 if s == t else 0.14  # from a node's centre to its rim
                axes.plot(
                    (t + gap * (s - t), s - gap * (s - t)),
                    (3 - n - gap, 2 - n + gap),
                    color="C1" if edge else "C0" if lit else "0.5",
                    alpha=1.0 if lit else 0.3,
                    linewidth=2.5 if edge else 1.2,
                    zorder=2 if edge else 1,
                )
    for n in range(4):
        for t in range(4):
            lit = table[n, t] > 0
            axes.add_patch(
                Circle((t, 3 - n), 0.2, facecolor="C0" if lit else "none", alpha=0.25, zorder=3)
            )
            axes.add_patch(
                Circle((t, 3 - n), 0.2, fill=False, edgecolor="C0" if lit else "0.5", zorder=4)
            )
            axes.text(t, 3 - n, f"{table[n, t]}", ha="center", va="center", zorder=5)
    axes.set_xticks(range(4), ["$x_1$", "$x_2$", "$x_3$", "$x_4$"])
    axes.set_yticks(range(4), ["$X$", "$Y_1$", "$Y_2$", "$Y_3$"])
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_xlim(-0.5, 3.5)
    axes.set_ylim(-0.4, 3.4)
    axes.set_aspect("equal")
    return figure
