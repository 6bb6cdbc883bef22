"""The book's commands; `nox -l` is their manual. Without a name, nox runs check, tests, lint and site."""

from pathlib import Path

import nox

nox.needs_version = ">=2025.2"
nox.options.default_venv_backend = "virtualenv"
nox.options.reuse_venv = "yes"
nox.options.stop_on_first_error = False

PROJECT = nox.project.load_toml("pyproject.toml")
BOOK = ".nox/book"  # with torch
SITE = ".nox/site"  # without: pages are built from committed values and figures


def install(session: nox.Session, *groups: str) -> None:
    """Install dependency groups of pyproject.toml, with the versions pinned there."""
    requirements = nox.project.dependency_groups(PROJECT, *groups)
    session.install("--disable-pip-version-check", "--quiet", *requirements)


def install_front_end(session: nox.Session) -> None:
    """Install what package-lock.json pins, unless it is there already."""
    lock, installed = Path("package-lock.json"), Path("node_modules/.package-lock.json")
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        session.run("npm", "ci", silent=True)


def book(session: nox.Session, *arguments: str) -> None:
    """Run the book's own tool, with what stands behind `--` on the command line."""
    install(session, "book")
    session.run("python", "-m", "book", *arguments, *session.posargs)


@nox.session(venv_location=BOOK)
def check(session: nox.Session) -> None:
    """Recompute every number of the book and compare; -- CHAPTER… --fresh --format json."""
    book(session, "check")


@nox.session(venv_location=BOOK)
def tests(session: nox.Session) -> None:
    """Run the tests; -- PYTEST-ARGUMENTS…, as -- -k lambert or -- tests/test_signal.py."""
    install(session, "tests")
    install_front_end(session)
    session.run("python", "-m", "pytest", "--numprocesses", "auto", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Read the code for mistakes and for its form; -- --fix mends what can be mended."""
    install(session, "lint")
    session.run("ruff", "check", *session.posargs)
    session.run("ruff", "format", *([] if "--fix" in session.posargs else ["--diff"]))


@nox.session(venv_location=SITE)
def site(session: nox.Session) -> None:
    """Build the pages of both languages into site/, without torch."""
    install(session, "site")
    install_front_end(session)
    for config in ("mkdocs.yml", "mkdocs.en.yml"):
        mkdocs(session, "build", "--strict", "--config-file", config, *session.posargs)
    session.log("Open site/index.html in a browser; no server is needed.")


@nox.session(venv_location=BOOK, default=False)
def sync(session: nox.Session) -> None:
    """Write what is computed into the text, the outputs, the ledger and the figures; -- CHAPTER…"""
    book(session, "sync")


@nox.session(venv_location=BOOK, default=False)
def figures(session: nox.Session) -> None:
    """Draw the figures anew; -- CHAPTER… or -- CHAPTER/FIGURE…"""
    book(session, "figures")


@nox.session(venv_location=SITE, default=False)
def serve(session: nox.Session) -> None:
    """Show the Chinese pages as you write, without torch; -- -f mkdocs.en.yml the English ones."""
    install(session, "site")
    install_front_end(session)
    mkdocs(session, "serve", "--no-strict", *session.posargs)


def mkdocs(session: nox.Session, *arguments: str) -> None:
    """Run MkDocs as a module, so that it finds book/."""
    session.run("python", "-m", "mkdocs", *arguments, env={"NO_MKDOCS_2_WARNING": "1"})
