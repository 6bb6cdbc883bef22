"""Nearest is not the same as farthest along: two keys win, by two ideas of a match."""

import matplotlib.pyplot as plt
from matplotlib.patches import Circle

from snippets.example.sentence import words
from snippets.scores.distances import K, q
from snippets.scores.plane import ends, radius

SHIFTS = [(8, -4), (8, -4), (8, -4), (8, -10)]


def draw():
    figure, axes = plt.subplots(figsize=(4.8, 4.4))
    axes.axhline(0, color="0.5", linewidth=0.6)
    axes.axvline(0, color="0.5", linewidth=0.6)
    axes.add_patch(Circle(q.tolist(), radius, fill=False, color="C1", linestyle="--"))
    axes.plot(ends[:, 0], ends[:, 1], color="C0", linestyle="--")
    axes.annotate("", q.tolist(), (0, 0), arrowprops={"arrowstyle": "-|>", "color": "black"})
    axes.annotate(
        "$q_4$", q.tolist(), xytext=(-6, 0), textcoords="offset points", ha="right", va="bottom"
    )
    axes.plot(K[:, 0], K[:, 1], "o", color="C2")
    for j, word in enumerate(words):
        axes.annotate(
            word,
            K[j].tolist(),
            xytext=SHIFTS[j],
            textcoords="offset points",
            color="C2",
            ha="left",
        )
    axes.set_xlim(-3.2, 2.6)
    axes.set_ylim(-1.8, 4)
    axes.set_aspect("equal")
    return figure
