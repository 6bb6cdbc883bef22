"""The site: the pages of a language built as `mkdocs build --strict` builds them.

Both languages can be built in one process, which needs imports and formulas once. What a build
leaves behind for the next is put back, so that each gives the same as in a process of its own.
"""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType

from book.page import unchanged

CONFIGS = {"zh": "mkdocs.yml", "en": "mkdocs.en.yml"}  # English lies below Chinese, so it is second


def built(root: Path, language: str) -> None:
    """Build the pages of a language. Raises ClickException for an error, or after a warning.

    Labs are run where the environment says so, and only then is what runs them imported.
    """
    for name in ("jupytext", "mkdocs_jupyter.convert"):
        sys.modules.setdefault(name, _Later(name))
    from mkdocs.__main__ import State
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    _forget_words()
    terminal = State()  # while it lives, what MkDocs says is shown
    config = load_config(str(root / CONFIGS[language]), strict=True)
    docs = Path(config.docs_dir)
    pages = [page for page in config.nav or [] if (docs / page).is_file()]
    try:
        before = unchanged.state(root, language, pages)
    except unchanged.Unsaid:
        before = None
    config.plugins.on_startup(command="build", dirty=False)
    try:
        with _left(Path(config.site_dir) / unchanged.OTHER[language]):
            build(config)
    finally:
        config.plugins.on_shutdown()
        del terminal
    if before:
        unchanged.remember(root, language, pages, Path(config.site_dir), before)


@contextmanager
def _left(folder: Path) -> Iterator[None]:
    """Hide a folder, if it is there, from MkDocs, which empties the one around it but of dotfiles.

    A process that is killed meanwhile leaves it hidden; then both folders are built anew.
    """
    hidden = folder.with_name(f".{folder.name}")
    shutil.rmtree(hidden, ignore_errors=True)
    if folder.is_dir():
        folder.rename(hidden)
    try:
        yield
    finally:
        if hidden.is_dir():
            hidden.rename(folder)


class _Later(ModuleType):
    """Stands for a module, which is imported when something of it is asked for."""

    def __getattr__(self, name: str) -> object:
        if sys.modules.get(self.__name__) is self:
            del sys.modules[self.__name__]
        return getattr(import_module(self.__name__), name)


def _forget_words() -> None:
    """Take out of jieba's dictionary what the search of another language has put there."""
    if jieba := sys.modules.get("jieba"):
        jieba.dt.__init__()
