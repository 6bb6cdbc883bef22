"""Two ways back from each state: straight to its own loss, and through the next state."""

import matplotlib.pyplot as plt


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 2.5))
    forward = {"arrowstyle": "-|>", "color": "0.5", "linewidth": 0.9, "shrinkA": 11, "shrinkB": 11}
    direct = forward | {"color": "C1", "linewidth": 1.8, "connectionstyle": "arc3,rad=-0.35"}
    future = forward | {"color": "C0", "linewidth": 1.8, "connectionstyle": "arc3,rad=-0.35"}
    for t in range(4):
        x = 2.2 * t
        axes.text(x, 0, f"$h_{t}$", ha="center", va="center")
        axes.text(x, 1.6, f"$L_{t}$", ha="center", va="center")
        axes.annotate("", (x, 1.6), xytext=(x, 0), arrowprops=forward)
        axes.annotate("", (x, 0), xytext=(x, 1.6), arrowprops=direct)
        axes.annotate("", (x, 0), xytext=(x - 2.2, 0), arrowprops=forward)
        if t < 3:
            axes.annotate("", (x, 0), xytext=(x + 2.2, 0), arrowprops=future)
    axes.text(-2.2, 0, "$h_{-1}$", ha="center", va="center")
    axes.annotate("", (-2.2, 0), xytext=(0, 0), arrowprops=future)
    axes.text(2.75, 0.85, r"$\frac{\partial L_1}{\partial h_1}$", color="C1", size=17, ha="left")
    axes.text(
        3.3,
        -0.8,
        r"$\frac{\partial L}{\partial h_2}\,\frac{\partial h_2}{\partial h_1}$",
        color="C0",
        size=17,
        ha="center",
    )
    axes.set_xlim(-2.7, 7.3)
    axes.set_ylim(-1.2, 1.9)
    axes.set_axis_off()
    return figure
