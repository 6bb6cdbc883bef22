"""The sentence is a matrix: four words, a row each, two numbers a word."""

import matplotlib.pyplot as plt

from snippets.example.sentence import X, words

GLOSS = ["very glad", "to know you", "fun-loving", "Maomaoyu"]


def draw(language):
    figure, axes = plt.subplots(figsize=(4.4, 2.4))
    axes.pcolormesh(X, vmin=0, vmax=4, edgecolors="0.5", linewidth=0.8)
    axes.set_aspect(0.5)
    axes.invert_yaxis()
    for i, word in enumerate(words):
        axes.text(-0.65, i, word, ha="right", va="center")
        axes.text(-1.5, i, f"$x_{i + 1}$", ha="right", va="center")
        if language == "en":
            axes.text(1.65, i, GLOSS[i], ha="left", va="center", style="italic")
        for c in range(2):
            axes.text(c, i, f"{X[i, c]:.0f}", ha="center", va="center")
    axes.set_axis_off()
    return figure
