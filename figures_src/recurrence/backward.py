"""Three factors below one: the gradient of the states and of the words, word by word."""

import matplotlib.pyplot as plt

from snippets.example.sentence import words
from snippets.recurrence.backward import state_norms, word_norms


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 3.2))
    axes.semilogy(range(4), state_norms, "o-")
    axes.semilogy(range(4), word_norms, "s--")
    for t in range(4):
        axes.annotate(
            f"{state_norms[t]:.3g}",
            (t, state_norms[t]),
            xytext=(-4, 8) if t else (0, 12),
            textcoords="offset points",
            ha="right" if t else "center",
            color="C0",
        )
        axes.annotate(
            f"{word_norms[t]:.3f}",
            (t, word_norms[t]),
            xytext=(4, -14),
            textcoords="offset points",
            ha="left",
            color="C1",
        )
    axes.text(1.0, 0.5, r"$\|\partial L/\partial h_t\|$", color="C0", ha="center")
    axes.text(2.3, 0.12, r"$\|\partial L/\partial x_t\|$", color="C1", ha="center")
    axes.set_xticks(range(4), words)
    axes.set_xlim(-0.3, 3.5)
    axes.set_ylim(0.03, 2)
    return figure
