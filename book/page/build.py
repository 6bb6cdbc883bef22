"""The hook: what MkDocs must know of the book beyond Markdown.

Paths of the chapter being rendered, the front-end parts that come from npm, the page in the other
language, and a search index that a browser can read from a folder.
"""

import logging
import posixpath
import re
from fnmatch import fnmatch
from pathlib import Path

from jinja2 import Environment, pass_context
from jinja2.runtime import Context
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import CombinedEvent, event_priority
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils.meta import get_data

from book import labs, ledger
from book.page import labs as lab_pages
from book.page import sheets, slim, table, templates
from book.page.mended import asks_for_no_sitemap, leaves_the_search_open, reads_to_the_end
from book.page.phrases import PHRASES
from book.page.places import edition
from book.page.search import compact, readable, without_marks
from book.page.verification import verification

LANGUAGES = {"zh": "中文", "en": "English"}
SHEET = "assets/style.css"  # all style sheets in one
THEME_SHEETS = ("assets/stylesheets/main.*.min.css", "assets/stylesheets/palette.*.min.css")
FONTS = ("KaTeX_Main-Regular.woff2", "KaTeX_Math-Italic.woff2")  # of nearly every formula
BUNDLE = "assets/javascripts/bundle.*.min.js"
serving = False
log = logging.getLogger("mkdocs.book")

logging.getLogger("jieba").setLevel(logging.WARNING)  # it reports each start on stderr


def on_startup(command: str, dirty: bool) -> None:
    """Remember whether pages are shown while they are written."""
    global serving
    serving = command == "serve"


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Tell the extension where the book lies, and the templates where its languages do."""
    config.mdx_configs["book.page"] = {"root": str(_root(config))}
    address = config.site_url or "/"
    if config.theme["language"] == "en":
        address = address.removesuffix("en/")
    config.extra["addresses"] = {"zh": address, "en": address + "en/"}
    config.extra["sheet"] = SHEET
    config.extra["sheets"], config.extra_css = (
        [*THEME_SHEETS, *config.extra_css, "assets/frame.css"],
        [],
    )
    if _has_ledger(config) and config.nav and table.PAGE not in config.nav:
        config.nav = [*config.nav, table.PAGE]
    if _runs_labs(config):
        lab_pages.settle(_root(config) / ".cache" / "labs")
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the front-end parts from node_modules to the site, and the ledger."""
    modules = _root(config) / "node_modules"
    if not (modules / "katex").is_dir():
        raise PluginError(f"{modules} lacks KaTeX: run `npm ci`")
    katex = modules / "katex" / "dist"
    css = (katex / "katex.min.css").read_text(encoding="utf-8")
    only_woff2 = re.sub(r',url\([^)]*\.(?:woff|ttf)\) format\("\w+"\)', "", css)
    files.append(File.generated(config, "assets/katex/katex.min.css", content=only_woff2))
    copied = {
        "assets/katex/LICENSE": katex.parent / "LICENSE",
        "assets/katex/copy-tex.min.js": katex / "contrib" / "copy-tex.min.js",
        "assets/iframe-worker/LICENSE": modules / "iframe-worker" / "LICENSE",
        "assets/iframe-worker/shim.js": modules / "iframe-worker" / "shim" / "index.js",
    } | {
        f"assets/katex/fonts/{font.name}": font
        for font in sorted((katex / "fonts").glob("*.woff2"))
        if font.name in only_woff2
    }
    for name, path in copied.items():
        files.append(File.generated(config, name, abs_src_path=str(path)))
    if _has_ledger(config):
        words = PHRASES[config.theme["language"]]
        title = words["ledger"]
        head = f"title: {title}\ntemplate: ledger.html\nhide: [toc]\nsearch: {{exclude: true}}"
        text = f"---\n{head}\n---\n# {title} {{ #ledger }}\n\n{words['ledger_about']}\n"
        files.append(File.generated(config, table.PAGE, content=text))
        json = table.published(edition(_docs(config)), config.nav or [])
        files.append(File.generated(config, "ledger.json", content=json))
    for path in labs.labs_of(_docs(config)):
        _add_lab(path, files, config)
    files.append(File.generated(config, SHEET, content=_sheet(files, config)))
    bundle = _matching(BUNDLE, files).src_uri
    config.extra["bundle"] = posixpath.relpath(bundle, "assets")  # seen from search.js
    return files


