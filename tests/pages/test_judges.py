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

from book.page.pdf import SWITCHES
from tests.pages.conftest import LANGUAGES, ROOT, address, chromium_or_skip

JUDGED = ("index", "attention", "recurrence")  # the cover, many formulas, many figures
LEAST = {"performance": 0.95, "accessibility": 1.0, "best-practices": 1.0, "seo": 1.0}

# Lighthouse makes a desktop, whose benchmark reaches this, a phone by slowing it down fourfold. A
# slower machine is slowed down less, as its manual asks: docs/throttling.md, "Calibrating".
DESKTOP, SLOWDOWN = 1500, 4.0


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


def lighthouse(url: str, slowdown: float = SLOWDOWN) -> dict:
    """Lighthouse's report of a page on its phone, so many times slower than this machine."""
    chrome = chromium_or_skip()
    flags = " ".join(f"--{switch}" for switch in ("headless=new", *SWITCHES.split()))
    program = ROOT / "node_modules/lighthouse/cli/index.js"
    options = ("--quiet", "--output=json", "--no-enable-error-reporting", f"--chrome-flags={flags}")
    slower = f"--throttling.cpuSlowdownMultiplier={slowdown:.2f}"
    done = subprocess.run(
        [node(), program, url, *options, slower],
        env=os.environ | {"CHROME_PATH": chrome},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


def slowdown(report: dict) -> float:
    """How many times a phone is slower than the machine, going by the benchmark of a report."""
    return min(SLOWDOWN, max(1.0, SLOWDOWN * report["environment"]["benchmarkIndex"] / DESKTOP))


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


@pytest.mark.judges
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", JUDGED)
def test_lighthouse_is_content(packed, language, name):
    runs, slower = [], SLOWDOWN
    for _ in range(5):  # other work on the machine only ever makes it slower
        report = lighthouse(address(packed, language, name), slower)
        runs.append(faults(report))
        print(name, language, {k: v["score"] for k, v in report["categories"].items()})
        if not runs[-1]:
            break
        slower = slowdown(report)
    assert {} in runs, runs


def reported(**scores: float) -> dict:
    """A report as Lighthouse writes it, with these scores, and no more than `faults` reads."""
    scores = {name.replace("_", "-"): score for name, score in scores.items()}
    return {
        "environment": {"benchmarkIndex": 1800},
        "categories": {
            name: {"score": scores.get(name, 1.0), "auditRefs": [{"id": "slow", "weight": 1}]}
            for name in LEAST
        },
        "audits": {
            "slow": {"score": 0.2, "displayValue": "9 s"},
            "cumulative-layout-shift": {"numericValue": scores.get("shift", 0.0)},
            "network-requests": {
                "details": {
                    "items": [
                        {"url": "/index.html", "transferSize": scores.get("bytes", 1000)},
                        {"url": "/search_index.js", "transferSize": 10**6},
                    ]
                }
            },
        },
    }


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        ({}, {}),
        ({"performance": 0.94}, {"performance": (0.94, ["slow: 9 s"])}),
        ({"accessibility": 0.99}, {"accessibility": (0.99, ["slow: 9 s"])}),
        ({"best_practices": 0.96}, {"best-practices": (0.96, ["slow: 9 s"])}),
        ({"seo": None}, {"seo": (None, ["slow: 9 s"])}),
        ({"shift": 0.02}, {"layout shift": 0.02}),
        ({"bytes": 400_000}, {"bytes sent": 400_000}),
    ],
)
def test_what_falls_short_in_a_report_is_told(scores, told):
    assert faults(reported(**scores)) == told


@pytest.mark.parametrize(("index", "times"), [(3000, 4), (1500, 4), (750, 2), (100, 1)])
def test_a_slow_machine_is_slowed_down_less(index, times):
    assert slowdown({"environment": {"benchmarkIndex": index}}) == times
