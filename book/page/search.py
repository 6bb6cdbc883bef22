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