def _sheet(files: Files, config: MkDocsConfig) -> str:
    """All style sheets as one, those of the theme without what the book does not use."""
    texts = {}
    for pattern in config.extra["sheets"]:
        file = _matching(pattern, files)
        text = file.content_string
        if pattern in THEME_SHEETS:
            text = sheets.kept(_root(config) / ".cache" / "sheets", file.name, text)
        texts[file.src_uri] = sheets.following_the_system(text)
    texts = {
        place: sheets.without_idle_pictures(text, *texts.values()) for place, text in texts.items()
    }
    fonts = _root(config) / "node_modules/katex/dist/fonts"
    held = {f"katex/fonts/{name}": (fonts / name).read_bytes() for name in FONTS}
    return sheets.with_fonts(sheets.joined(texts, SHEET), held)


def _matching(pattern: str, files: Files) -> File:
    """The one file of the site whose path is like the pattern."""
    found = [file for file in files if fnmatch(file.src_uri, pattern)]
    if len(found) != 1:
        raise PluginError(f"{len(found)} files are called {pattern}, and one should be")
    return found[0]


def _add_lab(path: Path, files: Files, config: MkDocsConfig) -> None:
    """Put the notebook of a lab in the place of its source."""
    docs = _docs(config)
    source = files.get_file_from_path(path.relative_to(docs).as_posix())
    if source is None:
        return
    made = _root(config) / ".cache" / docs.name / labs.FOLDER / f"{path.stem}.ipynb"
    made.parent.mkdir(parents=True, exist_ok=True)
    text = lab_pages.notebook(_lab(source.src_uri, config), config.site_url or "")
    made.write_text(text, encoding="utf-8")
    files.remove(source)
    files.append(lab_pages.LabFile.generated(config, source.src_uri, abs_src_path=str(made)))


def on_pre_page(page: Page, config: MkDocsConfig, files: Files) -> None:
    """Let mkdocs-jupyter run a lab, and MkDocs render its words."""
    if not labs.is_lab(page.file.src_uri):
        return
    run, lab = page.render, _lab(page.file.src_uri, config)

    def render(config: MkDocsConfig, files: Files) -> None:
        root, ran = _root(config), _runs_labs(config)
        texts = lab_pages.kept(lab, root)
        if ran:
            from nbclient.exceptions import CellExecutionError  # takes long, and only labs need it

            try:
                run(config, files)
            except CellExecutionError as error:
                raise PluginError(str(lab_pages.failed(lab, str(error)))) from None
            texts = lab_pages.printed(page.content, lab)
            for problem in lab_pages.differences(lab, texts, root):
                log.warning(str(problem))
        Page.render(page, config, files)
        here = edition(_docs(config))
        page.content = lab_pages.with_cells(
            page.content, lab, texts, here, page.file.src_uri, ran=ran
        )

    page.render = render


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Tell the extension which chapter it is about to render; a lab is read as one."""
    source = page.file.content_string
    if labs.is_lab(page.file.src_uri):
        source = labs.markdown((_docs(config) / page.file.src_uri).read_text(encoding="utf-8"))
        markdown, page.meta = get_data(source)
    config.mdx_configs["book.page"] |= {
        "file": (_docs(config) / page.file.src_uri).relative_to(_root(config)).as_posix(),
        "first_line": 1 + source.count("\n") - markdown.count("\n"),
    }
    return markdown


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Say the same in fewer elements and bytes, with boxes that scroll and heights that fit."""
    html = slim.paired(slim.boxed(slim.without_plain_tokens(html)))
    return slim.shared(slim.measured(html))


