"""Serving: a proof in a browser on this machine, whose pages load again when they change."""

import html
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Protocol
from urllib.parse import parse_qs, unquote, urlsplit

HERE = Path(__file__).parent
BREATH = 15.0  # seconds of silence after which a waiting browser is told that nothing is new
_OWN = {
    "/live/proof.css": (HERE / "proof.css", "text/css"),
    "/live/proof.js": (HERE / "proof.js", "text/javascript"),
}
_FRAME = "<!doctype html><html><head><title>{title}</title></head><body><pre>{text}</pre></body>"


class Proofs(Protocol):
    """What is served: pages with their names and versions, and files."""

    def page(self, path: str) -> tuple[str, int, str] | None:
        """Name, version and HTML of the page at a path; None if there is none."""

    def file(self, path: str) -> tuple[str, bytes] | None:
        """Type and content of the file at a path; None if there is none."""

    def newer(self, name: str, version: int, seconds: float) -> bool:
        """Wait until the page of a name is newer than a version, for some seconds at most."""


@contextmanager
def serving(proofs: Proofs, host: str, port: int) -> Iterator[str]:
    """The address where proofs are served while the block runs. Raises OSError for a port in use.

    Port 0 stands for any that is free.
    """
    closing = threading.Event()

    class Handler(_Handler):
        answers, closed = proofs, closing

    with ThreadingHTTPServer((host, port), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1})
        thread.start()
        try:
            yield f"http://{host}:{server.server_port}/"
        finally:
            closing.set()
            server.shutdown()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    answers: Proofs
    closed: threading.Event

    def do_GET(self) -> None:
        """Answer with a page, a file, or the news about a page."""
        address = urlsplit(self.path)
        path = unquote(address.path)
        with suppress(ConnectionError):
            if path == "/live/changes":
                self._tell_changes(parse_qs(address.query))
            elif path in _OWN:
                file, kind = _OWN[path]
                self._send(HTTPStatus.OK, kind, file.read_bytes())
            elif (found := self.answers.page(path)) is not None:
                name, version, markup = found
                self._send(HTTPStatus.OK, "text/html", _with_live(markup, name, version))
            elif (file := self.answers.file(path)) is not None:
                self._send(HTTPStatus.OK, *file)
            else:
                self._refuse(HTTPStatus.NOT_FOUND, f"there is no {path}")

    def _refuse(self, status: HTTPStatus, why: str) -> None:
        text = _FRAME.format(title=status.value, text=html.escape(why))
        self._send(status, "text/html", text.encode())

    def _send(self, status: HTTPStatus, kind: str, content: bytes) -> None:
        charset = "; charset=utf-8" if kind.startswith("text/") else ""
        self.send_response(status)
        self.send_header("Content-Type", kind + charset)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-cache")
        self.end_headers()
        self.wfile.write(content)

    def _tell_changes(self, asked: dict[str, list[str]]) -> None:
        """One event when the page is newer than the browser's, as EventSource reads it."""
        try:
            page, version = asked["page"][0], int(asked["version"][0])
        except (KeyError, ValueError):
            self._refuse(HTTPStatus.BAD_REQUEST, "changes of which page, since which version?")
            return
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-cache")
        self.end_headers()
        while not self.closed.is_set():
            newer = self.answers.newer(page, version, BREATH)
            self.wfile.write(b"data: newer\n\n" if newer else b": nothing new\n\n")
            if newer:
                return

    def log_message(self, *arguments: object) -> None:
        """Say nothing: the terminal is for what a check finds."""


def _with_live(markup: str, name: str, version: int) -> bytes:
    """A page with what loads it again when it changes."""
    own = (
        '<link rel="stylesheet" href="/live/proof.css">'
        f'<script defer src="/live/proof.js" data-page="{html.escape(name)}" '
        f'data-version="{version}"></script>'
    )
    return markup.replace("</head>", f"{own}</head>", 1).encode()
