"""The commands of the book: `nox -l` is their manual, plain `nox` runs those with a star."""

import sys
from pathlib import Path

import nox

nox.needs_version = ">=2025.2"
nox.options.default_venv_backend = "virtualenv"
nox.options.reuse_venv = "yes"

PROJECT = nox.project.load_toml("pyproject.toml")
BOOK = Path(".nox", "book")  # one environment for all sessions that need torch
PEERS = Path(".nox", "peers")  # but for what the bench sets beside it
GITHUB = Path(".github")
FORMS = {  # schemas that check-jsonschema brings, and the files that must fit
    "github-workflows": sorted(GITHUB.glob("workflows/*.yml")),
    "github-actions": sorted(GITHUB.glob("actions/*/action.yml")),
    "dependabot": [GITHUB / "dependabot.yml"],
    "citation-file-format": [Path("CITATION.cff")],
}


def packages(*groups: str) -> list[str]:
    """Dependency groups of pyproject.toml, with the versions pinned there."""
    return nox.project.dependency_groups(PROJECT, *groups)


def python_with_torch(
    session: nox.Session, *groups: str, torch: str = "", home: Path = BOOK
) -> str:
    """The interpreter of the environment at `home`, after the packages of the groups are there.

    With another `torch` than the pinned one it is that of an environment beside it.
    """
    home = home.with_name(f"{home.name}-torch-{torch}") if torch else home
    pins = packages(*groups)
    if torch:
        pins = [f"torch=={torch}" if pin.startswith("torch==") else pin for pin in pins]
    folder, end = ("Scripts", ".exe") if sys.platform == "win32" else ("bin", "")
    python, pip = (home / folder / f"{name}{end}" for name in ("python", "pip"))
    if not (python.exists() and pip.exists()):
        session.run(sys.executable, "-m", "virtualenv", "--quiet", home)
    session.run(str(python), "-m", "pip", "install", "--quiet", *pins, silent=True)
    return str(python)


def install_front_end(
    session: nox.Session, npm: str | Path = "npm", *, judges: bool = False
) -> None:
    """Install what package-lock.json pins, unless it is there already; judges are for tests."""
    lock, installed = Path("package-lock.json"), Path("node_modules/.package-lock.json")
    wanted = Path("node_modules", "lighthouse" if judges else "katex")
    there = wanted.exists() and installed.exists()
    if not there or installed.stat().st_mtime < lock.stat().st_mtime:
        session.run(npm, "ci", *([] if judges else ["--omit=dev"]), silent=True)


def building(*, run_labs: bool) -> dict[str, str]:
    """The environment in which MkDocs builds pages."""
    return {"NO_MKDOCS_2_WARNING": "1", "RUN_LABS": str(run_labs).lower()}


@nox.session(venv_backend="none")
def check(session: nox.Session) -> None:
    """Recompute every number of the book and compare; -- CHAPTER… --fresh --format json"""
    python = python_with_torch(session, "book")
    session.run(python, "-m", "book", "check", *session.posargs)


@nox.session(venv_backend="none")
def tests(session: nox.Session) -> None:
    """Run the tests; -- as for pytest: -- -k lambert, -- tests/test_signal.py"""
    python = python_with_torch(session, "tests")
    install_front_end(session, Path(python).with_name("npm"), judges=True)
    parallel = ["--numprocesses", "auto"]
    session.run(python, "-m", "pytest", *(session.posargs or parallel))


@nox.session(venv_backend="none", default=False)
def browser(session: nox.Session) -> None:
    """Look at the pages in Chromium, with axe and Lighthouse; best on a machine at rest"""
    python = python_with_torch(session, "tests")
    install_front_end(session, Path(python).with_name("npm"), judges=True)
    looking = ("-m", "browser or judges", "tests/pages")
    session.run(python, "-m", "pytest", *(session.posargs or looking), env={"CI": "true"})


@nox.session
def lint(session: nox.Session) -> None:
    """Read the code for mistakes and form; -- --fix mends what can be mended"""
    session.install("--quiet", *packages("lint"))
    session.run("ruff", "check", *session.posargs)
    session.run("ruff", "format", *([] if "--fix" in session.posargs else ["--diff"]))
    for schema, files in FORMS.items():
        session.run("check-jsonschema", f"--builtin-schema=vendor.{schema}", *map(str, files))
    session.run("zizmor", "--offline", "--persona=auditor", "--quiet", ".", silent=True)


