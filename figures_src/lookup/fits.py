"""The width decides more than the kernel: above four widths, below three kernels of one width."""

import matplotlib.pyplot as plt

from snippets.lookup.curve import keys, queries, truth, values
from snippets.lookup.fits import (
    boxcar,
    epanechnikov,
    good,
    medium,
    narrow,
    triangular,
    wide,
    widths,
)

NAMES = {
    "zh": ("矩形", "三角", "Epanechnikov"),
    "en": ("boxcar", "triangular", "Epanechnikov"),
}


def draw(language):
    figure, (above, below) = plt.subplots(2, 1, sharex=True, figsize=(5.0, 5.6))
    labels = [f"$\\lambda={width}$" for width in widths]
    for axes, curves, names in (
        (above, (narrow, medium, good, wide), labels),
        (below, (boxcar, triangular, epanechnikov), NAMES[language]),
    ):
        axes.plot(queries, truth, color="0.5", linestyle="--", linewidth=1.2)
        axes.scatter(keys, values, s=12, color="black")
        for k, (curve, name) in enumerate(zip(curves, names, strict=True)):
            axes.plot(queries, curve, color=f"C{k}", linewidth=1.4)
            axes.annotate(name, (0.02, 0.92 - 0.09 * k), xycoords="axes fraction", color=f"C{k}")
        axes.set_ylabel("$v$")
    below.set_xlabel("$q$")
    return figure
