"""One pair is a hand of a clock: two places on is the same turn, wherever it begins."""

import matplotlib.pyplot as plt
from matplotlib.patches import Circle

from snippets.positions.clock import hand

TURNS = ((1, 3, "C1"), (4, 6, "C2"))
OUTSIDE = [(0, 11), (14, 6), (15, -5), (3, -13), (-11, -9), (-15, 2), (-8, 11), (10, 10)]


def draw():
    figure, axes = plt.subplots(figsize=(4.2, 4.2))
    axes.add_patch(Circle((0, 0), 1, fill=False, color="0.5", linewidth=0.8))
    colours = {t: colour for start, end, colour in TURNS for t in (start, end)}
    for t, (x, y) in enumerate(hand.tolist()):
        colour = colours.get(t, "C0")
        arrow = {"arrowstyle": "-|>", "color": colour, "shrinkA": 0, "shrinkB": 2}
        axes.annotate("", (x, y), xytext=(0, 0), arrowprops=arrow)
        axes.annotate(
            f"$p_{t}$",
            (x, y),
            xytext=OUTSIDE[t],
            textcoords="offset points",
            ha="center",
            va="center",
            color=colour,
        )
    axes.plot(hand[:, 0], hand[:, 1], "o", color="C0", markersize=3)
    for start, end, colour in TURNS:
        turn = {"arrowstyle": "-|>", "color": colour, "connectionstyle": "arc3,rad=-0.45"}
        (x0, y0), (x1, y1) = hand[start].tolist(), hand[end].tolist()
        axes.annotate("", (x1, y1), xytext=(x0, y0), arrowprops=turn)
    axes.set_xlabel(r"$\sin t$")
    axes.set_ylabel(r"$\cos t$")
    axes.set_xlim(-1.35, 1.35)
    axes.set_ylim(-1.35, 1.35)
    axes.set_xticks([-1, 0, 1])
    axes.set_yticks([-1, 0, 1])
    axes.set_aspect("equal")
    return figure
