"""One LSTM step: the memory runs along the top and meets only a product and a sum."""

import matplotlib.pyplot as plt
from matplotlib.patches import Circle, FancyBboxPatch


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 3.1))
    plain = {"arrowstyle": "-|>", "color": "black", "shrinkA": 0, "shrinkB": 0}
    memory = plain | {"color": "C0", "linewidth": 2}
    for x, sign in ((2.0, r"$\odot$"), (4.0, "$+$")):
        axes.add_patch(Circle((x, 4.0), 0.32, fill=False, color="C0"))
        axes.text(x, 4.0, sign, ha="center", va="center")
    for start, end in ((0.2, 1.68), (2.32, 3.68), (4.32, 9.2)):
        axes.annotate("", (end, 4.0), xytext=(start, 4.0), arrowprops=memory)
    axes.text(0.1, 4.4, "$c_{t-1}$", ha="left", va="center", color="C0")
    axes.text(9.2, 4.4, "$c_t$", ha="right", va="center", color="C0")
    axes.add_patch(Circle((4.0, 2.9), 0.32, fill=False))
    axes.text(4.0, 2.9, r"$\odot$", ha="center", va="center")
    axes.annotate("", (4.0, 3.68), xytext=(4.0, 3.22), arrowprops=plain)
    for x, name, target in (
        (2.0, "$f_t$", (2.0, 3.68)),
        (3.4, "$i_t$", (3.85, 2.62)),
        (4.6, "$g_t$", (4.15, 2.62)),
        (6.4, "$o_t$", (6.9, 2.62)),
    ):
        box = FancyBboxPatch((x - 0.35, 1.15), 0.7, 0.6, boxstyle="round,pad=0.04", fill=False)
        axes.add_patch(box)
        axes.text(x, 1.45, name, ha="center", va="center")
        axes.annotate("", target, xytext=(x, 1.8), arrowprops=plain)
        axes.annotate("", (x, 1.1), xytext=(x, 0.3), arrowprops=plain)
    axes.add_patch(Circle((7.0, 2.9), 0.32, fill=False))
    axes.text(7.0, 2.9, r"$\odot$", ha="center", va="center")
    axes.annotate("", (7.0, 3.22), xytext=(7.0, 4.0), arrowprops=plain)
    axes.text(7.15, 3.6, r"$\tanh$", ha="left", va="center")
    axes.annotate("", (9.2, 2.9), xytext=(7.32, 2.9), arrowprops=plain)
    axes.text(9.2, 2.5, "$h_t$", ha="right", va="center")
    axes.plot([0.2, 6.4], [0.3, 0.3], color="black", linewidth=1)
    axes.text(0.1, 0.65, "$h_{t-1}, x_t$", ha="left", va="center")
    axes.set_xlim(0, 9.4)
    axes.set_ylim(0.1, 4.7)
    axes.set_aspect("equal")
    axes.set_axis_off()
    return figure