def on_env(env: Environment, config: MkDocsConfig, files: Files) -> Environment:
    """Let templates link from a page in a folder to the site above, in the other language."""
    usual = env.filters["url"]

    @pass_context
    def url(context: Context, link: str) -> str:
        page = context.get("page")
        if page is not None and str(link).startswith("../"):  # here MkDocs forgets the folder
            return "../" * page.url.count("/") + link
        return usual(context, link)

    env.filters["url"] = url
    return templates.kept(env, _root(config))


@event_priority(100)  # before the search reads the page
def _make_readable(context: dict, page: Page, config: MkDocsConfig, nav) -> None:
    context["whole"], page.content = page.content, readable(page.content)


def _complete(context: dict, page: Page, config: MkDocsConfig, nav) -> None:
    """Name the same page in each language, for the switcher and for search engines.

    A chapter is told what a reader can check of it, the ledger its rows.
    """
    page.content = without_marks(context.pop("whole"))
    language = config.theme["language"]
    config.extra["alternate"] = alternates(config, page.url)
    context["words"] = PHRASES[language]
    context["has_ledger"] = _has_ledger(config)
    if page.file.src_uri == table.PAGE:
        this = edition(_docs(config))
        context["rows"] = table.rows(this, config.nav or [], language)
        context["count"] = len(this.ledger)
    else:
        context["verification"] = verification(_root(config), _docs(config), page.file.src_uri)


on_page_context = CombinedEvent(_make_readable, _complete)


def on_template_context(context: dict, template_name: str, config: MkDocsConfig) -> None:
    """Pages without a chapter, as the 404 page, lead to the covers."""
    config.extra["alternate"] = alternates(config, "index.html")


def alternates(config: MkDocsConfig, url: str) -> list[dict[str, str]]:
    """The page `url` in each language: `place`, seen from the root of the site in this one, and
    `link`, the address where it is published, if the book has one."""
    above = "../" if config.theme["language"] == "en" else ""
    places = {"zh": above + url, "en": url if above else f"en/{url}"}
    return [
        {
            "lang": language,
            "name": LANGUAGES[language],
            "place": place,
            "link": config.extra["addresses"][language] + url if config.site_url else place,
        }
        for language, place in places.items()
    ]


def on_post_build(config: MkDocsConfig) -> None:
    """Write the search index small, and as a script too, and mend two scripts of the theme.

    What is served in Chinese gets the English pages below it, so that the switcher works.
    """
    index = Path(config.site_dir, "search", "search_index.json")
    text = compact(index.read_text(encoding="utf-8"), config.theme["language"])
    index.write_text(text, encoding="utf-8")
    index.with_suffix(".js").write_text(f"var __index = {text}", encoding="utf-8")  # for file://
    scripts = Path(config.site_dir, "assets/javascripts")
    for pattern, mended in (
        ("workers/search.*.min.js", reads_to_the_end),
        ("bundle.*.min.js", asks_for_no_sitemap),
        ("bundle.*.min.js", leaves_the_search_open),
    ):
        (script,) = scripts.glob(pattern)
        script.write_text(mended(script.read_text(encoding="utf-8")), encoding="utf-8")
    if serving and config.theme["language"] == "zh":
        english = _root(config) / "mkdocs.en.yml"
        build(load_config(str(english), site_dir=f"{config.site_dir}/en", strict=False))


def on_serve(server, config: MkDocsConfig, builder):
    """Build again when a snippet, a figure or the ledger changes."""
    for name in ("snippets", "docs", "theme", "mkdocs.en.yml"):
        server.watch(str(_root(config) / name))
    return server


def _has_ledger(config: MkDocsConfig) -> bool:
    return (_root(config) / ledger.FILE).is_file()


def _runs_labs(config: MkDocsConfig) -> bool:
    return config.plugins["mkdocs-jupyter"].config["execute"]


def _lab(page: str, config: MkDocsConfig) -> labs.Lab:
    path = _docs(config) / page
    file = path.relative_to(_root(config)).as_posix()
    return labs.read(path.read_text(encoding="utf-8"), file)


def _docs(config: MkDocsConfig) -> Path:
    return Path(config.docs_dir).resolve()


def _root(config: MkDocsConfig) -> Path:
    return Path(config.config_file_path).resolve().parent
