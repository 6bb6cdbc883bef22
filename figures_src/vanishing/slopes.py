"""Three slopes: a low hill, a narrow one, and a step."""

import matplotlib.pyplot as plt

from snippets.vanishing.slopes import relu, sigmoid, tanh, x


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 2.8))
    axes.plot(x, sigmoid)
    axes.plot(x, tanh)
    axes.plot(x, relu, drawstyle="steps-mid")
    axes.text(-2.6, 0.22, r"$\sigma'$", color="C0", ha="center")
    axes.text(-1.15, 0.6, r"$\tanh'$", color="C1", ha="center")
    axes.text(2.6, 0.88, r"$\mathrm{ReLU}'$", color="C2", ha="center")
    axes.set_xlabel("$x$")
    return figure
