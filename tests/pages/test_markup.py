"""The markup of the built pages: strict HTML, and formulas that are read aloud once.

html-validate reads each page as written, and corrects nothing; `selectolax`, like a browser, would.
"""

import json
import subprocess
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from tests.pages.conftest import ROOT
from tests.pages.test_judges import node
from tests.pages.test_site import every_page

VALIDATOR = ROOT / "node_modules/html-validate/bin/html-validate.mjs"
RULES = {  # of those recommended, all but these; each is a matter of taste, or the theme's
    "aria-label-misuse": ["error", {"allowAnyNamable": True}],  # MathML that is a link
    "doctype-style": "off",
    "input-attributes": "off",  # the theme keeps Firefox from restoring its checkboxes so
    "no-inline-style": "off",  # KaTeX places the parts of a formula so
    "no-trailing-whitespace": "off",
    "presentation-role-style": "off",
    "unique-landmark": "off",  # the theme has contents twice, one hidden; axe sees what is shown
    "valid-autocomplete": "off",
    "valid-id": ["error", {"relaxed": True}],
    "wcag/h32": "off",  # forms that search while one types have nothing to submit
}


def faults(pages: list[Path], folder: Path) -> dict[str, list[str]]:
    """What html-validate finds, by rule: file, line and message of each place."""
    config = {"root": True, "extends": ["html-validate:recommended"], "rules": RULES}
    file = folder / "html-validate.json"
    file.write_text(json.dumps(config))
    told = folder / "told.json"  # a pipe would lose the end of a long report
    done = subprocess.run(
        [node(), VALIDATOR, "--config", file, "--formatter", f"json={told}", *pages],
        capture_output=True,
        text=True,
        check=False,
        timeout=1800,
    )
    assert done.returncode in (0, 1), done.stderr[-2000:]
    found: dict[str, list[str]] = {}
    for report in json.loads(told.read_text(encoding="utf-8")):
        for fault in report["messages"]:
            place = f"{report['filePath']}:{fault['line']}: {fault['message']}"
            found.setdefault(fault["ruleId"], []).append(place)
    return found


def test_every_page_is_strict_html(site, tmp_path):
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 40
    found = faults(pages, tmp_path)
    assert {rule: (len(places), places[:5]) for rule, places in found.items()} == {}


@pytest.mark.parametrize(
    ("markup", "rule"),
    [
        ("<p><div>a block</div></p>", "no-implicit-close"),
        ("<p>text<ul><li>one</li></ul>", "no-implicit-close"),
        ("<ul><li>one<li>two</li></ul>", "no-implicit-close"),
        ("<div>never closed", "close-order"),
        ('<p id="a">one</p><p id="a">two</p>', "no-dup-id"),
        ('<img src="a.png">', "wcag/h37"),
        ('<a href="#"></a>', "wcag/h30"),
        ("<span><div>a block</div></span>", "element-permitted-content"),
    ],
)
def test_loose_html_is_refused(tmp_path, markup, rule):
    page = tmp_path / "page.html"
    head = '<!DOCTYPE html>\n<html lang="en"><head><title>T</title></head><body>'
    page.write_text(f"{head}<main>{markup}</main></body></html>\n")
    assert rule in faults([page], tmp_path)
    page.write_text(f"{head}<main><p>text</p></main></body></html>\n")
    assert faults([page], tmp_path) == {}


def read_twice(formula) -> str:
    """What a screen reader would say of a formula beside its MathML and its links."""
    for silent in formula.css("katex-html[aria-hidden=true], katex-html [aria-hidden=true]"):
        silent.decompose()
    for link in formula.css("katex-html :is(a, span).claim"):
        link.decompose()
    return "".join(part.text() for part in formula.css("katex-html")).strip("\u200b \n")


@every_page
def test_every_formula_is_mathml_for_who_cannot_see_it_and_is_read_once(site, language, name):
    path = site / ("en" if language == "en" else "") / f"{name}.html"
    page = LexborHTMLParser(path.read_text(encoding="utf-8"))
    silent = page.css("[aria-hidden=true] math, [hidden]:not(.ledger-search) math")
    assert not silent
    for formula in page.css("article .katex"):
        (math,) = formula.css(".katex-mathml > math")
        assert math.css_first("semantics > :not(annotation)").text().strip()
        assert math.css_first("annotation[encoding='application/x-tex']").text().strip()
        assert len(formula.css("katex-html")) == 1
        assert read_twice(formula) == ""


def test_a_formula_that_is_read_twice_is_noticed():
    def formula(seen: str) -> str:
        page = f'<p><span class="katex"><math></math>{seen}</span></p>'
        return read_twice(LexborHTMLParser(page).css_first(".katex"))

    assert formula("<katex-html><span>x</span></katex-html>") == "x"
    assert formula('<katex-html aria-hidden="true"><span>x</span></katex-html>') == ""
    linked = '<span aria-hidden="true">x =</span><a class="claim" href="#L">2</a>'
    assert formula(f"<katex-html>{linked}</katex-html>") == ""
    assert formula(f"<katex-html>{linked}<b>,</b></katex-html>") == ","
