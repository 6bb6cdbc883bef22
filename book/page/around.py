"""The second hook: what stands around the chapters, and beside the pages.

The cover, what each chapter needs and gives, links for corrections; and files for other readers:
a Markdown copy of each chapter, llms.txt, a feed of changes, the pictures of shared links.
"""

from pathlib import Path, PurePosixPath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import Files
from mkdocs.structure.pages import Page
from mkdocs.utils.meta import get_data

from book.chapter import Chapter
from book.page import card, copies, corrections, feed, front, reading, templates
from book.page.offers import ARCHIVE, pdf_name
from book.page.phrases import PHRASES
from book.page.places import edition
from book.page.uses import page_title

CARDS = "assets/cards"  # in the site; kept between builds in a folder of the same name
FIGURE = "attention/weights.svg"  # for the card of a page without one
FEED = "feed.xml"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Read the history once; without one, or without an address, there is no feed of changes."""
    docs = _docs(config)
    pages = [page for page in config.nav or [] if (docs / page).is_file()]
    config.extra["changes"] = feed.changes(docs, pages)
    config.extra["feed"] = FEED if config.extra["changes"] and config.site_url else None
    config.extra["cards"] = {}
    environment = templates.kept(config.theme.get_env(), _root(config))
    config.extra["partials"] = {
        name: environment.get_template(f"partials/{name}.html") for name in ("counts", "facts")
    }
    return config


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Put the front before a chapter, and links for corrections behind its headings."""
    this = edition(_docs(config))
    name = page.file.src_uri
    if name not in this.chapters:
        return html
    if template := config.extra.get("corrections"):
        words = _words(config)["correct_section"]
        html = corrections.with_corrections(html, this.chapters[name], template, words)
    if page.is_homepage:
        page.meta["hide"] = ["toc"]
        to_root = "../" if config.theme["language"] == "en" else ""
        bar = _partial(
            "counts",
            config,
            totals=front.totals(this, _root(config)),
            pdf=pdf_name(config.theme["language"]),
            archive=to_root + ARCHIVE,
        )
        return front.with_cover(html, bar)
    facts = _partial("facts", config, minutes=str(reading.minutes(html)), meta=page.meta)
    return front.below_title(html, facts)


def on_page_context(context: dict, page: Page, config: MkDocsConfig, nav) -> None:
    """Name the card of a page, the copy of a chapter, and where to correct it."""
    name = page.file.src_uri
    chapter = edition(_docs(config)).chapters.get(name)
    config.extra["card"] = _card_of(name) if card.drawable() else None
    if config.extra["card"]:
        config.extra["cards"][name] = _on_card(page, chapter, config)
    if chapter is None:
        return
    context["copy"] = copies.copy_of(name)
    if template := config.extra.get("corrections"):
        file = (_docs(config) / name).relative_to(_root(config)).as_posix()
        context["correction"] = corrections.address(template, file, 1)


def on_post_build(config: MkDocsConfig) -> None:
    """Write the files that are no pages."""
    site, docs, root = Path(config.site_dir), _docs(config), _root(config)
    this = edition(docs)
    in_order = [page for page in config.nav or [] if page in this.chapters]
    listed = []
    for name in in_order:
        chapter = this.chapters[name]
        _, said = get_data(chapter.text)
        copy = site / copies.copy_of(name)
        copy.parent.mkdir(exist_ok=True)
        copy.write_text(copies.copied(chapter, name, this, root), encoding="utf-8")
        listed.append((page_title(chapter), name, said.get("description", "")))
    data = "ledger.json" if (site / "ledger.json").is_file() else None
    summary = config.site_description or ""
    text = copies.llms(config.site_name, summary, config.theme["language"], listed, data)
    (site / "llms.txt").write_text(text, encoding="utf-8")
    if config.extra["feed"]:
        titles = {name: title for name, (title, _, _) in zip(in_order, listed, strict=True)}
        xml = feed.atom(
            config.site_name,
            config.site_url,
            config.theme["language"],
            config.extra["changes"],
            titles,
        )
        (site / FEED).write_text(xml, encoding="utf-8")
    for name, (said, figure) in config.extra["cards"].items():
        target = site / _card_of(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        folder = root / ".cache" / "cards" / config.theme["language"]
        try:
            target.write_bytes(card.kept(folder, target.stem, said, figure))
        except ValueError as error:
            raise PluginError(f"docs/{docs.name}/{name}: no card can be drawn: {error}") from None


def _card_of(name: str) -> str:
    """Where the card of a page lies in the site; `name` is the file of the page."""
    return f"{CARDS}/{PurePosixPath(name).with_suffix('').as_posix().replace('/', '-')}.png"


def _on_card(page: Page, chapter: Chapter | None, config: MkDocsConfig) -> tuple[card.Said, str]:
    """The words and the figure for the card of a page: its own first figure, or the book's."""
    said = card.Said(
        config.site_name,
        str(page.meta.get("title") or page.title),  # a year is a number to YAML
        str(page.meta.get("description") or config.site_description or ""),
    )
    shown = (
        [figure.target for block in chapter.blocks for figure in block.figures] if chapter else []
    )
    figures = _docs(config).parent / "figures"
    files = [figures / target.rpartition("figures/")[2] for target in [*shown[:1], FIGURE]]
    return said, next((file.read_text(encoding="utf-8") for file in files if file.is_file()), "")


def _partial(name: str, config: MkDocsConfig, **values) -> str:
    return config.extra["partials"][name].render(words=_words(config), **values).strip()


def _words(config: MkDocsConfig) -> dict[str, str]:
    return PHRASES[config.theme["language"]]


def _docs(config: MkDocsConfig) -> Path:
    return Path(config.docs_dir).resolve()


def _root(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).resolve().parent
