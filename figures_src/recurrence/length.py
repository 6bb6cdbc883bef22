"""Over 32 words the gradient passes float32's half eps, and stays far above its smallest number."""

import matplotlib.pyplot as plt

from snippets.recurrence.absorption import half_eps, smallest
from snippets.recurrence.length import first_word, word_norms


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 3.6))
    axes.semilogy(range(32), word_norms, "o-", markersize=3)
    axes.axhline(half_eps, color="C1", linewidth=1)
    axes.text(0, half_eps, rf"$\varepsilon/2$: {half_eps:.1e}", color="C1", va="bottom")
    axes.axhline(smallest, color="C2", linewidth=1)
    axes.text(31, smallest, f"float32 > 0: {smallest:.1e}", color="C2", va="bottom", ha="right")
    axes.annotate(
        f"{first_word:.1e}",
        (0, first_word),
        xytext=(8, -10),
        textcoords="offset points",
        color="C0",
    )
    axes.text(22, 1e-11, r"$\|\partial L/\partial x_t\|$", color="C0")
    axes.set_xlabel("$t$")
    axes.set_ylim(1e-47, 1e2)
    return figure
