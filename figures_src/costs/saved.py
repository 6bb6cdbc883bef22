"""Bytes kept for the way back: with the weights they grow like T squared, without like T."""

import matplotlib.pyplot as plt

from snippets.costs.saved import bytes_fused, bytes_plain, lengths

LABELS = {
    "zh": ("留着权重", "不留权重", "字节"),
    "en": ("weights kept", "weights not kept", "bytes"),
}


def draw(language):
    kept, not_kept, unit = LABELS[language]
    figure, axes = plt.subplots(figsize=(5.0, 3.4))
    for line, label, colour, at, offset in (
        (bytes_plain, kept, "C1", 2, (-10, 6)),
        (bytes_fused, not_kept, "C0", 2, (6, -18)),
    ):
        axes.loglog(lengths, line, "o-", color=colour)
        axes.annotate(
            label,
            (lengths[at], line[at]),
            xytext=offset,
            textcoords="offset points",
            ha="right" if offset[0] < 0 else "left",
            color=colour,
        )
    for line, side in ((bytes_plain, "C1"), (bytes_fused, "C0")):
        axes.annotate(
            f"{line[3]:,}",
            (lengths[3], line[3]),
            xytext=(0, 7),
            textcoords="offset points",
            ha="center",
            color=side,
        )
    axes.set_xticks(lengths, [f"{T}" for T in lengths])
    axes.xaxis.minorticks_off()
    axes.margins(x=0.12, y=0.12)
    axes.set_xlabel("$T$")
    axes.set_ylabel(unit)
    return figure
