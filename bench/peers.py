"""What a reader could write the same book with: each tool's files, commands and edits.

Every tool is used in its own way of writing computed numbers, with the cache that it has, as its
manual says, and for two languages in two builds, one after the other:

- `Typed`: MkDocs with the theme of this book; numbers are typed and pictures lie there, so nothing
  is computed. That is the floor, beside which all others stand.
- `Book`: `check`, then the pages with the book's own configuration, theme, extension and hooks, as
  `nox -s check site` does: of what has changed, both languages in one process; but for the labs, of
  which this book has none; after a constant has changed `sync` in place of `check`: it computes the
  same and writes the digits.
- `Claims`: the same checks, then MkDocs as in `Typed`, with the book's Markdown extension and
  nothing else of the book: what the promise costs, without what this site is beyond it.
- `Exec`: markdown-exec; programs and sections with numbers are code that prints Markdown.
- `Jupyter`: mkdocs-jupyter, executing, with its cache; such sections are cells that show Markdown.
- `Myst`: Sphinx with myst-nb, executing into jupyter-cache; numbers are `glue`.

Formulas are drawn while the book is built; the other tools leave that to the reader's browser.
"""

import json
import re
import shutil
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from bench.generated import LANGUAGES, PICTURE, SLOT, Chapter, Section, scale
from book.files import write

HOME = Path(__file__).resolve().parents[1]
CLAIM = re.compile(r" *<!--.*?-->\n?")
WORDS = ("It is worth working out", "It is good working out")  # stands in each chapter, in English

Command = tuple[str, ...]


@dataclass
class Tool:
    """A folder with the book, written for one tool."""

    root: Path
    chapters: list[Chapter]
    edited: int = field(default=0, init=False)  # how often the constant has been changed

    title: ClassVar[str]
    caches: ClassVar[tuple[str, ...]] = ()

    @property
    def site(self) -> Path:
        """Where the pages are built."""
        return self.root / "site"

    def written(self) -> None:
        """Write the files of the book."""
        raise NotImplementedError

    def builds(self, *, changed: bool = False) -> list[Command]:
        """What is run to build the pages, in turn; `changed` if a program was edited before."""
        return [
            mkdocs(self.root / f"mkdocs.{language}.yml", self.site / language)
            for language in LANGUAGES
        ]

    def forget(self) -> None:
        """Leave nothing that a run before has made; bytecode of Python may stay."""
        for name in ("site", *self.caches):
            shutil.rmtree(self.root / name, ignore_errors=True)

    def page(self, chapter: Chapter) -> Path:
        """The file of a chapter."""
        return self.root / "docs" / chapter.language / f"{chapter.name}.md"

    def reword(self) -> None:
        """Change one word of one chapter, in English; the next time back again."""
        page = self.page(next(c for c in self.chapters if c.language == "en"))
        one, two = WORDS
        if one not in page.read_text(encoding="utf-8"):
            one, two = two, one
        replaced(page, one, two)

    def rescale(self) -> None:
        """Change the constant of the first chapter to a value that it has not had yet."""
        before, after = (f"scale = {scale(0, self.edited + more)}" for more in (0, 1))
        self.edited += 1
        for path in self.programs(self.chapters[0].name):
            replaced(path, before, after)

    def programs(self, name: str) -> list[Path]:
        """The files that hold the program of a chapter."""
        return [self.page(c) for c in self.chapters if c.name == name]

    def pages(self) -> list[Path]:
        """The built pages of the chapters."""
        names = {chapter.name for chapter in self.chapters}
        return sorted(p for p in self.site.rglob("*.html") if p.stem in names)


def replaced(path: Path, old: str, new: str) -> None:
    """Replace a text that must stand in a file."""
    text = path.read_text(encoding="utf-8")
    if old not in text:
        raise LookupError(f"{path} has no {old!r}")
    path.write_text(text.replace(old, new), encoding="utf-8")


def mkdocs(config: Path, site: Path) -> Command:
    """Build with a configuration into a folder."""
    options = ("--strict", "--config-file", str(config), "--site-dir", str(site))
    return (sys.executable, "-m", "mkdocs", "build", *options)


