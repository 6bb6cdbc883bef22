"""New: the files of a chapter that is begun, in both languages."""

import re
from keyword import iskeyword
from pathlib import Path

from book.check import LANGUAGES, chapters_of

TAKEN = ("assets", "en", "figures", "labs", "ledger", "search", "sitemap")
TEMPLATE = Path(__file__).parent / "template"


class NoPlace(ValueError):
    """No chapter can be begun under this name."""


def begun(root: Path, name: str) -> dict[Path, str]:
    """The texts of a new chapter by path: both pages, a snippet, a figure, a line of the nav.

    Raises NoPlace for a name that is no lower-case ASCII word, or is taken.
    """
    if not re.fullmatch(r"[a-z]+", name) or iskeyword(name):
        raise NoPlace(f"{name} is no name for a chapter: take one word of the letters a to z")
    if name in chapters_of(root):
        raise NoPlace(f"{name} is a chapter already")
    if name in TAKEN:
        raise NoPlace(f"{name} is something else on the site: {', '.join(TAKEN)} are taken")
    pieces = {f"docs/{language}/{name}.md": f"{language}.md" for language in LANGUAGES}
    pieces |= {
        f"snippets/{name}/first.py": "snippet.py",
        f"figures_src/{name}/first.py": "figure.py",
    }
    taken = [path for path in pieces if (root / path).exists()]
    if taken:
        raise NoPlace(f"{taken[0]} exists already")
    texts = {
        root / path: (TEMPLATE / piece).read_text(encoding="utf-8").replace("NAME", name)
        for path, piece in pieces.items()
    }
    return texts | {root / "mkdocs.yml": _with_page(root / "mkdocs.yml", f"{name}.md")}


def _with_page(config: Path, page: str) -> str:
    """The text of mkdocs.yml with one page more, behind the last of its nav."""
    text = config.read_text(encoding="utf-8")
    nav = re.search(r"^nav:\n(?:[ \t]+\S.*\n)*", text, re.MULTILINE)
    if nav is None:
        raise NoPlace(f"{config.name} has no nav to put {page} into")
    return f"{text[: nav.end()]}  - {page}\n{text[nav.end() :]}"
