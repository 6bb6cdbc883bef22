"""Through one vector the accuracy falls with the length; with a look back it does not."""

import matplotlib.pyplot as plt

from snippets.alignment.fixed import tenths as fixed
from snippets.alignment.looking import tenths as looking
from snippets.alignment.reversal import lengths

LABELS = {"zh": ("每步回头看", "只有一个向量"), "en": ("looks back", "one vector")}


def draw(language):
    figure, axes = plt.subplots(figsize=(5.0, 3.2))
    for k, (shares, mark) in enumerate(((looking, "o-"), (fixed, "s-"))):
        axes.plot(lengths, shares, mark, color=f"C{k}", linewidth=1.5, markersize=5)
    axes.text(10.2, 0.86, LABELS[language][0], color="C0", ha="center")
    axes.text(9.0, 0.34, LABELS[language][1], color="C1", ha="left")
    axes.set_xticks(lengths, [f"{T}" for T in lengths])
    axes.set_ylim(-0.04, 1.04)
    axes.set_xlabel("$T$")
    return figure