def configuration(
    chapters: Iterable[Chapter], language: str, *, suffix: str, plugins: str, extensions: str = ""
) -> str:
    """A mkdocs.yml in the look of this book, without what is the book's own."""
    names = [chapter.name for chapter in chapters if chapter.language == language]
    nav = "".join(f"  - {name}.{suffix}\n" for name in names)
    return f"""\
site_name: {language}
docs_dir: docs/{language}
use_directory_urls: false
nav:
{nav}theme:
  name: material
  language: {language}
  font: false
  features: [content.code.copy, navigation.footer, navigation.top, search.highlight, toc.follow]
plugins:
  material/search:
    lang: {language}
{plugins}markdown_extensions:
  attr_list: {{}}
  footnotes: {{}}
  sane_lists: {{}}
  tables: {{}}
  toc:
    permalink: "#"
    toc_depth: 3
  pymdownx.arithmatex:
    generic: true
  pymdownx.blocks.caption: {{}}
  pymdownx.superfences: {{}}
  pymdownx.highlight: {{}}
{extensions}"""


SNIPPETS = """\
  pymdownx.snippets:
    base_path: [!relative $config_dir]
    check_paths: true
"""


def heading(section: Section) -> str:
    """A heading as Python-Markdown reads it."""
    return f"## {section.title} {{ #{section.id} }}"


def page(chapter: Chapter, section: Callable[[Section], str], end: str) -> str:
    """A chapter in Markdown, its sections written by `section`."""
    parts = [f"# {chapter.title} {{ #{chapter.name} }}", *map(section, chapter.sections), end]
    return "\n\n".join(parts) + "\n"


def plain(section: Section) -> str:
    """A section without numbers, or with its slots as they are."""
    blocks = ["\n".join(block) for block in section.blocks]
    return "\n\n".join([heading(section), *blocks])


def claimed(line: str, snippet: str = "weights") -> str:
    """A line with a zero in each slot and the claim behind it; `sync` writes the digits."""
    names = [f"{snippet}.{slot['name']}{slot['index']}" for slot in SLOT.finditer(line)]
    zeros = SLOT.sub(lambda slot: f"{0:.{slot['digits']}f}", line)
    if not names:
        return line
    claim = f"<!--= {' '.join(names)} -->"
    return f"{zeros[:-1]}{claim} |" if line.startswith("|") else f"{zeros} {claim}"


class Book(Tool):
    """This book's own way."""

    title = "this book"
    caches = (".cache",)

    def written(self) -> None:
        for name in ("book", "theme", "node_modules"):
            if not (self.root / name).exists():
                self.root.mkdir(parents=True, exist_ok=True)
                (self.root / name).symlink_to(HOME / name)
        files: dict[Path, str | None] = {}
        names = [chapter.name for chapter in self.chapters if chapter.language == "zh"]
        for config in ("mkdocs.yml", "mkdocs.en.yml"):
            text = (HOME / config).read_text(encoding="utf-8")
            nav = "nav:\n" + "".join(f"  - {name}.md\n" for name in names)
            files[self.root / config] = re.sub(r"(?m)^nav:\n(?:  - .*\n)+", nav, text)
        style = Path("figures_src/book.mplstyle")
        files[self.root / style] = (HOME / style).read_text(encoding="utf-8")
        for chapter in self.chapters:
            files[self.page(chapter)] = self.text(chapter)
        for chapter in self.chapters[: len(names)]:
            name = chapter.name
            files[self.root / f"snippets/{name}/weights.py"] = chapter.program
            files[self.root / f"figures_src/{name}/weights.py"] = PICTURE.format(
                imported=f"from snippets.{name}.weights import alpha\n"
            )
        write(files)

    def text(self, chapter: Chapter) -> str:
        """A chapter with claims, its program and picture shown."""

        def section(section: Section) -> str:
            blocks = [
                "\n".join(claimed(line) for line in block)
                + ("\n<!--:=-->" if block[0] == "$$" else "")
                for block in section.blocks
            ]
            return "\n\n".join([heading(section), *blocks])

        front = f"---\ntitle: {chapter.title}\ndescription: {chapter.caption}\n---\n"
        return front + page(chapter, section, _shown(chapter))

    def builds(self, *, changed: bool = False) -> list[Command]:
        return [
            (sys.executable, "-m", "book", "sync" if changed else "check"),
            (sys.executable, "-m", "book.page"),
        ]

    def programs(self, name: str) -> list[Path]:
        return [self.root / f"snippets/{name}/weights.py"]


class Claims(Book):
    """Claims and checks alone: the extension in the configuration of `Typed`."""

    title = "its claims alone"

    def written(self) -> None:
        super().written()
        files: dict[Path, str | None] = {self.root / "page.py": _HOOK}
        for language in LANGUAGES:
            files[self.root / f"mkdocs.{language}.yml"] = configuration(
                self.chapters,
                language,
                suffix="md",
                plugins="",
                extensions=f"    line_spans: L\n{SNIPPETS}  book.page: {{}}\nhooks: [page.py]\n",
            ).replace("pymdownx.highlight: {}", "pymdownx.highlight:")
        write(files)

    def builds(self, *, changed: bool = False) -> list[Command]:
        return [super().builds(changed=changed)[0], *Tool.builds(self)]


