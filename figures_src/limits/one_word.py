"""One word out of T moves the output by about one T-th, however it is chosen."""

import matplotlib.pyplot as plt

from snippets.limits.one_word import farthest, lengths, limit


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 2.8))
    axes.loglog(lengths, limit, "--", color="0.5")
    axes.loglog(lengths, farthest, "o-", color="C0")
    axes.annotate(
        "$4Re^{2B}/T$",
        (lengths[3], limit[3]),
        xytext=(4, 6),
        textcoords="offset points",
        color="0.5",
    )
    axes.set_xticks(lengths, [f"{T}" for T in lengths])
    axes.minorticks_off()
    axes.set_xlabel("$T$")
    axes.set_ylabel("$\\Vert z' - z\\Vert$")
    return figure
