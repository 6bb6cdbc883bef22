"""Reading: how long the text of a page takes, in either script."""

import re
from html.parser import HTMLParser

HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
HAN_A_MINUTE, WORDS_A_MINUTE = 300, 200  # prose with an argument in it, not a novel
SECONDS = {"formula": 15, "figure": 15}  # for a displayed formula, and for a picture
_UNREAD = {"script", "style", "svg", "math", "katex-html", "details", "table", "pre"}
# Nothing is read within these, none lies within another of its kind, and most of a page is theirs.
_DRAWN = re.compile(r"<((katex-html|math|svg)\b[^<>]*)>.*?</\2>", re.DOTALL)
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "wbr"}


def minutes(html: str) -> int:
    """Minutes for the article `html`, at least one: its prose, its displayed formulas, its figures.

    Programs, tables and what is folded away are left out: who works through them takes longer.
    """
    page = _Page()
    page.feed(_DRAWN.sub(r"<\1></\2>", html))
    page.close()
    text = "".join(page.text)
    han = len(HAN.findall(text))
    words = len(WORD.findall(HAN.sub(" ", text)))
    seconds = 60 * han / HAN_A_MINUTE + 60 * words / WORDS_A_MINUTE + page.seconds
    return max(1, round(seconds / 60))


class _Page(HTMLParser):
    """The text that is read, and the seconds for what is looked at."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.seconds = 0
        self._open: list[tuple[str, bool]] = []  # element, and whether its text is left out

    @property
    def _out(self) -> bool:
        return bool(self._open) and self._open[-1][1]

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        classes = (dict(attributes).get("class") or "").split()
        if not self._out:
            self.seconds += sum(SECONDS.get(name, 0) for name in {tag, *classes} if name in SECONDS)
        if tag not in _VOID:
            self._open.append((tag, self._out or tag in _UNREAD or "highlight" in classes))
        if tag in ("p", "li", "br", "h2", "h3"):
            self.text.append(" ")

    def handle_endtag(self, tag: str) -> None:
        for at in reversed(range(len(self._open))):
            if self._open[at][0] == tag:
                del self._open[at:]
                break

    def handle_data(self, data: str) -> None:
        if not self._out:
            self.text.append(data)