_HOOK = '''\
"""Tell the extension which page it renders."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent


def on_page_markdown(markdown, page, config, files):
    source = page.file.content_string
    config.mdx_configs["book.page"] = {
        "root": str(ROOT),
        "file": (Path(config.docs_dir) / page.file.src_uri).relative_to(ROOT).as_posix(),
        "first_line": 1 + source.count("\\n") - markdown.count("\\n"),
    }
    return markdown
'''


def _shown(chapter: Chapter) -> str:
    """The program, what it prints, and the picture, as this book shows them."""
    file = f"snippets/{chapter.name}/weights"
    return f"""\
```python title="{file}.py"
--8<-- "{file}.py"
```
```text title="{file}.out"
--8<-- "{file}.out"
```

![{chapter.alt}](../figures/{chapter.name}/weights.svg)
/// caption
{chapter.caption}
///"""


@dataclass
class Typed(Tool):
    """The floor: the pages of `book`, synced, without their claims."""

    book: Book | None = None

    title = "typed numbers"

    def written(self) -> None:
        assert self.book is not None
        files: dict[Path, str | None] = {}
        for language in LANGUAGES:
            files[self.root / f"mkdocs.{language}.yml"] = configuration(
                self.chapters, language, suffix="md", plugins="", extensions=SNIPPETS
            )
        for chapter in self.chapters:
            text = self.book.page(chapter).read_text(encoding="utf-8").partition("---\n")[2]
            text = CLAIM.sub(_end, text.partition("---\n")[2])
            files[self.page(chapter)] = text.replace("](../figures/", "](figures/")
            picture = f"figures/{chapter.name}/weights.svg"
            kept = (self.book.root / "docs" / picture).read_text(encoding="utf-8")
            files[self.root / "docs" / chapter.language / picture] = kept
            for kind in ("py", "out"):
                file = f"snippets/{chapter.name}/weights.{kind}"
                files[self.root / file] = (self.book.root / file).read_text(encoding="utf-8")
        write(files)

    def programs(self, name: str) -> list[Path]:
        return [self.root / f"snippets/{name}/weights.py"]


def _end(comment: re.Match[str]) -> str:
    """What stays of a claim: the line end, if it had its line alone or ended it."""
    return "\n" if comment[0].endswith("\n") and comment[0].startswith(" ") else ""


def inner(chapter: Chapter) -> str:
    """The picture of a chapter, drawn where its program has run."""
    return PICTURE.format(imported="")


class Exec(Tool):
    """markdown-exec: a session for each page, whose code prints Markdown and the picture."""

    title = "markdown-exec"

    def written(self) -> None:
        files: dict[Path, str | None] = {}
        for language in LANGUAGES:
            files[self.root / f"mkdocs.{language}.yml"] = configuration(
                self.chapters, language, suffix="md", plugins="  markdown-exec: {}\n"
            )
        for chapter in self.chapters:
            files[self.page(chapter)] = self.text(chapter)
        write(files)

    def text(self, chapter: Chapter) -> str:
        """A chapter whose program comes first, for what follows needs it."""
        session = f'session="{chapter.name}"'

        def section(section: Section) -> str:
            if not section.numbered:
                return plain(section)
            head, _, body = plain(section).partition("\n\n")
            return f'{head}\n\n```python exec="on" {session}\nprint(f"""\n{body}\n""")\n```'

        shown = f'```python exec="on" source="above" result="text" {session}\n{chapter.program}```'
        saved = "figure = draw()\nsvg = io.StringIO()\nfigure.savefig(svg, format='svg')\n"
        drawn = f"import io\n\n{inner(chapter)}\n{saved}plt.close(figure)\nprint(svg.getvalue())\n"
        picture = f'```python exec="on" html="on" {session}\n{drawn}```\n\n{chapter.caption}'
        title, _, rest = page(chapter, section, picture).partition("\n\n")
        return f"{title}\n\n{shown}\n\n{rest}"


