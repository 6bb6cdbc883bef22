"""Three steps promise a straight line; with another cell the truth is nowhere near it."""

import matplotlib.pyplot as plt

from snippets.recurrence.other_cell import back, promise, scale


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 3.8))
    labels = [("$W_h$", 5), (f"${scale}W_h$", -5), (r"$\widetilde{W}_h$", 0)]
    for k, (label, rise) in enumerate(labels):
        axes.semilogy(range(32), promise[k], ":", color=f"C{k}", linewidth=1.2)
        axes.semilogy(range(32), back[k], "o-", color=f"C{k}", markersize=3)
        axes.annotate(
            label,
            (31, back[k, 31]),
            xytext=(6, rise),
            textcoords="offset points",
            va="center",
            color=f"C{k}",
        )
    axes.set_xlabel("$T-1-t$")
    axes.set_ylabel(r"$\|\partial L/\partial h_t\|$")
    axes.set_xlim(-0.5, 34)
    return figure
