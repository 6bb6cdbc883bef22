"""From which places the symbol could have been read just as well: more than one, mostly."""

import matplotlib.pyplot as plt

from snippets.alignment.translated import characters, places, written


def draw():
    figure, panels = plt.subplots(2, 1, figsize=(4.6, 7.4))
    for seed, axes in enumerate(panels):
        axes.pcolormesh(places[seed], vmin=0, vmax=1, edgecolors="0.5", linewidth=0.5)
        axes.set_xticks(range(12), characters)
        axes.set_yticks(range(10), ["-" if k == 10 else f"{k}" for k in written])
        axes.invert_yaxis()
        axes.xaxis.tick_top()
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        axes.set_aspect("equal")
    return figure
