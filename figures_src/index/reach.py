"""Three layers of convolution reach four words of 32, the RNN fades, attention does not."""

import matplotlib.pyplot as plt

from snippets.index.three import every_attention, every_CNN, every_RNN

LABELS = {
    "zh": ("注意力", "循环网络", "卷积（三层）"),
    "en": ("attention", "RNN", "CNN, three layers"),
}


def draw(language):
    figure, axes = plt.subplots()
    index = range(1, len(every_RNN) + 1)
    places = [(3, 3.0), (13, 1e-9), (33, 40.0)]
    for k, g in enumerate((every_attention, every_RNN, every_CNN)):
        axes.semilogy(index, g, "o" if k == 2 else "o-", color=f"C{k}", markersize=3)
        axes.text(*places[k], LABELS[language][k], color=f"C{k}", ha="right" if k == 2 else "left")
    axes.set_xlabel("$j$")
    axes.set_ylabel(r"$\Vert\partial L/\partial x_j\Vert$")
    axes.set_ylim(1e-13, 1e3)
    return figure
