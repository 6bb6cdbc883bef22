"""One task, measured: RNN and CNN plunge; dilated CNN and attention fall as a power of T."""

import matplotlib.pyplot as plt

from snippets.attention.lengths import CNN, RNN, attention, dilated, lengths

LABELS = {
    "zh": ("注意力", "循环网络", "普通卷积", "空洞卷积"),
    "en": ("attention", "RNN", "CNN", "dilated CNN"),
}
PLACES = [(70, 1.5e-2), (25, 3e-9), (9, 3e-13), (60, 1.5e-6)]


def draw(language):
    figure, axes = plt.subplots(figsize=(5.0, 3.6))
    for k, gradients in enumerate((attention, RNN, CNN, dilated)):
        axes.loglog(lengths, gradients, "o-", color=f"C{k}")
        axes.text(*PLACES[k], LABELS[language][k], color=f"C{k}")
    axes.set_xticks(lengths, [f"{T}" for T in lengths])
    axes.minorticks_off()
    axes.set_xlabel("$T$")
    axes.set_ylabel(r"$\Vert\partial L/\partial x_1\Vert$")
    axes.set_ylim(1e-18, 1)
    return figure
