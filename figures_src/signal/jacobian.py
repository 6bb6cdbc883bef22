"""Each word alone, its neighbours too, or all words: which outputs feel which inputs."""

import matplotlib.pyplot as plt

from snippets.signal.jacobian import size_alone, size_every, size_near


def draw():
    figure, panels = plt.subplots(1, 3, figsize=(5.0, 2.1), sharey=True)
    for axes, size in zip(panels, (size_alone, size_near, size_every), strict=True):
        axes.pcolormesh(size, vmin=0, vmax=1.6, edgecolors="0.5", linewidth=0.6)
        axes.set_aspect("equal")
        for i in range(4):
            for j in range(4):
                digits = 2 if 0 < size[i, j] < 1 else 0
                axes.text(j, i, f"{size[i, j]:.{digits}f}", ha="center", va="center")
        axes.set_xticks(range(4), [f"$x_{j + 1}$" for j in range(4)])
        axes.set_yticks(range(4), [f"$z_{i + 1}$" for i in range(4)])
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
    panels[0].invert_yaxis()
    return figure