class Jupyter(Tool):
    """mkdocs-jupyter: a notebook for each page."""

    title = "mkdocs-jupyter"
    caches = (".cache",)

    def page(self, chapter: Chapter) -> Path:
        return super().page(chapter).with_suffix(".ipynb")

    def written(self) -> None:
        files: dict[Path, str | None] = {}
        plugins = "  mkdocs-jupyter:\n    execute: true\n    allow_errors: false\n"
        plugins += "    include: ['*.ipynb']\n    cache_dir: {}\n"
        for language in LANGUAGES:
            files[self.root / f"mkdocs.{language}.yml"] = configuration(
                self.chapters,
                language,
                suffix="ipynb",
                plugins=plugins.format(self.root / f".cache/{language}"),
            )
        for chapter in self.chapters:
            files[self.page(chapter)] = self.text(chapter)
        write(files)

    def text(self, chapter: Chapter) -> str:
        """A notebook: the program, sections that show Markdown, the picture."""
        cells = [_words(f"# {chapter.title}"), _code(chapter.program)]
        for section in chapter.sections:
            text = plain(section).replace(heading(section), f"## {section.title}")
            if section.numbered:
                body = f'from IPython.display import Markdown\n\nMarkdown(f"""\n{text}\n""")'
                cells.append(_code(body))
            else:
                cells.append(_words(text))
        cells += [_code(f"{inner(chapter)}\ndraw();"), _words(chapter.caption)]
        for number, cell in enumerate(cells):
            cell["id"] = f"cell-{number}"
        kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
        book = {"cells": cells, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
        return json.dumps(book, ensure_ascii=False, indent=1)


def _words(text: str) -> dict:
    return {"cell_type": "markdown", "metadata": {}, "source": text}


def _code(text: str) -> dict:
    cell = {"cell_type": "code", "metadata": {}, "source": text}
    return cell | {"execution_count": None, "outputs": []}


class Myst(Tool):
    """Sphinx with myst-nb: a program, and a cell that gives its numbers names for the text."""

    title = "myst-nb"
    caches = (".cache", ".doctrees")

    def written(self) -> None:
        files: dict[Path, str | None] = {}
        for language in LANGUAGES:
            docs = self.root / "docs" / language
            names = [c.name for c in self.chapters if c.language == language]
            listed = "".join(f"{name}\n" for name in names)
            files[docs / "conf.py"] = _CONFIGURATION.format(
                language={"zh": "zh_CN"}.get(language, language),
                cache=self.root / ".cache" / language,
            )
            files[docs / "index.md"] = f"# {language}\n\n```{{toctree}}\n{listed}```\n"
        for chapter in self.chapters:
            files[self.page(chapter)] = self.text(chapter)
        write(files)

    def text(self, chapter: Chapter) -> str:
        """A chapter in MyST Markdown."""

        def glued(slot: re.Match[str]) -> str:
            return f"{{glue:text}}`{_key(slot)}:.{slot['digits']}f`"

        def section(section: Section) -> str:
            text = plain(section).replace(heading(section), f"## {section.title}")
            return f"({chapter.name}-{section.id})=\n{SLOT.sub(glued, text)}"

        front = "---\nfile_format: mystnb\nkernelspec:\n  name: python3\n---\n"
        keys = "\n".join(
            f'glue("{_key(slot)}", {slot["name"]}{slot["index"]}.item(), display=False)'
            for slot in chapter.slots
        )
        hidden = f":tags: [remove-cell]\n\nfrom myst_nb import glue\n\n{keys}\n"
        cells = [f"```{{code-cell}}\n{text}```" for text in (chapter.program, hidden)]
        drawn = f"```{{code-cell}}\n{inner(chapter)}\ndraw();\n```\n\n{chapter.caption}"
        title, _, rest = page(chapter, section, drawn).partition("\n\n")
        title = title.partition(" {")[0]
        return "\n\n".join([f"{front}{title}", *cells, rest])

    def builds(self, *, changed: bool = False) -> list[Command]:
        return [
            (
                *(sys.executable, "-m", "sphinx", "-W", "-q", "-b", "html"),
                *("-d", str(self.root / ".doctrees" / language)),
                *(str(self.root / "docs" / language), str(self.site / language)),
            )
            for language in LANGUAGES
        ]


def _key(slot: re.Match[str]) -> str:
    return slot["name"] + re.sub(r"\W+", "_", slot["index"]).rstrip("_")


_CONFIGURATION = """\
project = "book"
language = "{language}"
extensions = ["myst_nb"]
myst_enable_extensions = ["dollarmath"]
nb_execution_mode = "cache"
nb_execution_cache_path = r"{cache}"
nb_execution_raise_on_error = True
nb_execution_timeout = 600
"""


def tools(folder: Path, chapters: list[Chapter]) -> list[Tool]:
    """The tools, each with a folder of its own below `folder`; nothing is written yet.

    The floor comes first; it is written from the book, whose numbers must be synced before.
    """
    book = Book(folder / "book", chapters)
    others = (Claims, Exec, Jupyter, Myst)
    return [
        Typed(folder / "typed", chapters, book),
        book,
        *(tool(folder / tool.__name__.lower(), chapters) for tool in others),
    ]
