"""The variance of q . k lies on the line d while the components are independent."""

import matplotlib.pyplot as plt

from snippets.scores.variance import binary, gaussian, rho, together, widths

LABELS = {"zh": ("正态", "正负号"), "en": ("normal", "signs")}


def draw(language):
    normal, signs = LABELS[language]
    figure, axes = plt.subplots()
    axes.axline((4, 4), (256, 256), color="0.5", linewidth=0.8)
    axes.loglog(widths, gaussian, "o", color="C0")
    axes.loglog(widths, binary, "x", color="C1", markersize=9)
    axes.loglog(widths, together, "s--", color="C2")
    for text, k, value, shift, colour, side in (
        (normal, 2, gaussian[2], (2, -18), "C0", "left"),
        (signs, 3, binary[3], (2, -18), "C1", "left"),
        (rf"$\rho={rho}$", 3, together[3], (-8, 4), "C2", "right"),
    ):
        axes.annotate(
            text,
            (widths[k], value),
            xytext=shift,
            textcoords="offset points",
            ha=side,
            color=colour,
        )
    axes.set_xticks(widths, [f"{d}" for d in widths])
    axes.set_xlabel("$d$")
    axes.set_ylabel(r"$\mathrm{Var}(q\cdot k)$")
    axes.minorticks_off()
    return figure
