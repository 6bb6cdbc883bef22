"""Cold: the best key takes all. Hot: all take the same. The order never changes."""

import matplotlib.pyplot as plt

from snippets.example.sentence import words
from snippets.scores.temperature import axis, curves, root


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 3.6))
    axes.axvline(root, color="0.5", linewidth=0.8, linestyle=":")
    for j, word in enumerate(words):
        axes.semilogx(axis, curves[:, j], color=f"C{j}")
        place = [10, 22, 15, 16][j]
        axes.annotate(
            word,
            (axis[place], curves[place, j]),
            xytext=[(-4, 6), (10, -14), (0, 20), (6, 8)][j],
            textcoords="offset points",
            ha="right" if j == 0 else "left",
            color=f"C{j}",
        )
    axes.annotate(r"$\sqrt{d_k}$", (root, 1), xytext=(4, -4), textcoords="offset points", va="top")
    axes.set_xlabel(r"$\tau$")
    axes.set_ylabel(r"$\alpha_{4j}$")
    return figure
