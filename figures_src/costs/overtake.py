"""Two parts of attention's work: the (T, T) products overtake the projections at 1.5 d and 2 d."""

import matplotlib.pyplot as plt

from snippets.costs.lines import at_meeting, four, lengths, meet, products, three, width


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 3.6))
    for work, name, colour, at, offset in (
        (products, r"$QK^\top,\ \alpha V$", "C1", 7, (-10, 2)),
        (three, "$W_Q, W_K, W_V$", "C0", 8, (-1, -34)),
        (four, "$W_Q, W_K, W_V, W_O$", "C2", 0, (0, 32)),
    ):
        axes.loglog(lengths, work, color=colour)
        axes.annotate(
            name,
            (lengths[at], work[at]),
            xytext=offset,
            textcoords="offset points",
            ha="right" if offset[0] < 0 else "left",
            color=colour,
        )
    axes.plot(meet, at_meeting, "o", color="black", markersize=5)
    for T, work, offset, side in zip(
        meet, at_meeting, ((8, -14), (-6, 12)), ("left", "right"), strict=True
    ):
        axes.annotate(f"$T = {T}$", (T, work), xytext=offset, textcoords="offset points", ha=side)
    axes.set_title(f"$d = {width}$")
    axes.set_xlabel("$T$")
    return figure
