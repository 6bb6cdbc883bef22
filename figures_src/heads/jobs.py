"""After training: one head looks at the word before, the other at the marked word, the third."""

import matplotlib.pyplot as plt

from snippets.heads.two import map_marked, map_previous

STYLE = {"vmin": 0, "vmax": 1, "edgecolors": "0.5", "linewidth": 0.5, "shading": "flat"}


def draw():
    figure, panels = plt.subplots(1, 2, sharey=True, figsize=(5.0, 2.9))
    columns, rows = [k - 0.5 for k in range(9)], [k - 0.5 for k in range(8)]
    for axes, weights in zip(panels, (map_previous, map_marked), strict=True):
        axes.pcolormesh(columns, rows, weights, **STYLE)
        axes.set_xticks(range(8), [f"$x_{j + 1}$" for j in range(8)])
        axes.set_yticks(range(7), [f"$x_{i + 2}$" for i in range(7)])
        axes.xaxis.tick_top()
        axes.tick_params(length=0)
        axes.set_aspect("equal")
    panels[0].invert_yaxis()
    return figure
