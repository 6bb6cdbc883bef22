"""Paper: the built site as one HTML document, to be printed; `book.page.pdf` prints it.

Title page and contents come first, then the articles of all pages in their order. Links between
chapters lead to places of the same document.
"""

import html
import posixpath
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from book.fonts import chinese_font

LEFT_OUT = ("ledger.html",)  # a table of thousands of rows; it stays on the site
EVERYWHERE = ("exercises", "sources", "verify")  # sections that the contents need not list
CONTENTS = {"zh": "目录", "en": "Contents"}


def in_order(folder: Path) -> dict[str, str]:
    """The pages of one language as HTML, by name, in the order of the book, from its cover on."""
    pages: dict[str, str] = {}
    name: str | None = "index.html"
    while name and name not in pages:
        if name not in LEFT_OUT:
            pages[name] = (folder / name).read_text(encoding="utf-8")
        text = pages.get(name) or (folder / name).read_text(encoding="utf-8")
        found = re.search(r'<link rel="next" href="([^"]+)"', text)
        name = found and posixpath.normpath(posixpath.join(posixpath.dirname(name), found[1]))
    return pages


def article(page: str) -> str:
    """The inside of the article of a page, its folds opened."""
    start = page.index(">", page.index('<article class="md-content__inner')) + 1
    inside = page[start : page.index("</article>", start)]
    inside = re.sub(r'<section class="verification".*?</section>', "", inside, flags=re.DOTALL)
    return re.sub(r"<details(?! open)", "<details open", inside)


_REFERS = re.compile(
    r'(?P<before>\s(?:id|for|aria-labelledby|aria-describedby|popovertarget)=")(?P<id>[^"]+)"'
    r'|(?P<link>\s(?:xlink:)?href=")(?P<target>[^"]*)"'
    r"|url\(#(?P<url>[^)]+)\)"
)


def placed(inside: str, name: str, names: set[str]) -> str:
    """An article as a part of one document: ids, and links to pages in `names`, are made unique.

    Other links within the site lead nowhere on paper, and are taken away.
    """

    def moved(match: re.Match[str]) -> str:
        if match["id"]:
            ids = " ".join(_id(name, id_) for id_ in match["id"].split())
            return f'{match["before"]}{ids}"'
        if match["url"]:
            return f"url(#{_id(name, match['url'])})"
        parts = urlsplit(html.unescape(match["target"]))
        if parts.scheme or parts.netloc:
            return match[0]
        path = posixpath.join(posixpath.dirname(name), parts.path) if parts.path else name
        page = posixpath.normpath(path)
        if page not in names:
            return ""
        return f'{match["link"]}#{_id(page, parts.fragment)}"'

    return re.sub(r"<[a-zA-Z][^>]*>", lambda tag: _REFERS.sub(moved, tag[0]), inside)


def _id(page: str, id_: str) -> str:
    stem = page.removesuffix(".html").replace("/", "-")
    return f"{stem}--{id_}" if id_ else stem


@dataclass(frozen=True)
class Entry:
    """A line of the contents: its text in HTML, and the id that it leads to; level 1 is a page."""

    level: int
    text: str
    id: str


def entries(pages: dict[str, str]) -> list[Entry]:
    """What the contents list: each page by its title, and the sections in it."""
    found = []
    for name, page in pages.items():
        found.append(Entry(1, _title(pages, page), _id(name, "")))
        for level, id_, inside in _HEADING.findall(article(page)):
            if level == "2" and id_ not in EVERYWHERE:
                found.append(Entry(2, _said(inside), _id(name, id_)))
    return found


def headings(pages: dict[str, str]) -> list[str]:
    """The headings of all pages, as text."""
    return [
        html.unescape(_said(inside))
        for page in pages.values()
        for _, _, inside in _HEADING.findall(article(page))
    ]


def _said(heading: str) -> str:
    return " ".join(_TAG.sub("", _UNSAID.sub("", heading)).split())


_HEADING = re.compile(r'<h([1-6]) id="([^"]+)"[^>]*>(.*?)</h\1>', re.DOTALL)
_UNSAID = re.compile(
    r'<a class="(?:headerlink|correction)".*?</a>|<(annotation|katex-html)\b.*?</\1>', re.DOTALL
)
_TAG = re.compile(r"<[^<>]*>")


def title(pages: dict[str, str]) -> str:
    """The title of the book, as HTML."""
    return re.search(r"<title>(.*?)</title>", pages["index.html"])[1]


def about(pages: dict[str, str]) -> str:
    """What the book is about, as HTML."""
    return re.search(r'<meta name="description" content="([^"]*)"', pages["index.html"])[1]


def _title(pages: dict[str, str], page: str) -> str:
    return re.search(r"<title>(.*?)</title>", page)[1].removesuffix(f" – {title(pages)}")


def document(pages: dict[str, str], language: str, numbers: dict[str, int] | None = None) -> str:
    """One HTML page of all articles, with a title page and contents, to lie beside those pages.

    `numbers` says on which page each entry of the contents stands; with them only title page and
    contents are made, and without them the contents keep room for three digits.
    """
    cover = pages["index.html"]
    sheets = "\n".join(re.findall(r'<link rel="stylesheet" [^>]+>', cover.split("</head>")[0]))
    own = Path(__file__).with_name("paper.css").read_text(encoding="utf-8")
    own = own.replace("HAN", chinese_font().as_uri())
    rights = re.search(r'<div class="md-copyright__highlight">(.*?)</div>', cover, re.DOTALL)
    figure = re.search(r'<svg class="figure".*?</svg>', cover, re.DOTALL)
    parts, heads = [], []
    for number, (name, page) in enumerate(pages.items() if numbers is None else ()):
        head = html.unescape(_title(pages, page)).replace("\\", "").replace('"', "")
        heads.append(f'@page page-{number} {{ @top-center {{ content: "{head}"; }} }}')
        parts.append(
            f'<section class="paper-chapter" id="{_id(name, "")}" style="page: page-{number}">'
            f"{placed(article(page), name, set(pages))}</section>"
        )
    lines = "".join(
        f'<li class="level-{entry.level}"><a href="#{entry.id}"><span>{entry.text}</span>'
        f"<b>{numbers[entry.id] if numbers else '000'}</b></a></li>"
        for entry in entries(pages)
    )
    return f"""<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>{title(pages)}</title>{sheets}
<style>{own}
{"".join(heads)}</style></head>
<body dir="ltr" data-md-color-scheme="default" data-md-color-primary="custom"
  data-md-color-accent="custom">
<main class="md-typeset">
<section class="paper-cover"><h1>{title(pages)}</h1><p>{about(pages)}</p>
{placed(figure[0], "paper", {"paper"}) if figure else ""}
<p class="paper-rights">{rights[1] if rights else ""}</p></section>
<section class="paper-contents"><h2>{CONTENTS[language]}</h2><ul>{lines}</ul></section>
{"".join(parts)}
</main></body></html>
"""
