"""What the search of the pages reads: words and formulas, and first the chapter about them."""

import json
import re
import tomllib
from functools import cache
from pathlib import Path

TERMS = Path(__file__).with_name("terms.toml")
_PROGRAMS = re.compile(r"<pre>.*?</pre>", re.DOTALL)
_SPACE = re.compile(r"\s+")
# they name what others explain
_OVERVIEWS = re.compile(r"(index|limits|notation|references|sources)\.html|labs/|$")
_ENDS = ("sources", "exercises")  # of each chapter


@cache
def terms(language: str) -> dict[str, list[str]]:
    """The words that lead to a chapter, by the chapter's name."""
    return tomllib.loads(TERMS.read_text(encoding="utf-8"))[language]


_UNREAD = re.compile(r"<((katex-html|pre|svg)\b[^<>]*)>.*?</\2>", re.DOTALL)
_MARK = re.compile(r'\s?data-search-\w+="[^"]+"')
_STYLE = re.compile(r"<style\b[^<>]*>[^<>]*</style>")
_TEXT = re.compile(r">[^<>]+<")


def readable(html: str) -> str:
    """The article as the search may read it, to find the same in less than half the time.

    Formulas are empty that are left out anyway, and so are pictures without text; of programs,
    which `compact` takes out, one letter stays.
    """
    return _UNREAD.sub(_emptied, html)


def _emptied(part: re.Match[str]) -> str:
    whole, opening, name = part[0], part[1], part[2]
    if name == "pre":
        return f"<{opening}>x</{name}>"
    read = _TEXT.search(_STYLE.sub("", whole)) if name == "svg" else "exclude=" not in opening
    return whole if read else f"<{opening}></{name}>"


def without_marks(html: str) -> str:
    """The article without what tells the search to leave something out, as Material shows it."""
    return _MARK.sub("", html)


def compact(index: str, language: str) -> str:
    """Material's search index in the fewest bytes, where a section that explains comes first.

    Programs and what they print are more than half of it, and would bring a word's use as a
    variable before the section that is about it.
    """
    content = json.loads(index)
    for section in content["docs"]:
        section["text"] = _SPACE.sub(" ", _PROGRAMS.sub(" ", section["text"])).strip()
        page, _, anchor = section["location"].partition("#")
        boost = (0.25 if _OVERVIEWS.match(page) else 1) * (0.1 if anchor in _ENDS else 1)
        if boost != 1:
            section["boost"] = round(boost, 3)
        name = page.removesuffix(".html")
        if not anchor and name in terms(language):
            section["tags"] = terms(language)[name]
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))
