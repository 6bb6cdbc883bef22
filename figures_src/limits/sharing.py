"""The same square of coefficients under four rules: the stronger the rule, the fewer numbers."""

import matplotlib.pyplot as plt

from snippets.limits.sharing import (
    anything,
    kinds_anything,
    kinds_orders,
    kinds_shifts,
    kinds_window,
    orders,
    shifts,
    window,
)

WORDS = {
    "zh": ("随意", "平移", "平移，窗口", "任意次序"),
    "en": ("anything", "shifts", "shifts, window", "any order"),
}
RULES = (
    (kinds_anything, anything, -6, 45),
    (kinds_shifts, shifts, -1, 7),
    (kinds_window, window, -1, 4),
    (kinds_orders, orders, -1, 3),
)


def draw(language):
    figure, squares = plt.subplots(2, 2, figsize=(4.4, 4.8))
    for axes, (kinds, free, low, high), name in zip(
        squares.flat, RULES, WORDS[language], strict=True
    ):
        axes.pcolormesh(kinds, vmin=low, vmax=high, edgecolors="0.5", linewidth=0.5)
        axes.set_title(name)
        axes.set_xlabel(f"{free}")
        axes.set_xticks([])
        axes.set_yticks([])
        axes.invert_yaxis()
        axes.set_aspect("equal")
    return figure
