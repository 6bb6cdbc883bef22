"""The farther one score is ahead, the less softmax answers: the norm falls like an exponential."""

import matplotlib.pyplot as plt

from snippets.scores.gap import axis, balance, curve, curve_many, few, gaps, many, norms, peak


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 3.4))
    axes.semilogy(axis, curve, color="C0")
    axes.semilogy(axis, curve_many, color="C1")
    axes.semilogy(gaps, norms, "o", color="C0")
    axes.semilogy([balance], [peak], "s", color="C1")
    axes.annotate(
        f"$n={few}$",
        (axis[32], curve[32]),
        xytext=(-8, -8),
        textcoords="offset points",
        ha="right",
        color="C0",
    )
    axes.annotate(
        f"$n={many}$",
        (axis[32], curve_many[32]),
        xytext=(8, 4),
        textcoords="offset points",
        color="C1",
    )
    axes.set_xlabel("$g$")
    axes.set_ylabel(r"$\|\partial\alpha/\partial s\|$")
    return figure
