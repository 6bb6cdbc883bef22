"""Sine columns as waves: each pair is slower than the one before by the same factor."""

import matplotlib.pyplot as plt

from snippets.positions.waves import pairs, periods, sines, t


def draw():
    figure, panels = plt.subplots(4, 1, figsize=(5.0, 4.0), sharex=True)
    for k, axes in enumerate(panels):
        axes.axhline(0, color="0.5", linewidth=0.8)
        axes.plot(t, sines[:, k], color=f"C{k}")
        axes.annotate(
            f"$r = {pairs[k]}$",
            (1, 1),
            xycoords="axes fraction",
            xytext=(6, -12),
            textcoords="offset points",
            color=f"C{k}",
        )
        axes.annotate(
            f"${periods[k]:.1f}$",
            (1, 0),
            xycoords="axes fraction",
            xytext=(6, 4),
            textcoords="offset points",
            color=f"C{k}",
        )
        axes.set_ylim(-1.15, 1.15)
        axes.set_yticks([-1, 1])
    panels[3].set_xlabel("$t$")
    return figure
