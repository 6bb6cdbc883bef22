"""Two memories, three gates, four words: one memory is rewritten, the other is kept."""

import matplotlib.pyplot as plt

from snippets.example.sentence import words
from snippets.gates.forward import gates

NAMES = ["$i_t$", "$f_t$", "$o_t$"]


def draw(language):
    titles = {"zh": ("第一份记忆", "第二份记忆"), "en": ("first memory", "second memory")}[language]
    figure, panels = plt.subplots(2, 1, figsize=(4.6, 4.4), sharex=True)
    for k, axes in enumerate(panels):
        axes.pcolormesh(gates[:, :, k], vmin=0, vmax=1, edgecolors="0.5", linewidth=0.5)
        for row in range(3):
            for t in range(4):
                axes.text(t, row, f"{gates[row, t, k]:.2f}", ha="center", va="center")
        axes.set_yticks(range(3), NAMES)
        axes.invert_yaxis()
        axes.tick_params(length=0)
        axes.set_title(titles[k])
        axes.spines[:].set_visible(False)
    panels[1].set_xticks(range(4), words)
    return figure
