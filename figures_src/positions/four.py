"""Attention weights of the four words: without positions, and with three kinds of them."""

import matplotlib.pyplot as plt

from snippets.positions import added, alibi, four, rope

NAMES = [f"$x_{j}$" for j in range(1, 5)]
TITLES = {"zh": ("没有位置", "加上正弦编码"), "en": ("no positions", "sinusoids added")}


def draw(language):
    figure, panels = plt.subplots(2, 2, figsize=(5.0, 5.2), sharex=True, sharey=True)
    tables = (four.alpha, added.alpha, rope.alpha, alibi.alpha)
    titles = (*TITLES[language], "RoPE", "ALiBi")
    for axes, alpha, title in zip(panels.flat, tables, titles, strict=True):
        axes.pcolormesh(alpha, vmin=0, vmax=1, edgecolors="0.5", linewidth=0.5)
        for i in range(4):
            for j in range(4):
                axes.text(j, i, f"{alpha[i, j]:.2f}", ha="center", va="center")
        axes.set_title(title)
        axes.set_aspect("equal")
        axes.tick_params(length=0)
    panels[0, 0].set_xticks(range(4), NAMES)
    panels[0, 0].set_yticks(range(4), NAMES)
    panels[0, 0].invert_yaxis()
    return figure
