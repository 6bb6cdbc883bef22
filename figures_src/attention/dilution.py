"""The gradient on one word among T falls like 1/T, whether the words repeat or are random."""

import matplotlib.pyplot as plt

from snippets.attention.repeated import firsts, lengths
from snippets.attention.spread import means

LABELS = {"zh": ("重复的句子", "随机的词"), "en": ("repeated sentence", "random words")}


def draw(language):
    repeated, random = LABELS[language]
    figure, axes = plt.subplots()
    axes.loglog(lengths, firsts, "o-", color="C0")
    axes.loglog(lengths, means, "s-", color="C1")
    axes.annotate(
        repeated, (lengths[1], firsts[1]), xytext=(8, 4), color="C0", textcoords="offset points"
    )
    axes.annotate(
        random,
        (lengths[1], means[1]),
        xytext=(-8, -4),
        color="C1",
        textcoords="offset points",
        ha="right",
        va="top",
    )
    axes.set_xticks(lengths, [f"{T}" for T in lengths])
    axes.minorticks_off()
    axes.set_xlabel("$T$")
    axes.set_ylabel("$\\Vert\\partial L/\\partial x_j\\Vert$")
    return figure
