"""A slope of zero, four times: no path, a dead ReLU, two paths that cancel, a saturated tanh."""

import matplotlib.pyplot as plt

from snippets.signal.zeros import at, curves, far, flat, line, z

TITLES = ["$1$", r"$\max(0, x)$", r"$x - x^2/2$", r"$\tanh x$"]


def draw():
    figure, panels = plt.subplots(2, 2, figsize=(5.0, 3.6), sharey=True)
    for k, axes in enumerate(panels.flat):
        axes.axhline(0, color="0.5", linewidth=0.6)
        if k < 3:
            axes.plot(line, curves[k])
        else:
            axes.plot(far, flat)
        axes.plot(at[k], z[k], "o", color="C1")
        axes.set_title(TITLES[k])
        axes.set_ylim(-3, 3)
    for axes in panels[1]:
        axes.set_xlabel("$x$")
    return figure
