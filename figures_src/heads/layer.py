"""H heads side by side, each a whole attention; their outputs stand in a row before W_O."""

import matplotlib.pyplot as plt

BOXES = {
    "X": (2.5, 0.4, "$X$", "$(T, d)$"),
    "first": (0.95, 2.3, "$\\alpha^{(1)}V^{(1)}$", "$(T, d_v)$"),
    "some": (2.5, 2.3, "$\\alpha^{(r)}V^{(r)}$", "$(T, d_v)$"),
    "last": (4.05, 2.3, "$\\alpha^{(H)}V^{(H)}$", "$(T, d_v)$"),
    "row": (2.5, 4.1, "$[\\,Z^{(1)}, \\dots, Z^{(H)}\\,]$", "$(T, H d_v)$"),
    "Z": (2.5, 5.7, "$Z$", "$(T, d)$"),
}
ARROWS = [
    ("X", "first", "$W_Q^{(1)}, W_K^{(1)}, W_V^{(1)}$", (-0.7, -0.1)),
    ("X", "some", "", (0, 0)),
    ("X", "last", "$W_Q^{(H)}, W_K^{(H)}, W_V^{(H)}$", (0.75, -0.1)),
    ("first", "row", "$Z^{(1)}$", (-0.35, 0.1)),
    ("some", "row", "$Z^{(r)}$", (0.3, 0.0)),
    ("last", "row", "$Z^{(H)}$", (0.4, 0.1)),
    ("row", "Z", "$W_O$", (0.35, 0.0)),
]


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 4.8))
    for x, y, name, shape in BOXES.values():
        axes.text(
            x,
            y,
            f"{name}\n{shape}",
            ha="center",
            va="center",
            linespacing=1.3,
            bbox={"boxstyle": "round,pad=0.3", "facecolor": "none", "edgecolor": "C0"},
        )
    for dots in (1.72, 3.28):
        axes.text(dots, 2.3, "$\\cdots$", ha="center", va="center")
    for start, end, label, (dx, dy) in ARROWS:
        (x0, y0, *_), (x1, y1, *_) = BOXES[start], BOXES[end]
        axes.annotate(
            "", (x1, y1), (x0, y0), arrowprops={"arrowstyle": "->", "shrinkA": 24, "shrinkB": 24}
        )
        axes.text((x0 + x1) / 2 + dx, (y0 + y1) / 2 + dy, label, ha="center", va="center")
    axes.set_xlim(0, 5)
    axes.set_ylim(0, 6.2)
    axes.set_axis_off()
    return figure
