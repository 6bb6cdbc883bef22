"""The built site, made once for all tests of this folder, and a browser to look at it."""

import functools
import http.server
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from filelock import FileLock
from playwright.sync_api import expect

from book.page.pdf import NoBrowser, browser, launched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright, Request

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("zh", "en")
SIZES = {"phone": (390, 844), "desk": (1300, 900)}

# How long a test waits for what it asserts, in ms: far longer than a busy machine takes. Nothing
# is looked at once that comes a moment later: `expect`, `eventually`, `page.wait_for_url`.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)


def built(
    root: Path, target: Path, *options: str, run_labs: bool = False
) -> subprocess.CompletedProcess[str]:
    """Build each language of the book at `root` into `target`; stops at the first that fails."""
    for config, folder in (("mkdocs.yml", target), ("mkdocs.en.yml", target / "en")):
        command = ["build", *options, "--config-file", config, "--site-dir", str(folder)]
        done = _python(root, "mkdocs", *command, run_labs=run_labs)
        if done.returncode:
            break
    return done


def built_at_once(
    root: Path, *options: str, run_labs: bool = False
) -> subprocess.CompletedProcess[str]:
    """Build both languages into `root/site` as `nox -s site` does, in one process and strictly."""
    return _python(root, "book.page", *options, run_labs=run_labs)


def _python(
    root: Path, module: str, *arguments: str, run_labs: bool
) -> subprocess.CompletedProcess[str]:
    environment = {
        "RUN_LABS": str(run_labs).lower(),
        "NO_MKDOCS_2_WARNING": "1",
        "COLUMNS": "1000",  # what is said is not broken into lines
    }
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=root,
        env=os.environ | environment,
        text=True,
        capture_output=True,
        check=False,
    )


def small_book(root: Path, zh: str, en: str) -> Path:
    """A book of one page in each language, with the configuration, theme and tool of this one."""
    for name in ("book", "theme", "node_modules"):
        (root / name).symlink_to(ROOT / name)
    (root / "snippets").mkdir()
    for name in ("mkdocs.yml", "mkdocs.en.yml"):
        text = (ROOT / name).read_text(encoding="utf-8")
        one_page = re.sub(r"(?m)^  - (?!index)(?:\w+\.md|labs/\w+\.py)\n", "", text)
        (root / name).write_text(one_page, encoding="utf-8")
    for language, text in (("zh", zh), ("en", en)):
        page = root / "docs" / language / "index.md"
        page.parent.mkdir(parents=True)
        page.write_text(f"---\ntitle: T\n---\n\n# T {{ #top }}\n\n{text}\n", encoding="utf-8")
    return root


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder of the built site, Chinese at its root, English in en/; not to be changed.

    It is built once: the first process that needs it does so, others wait and look at the same.
    """
    own = tmp_path_factory.getbasetemp()
    shared = own if worker_id == "master" else own.parent
    with FileLock(shared / "site.lock"):
        target, said = shared / "site", shared / "site.txt"
        if not said.exists():
            done = built(ROOT, target, "--strict", run_labs=True)
            said.write_text((done.stdout + done.stderr)[-3000:] if done.returncode else "")
        assert not said.read_text(), said.read_text()
    return target


class _Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        pass

    def send_error(self, code: int, *arguments: object) -> None:
        """Answer as a host of static pages does: with the 404 page of the nearest folder."""
        folder = "en/" if self.path.startswith("/en/") else ""
        body = Path(self.directory, folder, "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class _Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128  # a page asks for more than five files at once


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of a server of a folder on this machine, with a slash at its end."""
    handler = functools.partial(_Handler, directory=str(folder))
    with _Server(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


@pytest.fixture(scope="session")
def served(site: Path) -> Iterator[str]:
    """The address of the site on this machine."""
    with serving(site) as address:
        yield address


def chromium_or_skip() -> str:
    """Where Chromium is; without one the test is skipped, but never on CI."""
    try:
        return browser()
    except NoBrowser as error:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(str(error))


@pytest.fixture(scope="session")
def playwright():
    """What drives browsers."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driving:
        yield driving


@contextmanager
def driven(playwright: "Playwright", path: str) -> "Iterator[Browser]":
    """A browser, started and closed."""
    chromium = launched(playwright, path)
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def chromium(playwright):
    """Chromium; where there is one without windows, that one, which takes a third less time."""
    path = chromium_or_skip()
    with driven(playwright, shutil.which("chromium-headless-shell") or path) as browsing:
        yield browsing


def tab(chromium: "Browser", **options: Any) -> "Page":
    """An empty page in a context of its own, which is patient."""
    context = chromium.new_context(**options)
    context.set_default_timeout(PATIENCE)
    return context.new_page()


def eventually(page: "Page", look: Callable[[], object], wanted: object) -> None:
    """Wait until a look at a page gives what is wanted, and fail with what it gives otherwise."""
    end = time.monotonic() + PATIENCE / 1000
    while (seen := look()) != wanted and time.monotonic() < end:
        page.wait_for_timeout(50)
    assert seen == wanted


def typed(page: "Page", words: str) -> None:
    """Type words into the search, with the last key by hand: the theme listens to keys."""
    field = page.locator("[data-md-component=search-query]")
    field.fill(words)
    field.press("End")


class Traffic:
    """What a page asks for, from now on."""

    def __init__(self, page: "Page"):
        self.page = page
        self.asked: list[str] = []
        self.coming = 0  # of what comes from elsewhere
        page.on("request", self._begin)
        for event in ("requestfinished", "requestfailed"):
            page.on(event, self._end)

    def _begin(self, request: "Request") -> None:
        self.asked.append(request.url)
        self.coming += not request.url.startswith(("data:", "blob:"))

    def _end(self, request: "Request") -> None:
        self.coming -= not request.url.startswith(("data:", "blob:"))

    def settle(self) -> None:
        """Wait until all has come, and the page has had the time to ask for more."""
        for _ in range(100):  # what never comes is for others to tell
            seen = len(self.asked)
            self.page.wait_for_timeout(200)
            if seen == len(self.asked) and self.coming <= 0:
                return


def address(base: str, language: str, name: str) -> str:
    """The address of a page in a language, below that of the site."""
    return f"{base}{'en/' if language == 'en' else ''}{name}.html"


@pytest.fixture(params=["http", "file"])
def base(request, site, served) -> str:
    """The address of the site, from a server and from a folder."""
    return served if request.param == "http" else f"{site.as_uri()}/"


@pytest.fixture
def window(chromium):
    """Opens a page: window(url, size, **context options)."""
    contexts = []

    def opened(url: str, size: str = "desk", **options):
        width, height = SIZES[size]
        page = tab(chromium, viewport={"width": width, "height": height}, **options)
        contexts.append(page.context)
        page.goto(url)
        return page

    yield opened
    for context in contexts:
        context.close()
