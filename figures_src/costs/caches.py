"""Bytes that a word adds to the cache: sharing keys and values among heads divides them."""

import matplotlib.pyplot as plt

from snippets.costs.models import H_K, word

PLACES = [1, 2, 3, 4]


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 2.8))
    axes.barh(PLACES, word, color="C0", height=0.6)
    for place, size in zip(PLACES, word, strict=True):
        axes.annotate(
            f"{size:,}", (size, place), xytext=(5, 0), textcoords="offset points", va="center"
        )
    axes.set_xscale("log")
    axes.set_xlim(1e3, 1e8)
    axes.set_yticks(PLACES, [f"$H_K = {heads}$" for heads in H_K])
    axes.invert_yaxis()
    return figure
