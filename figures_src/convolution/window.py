"""A window of three words makes one column of the output; the ends borrow a column of zeros."""

import matplotlib.pyplot as plt
from matplotlib.patches import Rectangle

from snippets.convolution.window import Y_1, padded


def draw():
    figure, (above, below) = plt.subplots(2, 1, figsize=(5.0, 3.4), sharex=True)
    above.pcolormesh(padded, vmin=-2, vmax=8)
    below.pcolormesh(range(1, 5), range(2), Y_1, vmin=-2, vmax=8)
    for c in range(2):
        for t in range(6):
            above.text(t, c, f"{padded[c, t]:.0f}", ha="center", va="center")
        for t in range(4):
            below.text(t + 1, c, f"{Y_1[c, t]:.0f}".replace("-", "−"), ha="center", va="center")
    above.add_patch(Rectangle((-0.5, -0.5), 3, 2, fill=False, edgecolor="C1", linewidth=2.5))
    below.add_patch(Rectangle((0.5, -0.5), 1, 2, fill=False, edgecolor="C1", linewidth=2.5))
    below.annotate(
        "",
        (1, -0.55),
        xytext=(1, 1.55),
        xycoords=below.transData,
        textcoords=above.transData,
        arrowprops={"arrowstyle": "->", "color": "C1", "linewidth": 2},
    )
    above.set_xticks(range(6), ["$0$", "$x_1$", "$x_2$", "$x_3$", "$x_4$", "$0$"])
    above.tick_params(labelbottom=False, labeltop=True)
    for axes, name in ((above, "$X^\\top$"), (below, "$Y_1$")):
        axes.set_ylabel(name, rotation=0, labelpad=16, va="center")
        axes.set_yticks([])
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        axes.set_xlim(-0.6, 5.6)
        axes.set_ylim(1.6, -0.6)
        axes.set_aspect("equal")
    below.tick_params(labelbottom=False)
    return figure
