"""The fourth word is the longest."""

import matplotlib.pyplot as plt

from snippets.NAME.first import lengths


def draw():
    figure, axes = plt.subplots()
    axes.bar(range(len(lengths)), lengths)
    axes.set_xticks(range(len(lengths)), [f"$x_{t + 1}$" for t in range(len(lengths))])
    axes.set_ylabel(r"$\|x\|$")
    return figure
