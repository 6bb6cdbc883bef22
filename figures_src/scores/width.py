"""Four random keys: unscaled, the Jacobian dies as d grows; scaled, it stays where it is."""

import matplotlib.pyplot as plt

from snippets.scores.width import raw, scaled, widths


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 3.2))
    axes.loglog(widths, raw, "o-", color="C1")
    axes.loglog(widths, scaled, "o-", color="C0")
    axes.annotate(
        r"$q\cdot k$",
        (widths[4], raw[4]),
        xytext=(-10, -8),
        textcoords="offset points",
        ha="right",
        color="C1",
    )
    axes.annotate(
        r"$q\cdot k/\sqrt{d}$",
        (widths[3], scaled[3]),
        xytext=(-6, -18),
        textcoords="offset points",
        color="C0",
    )
    axes.set_xticks(widths, [f"{d}" for d in widths])
    axes.minorticks_off()
    axes.set_xlabel("$d$")
    axes.set_ylabel(r"$\|\partial\alpha/\partial s\|$")
    return figure
