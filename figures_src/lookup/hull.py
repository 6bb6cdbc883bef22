"""However cold or warm, the output stays in the triangle that the values span."""

import matplotlib.pyplot as plt

from snippets.attention.forward import V
from snippets.lookup.path import first, outline_x, outline_y, second
from snippets.lookup.soft import z, z_dot

OFFSETS = ((8, -12), (-8, 8), (-10, 6), (8, 0))


def draw():
    figure, axes = plt.subplots(figsize=(4.4, 4.2))
    axes.plot(outline_x, outline_y, color="0.5", linewidth=1.0)
    axes.plot(first, second, color="C0")
    axes.scatter(V[:, 0], V[:, 1], color="black", zorder=3)
    for j, offset in enumerate(OFFSETS):
        axes.annotate(
            f"$v_{j + 1}$",
            (V[j, 0], V[j, 1]),
            xytext=offset,
            textcoords="offset points",
            ha="right" if offset[0] < 0 else "left",
        )
    axes.scatter(z[:1], z[1:], color="C0", zorder=4)
    axes.annotate("$\\tau=1$", z, xytext=(16, -3), textcoords="offset points", color="C0")
    axes.annotate(
        "$\\tau\\to\\infty$",
        (first[0], second[0]),
        xytext=(-2, -18),
        textcoords="offset points",
        color="C0",
    )
    axes.scatter(z_dot[:1], z_dot[1:], color="C1", marker="s", zorder=4)
    axes.annotate("$q\\cdot k$", z_dot, xytext=(10, -4), textcoords="offset points", color="C1")
    axes.set_xlim(-1.6, 1.8)
    axes.set_ylim(0.5, 5.5)
    return figure
