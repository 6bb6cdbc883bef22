"""Undilated, the layers grow like the length; dilated, like its logarithm; attention needs one."""

import matplotlib.pyplot as plt

from snippets.convolution.depth import attention, causal, lengths, threes_causal, twos, undilated

LABELS = {
    "zh": ("普通", "因果", "空洞，加倍", "空洞，乘三，因果", "注意力"),
    "en": ("undilated", "causal", "dilation doubled", "tripled, causal", "attention"),
}


def draw(language):
    figure, axes = plt.subplots(figsize=(5.0, 3.6))
    lines = (undilated, causal, twos, threes_causal, attention)
    offsets = ((-8, 0), (8, -12), (0, 7), (0, -19), (0, 7))
    for i, (line, label, offset) in enumerate(zip(lines, LABELS[language], offsets, strict=True)):
        axes.loglog(lengths, line, "o-", color=f"C{i}" if i < 4 else "black", markersize=3.5)
        at = 7 if i < 2 else 10
        axes.annotate(
            label,
            (lengths[at], line[at]),
            xytext=offset,
            textcoords="offset points",
            ha="right" if i != 1 else "left",
            color=f"C{i}" if i < 4 else "black",
        )
    axes.set_xlabel("$T$")
    axes.set_ylabel("$N$", rotation=0, labelpad=10)
    return figure
