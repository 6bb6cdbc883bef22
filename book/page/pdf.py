"""PDF: the built site on paper, one file for each language: `python -m book.page.pdf SITE`.

Chromium prints the document of `book.page.paper`, numbers its pages, and makes outline, links and
the structure that a screen reader follows. It cannot say on which page something stands: the
numbers of the contents are read from the PDF, and title page and contents are printed again.
"""

import argparse
import html
import io
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from book.page.offers import COVERS, pdf_name, write_covers
from book.page.paper import about, document, entries, headings, in_order, title

if TYPE_CHECKING:
    import pikepdf
    from playwright.sync_api import Browser, Page, Playwright

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SWITCHES = (
    "no-sandbox disable-gpu disable-quic no-first-run disable-background-networking "
    "disable-component-update disable-sync"
)
TIME = 600_000  # ms for one book
WIDTH = 612  # px: A4 within the margins of paper.css
LANGUAGES = {"zh": "zh-CN", "en": "en-GB"}
AUTHORS = {"zh": "《{title}》的作者", "en": "The authors of {title}"}

# What is wider than the paper is made smaller, and what then is still cut is told.
FIT = """() => {
  const over = part => part.scrollWidth - part.clientWidth > 1;
  const inner = box => ["paddingLeft", "paddingRight"].reduce(
    (width, side) => width - parseFloat(getComputedStyle(box)[side]), box.clientWidth);
  for (const box of document.querySelectorAll("main .formula, main table")) {
    const room = box.matches("table") ? inner(box.parentElement) : box.clientWidth;
    const needed = box.matches("table") ? box.offsetWidth : box.scrollWidth;
    if (needed > room) box.style.zoom = Math.floor(1000 * (room - 2) / needed) / 1000;
  }
  const edge = document.querySelector("main").getBoundingClientRect().right + 1;
  const parts = "p, li, dd, td, th, pre, summary, figcaption, h1, h2, h3, svg.figure, .formula";
  return [...document.querySelectorAll(`main :is(${parts})`)]
    .filter(part => part.getBoundingClientRect().right > edge
      || (over(part) && !part.matches("td, th, svg")))
    .map(part => `${part.closest("section").id}: ${part.textContent.trim().slice(0, 60)}`);
}"""


class NoBrowser(RuntimeError):
    """No Chromium on this machine."""


class TooWide(RuntimeError):
    """Something that the edge of the paper would cut."""


class Unsettled(RuntimeError):
    """Title page and contents that do not fit where they were in the first print."""


def browser() -> str:
    """The path of a Chromium. Raises NoBrowser."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        raise NoBrowser("no Chromium on this machine: install `chromium`")
    return path


def printed(site: Path, language: str) -> Path:
    """Print the book of one language into the built site; the path of the PDF.

    Raises NoBrowser, FileNotFoundError if nothing has been built, TooWide and Unsettled.
    """
    import pikepdf

    folder = (site / COVERS[language]).parent.resolve()
    target = folder / pdf_name(language)
    pages = in_order(folder)
    with _chromium() as page:
        whole = pikepdf.open(io.BytesIO(_paper(page, folder, document(pages, language))))
        numbers = destinations(whole)
        front = pikepdf.open(io.BytesIO(_paper(page, folder, document(pages, language, numbers))))
    with whole, front:
        renew(whole, front, numbers[entries(pages)[0].id] - 1)
        mend_outline(whole, headings(pages))
        _describe(whole, html.unescape(title(pages)), html.unescape(about(pages)), language)
        whole.save(
            target,
            object_stream_mode=pikepdf.ObjectStreamMode.generate,
            recompress_flate=True,  # Chromium leaves what a page is made of unpacked
            deterministic_id=True,
        )
    return target


def launched(playwright: "Playwright", path: str) -> "Browser":
    """A browser of the Chromium at a path; whoever launches it closes it."""
    switches = [f"--{switch}" for switch in SWITCHES.split()]
    return playwright.chromium.launch(executable_path=path, args=switches)


@contextmanager
def _chromium() -> Iterator["Page"]:
    """A window as wide as the paper, in the light scheme."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = launched(playwright, browser())
        page = chromium.new_page(viewport={"width": WIDTH, "height": 900})
        page.set_default_timeout(TIME)
        page.emulate_media(media="print", color_scheme="light")
        yield page
        chromium.close()


