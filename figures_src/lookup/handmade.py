"""At no width does the score by distance come near the line below which every learnt one ends."""

import matplotlib.pyplot as plt

from snippets.lookup.handmade import gaussian, widths
from snippets.lookup.learnt import enough
from snippets.lookup.task import seeds

WORDS = {"zh": ("手工的打分", "学出来的打分"), "en": ("made by hand", "learnt")}


def draw(language):
    by_hand, learnt = WORDS[language]
    figure, axes = plt.subplots()
    for seed in range(seeds):
        axes.semilogx(widths, gaussian[seed], color="C0", linewidth=1.2)
    axes.axhspan(0, enough, color="C1", alpha=0.25, linewidth=0)
    axes.annotate(by_hand, (widths[13], gaussian[0, 13]), xytext=(0, -22), color="C0",
                  textcoords="offset points")  # fmt: skip
    axes.annotate(learnt, (widths[13], 0.14), color="C1", ha="center")
    axes.set_ylim(0, 0.9)
    axes.set_xlabel("$\\lambda$")
    axes.set_ylabel({"zh": "误差", "en": "error"}[language])
    return figure
