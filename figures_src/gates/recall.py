"""Who still knows the first symbol at the end: gates help only where they start open."""

import matplotlib.pyplot as plt

from snippets.gates import recall_closed, recall_lstm, recall_one, recall_rnn
from snippets.gates.recall import little, much

ROWS = (
    (recall_rnn.solved, "RNN"),
    (recall_lstm.solved, "LSTM"),
    (recall_one.solved, f"LSTM, $b_f+{little}$"),
    (recall_closed.solved, f"LSTM, $b_f+{much}$, $b_i-{much}$"),
)


def draw():
    figure, axes = plt.subplots(figsize=(5.0, 2.4))
    style = {"vmin": 0, "vmax": 4, "edgecolors": "0.5", "linewidth": 0.5, "shading": "flat"}
    for k, (solved, _) in enumerate(ROWS):
        places = [j - 0.5 for j in range(len(solved) + 1)]
        axes.pcolormesh(places, [k - 0.5, k + 0.5], solved[None], **style)
        for j in range(len(solved)):
            axes.text(j, k, f"{solved[j]}", ha="center", va="center")
    axes.set_yticks(range(4), [name for _, name in ROWS])
    axes.set_xticks(range(3), [f"{T}" for T in recall_closed.lengths])
    axes.invert_yaxis()
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    axes.tick_params(length=0)
    axes.set_xlabel("$T$")
    axes.spines[:].set_visible(False)
    return figure
