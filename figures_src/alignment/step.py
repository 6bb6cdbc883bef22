"""One step of translation: the last state asks the encoder's states and reads their average."""

import matplotlib.pyplot as plt


def draw():
    figure, axes = plt.subplots(figsize=(4.8, 4.4))
    box = {"boxstyle": "round,pad=0.25", "facecolor": "none", "edgecolor": "black"}
    blue = box | {"edgecolor": "C0"}
    thin = {"arrowstyle": "-|>", "color": "black", "shrinkA": 13, "shrinkB": 13}
    for j in range(4):
        x = 0.8 + 1.25 * j
        axes.text(x, 0.3, f"$x_{'1234'[j]}$", ha="center", va="center")
        axes.text(x, 1.5, f"$h_{'1234'[j]}$", ha="center", va="center", bbox=blue)
        axes.annotate("", (x, 1.5), (x, 0.3), arrowprops=thin)
        axes.annotate("", (2.7, 3.1), (x, 1.5), arrowprops=thin | {"color": "C0"})
        if j < 3:
            axes.annotate("", (x + 1.25, 1.5), (x, 1.5), arrowprops=thin | {"arrowstyle": "<|-|>"})
    places = ((1.2, 2.35), (2.0, 2.3), (3.38, 2.3), (4.2, 2.35))
    for j, (x, y) in enumerate(places):
        name = f"$\\alpha_{{t{'1234'[j]}}}$"
        axes.text(x, y, name, ha="center", va="center", color="C0", backgroundcolor="none")
    axes.text(2.7, 3.1, "$z_t$", ha="center", va="center", bbox=blue)
    axes.text(0.8, 4.5, "$g_{t-1}$", ha="center", va="center", bbox=box)
    axes.text(2.7, 4.5, "$g_t$", ha="center", va="center", bbox=box)
    axes.text(4.6, 4.5, "$y_t$", ha="center", va="center")
    axes.text(2.7, 5.6, "$y_{t-1}$", ha="center", va="center")
    axes.annotate("", (2.7, 4.5), (0.8, 4.5), arrowprops=thin | {"shrinkA": 18})
    axes.annotate("", (2.7, 4.5), (2.7, 3.1), arrowprops=thin | {"color": "C0"})
    axes.annotate("", (2.7, 4.5), (2.7, 5.6), arrowprops=thin)
    axes.annotate("", (4.6, 4.5), (2.7, 4.5), arrowprops=thin)
    asks = {"color": "C1", "linestyle": "--", "linewidth": 1.2}
    axes.plot([0.6, 4.85], [1.9, 1.9], **asks)  # across all four
    axes.annotate("", (0.6, 1.9), (0.8, 4.5), arrowprops=thin | {"color": "C1", "shrinkB": 0})
    axes.text(0.45, 3.4, "?", color="C1", ha="center", va="center", fontsize=14)
    axes.set_xlim(0.1, 5.1)
    axes.set_ylim(0, 5.9)
    axes.set_axis_off()
    return figure
