"""The gradient follows the paths: without dilation the far words get almost nothing."""

import matplotlib.pyplot as plt

from snippets.convolution.gradients import dilated, law, law_dilated, undilated

LABELS = {"zh": ("空洞", "普通"), "en": ("dilated", "undilated")}


def draw(language):
    figure, axes = plt.subplots(figsize=(5.0, 3.4))
    words = range(1, 33)
    pairs = ((dilated, law_dilated, "C2"), (undilated, law, "C0"))
    for (measured, predicted, color), label in zip(pairs, LABELS[language], strict=True):
        axes.semilogy(words, predicted, color=color, linewidth=1.2)
        axes.semilogy(words, measured, "o", color=color, markersize=3.5)
        axes.annotate(
            label,
            (16, measured[15]),
            xytext=(0, -22),
            textcoords="offset points",
            ha="center",
            color=color,
        )
    axes.set_xlabel("$t$")
    axes.set_ylabel("$\\|\\partial(g\\,y_T)/\\partial x_t\\|$")
    return figure
