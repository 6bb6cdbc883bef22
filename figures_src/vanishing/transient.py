"""The powers first climb with the norm, and only later fall with the spectral radius."""

import matplotlib.pyplot as plt

from snippets.vanishing.transient import at, by_norm, by_radius, norms, peak


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 3.4))
    axes.semilogy(norms)
    axes.semilogy(by_radius, "--")
    axes.semilogy(by_norm, ":")
    axes.axhline(1, color="0.5", linewidth=0.8)
    axes.annotate(f"{peak:.1f}", (at, peak), xytext=(2, 6), textcoords="offset points", color="C0")
    axes.text(70, 2.2, r"$\|W^n\|$", color="C0")
    axes.text(45, 1.2e-3, r"$\rho^n$", color="C1", ha="right")
    axes.text(3.5, 900, r"$\|W\|^n$", color="C2")
    axes.set_xlabel("$n$")
    axes.set_ylim(1e-6, 1e4)
    return figure
