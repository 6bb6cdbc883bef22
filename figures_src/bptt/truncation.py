"""Windows forget at the rate of the network; chunks lose what lies across their edges."""

import matplotlib.pyplot as plt

from snippets.bptt.truncation import by_chunks, by_windows, lengths, scales


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 3.8))
    for i, scale in enumerate(scales):
        axes.loglog(lengths, by_windows[i], "o-", color=f"C{i}", markersize=4)
        axes.loglog(lengths, by_chunks[i], "s:", color=f"C{i}", markersize=3, linewidth=1.2)
        axes.annotate(
            rf"$\|W_h\| = {scale}$",
            (lengths[5], by_windows[i, 5]),
            xytext=(8, 0),
            textcoords="offset points",
            va="center",
            color=f"C{i}",
        )
    axes.set_xlim(right=110)
    axes.set_xticks(lengths, [f"{k}" for k in lengths])
    axes.minorticks_off()
    axes.set_xlabel("$k$")
    return figure
