"""Before training: gates as they start lose the signal too; gates that start open do not."""

import matplotlib.pyplot as plt

from snippets.gates.recall import little, much
from snippets.gates.start import closed, gru, kept, lengths, lstm, one, rnn


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 4.0))
    curves = (
        (rnn, "o-", "C0", "RNN", 0),
        (lstm, "s-", "C1", "LSTM", -3),
        (one, "s--", "C1", f"LSTM, $b_f+{little}$", 0),
        (closed, "s:", "C1", f"LSTM, $b_f+{much}$, $b_i-{much}$", -8),
        (gru, "^-", "C2", "GRU", 5),
        (kept, "^:", "C2", f"GRU, $b_z+{much}$", 10),
    )
    for norms, style, colour, name, rise in curves:
        axes.loglog(lengths, norms, style, color=colour, markersize=4)
        axes.annotate(
            name,
            (lengths[-1], norms[-1]),
            xytext=(6, rise),
            textcoords="offset points",
            va="center",
            color=colour,
        )
    axes.set_xticks(lengths, [f"{T}" for T in lengths])
    axes.minorticks_off()
    axes.set_xlabel("$T$")
    axes.set_ylabel(r"$\|\partial L/\partial x_0\|$")
    axes.set_xlim(3.5, 1500)
    return figure
