"""One cell, drawn four times: the words enter from below, the state goes from left to right."""

import matplotlib.pyplot as plt
from matplotlib.patches import FancyBboxPatch


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 2.4))
    forward = {"arrowstyle": "-|>", "color": "black", "shrinkA": 0, "shrinkB": 0}
    backward = forward | {"color": "C1", "linestyle": "--"}
    for t in range(4):
        x = 2.4 * t
        box = FancyBboxPatch((x - 0.55, -0.4), 1.1, 0.8, boxstyle="round,pad=0.05", fill=False)
        axes.add_patch(box)
        axes.text(x, 0, r"$\tanh$", ha="center", va="center")
        axes.annotate("", (x, -0.45), xytext=(x, -1.35), arrowprops=forward)
        axes.text(x, -1.65, f"$x_{t}$", ha="center", va="center")
        axes.text(x + 0.12, -0.95, "$W_x$", ha="left", va="center", color="C0")
        axes.annotate("", (x - 0.6, 0.1), xytext=(x - 1.8, 0.1), arrowprops=forward)
        before = f"$h_{t - 1}$" if t else "$h_{-1}$"
        axes.text(x - 1.2, 0.4, before, ha="center", va="center")
        axes.text(x - 1.2, -0.2, "$W_h$", ha="center", va="center", color="C0")
    axes.annotate("", (9.0, 0.1), xytext=(7.8, 0.1), arrowprops=forward)
    axes.text(8.4, 0.4, "$h_3$", ha="center", va="center")
    axes.text(9.25, 0.1, "$L$", ha="center", va="center")
    axes.annotate("", (-0.3, 0.95), xytext=(8.4, 0.95), arrowprops=backward)
    axes.text(4.1, 1.25, r"$\partial L/\partial h_t$", ha="center", va="center", color="C1")
    axes.set_xlim(-2.0, 9.5)
    axes.set_ylim(-1.9, 1.5)
    axes.set_axis_off()
    return figure
