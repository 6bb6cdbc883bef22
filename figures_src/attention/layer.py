"""One attention layer: three views of X meet as scores, weights and an average."""

import matplotlib.pyplot as plt

BOXES = {
    "$X$": (2.5, 0.4, "$(T, d)$"),
    "$Q$": (0.8, 1.9, "$(T, d_k)$"),
    "$K$": (2.5, 1.9, "$(T, d_k)$"),
    "$V$": (4.2, 1.9, "$(T, d_v)$"),
    "$S$": (1.65, 3.3, "$(T, T)$"),
    "$\\alpha$": (1.65, 4.6, "$(T, T)$"),
    "$Z$": (2.9, 5.9, "$(T, d_v)$"),
}
ARROWS = [
    ("$X$", "$Q$", "$W_Q$", (-0.4, 0.0)),
    ("$X$", "$K$", "$W_K$", (0.3, 0.1)),
    ("$X$", "$V$", "$W_V$", (0.4, 0.0)),
    ("$Q$", "$S$", "", (0, 0)),
    ("$K$", "$S$", "$QK^\\top/\\sqrt{d_k}$", (0.75, 0.1)),
    ("$S$", "$\\alpha$", "softmax", (-0.6, 0.0)),
    ("$\\alpha$", "$Z$", "", (0, 0)),
    ("$V$", "$Z$", "$\\alpha V$", (0.35, 0.1)),
]


def draw():
    figure, axes = plt.subplots(figsize=(4.6, 4.8))
    for name, (x, y, shape) in BOXES.items():
        axes.text(
            x,
            y,
            f"{name}\n{shape}",
            ha="center",
            va="center",
            linespacing=1.3,
            bbox={"boxstyle": "round,pad=0.3", "facecolor": "none", "edgecolor": "C0"},
        )
    for start, end, label, (dx, dy) in ARROWS:
        (x0, y0, _), (x1, y1, _) = BOXES[start], BOXES[end]
        axes.annotate(
            "", (x1, y1), (x0, y0), arrowprops={"arrowstyle": "->", "shrinkA": 24, "shrinkB": 24}
        )
        axes.text((x0 + x1) / 2 + dx, (y0 + y1) / 2 + dy, label, ha="center", va="center")
    axes.set_xlim(0, 5)
    axes.set_ylim(0, 6.4)
    axes.set_axis_off()
    return figure
