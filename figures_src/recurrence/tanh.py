"""The slope of tanh is a narrow hill: one at the origin, almost nothing four units away."""

import matplotlib.pyplot as plt

from snippets.recurrence.tanh import slope, x, y


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 2.9))
    axes.axhline(0, color="0.5", linewidth=0.8)
    axes.plot(x, y)
    axes.plot(x, slope)
    axes.text(2.2, 0.8, r"$\tanh(x)$", color="C0")
    axes.text(-2.0, 0.55, r"$1-\tanh^2(x)$", color="C1", ha="center")
    axes.set_xlabel("$x$")
    return figure
