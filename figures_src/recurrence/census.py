"""If three steps told the truth about 31, all the ink would lie on the diagonal."""

import matplotlib.pyplot as plt

from snippets.recurrence.grid import centres, ink


def draw(language):
    words = {
        "zh": ("由三步外推（十的几次方）", "实测（十的几次方）"),
        "en": ("estimated from three steps (power of ten)", "measured (power of ten)"),
    }[language]
    figure, axes = plt.subplots(figsize=(5.0, 4.2))
    axes.pcolormesh(centres, centres, ink, vmin=0)
    axes.plot([-80, 20], [-80, 20], color="C1", linewidth=1)
    axes.axhline(0, color="0.5", linewidth=0.8)
    axes.axvline(0, color="0.5", linewidth=0.8)
    axes.set_xlabel(words[0])
    axes.set_ylabel(words[1])
    return figure
