"""What Lighthouse says of the site on its phone.

It takes minutes, and wants a machine at rest: `nox -s browser` runs it.
"""

import functools
import gzip
import http.server
import json
import os
import subprocess
import sys
import sysconfig
import threading
from functools import cache
from pathlib import Path

import pytest

from book.page.pdf import SWITCHES, NoBrowser, browser
from tests.pages.conftest import LANGUAGES, ROOT, address

pytestmark = pytest.mark.judges

JUDGED = ("index", "attention", "recurrence")  # the cover, many formulas, many figures
LEAST = {"performance": 0.95, "accessibility": 1.0, "best-practices": 1.0, "seo": 1.0}


class _Packed(http.server.SimpleHTTPRequestHandler):
    """Serves a folder as hosts of static pages do: compressed, and to be kept."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments: object) -> None:
        pass

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            self.send_error(404)
            return
        body, kind = path.read_bytes(), self.guess_type(str(path))
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if "text" in kind else kind)
        if path.suffix not in (".woff2", ".png", ".zip", ".pdf"):
            body = _packed(path)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Cache-Control", "max-age=31536000")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@cache
def _packed(path: Path) -> bytes:
    return gzip.compress(path.read_bytes(), mtime=0)


@pytest.fixture(scope="module")
def packed(site):
    """The address of the site as a host would send it."""
    handler = functools.partial(_Packed, directory=str(site))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def node() -> str:
    """Node: of the environment that runs the tests, or of the machine."""
    here = Path(sysconfig.get_path("scripts"), "node.exe" if sys.platform == "win32" else "node")
    return str(here) if here.is_file() else "node"


def lighthouse(url: str) -> dict:
    """Lighthouse's report of a page on its phone."""
    try:
        chrome = browser()
    except NoBrowser as error:
        pytest.skip(str(error))
    flags = " ".join(f"--{switch}" for switch in ("headless=new", *SWITCHES.split()))
    program = ROOT / "node_modules/lighthouse/cli/index.js"
    options = ("--quiet", "--output=json", "--no-enable-error-reporting", f"--chrome-flags={flags}")
    done = subprocess.run(
        [node(), program, url, *options],
        env=os.environ | {"CHROME_PATH": chrome},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def faults(report: dict) -> dict[str, object]:
    """Where a report falls short: by category, and what its audits say."""
    audits = report["audits"]
    short: dict[str, object] = {}
    for name, least in LEAST.items():
        category = report["categories"][name]
        if (category["score"] or 0) < least:
            told = [
                f"{reference['id']}: {audits[reference['id']].get('displayValue', '')}"
                for reference in category["auditRefs"]
                if reference["weight"] and (audits[reference["id"]]["score"] or 0) < 0.95
            ]
            short[name] = (category["score"], told)
    shift = audits["cumulative-layout-shift"].get("numericValue", 1)
    if shift >= 0.02:
        short["layout shift"] = shift
    requests = audits["network-requests"]["details"]["items"]
    weight = sum(r["transferSize"] for r in requests if "search_index" not in r["url"])
    if weight >= 400_000:
        short["bytes sent"] = weight
    return short


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", JUDGED)
def test_lighthouse_is_content(packed, language, name):
    runs = []
    for _ in range(3):  # other work on the machine only ever makes it slower
        runs.append(faults(lighthouse(address(packed, language, name))))
        if not runs[-1]:
            break
    assert {} in runs, runs
