"""With a transpose each head gets its column; without one, every head gets two words of both."""

import matplotlib.pyplot as plt

from snippets.heads.view import Q, cut, split


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 2.8))
    for column, colour in ((0, "C0"), (1, "C1")):
        for i in range(4):
            style = {"ha": "center", "va": "center"}
            axes.text(column, -i, f"{Q[i, column]:.0f}", color=colour, **style)
            axes.text(column + 3.5, -i, f"{split[column, i, 0]:.0f}", color=colour, **style)
    for head in (0, 1):
        for i in range(4):
            colour = ("C0", "C1")[i % 2]
            axes.text(
                head + 7, -i, f"{cut[head, i, 0]:.0f}", color=colour, ha="center", va="center"
            )
    for x in (3.5, 4.5, 7, 8):
        axes.add_patch(plt.Rectangle((x - 0.4, -3.45), 0.8, 3.9, fill=False, edgecolor="0.5"))
    for x, name in (
        (3.5, "$Q^{(1)}$"),
        (4.5, "$Q^{(2)}$"),
        (7, "$Q^{(1)}$"),
        (8, "$Q^{(2)}$"),
        (0.5, "$XW_Q$"),
    ):
        axes.text(x, 0.95, name, ha="center", va="center")
    axes.add_patch(plt.Rectangle((-0.45, -3.45), 1.9, 3.9, fill=False, edgecolor="0.5"))
    axes.annotate("", (2.9, -1.5), (1.6, -1.5), arrowprops={"arrowstyle": "->"})
    axes.plot([5.75, 5.75], [-4.2, 1.2], ":", color="0.5")
    axes.text(4, -4.1, "view, transpose", ha="center", va="center")
    axes.text(7.5, -4.1, "view", ha="center", va="center")
    axes.set_xlim(-0.7, 8.7)
    axes.set_ylim(-4.5, 1.4)
    axes.set_axis_off()
    return figure
