"""A kernel that slides as written leaves its mirror image; turned round first, it leaves itself."""

import matplotlib.pyplot as plt

from snippets.notation.kernel import impulse, kernel, ours, turned


def draw():
    figure, panels = plt.subplots(1, 4, figsize=(5.0, 1.7), sharey=True)
    for axes, values in zip(panels, (impulse, kernel, ours, turned), strict=True):
        axes.bar(range(len(values)), values, width=0.7, color="C0")
        axes.set_xlim(-0.6, 4.6)
        axes.set_xticks([])
    for axes, title in zip(panels, ("$x$", "$W$", r"$W \star x$", "$W * x$"), strict=True):
        axes.set_title(title)
    return figure