@nox.session(venv_backend="none")
def site(session: nox.Session) -> None:
    """Build into site/ what has changed, in both languages, and run the labs; -- --fresh: all"""
    python = python_with_torch(session, "book", "site", "review")  # pictures of shared links
    install_front_end(session, Path(python).with_name("npm"))
    session.run(python, "-m", "book.page", *session.posargs, env=building(run_labs=True))
    session.log("Open site/index.html in a browser; it needs no server.")


@nox.session(venv_backend="none", default=False)
def sync(session: nox.Session) -> None:
    """Write what is computed into texts, outputs, ledger and figures; -- CHAPTER…"""
    python = python_with_torch(session, "book")
    session.run(python, "-m", "book", "sync", *session.posargs)


@nox.session(venv_backend="none", default=False)
def figures(session: nox.Session) -> None:
    """Draw the figures anew; -- CHAPTER… or CHAPTER/FIGURE…"""
    python = python_with_torch(session, "book")
    session.run(python, "-m", "book", "figures", *session.posargs)


@nox.session(venv_backend="none", default=False)
def portable(session: nox.Session) -> None:
    """Check all again where whatever may differ does; -- CHAPTER… --torch VERSION"""
    chosen, torch = list(session.posargs), ""
    if "--torch" in chosen:
        at = chosen.index("--torch")
        if not chosen[at + 1 :]:
            session.error("--torch wants a version, as in: --torch 2.12.0")
        _, torch = chosen[at : at + 2]
        del chosen[at : at + 2]
    python = python_with_torch(session, "book", torch=torch)
    session.run(python, "-m", "book.portable", *chosen)


@nox.session(venv_backend="none", default=False)
def mutate(session: nox.Session) -> None:
    """Change the book in one place at a time, and count what the checks find; -- --sample"""
    python = python_with_torch(session, "book", "attack")
    session.run(python, "-m", "book.mutation", *session.posargs)


@nox.session(venv_backend="none", default=False)
def diff(session: nox.Session) -> None:
    """Tell which numbers read otherwise than in a commit; -- REV [REV2] --sheets draws pictures"""
    python = python_with_torch(session, "book", "review")
    session.run(python, "-m", "book", "diff", *session.posargs)


@nox.session(venv_backend="none", default=False)
def pdf(session: nox.Session) -> None:
    """Print the built site into it, a PDF for each language, with Chromium; -- zh"""
    python = python_with_torch(session, "book", "paper")
    session.run(python, "-m", "book.page.pdf", "site", *session.posargs)


@nox.session(venv_backend="none", default=False)
def archive(session: nox.Session) -> None:
    """Pack the built site into one zip, to be unpacked and read from a folder"""
    session.run(sys.executable, "-m", "book.page.archive", "site")


@nox.session(venv_backend="none", default=False)
def new(session: nox.Session) -> None:
    """Begin a chapter in both languages, from a template that passes `check`; -- NAME"""
    python = python_with_torch(session, "book")
    session.run(python, "-m", "book", "new", *session.posargs)
    session.run(python, "-m", "book", "sync", *session.posargs)


@nox.session(venv_backend="none", default=False)
def bench(session: nox.Session) -> None:
    """Measure, as ratios, what waiting costs, how time grows, and this book beside other tools"""
    python = python_with_torch(session, "bench", home=PEERS)
    install_front_end(session, Path(python).with_name("npm"))
    for program in ("bench.steps", "bench.lengths"):
        session.run(python, "-m", program)
    session.run(python, "-m", "bench", *session.posargs)  # --record


@nox.session(venv_backend="none", default=False)
def live(session: nox.Session) -> None:
    """Show the pages while you write, and mark what the programs contradict; -- --port N"""
    python = python_with_torch(session, "book", "site")
    install_front_end(session, Path(python).with_name("npm"))
    session.run(python, "-m", "book", "live", *session.posargs, env={"NO_MKDOCS_2_WARNING": "1"})


@nox.session(default=False)
def serve(session: nox.Session) -> None:
    """Show the pages of both languages while you write, without torch; -- --dev-addr HOST:PORT"""
    session.install("--quiet", *packages("site"))
    install_front_end(session)
    served = ("-m", "mkdocs", "serve", "--no-strict")  # as a module, so that it finds book/
    session.run("python", *served, *session.posargs, env=building(run_labs=False))
