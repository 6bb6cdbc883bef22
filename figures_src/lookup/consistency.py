"""The error goes on falling only if the width narrows, and narrows slower than the keys crowd."""

import matplotlib.pyplot as plt

from snippets.lookup.consistency import by_fifth, by_fixed, by_half, by_inverse, sizes, start

LABELS = (
    (by_fixed, f"$\\lambda={start}$", (8, -3)),
    (by_fifth, "$\\lambda\\propto m^{-1/5}$", (8, -3)),
    (by_half, "$\\lambda\\propto m^{-1/2}$", (8, -3)),
    (by_inverse, "$\\lambda\\propto m^{-1}$", (8, -3)),
)


def draw(language):
    figure, axes = plt.subplots(figsize=(5.0, 3.6))
    for k, (errors, label, offset) in enumerate(LABELS):
        axes.loglog(sizes, errors, "o-", color=f"C{k}")
        axes.annotate(
            label, (sizes[-1], errors[-1]), xytext=offset, textcoords="offset points", color=f"C{k}"
        )
    axes.set_xlim(22, 260000)
    axes.set_ylim(0.01, 0.4)
    axes.set_xticks(sizes, [f"{m}" for m in sizes], rotation=45)
    axes.minorticks_off()
    axes.set_xlabel("$m$")
    axes.set_ylabel({"zh": "误差", "en": "error"}[language])
    return figure
