"""Tries: figures whose numbers a reader may change, and the values that they start from.

The static figure stays; `theme/assets/try.js` adds a button below it. The values come from the
ledger, so that what a reader starts from is what the chapter says.
"""

import html
import json
import re

from book.ledger import Ledger

# figure: the program in theme/assets/try/, and its values by the names of the ledger
TRIES: dict[str, tuple[str, dict[str, str]]] = {
    "attention/weights": (
        "words",
        {
            "X": "example/sentence.X",
            "W_Q": "attention/forward.W_Q",
            "W_K": "attention/forward.W_K",
            "W_V": "attention/forward.W_V",
        },
    ),
    "attention/lengths": (
        "gradient",
        {
            "X": "example/sentence.X",
            "W_x": "recurrence/cell.W_x",
            "W_h": "recurrence/cell.W_h",
            "W_left": "convolution/window.W_left",
            "W_Q": "attention/forward.W_Q",
            "W_K": "attention/forward.W_K",
            "W_V": "attention/forward.W_V",
        },
    ),
    "convolution/field": ("field", {}),
    "positions/distance": ("encoding", {}),
}
WORDS = ["很高兴", "认识你", "爱玩的", "茂茂雨"]


def place(target: str, ledger: Ledger) -> str:
    """The element behind a figure that can be tried; nothing behind another.

    Raises KeyError for a name that the ledger lacks.
    """
    match = re.search(r"figures/(\w+/\w+)(?:\.\w+)?\.svg$", target)
    if match is None or match[1] not in TRIES:
        return ""
    program, names = TRIES[match[1]]
    values = {letter: ledger[name]["value"] for letter, name in names.items()}
    if program == "words":
        values["words"] = WORDS
    data = json.dumps(values, ensure_ascii=False, separators=(",", ":"))
    return f'<span class="try" data-try="{program}" data-values="{html.escape(data)}"></span>'
