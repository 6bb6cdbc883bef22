"""Small W_h: the forget gates tell the truth. Large W_h: they fall while the Jacobian explodes."""

import matplotlib.pyplot as plt

from snippets.gates.departure import J, P, scales


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 3.8))
    for k, scale in enumerate(scales):
        axes.semilogy(range(32), J[k], color=f"C{k}")
        axes.semilogy(range(32), P[k], ":", color=f"C{k}")
        name = f"${scale}W_h$" if k != 1 else "$W_h$"
        axes.annotate(
            name,
            (31, J[k, 31]),
            xytext=(6, -3),
            textcoords="offset points",
            color=f"C{k}",
        )
    axes.set_xlim(-0.5, 35)
    axes.set_xlabel("$t$")
    axes.set_ylabel(r"$\|J_t\|$,  $\|P_t\|$")
    return figure
