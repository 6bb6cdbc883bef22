"""The proof: the book as it will be, one page at a time, with marks where a check objects.

MkDocs builds all pages of a language at once, which takes longer than an author waits. Here the
same plugins, hooks and templates render a single page when somebody asks for it. There is no
search, which would need all pages.
"""

import logging
import mimetypes
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from mkdocs.commands.build import _build_page, _populate_page
from mkdocs.config import load_config
from mkdocs.structure.files import Files, get_files, set_exclusions
from mkdocs.structure.nav import Navigation, get_navigation
from mkdocs.structure.pages import Page

from book.page.marks import Mark, with_problems
from book.page.site import CONFIGS

COPIED = ("docs", "snippets", "theme", *CONFIGS.values())
LINKED = ("README.md", "book", "node_modules", "tests")
_SEARCH = "material/search"


class Proof:
    """The pages of one language of the book at `root`; MkDocs may write below `scratch`.

    `complaints` are what the last page was warned about beyond its marks. Used from one thread
    alone, in which KaTeX lives. Raises what MkDocs raises for a broken configuration.
    """

    def __init__(self, root: Path, language: str, scratch: Path):
        self.root = root
        self.language = language
        self.scratch = scratch
        self.complaints: list[str] = []
        with _listening([]):
            config = load_config(str(root / CONFIGS[language]), site_dir=str(scratch), strict=False)
            if _SEARCH in config.plugins:
                config.plugins[_SEARCH].config.enabled = False
                del config.plugins[_SEARCH]  # by which the theme knows whether to offer it
            self.config = config.plugins.on_config(config)
            self.config.plugins.on_pre_build(config=self.config)
            self.files, self.nav = self._gathered()
        self.by_url = {file.url: file for file in self.files}

    def _gathered(self) -> tuple[Files, Navigation]:
        """All files and the navigation, in which every page has its title."""
        config, plugins = self.config, self.config.plugins
        files = get_files(config)
        self.env = config.theme.get_env()
        files.add_files_from_theme(self.env, config)
        files = plugins.on_files(files, config=config)
        set_exclusions(files, config)
        nav = plugins.on_nav(get_navigation(files, config), config=config, files=files)
        for file in files.documentation_pages():
            page = file.page or Page(None, file, config)
            page.read_source(config)
            page.markdown = plugins.on_page_markdown(
                page.markdown, page=page, config=config, files=files
            )
        self.env = plugins.on_env(self.env, config=config, files=files)
        return files, nav

    def chapter(self, url: str) -> str | None:
        """The name of the page at an address, `recurrence` for `recurrence.html`, if it is one."""
        file = self.by_url.get(url or "index.html")
        return Path(file.src_uri).with_suffix("").as_posix() if file and file.page else None

    def page(self, url: str, marks: Sequence[Mark] = ()) -> str:
        """The HTML of the page at an address, with marks."""
        file = self.by_url[url or "index.html"]
        page, config = file.page, self.config
        config.mdx_configs["book.page"]["marks"] = list(marks)
        heard: list[str] = []
        with _listening(heard):
            _populate_page(page, config, self.files)
            known = {str(mark.problem) for mark in marks}
            self.complaints = [text for text in dict.fromkeys(heard) if text not in known]
            page.content = with_problems(page.content, marks, self.complaints, self.language)
            _build_page(page, config, self.files.documentation_pages(), self.nav, self.env)
        return Path(file.abs_dest_path).read_text(encoding="utf-8")

    def file(self, url: str) -> tuple[str, bytes] | None:
        """The type and content of another file of the site."""
        kind = mimetypes.guess_type(url)[0] or "application/octet-stream"
        if file := self.by_url.get(url):
            return kind, file.content_bytes
        written = (self.scratch / url).resolve()
        if written.is_relative_to(self.scratch) and written.is_file():  # the notebook of a lab
            return kind, written.read_bytes()
        return None


class Proofs:
    """The book at `root` in both languages, rendered from a copy of its files.

    What a page should show otherwise than it lies at `root` is `put` into the copy.
    """

    def __init__(self, root: Path):
        self.folder = tempfile.TemporaryDirectory(prefix="book-live-")
        self.top = Path(self.folder.name).resolve()
        self.copy = self.top / "book"
        self.languages: dict[str, Proof] = {}
        self.copy.mkdir()
        for name in COPIED:
            source, target = root / name, self.copy / name
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            elif source.is_file():
                shutil.copy(source, target)
        for name in LINKED:
            if (root / name).exists():
                _link(root / name, self.copy / name)
        self.renew()

    def close(self) -> None:
        """Remove the copy."""
        self.folder.cleanup()

    def renew(self) -> None:
        """Follow another configuration or set of pages; raises what MkDocs raises for a bad one."""
        self.languages |= {
            language: Proof(self.copy, language, self.top / "site" / language)
            for language in CONFIGS
        }

    def has(self, file: str) -> bool:
        """Whether a file is in the copy."""
        return (self.copy / file).exists()

    def put(self, file: str, content: bytes | None) -> None:
        """Give a file of the copy another content; None removes it."""
        target = self.copy / file
        if content is None:
            target.unlink(missing_ok=True)
        elif not target.is_file() or target.read_bytes() != content:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)

    def at(self, path: str) -> tuple[Proof, str]:
        """The language that a path of the site leads to, and the address within it."""
        url = path.removeprefix("/")
        english = url.removeprefix("en/")
        return (self.languages["en"], english) if english != url else (self.languages["zh"], url)


def _link(source: Path, target: Path) -> None:
    try:
        target.symlink_to(source, target_is_directory=source.is_dir())
    except OSError:  # Windows, without the right to
        (shutil.copytree if source.is_dir() else shutil.copy)(source, target)


class _Listener(logging.Handler):
    def __init__(self, heard: list[str]):
        super().__init__(logging.WARNING)
        self.heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(record.getMessage())


@contextmanager
def _listening(heard: list[str]) -> Iterator[None]:
    """Collect what MkDocs and its plugins warn about."""
    logger, listener = logging.getLogger("mkdocs"), _Listener(heard)
    logger.addHandler(listener)
    try:
        yield
    finally:
        logger.removeHandler(listener)
