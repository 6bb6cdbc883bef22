"""Few sequences: only the kernel knows the pattern; many: only attention looks up."""

import matplotlib.pyplot as plt

from snippets.limits import (
    local_attention,
    local_convolution,
    lookup_attention,
    lookup_convolution,
)
from snippets.limits.training import sizes

WORDS = {
    "zh": (("局部模式", "查表"), ("卷积", "自注意力"), "训练序列"),
    "en": (("local pattern", "lookup"), ("convolution", "self-attention"), "training sequences"),
}
SOLVED = (
    (local_convolution.solved, local_attention.solved),
    (lookup_convolution.solved, lookup_attention.solved),
)


def draw(language):
    tasks, readers, below = WORDS[language]
    figure, both = plt.subplots(1, 2, sharey=True, figsize=(5.0, 2.2))
    for axes, task, rows in zip(both, tasks, SOLVED, strict=True):
        for k, solved in enumerate(rows):
            axes.pcolormesh(
                [-0.5, 0.5, 1.5],
                [k - 0.5, k + 0.5],
                solved[None],
                vmin=0,
                vmax=4,
                edgecolors="0.5",
                linewidth=0.5,
                shading="flat",
            )
            for j in range(len(sizes)):
                axes.text(j, k, f"{solved[j]}", ha="center", va="center")
        axes.set_xticks(range(2), [f"{n}" for n in sizes])
        axes.set_yticks(range(2), readers)
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)
        axes.set_title(task)
        axes.set_xlabel(below)
    both[0].invert_yaxis()
    return figure
