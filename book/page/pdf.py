"""PDF: the built site on paper, one file for each language: `python -m book.page.pdf SITE`.

The articles of all pages, in their order, become one document, which Chromium prints: so links
between chapters lead to pages of the same file, and pages are numbered through.
"""

import html
import io
import posixpath
import re
import shutil
import sys
from pathlib import Path
from urllib.parse import urlsplit

from book.fonts import chinese_font
from book.page.offers import COVERS, offer, pdf_name

LEFT_OUT = ("ledger.html",)  # a table of thousands of rows; it stays on the site
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SWITCHES = (
    "no-sandbox disable-gpu disable-quic no-first-run disable-background-networking "
    "disable-component-update disable-sync"
)
TIME = 600_000  # ms for one book
CONTENTS = {"zh": "目录", "en": "Contents"}


class NoBrowser(RuntimeError):
    """No Chromium on this machine."""


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


def document(pages: dict[str, str], language: str) -> str:
    """One HTML page of all articles, with a cover and contents, to lie beside those pages."""
    cover = pages["index.html"]
    sheets = "\n".join(re.findall(r'<link rel="stylesheet" [^>]+>', cover.split("</head>")[0]))
    own = Path(__file__).with_name("pdf.css").read_text(encoding="utf-8")
    own = own.replace("HAN", chinese_font().as_uri())
    title = re.search(r"<title>(.*?)</title>", cover)[1]
    about = re.search(r'<meta name="description" content="([^"]*)"', cover)[1]
    rights = re.search(r'<div class="md-copyright__highlight">(.*?)</div>', cover, re.DOTALL)
    names = set(pages)
    parts, contents = [], []
    for name, page in pages.items():
        inside = placed(article(page), name, names)
        heading = re.search(r"<title>(.*?)</title>", page)[1].removesuffix(f" – {title}")
        contents.append(f'<li><a href="#{_id(name, "")}">{heading}</a></li>')
        parts.append(f'<section class="paper-chapter" id="{_id(name, "")}">{inside}</section>')
    return f"""<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>{sheets}
<style>{own}</style></head>
<body dir="ltr" data-md-color-scheme="default" data-md-color-primary="custom"
  data-md-color-accent="custom">
<main class="md-typeset">
<section class="paper-cover"><h1>{title}</h1><p>{about}</p><p>{rights[1] if rights else ""}</p>
</section>
<section class="paper-contents"><h2>{CONTENTS[language]}</h2><ul>{"".join(contents)}</ul></section>
{"".join(parts)}
</main></body></html>
"""


def browser() -> str:
    """The path of a Chromium. Raises NoBrowser."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        raise NoBrowser("no Chromium on this machine: install `chromium`")
    return path


def printed(site: Path, language: str) -> Path:
    """Print the book of one language into the built site; the path of the PDF."""
    import pikepdf
    from playwright.sync_api import sync_playwright

    folder = (site / COVERS[language]).parent.resolve()
    target = folder / pdf_name(language)
    source = folder / ".paper.html"
    source.write_text(document(in_order(folder), language), encoding="utf-8")
    try:
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(
                executable_path=browser(), args=[f"--{switch}" for switch in SWITCHES.split()]
            )
            page = chromium.new_page()
            page.set_default_timeout(TIME)
            page.goto(source.as_uri())
            page.evaluate("document.fonts.ready")
            data = page.pdf(
                prefer_css_page_size=True, print_background=True, outline=True, tagged=True
            )
            chromium.close()
    finally:
        source.unlink()
    with pikepdf.open(io.BytesIO(data)) as whole:  # Chromium leaves what a page is made of unpacked
        whole.save(
            target,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            recompress_flate=True,
            deterministic_id=True,
        )
    return target


if __name__ == "__main__":
    site = Path(sys.argv[1])
    try:
        for language in sys.argv[2:] or COVERS:
            path = printed(site, language)
            print(f"{path}: {path.stat().st_size / 1e6:.1f} MB")
    except (NoBrowser, FileNotFoundError) as error:
        sys.exit(str(error))
    for name, text in offer(site).items():
        (site / name).write_text(text, encoding="utf-8")
