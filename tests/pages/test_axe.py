"""What axe finds in each page: no barrier, whatever its language, size and colours.

`nox -s browser` looks at every page in each of its four looks; the tests of every day at one page
of each kind, in one of them.
"""

import pytest
from playwright.sync_api import Page

from tests.pages.conftest import ROOT, SIZES, address
from tests.pages.test_site import MADE, PAGES
from tests.pages.test_site_browser import resize, unfold

pytestmark = pytest.mark.browser

ALL = PAGES + MADE
KINDS = ("index", "attention", "positions", "trust", "ledger", "references", "labs/paths")
LOOKS = [(size, scheme) for scheme in ("light", "dark") for size in SIZES]
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

# A number within a formula is a target within a line, which WCAG 2.5.8 excepts: its room is that
# of the formula. Axe makes the exception in sentences, but knows no formulas.
EXCEPT = "axe.configure({rules: [{id: 'target-size', selector: ':not(.katex a)'}]})"

# Axe looks at each element several times. What it cannot judge is made short before: the HTML of
# formulas that no one but the eye meets keeps one letter in its colour, MathML one letter to be
# read, and a drawing, to which no rule applies but that it has a name, its outermost element. Of
# words of a program that look alike one is kept as such, and of a long table the first rows.
SHORT = """() => {
  const seen = new Set();
  for (const word of document.querySelectorAll("pre span[class]")) {
    if (word.firstElementChild || word.id) continue;
    const look = [word.className, word.parentElement.className, word.closest("pre").className];
    if (seen.size < seen.add(look.join("|")).size) continue;
    word.replaceWith(word.textContent);
  }
  for (const row of document.querySelectorAll("tbody tr:nth-child(n + 41)")) row.remove();
  for (const part of document.querySelectorAll("katex-html[aria-hidden], math"))
    part.textContent = part.textContent.trim().slice(0, 1);
  for (const part of document.querySelectorAll("svg.figure")) part.replaceChildren();
}"""


def shortened(page: Page) -> Page:
    """An opened page, unfolded, with its tries at work, and made short for axe."""
    unfold(page)
    for button in page.locator(".try-button").all():
        button.press("Enter")
    page.evaluate(SHORT)
    return page


def barriers(page: Page, within: str = "html") -> list[tuple[str, str, str]]:
    """What axe finds in a part of a page as it stands: rule, element and what is wrong with it."""
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=ROOT / "node_modules/axe-core/axe.min.js")
        page.evaluate(EXCEPT)
    options = {"runOnly": TAGS, "resultTypes": ["violations"]}
    run = "([within, options]) => axe.run(within, options)"
    found = page.evaluate(run, [within, options])["violations"]
    return [
        (rule["id"], node["html"][:160], node["failureSummary"][:200])
        for rule in found
        for node in rule["nodes"][:3]
    ]


def barriers_in(page: Page, size: str, scheme: str) -> list[tuple[str, str, str]]:
    """What axe finds on a page in a look, after the page has taken it on."""
    resize(page, *SIZES[size])
    page.emulate_media(color_scheme=scheme)
    theme = {"light": "default", "dark": "slate"}[scheme]
    page.locator(f'body[data-md-color-scheme="{theme}"]').wait_for()
    return barriers(page)


@pytest.mark.parametrize(
    ("language", "name", "size", "scheme"),
    [
        (*page, *LOOKS[at % len(LOOKS)])
        for at, page in enumerate(page for page in ALL if page[1] in KINDS)
    ],
)
def test_axe_finds_no_barrier(window, served, language, name, size, scheme):
    page = window(address(served, language, name), size, color_scheme=scheme)
    assert barriers_in(shortened(page), size, scheme) == []


@pytest.mark.judges
@pytest.mark.parametrize(("language", "name"), ALL)
def test_axe_finds_no_barrier_in_any_look(window, served, language, name):
    page = shortened(window(address(served, language, name)))
    found = {look: barriers_in(page, *look) for look in LOOKS}
    assert {look: barriers for look, barriers in found.items() if barriers} == {}


@pytest.mark.parametrize(
    ("markup", "rule"),
    [
        ('<img src="data:,">', "image-alt"),
        ('<p style="color: #aaa">pale</p>', "color-contrast"),
        ("<table><tr><th></th><td>1</td></tr></table>", "empty-table-header"),
        ("<nav>a</nav><nav>b</nav>", "landmark-unique"),
        (
            "<button style='width: 9px'>a</button><button style='width: 9px'>b</button>",
            "target-size",
        ),
        (
            f'<div style="overflow: auto; width: 9em"><p style="width: 99em">{"x" * 99}</p></div>',
            "scrollable-region-focusable",
        ),
    ],
)
def test_a_barrier_is_noticed(window, markup, rule):
    page = window("about:blank")
    head = '<html lang="en"><title>T</title><main><h1>T</h1>'
    page.set_content(f"{head}{markup}</main></html>")
    assert {found for found, _, _ in barriers(page)} == {rule}
