"""The weight of the right word: softmax goes to one, r features stay below r / T."""

import matplotlib.pyplot as plt

from snippets.costs.sharp import T, bound_2, bound_4, own, own_2, own_4, scales

LEFT = 0.08


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 3.6))
    for line, name, colour, offset in (
        (own, "$\\exp$", "C1", (0, -17)),
        (own_4, "$r = 4$", "C0", (0, 6)),
        (own_2, "$r = 2$", "C2", (0, -17)),
    ):
        axes.loglog(scales, line, "o-", color=colour, markersize=4)
        axes.annotate(
            name,
            (scales[10], line[10]),
            xytext=offset,
            textcoords="offset points",
            ha="right",
            color=colour,
        )
    for bound, name, colour in ((bound_4, "$4/T$", "C0"), (bound_2, "$2/T$", "C2")):
        axes.axhline(bound, color=colour, linewidth=1, linestyle="--")
        axes.annotate(
            f"{name}$ = {bound}$",
            (LEFT, bound),
            xytext=(2, 4),
            textcoords="offset points",
            color=colour,
        )
    axes.set_xlim(LEFT, 2e3)
    axes.set_ylim(0.05, 1.3)
    axes.set_title(f"$T = {T}$")
    axes.set_xlabel("$c$")
    axes.set_ylabel("$\\alpha_{ii}$")
    return figure
