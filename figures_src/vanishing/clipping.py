"""Without clipping one step throws the loss far up and the network never recovers."""

import matplotlib.pyplot as plt

from snippets.vanishing.clipping import one_clipped, one_free


def draw(language):
    words = {
        "zh": ("不裁剪", "裁剪", "更新次数", "损失"),
        "en": ("free", "clipped", "updates", "loss"),
    }[language]
    figure, axes = plt.subplots(figsize=(5.0, 3.0))
    axes.semilogy(one_free, color="C1")
    axes.semilogy(one_clipped, color="C0")
    axes.text(120, 2.2, words[0], color="C1")
    axes.text(120, 0.16, words[1], color="C0")
    axes.set_xlabel(words[2])
    axes.set_ylabel(words[3])
    return figure