def cut(page: "Page", folder: Path, text: str) -> list[str]:
    """Lay a document out in a window as wide as the paper; what the edge would cut, as it begins.

    The document lies in `folder` for as long as that takes.
    """
    source = folder / ".paper.html"
    source.write_text(text, encoding="utf-8")
    try:
        page.goto(source.as_uri())
        page.evaluate("document.fonts.ready")
        return page.evaluate(FIT)
    finally:
        source.unlink()


def _paper(page: "Page", folder: Path, text: str) -> bytes:
    """A document on paper. Raises TooWide."""
    if found := cut(page, folder, text):
        raise TooWide("the paper would cut:\n" + "\n".join(found))
    return page.pdf(prefer_css_page_size=True, print_background=True, outline=True, tagged=True)


def destinations(book: "pikepdf.Pdf") -> dict[str, int]:
    """On which page, from 1, each named place of a PDF lies."""
    import pikepdf

    at = {page.obj.objgen: number for number, page in enumerate(book.pages, 1)}
    found = {name.removeprefix("/"): place for name, place in book.Root.get("/Dests", {}).items()}
    if "/Dests" in book.Root.get("/Names", {}):
        found |= dict(pikepdf.NameTree(book.Root.Names.Dests))
    return {unquote(name): at[place[0].objgen] for name, place in found.items()}


def renew(book: "pikepdf.Pdf", front: "pikepdf.Pdf", count: int) -> None:
    """Let the first `count` pages of a book look as in `front`; their links and structure stay.

    Raises Unsettled, and changes nothing, if `front` has more or fewer pages, or pages of another
    structure.
    """
    import pikepdf

    def structure(page: pikepdf.Page) -> list[str]:
        marked = pikepdf.parse_content_stream(page, "BDC BMC EMC")
        return [f"{one.operator} {list(map(str, one.operands))}" for one in marked]

    if len(front.pages) != count:
        raise Unsettled(
            f"title page and contents take {len(front.pages)} pages with the numbers in them, "
            f"and were left {count} pages: give the numbers in the contents their room in paper.css"
        )
    pairs = list(zip(book.pages, front.pages, strict=False))
    if any(structure(old) != structure(new) for old, new in pairs):
        raise Unsettled("title page and contents are not as they were printed before")
    for old, new in pairs:
        new.contents_coalesce()
        old.obj.Contents = book.copy_foreign(new.obj.Contents)
        old.obj.Resources = book.copy_foreign(front.make_indirect(new.obj.Resources))


def mend_outline(book: "pikepdf.Pdf", said: list[str]) -> None:
    """Give the outline the spaces that Chromium drops where a heading goes on in another line."""
    known = {"".join(text.split()): text for text in said}

    def mend(items: list["pikepdf.OutlineItem"]) -> None:
        for item in items:
            item.title = known.get("".join(item.title.split()), item.title)
            mend(item.children)

    with book.open_outline(max_depth=6) as outline:
        mend(outline.root)


def _describe(book: "pikepdf.Pdf", name: str, said: str, language: str) -> None:
    """Say what the file is, to whoever lists or reads it; the time of printing is left out."""
    import pikepdf

    for key in ("/CreationDate", "/ModDate"):
        if key in book.docinfo:
            del book.docinfo[key]
    with book.open_metadata(set_pikepdf_as_editor=False) as metadata:
        metadata["dc:title"] = name
        metadata["dc:creator"] = [AUTHORS[language].format(title=name)]
        metadata["dc:description"] = said
        metadata["dc:language"] = {LANGUAGES[language]}
    book.Root.Lang = pikepdf.String(LANGUAGES[language])
    book.Root.ViewerPreferences = pikepdf.Dictionary(DisplayDocTitle=True)
    book.Root.PageMode = pikepdf.Name.UseOutlines


if __name__ == "__main__":
    parser = argparse.ArgumentParser("python -m book.page.pdf")
    parser.add_argument("site", type=Path, help="the folder of the built site")
    parser.add_argument("language", nargs="?", choices=COVERS, help="default: both")
    given = parser.parse_args()
    try:
        for language in [given.language] if given.language else COVERS:
            path = printed(given.site, language)
            print(f"{path}: {path.stat().st_size / 1e6:.1f} MB")
    except (NoBrowser, TooWide, Unsettled, FileNotFoundError) as error:
        sys.exit(str(error))
    write_covers(given.site)
