"""A soft lookup climbs where the hard one jumps, and the colder, the more it looks like stairs."""

import matplotlib.pyplot as plt

from snippets.lookup.stairs import cold, cool, heights, steps, taus, warm

EDGES = ((-2, 0), (0, 2), (2, 4))


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 3.4))
    for (left, right), height in zip(EDGES, steps, strict=True):
        axes.plot([left, right], [height, height], color="0.5", linewidth=4, alpha=0.5)
    for k, curve in enumerate((warm, cool, cold)):
        axes.plot(heights, curve, color=f"C{k}")
        axes.annotate(
            f"$\\tau={taus[k]}$", (0.04, 0.88 - 0.1 * k), xycoords="axes fraction", color=f"C{k}"
        )
    axes.set_xlabel("$y$")
    return figure
