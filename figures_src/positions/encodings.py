"""Positions in bits and in sines and cosines: fast columns on the left, slow ones on the right."""

import matplotlib.pyplot as plt

from snippets.positions.heat import P, bits, worth


def draw():
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(5.0, 4.2), sharey=True, width_ratios=[5, 16]
    )
    left.pcolormesh(bits, vmin=0, vmax=1)
    right.pcolormesh(P, vmin=-1, vmax=1)
    left.set_xticks(range(5), [f"{value}" for value in worth])
    right.set_xticks(range(0, 16, 2))
    left.set_yticks(range(0, 24, 4))
    left.set_ylabel("$t$")
    left.set_xlabel("bit")
    right.set_xlabel("$2r$, $2r+1$")
    left.invert_yaxis()
    for axes in (left, right):
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
    return figure
