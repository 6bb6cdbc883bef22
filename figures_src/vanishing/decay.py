"""Two units lose the gradient at every scale; many lose it below a line and enlarge it above."""

import matplotlib.pyplot as plt
from matplotlib.colors import LinearSegmentedColormap

from snippets.vanishing.decay import back_by, few, g, many, map_narrow, map_wide


def draw():
    ends = [(0, "#0072B2E6"), (0.5, "#0072B200"), (0.5, "#D55E0000"), (1, "#D55E00E6")]
    signed = LinearSegmentedColormap.from_list("signed", ends)
    figure, panels = plt.subplots(1, 2, figsize=(5.0, 3.2), sharey=True)
    for axes, norms, width in zip(panels, (map_narrow, map_wide), (few, many), strict=True):
        axes.pcolormesh(back_by, g, norms, vmin=-20, vmax=20, cmap=signed)
        axes.set_title(f"$d_h = {width}$")
        axes.set_xlabel("$n$")
    panels[0].set_ylabel("$g$")
    return figure
