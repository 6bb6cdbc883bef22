"""Five kernels: what a key at distance u widths from the query is worth."""

import matplotlib.pyplot as plt

from snippets.lookup.kernels import boxcar, constant, epanechnikov, gaussian, triangular, u

NAMES = {
    "zh": ("高斯", "矩形", "三角", "Epanechnikov", "常数"),
    "en": ("Gaussian", "boxcar", "triangular", "Epanechnikov", "constant"),
}
PLACES = ((1.5, 0.4), (1.06, 0.78), (0.05, 0.5), (1.2, 0.12), (1.5, 0.92))


def draw(language):
    figure, axes = plt.subplots(figsize=(5.0, 3.2))
    curves = (gaussian, boxcar, triangular, epanechnikov, constant)
    for k, (curve, name, place) in enumerate(zip(curves, NAMES[language], PLACES, strict=True)):
        style = "steps-pre" if curve is boxcar else "default"  # it falls at one, not after it
        axes.plot(u, curve, color=f"C{k}", zorder=3 - k, drawstyle=style)
        axes.annotate(name, place, color=f"C{k}")
    guide = {"arrowstyle": "-", "color": "C3"}
    axes.annotate("", (u[37], epanechnikov[37]), xytext=(1.18, 0.15), arrowprops=guide)
    axes.set_xlabel("$u$")
    axes.set_ylabel("$\\kappa(u)$")
    return figure
