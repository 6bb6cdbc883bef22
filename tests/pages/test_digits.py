"""Digits: a second reading, of the built pages, so that no digit reaches a reader unchecked.

`book.chapter` reads what an author writes, and refuses what it cannot read. Here the pages are
read as they come out, by rules of their own: every digit that is shown is a claimed number with its
link, a number that the author has marked with `-`, a part of a formula of the chapter, or a name.
"""

import json
import re
import unicodedata
from ast import literal_eval
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import markdown
import pytest
from mkdocs.config import load_config
from selectolax.lexbor import LexborHTMLParser, LexborNode

from book import labs, ledger
from book.chapter import NAMES, Chapter, read
from book.literals import Literal, agrees, formula_literals, literals
from book.names import parts
from tests.pages.conftest import LANGUAGES, ROOT

GAP = "\ufffc"  # stands in the text of a page for what is read in another way
INLINE = frozenset(
    ("a", "b", "del", "em", "i", "label", "mark", "s", "span", "strong", "sub", "sup")
)
# Attributes that no browser shows; the card, which is compared; and what a figure that can be tried
# starts from, which test_tries.py compares.
UNSEEN = frozenset(("class", "data-card", "data-md-level", "for", "href", "id", "name", "src"))
UNSEEN |= {"data-values", "tabindex"}
HEIGHT = re.compile(r"--formula-height:[\d.]+")  # how high a formula is that is not drawn yet
# What is made at build from numbers that are checked here; test_provenance.py and test_look.py
# compare it.
MADE = frozenset(
    (
        "citation",
        "cover-counts",
        "facts",
        "ledger",
        "ledger-search",
        "references",
        "use",
        "uses",
        "verification",
    )
)
LICENCE = ["4.0"]  # CC BY 4.0, in the footer: the one number of the site that no chapter writes
IDENTIFIER = re.compile(r"doi:(10\.\S+)|arXiv:([0-9]{4}\.[0-9]{4,5})")
NAME = re.compile(rf"(?<![A-Za-z0-9])(?:{'|'.join(map(re.escape, NAMES))})(?![A-Za-z0-9])")


@dataclass(frozen=True)
class Written:
    """A number, or a formula, in the place where it was found: around it, or file and line."""

    text: str
    place: str


@dataclass(frozen=True)
class Link:
    """A claimed number of a page: what is shown, what its card says, and what it reads as."""

    text: str
    name: str
    value: int | float | bool
    readings: tuple[Literal, ...]


@dataclass
class Shown:
    """What a piece of a page shows."""

    pieces: list[str] = field(default_factory=list)
    attributes: list[str] = field(default_factory=list)
    formulas: list[Written] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)  # ids of the footnotes, in order
    ordinal: int = 0  # of the last item of the last list

    @property
    def numbers(self) -> list[Written]:
        """The digits that are neither linked nor in a formula nor in a name."""
        text = "".join(self.pieces) + "\n" + "\n".join(self.attributes)
        return numbers(NAME.sub(lambda name: GAP * len(name[0]), text), text)


@dataclass
class Meant:
    """What a chapter says that its page is to show; `claims` have their relation."""

    numbers: list[Written] = field(default_factory=list)
    formulas: list[Written] = field(default_factory=list)
    claims: list[tuple[Written, str, str]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


# --- digits


@cache
def is_digit(character: str) -> bool:
    """Whether a reader sees a digit in a character: 7, ７, ٧, ⁷, ⑦, ½, Ⅶ, ㎡; not 七, not 〇."""
    if unicodedata.category(character) in ("Nd", "Nl", "No"):
        return character != "〇"
    return any(map(str.isdecimal, unicodedata.normalize("NFKC", character)))


def numbers(text: str, original: str | None = None) -> list[Written]:
    """The runs of digits of a text, with points and commas within, and what stands around them."""
    original = original or text
    mask = "".join("9" if is_digit(c) else c if c in ".," else " " for c in text)
    return [
        Written(
            text[run.start() : run.end()],
            " ".join(original[max(run.start() - 30, 0) : run.end() + 30].split()),
        )
        for run in re.finditer(r"9+(?:\.9+|,9{3}(?!9))*", mask)
    ]


def digits(text: str) -> str:
    """The digits and points of a number, of prose or LaTeX, as a page has them in its HTML."""
    text = re.sub(r"\\[cdt]?frac\s*\{?(\d+)\}?\s*\{?(\d+)\}?", r"\2\1", text)  # below comes first
    return "".join(c for c in unicodedata.normalize("NFKC", text) if c == "." or is_digit(c))


# --- what a page shows


def shown(node: LexborNode) -> Shown:
    """What a node of a page shows, with all that is below it."""
    found = Shown(notes=[note.id for note in node.css(".footnote li[id]")])
    _look(node, found)
    return found


def _look(node: LexborNode, found: Shown) -> None:
    if node.is_text_node:
        found.pieces.append(node.text())
        return
    if not node.is_element_node or node.tag in ("script", "style"):
        return
    attributes = node.attributes
    classes = (attributes.get("class") or "").split()
    if not MADE.isdisjoint(classes):
        return
    if node.tag == "svg":
        found.attributes += [attributes.get("aria-label") or ""]
        return
    if _is_note(node, found):
        return
    if node.tag == "ol":
        attributes = _continued(node, found)
    seen = [
        value
        for name, value in attributes.items()
        if name not in UNSEEN and not (name == "style" and value and HEIGHT.fullmatch(value))
    ]
    found.attributes += filter(None, seen)
    if "katex" in classes:
        _formula(node, found)
    elif "claim" in classes:
        text = node.text()
        whole = [number for number in literals(text) if number.text == text]
        found.links.append(_link(node, whole))
    elif node.tag not in ("pre", "code") and not _is_address(node):
        edge = "" if node.tag in INLINE else "\n"
        found.pieces.append(edge)
        for child in node.iter(include_text=True):
            _look(child, found)
        found.pieces.append(edge)
        return
    found.pieces.append(GAP)


def _formula(node: LexborNode, found: Shown) -> None:
    """A formula: what is typeset and what is read out come from the same LaTeX."""
    tex = node.css_first("annotation").text()
    found.formulas.append(Written(tex.strip(), tex.strip()))
    for said in node.css("[aria-label], [title], [alttext]"):
        labels = {said.attributes.get(name) for name in ("aria-label", "title", "alttext")}
        found.attributes += labels - {None, tex.strip()}
    written = Counter(filter(is_digit, tex))
    seen = Counter(filter(is_digit, node.css_first(".katex-html").text()))
    heard = Counter(filter(is_digit, node.css_first("math").text())) - written  # the annotation
    if seen != heard:
        found.faults.append(f"typeset and read out differ in the digits of {tex.strip()}")
    if heard - written:
        found.faults.append(f"digits are shown that are not written in {tex.strip()}")
    for link in node.css(".claim"):
        readings = [n for n in formula_literals(tex) if digits(n.text) == digits(link.text())]
        found.links.append(_link(link, readings))


def _link(node: LexborNode, readings: Iterable[Literal]) -> Link:
    """A claimed number of a page, with the value that its card says."""
    name, _, value = node.attributes["data-card"].partition("\n")[0].partition(" = ")
    value = value.replace("\N{MINUS SIGN}", "-")
    number = float(value) if value in ("inf", "-inf", "nan") else literal_eval(value)
    return Link(digits(node.text()), name, number, tuple(readings))


def _is_address(node: LexborNode) -> bool:
    """Whether a link shows where it leads: an address, a DOI or an arXiv number."""
    text, target = node.text(), node.attributes.get("href")
    match = IDENTIFIER.fullmatch(text)
    if node.tag != "a" or match is None:
        return node.tag == "a" and text == target and text.startswith("https://")
    doi, arxiv = match.groups()
    return target == (f"https://doi.org/{doi}" if doi else f"https://arxiv.org/abs/{arxiv}")


def _is_note(node: LexborNode, found: Shown) -> bool:
    """Whether a link leads to a footnote or back, and shows the footnote's number alone."""
    target = re.fullmatch(r"#(fn|fnref[0-9]*)(:\S+)", node.attributes.get("href") or "")
    if target is None or "fn" + target[2] not in found.notes:
        return False
    said = numbers(f"{node.text()} {node.attributes.get('title', '')}")
    return [number.text for number in said] == [str(found.notes.index("fn" + target[2]) + 1)]


def _continued(node: LexborNode, found: Shown) -> dict[str, str | None]:
    """The attributes of a list, without a start that goes on where the last list ended."""
    attributes = dict(node.attributes)
    start = attributes.get("start") or "1"
    if start == str(found.ordinal + 1):
        attributes.pop("start", None)
    if start.isdecimal():
        found.ordinal = int(start) + len([li for li in node.iter() if li.tag == "li"]) - 1
    return attributes


# --- what a chapter means


def meant(chapter: Chapter, kept: ledger.Ledger) -> Meant:
    """What the page of a chapter is to show; `kept` is the ledger."""
    found = Meant()
    for block in chapter.blocks:
        found.formulas += [
            Written(formula.tex.strip(), _place(chapter, formula.start))
            for formula in block.formulas
        ]
        for claim, covered in block.by_claim():
            names = [entry.name for entry in claim.entries if entry.name] if claim else []
            lost = [f"the ledger does not know {name}" for name in names if str(name) not in kept]
            found.faults += lost
            if lost:
                continue
            values = {name: ledger.value_of(kept[str(name)]) for name in names}
            said = parts(claim, values) if claim else []
            if len(said) != len(covered):
                place = _place(chapter, covered[0].start if covered else block.start)
                found.faults.append(f"{place}: {len(covered)} numbers, {len(said)} claimed")
            for number, part in zip(covered, said, strict=False):
                written = Written(number.literal.text, _place(chapter, number.start))
                if number.place == "alt" or (number.place == "text" and part.name is None):
                    found.numbers += [
                        Written(run.text, written.place) for run in numbers(written.text)
                    ]
                elif part.name is not None:
                    found.claims.append((written, str(part.name), part.relation))
    return found


def _place(chapter: Chapter, offset: int) -> str:
    line, column = chapter.place(offset)
    return f"{chapter.file}:{line}:{column}"


# --- the comparison


def differences(page: Shown, chapter: Meant) -> list[str]:
    """Each way in which a page shows other numbers than the chapter means; empty if none."""
    return [
        *page.faults,
        *chapter.faults,
        *_more(page.numbers, chapter.numbers, "on the page, not in the chapter"),
        *_more(chapter.numbers, page.numbers, "in the chapter, not on the page"),
        *_more(page.formulas, chapter.formulas, "a formula on the page, not in the chapter"),
        *_more(chapter.formulas, page.formulas, "a formula in the chapter, not on the page"),
        *_claims(page.links, chapter.claims),
    ]


def _more(ours: list[Written], theirs: list[Written], message: str) -> list[str]:
    """A message for each text that stands more often in `ours`, with all places where it stands."""
    more = Counter(one.text for one in ours) - Counter(one.text for one in theirs)
    return [
        f"{text!r} is {message}, {count} times: "
        + " | ".join(one.place for one in ours if one.text == text)
        for text, count in more.items()
    ]


def _claims(links: list[Link], claims: list[tuple[Written, str, str]]) -> list[str]:
    """Claimed numbers without a link, links without a claim, and links that their card denies."""
    relations = defaultdict(set)
    for written, name, relation in claims:
        relations[digits(written.text), name].add(relation)
    denied = [
        f"{link.text} is linked, and its card says {link.name} = {link.value!r}"
        for link in links
        if not any(
            agrees(link.value, number, relation)
            for number in link.readings
            for relation in relations[link.text, link.name]
        )
    ]
    linked = [Written(f"{link.text} of {link.name}", link.name) for link in links]
    named = [Written(f"{digits(w.text)} of {name}", w.place) for w, name, _ in claims]
    return [
        *denied,
        *_more(linked, named, "linked, not claimed"),
        *_more(named, linked, "claimed, not linked"),
    ]


def contents_differ(tree: LexborHTMLParser) -> list[str]:
    """Numbers of a table of contents that are not those of the headings, and the other way."""
    faults = []
    headings = [
        run
        for heading in tree.css("article :is(h2, h3)")
        for run in numbers("".join(_plain(heading)))
    ]
    for contents in tree.css("nav.md-nav--secondary"):
        entries = numbers(contents.text())
        faults += _more(entries, headings, "in the contents, in no heading")
        faults += _more(headings, entries, "in a heading, not in the contents")
    return faults


def _plain(node: LexborNode) -> Iterable[str]:
    """The text of a heading, with the LaTeX of its formulas."""
    if node.is_text_node:
        yield node.text()
    elif "katex" in (node.attributes.get("class") or "").split():
        yield node.css_first("annotation").text()
    else:
        for child in node.iter(include_text=True):
            yield from _plain(child)


def unexplained(html: str, chapter: Chapter, kept: ledger.Ledger) -> list[str]:
    """What the article of a page shows otherwise than its chapter means."""
    (article,) = LexborHTMLParser(html).css("article.md-content__inner")
    return differences(shown(article), meant(chapter, kept))


# --- the built site


@dataclass(frozen=True)
class Page:
    """A page of the built site, and the chapter that it was built from."""

    name: str
    html: str
    chapter: Chapter


def chapter_of(page: Path) -> Chapter:
    """The chapter or lab of `zh/recurrence.html`; an empty one for a page made at build."""
    if page.name in ("404.html", "ledger.html"):
        return read("", f"docs/{page.with_suffix('.md').as_posix()}")
    is_lab = page.parent.name == "labs"
    file = f"docs/{page.with_suffix('.py' if is_lab else '.md').as_posix()}"
    text = (ROOT / file).read_text(encoding="utf-8")
    return labs.read(text, file) if is_lab else read(text, file)


@pytest.fixture(scope="module")
def pages(site) -> list[Page]:
    """Each page of the built site, in both languages."""
    found = []
    for path in sorted(site.rglob("*.html")):
        name = path.relative_to(site)
        source = name if name.parts[0] == "en" else Path("zh", name)
        found.append(Page(str(name), path.read_text(encoding="utf-8"), chapter_of(source)))
    return found


def test_there_are_pages_in_both_languages(pages):
    names = [(page.chapter.language, page.chapter.name) for page in pages]
    zh, en = ({name for language, name in names if language == wanted} for wanted in LANGUAGES)
    assert zh == en > {"404", "ledger", "index", "signal", "convolution", "recurrence", "attention"}


def test_every_digit_of_a_chapter_is_claimed_marked_or_a_formulas(pages):
    kept = ledger.load(ROOT)
    found = [
        f"{page.name}: {difference}"
        for page in pages
        for difference in unexplained(page.html, page.chapter, kept)
    ]
    assert not found, "\n".join(found)


def test_the_contents_show_the_numbers_of_the_headings(pages):
    found = [
        f"{page.name}: {difference}"
        for page in pages
        for difference in contents_differ(LexborHTMLParser(page.html))
    ]
    assert not found, "\n".join(found)


def test_around_a_chapter_the_licence_has_the_only_number(pages):
    for page in pages:
        tree = LexborHTMLParser(page.html)
        for node in tree.css("article.md-content__inner, nav.md-nav--secondary"):
            node.decompose()
        around = shown(tree.body)
        assert [number.text for number in around.numbers] == LICENCE, (page.name, around.numbers)
        assert not around.formulas and not around.links, page.name


def test_titles_and_descriptions_have_no_number(pages):
    for page in pages:
        head = LexborHTMLParser(page.html).head
        said = [head.css_first("title").text()]
        said += [node.attributes["content"] for node in head.css("meta[name=description]")]
        assert len(said) == 2 and not numbers("\n".join(said)), (page.name, said)


def generating(css: str) -> set[str]:
    """The selectors of rules that write digits, counters or attributes into a page.

    The card is left out: what it says is compared with the number.
    """
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    writes = re.compile(r"attr\((?!data-card\))|counters?\(|(?<!\\)\b[0-9]")
    return {
        re.sub(r"::?(?:before|after)\b", "", selector).strip()
        for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", css)
        for content in re.findall(r"(?<![\w-])content:([^;}]*)", body)
        if writes.search(content)
    }


def test_no_style_sheet_writes_a_digit_into_a_page(site, pages):
    selectors = set().union(
        *(generating(sheet.read_text(encoding="utf-8")) for sheet in site.rglob("*.css"))
    )
    assert ".katex .eqn-num" in selectors  # the theme and KaTeX have such rules, for other pages
    for page in pages:
        tree = LexborHTMLParser(page.html)
        assert not [selector for selector in selectors if tree.css(selector)], page.name


# --- what the reading notices

LEDGER = {
    "rnn/back.far": {"value": 0.05712345678901234, "kind": "float", "line": 3},
    "rnn/back.A[0]": {"value": [1.0, -0.5], "kind": "float", "line": 4},
    "rnn/back.A[1]": {"value": [0.25, 3.0], "kind": "float", "line": 4},
    "rnn/back.third": {"value": 1 / 3, "kind": "float", "line": 5},
    "rnn/back.tiny": {"value": 1.4e-12, "kind": "float", "line": 6},
}
PROGRAM = "\n" * 6
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>'
SCRATCH = """\
# Test { #test }

拿到 0.057，最多 6%，在 1997 年，用 float32，程序 `x = 7`。 <!--= back.far back.far< - -->

| $A$ | |
|---|---|
| 1 | -0.5 <!--= back.A[0] --> |
| 0.25 | $3$ <!--= back.A[1] --> |

$$
\\tfrac13 + 2x = \\frac{1}{3} + 2x, \\quad 1.4\\times10^{-12}
$$
<!--= back.third back.third back.tiny -->

![梯度 0.06，第 2 层](../figures/rnn/loss.svg) <!--= back.far - -->

1. 见[差 0.057](other.md)。 <!--= back.far -->
2. [doi:10.1109/72.279181](https://doi.org/10.1109/72.279181)，
   [arXiv:1409.0473](https://arxiv.org/abs/1409.0473)，<https://example.org/57>。

脚注[^57]。

3. 词

[^57]: 注。

## 只有 0.06，$d_1$，float32 { #heading } <!--= back.far -->

```python title="snippets/rnn/back.py"
--8<-- "snippets/rnn/back.py"
```
"""


@pytest.fixture(scope="module")
def configuration():
    config = load_config(str(ROOT / "mkdocs.yml"))
    return config.markdown_extensions, config.mdx_configs


@pytest.fixture
def render(configuration, tmp_path):
    """Renders a chapter `rnn` of a small book as the article of a page."""
    for name, text in {
        "docs/ledger.json": json.dumps(LEDGER),
        "docs/zh/rnn.md": SCRATCH,
        "docs/figures/rnn/loss.svg": SVG,
        "snippets/rnn/back.py": PROGRAM,
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    names, settings = configuration
    settings = settings | {
        "book.page": {"root": str(tmp_path), "file": "docs/zh/rnn.md", "first_line": 1},
        "pymdownx.snippets": settings["pymdownx.snippets"] | {"base_path": [str(tmp_path)]},
    }

    def rendered(text: str) -> str:
        body = markdown.Markdown(extensions=names, extension_configs=settings).convert(text)
        return article(body)

    return rendered


def article(body: str) -> str:
    return f'<article class="md-content__inner">{body}</article>'


def noticed(html: str, text: str) -> list[str]:
    return unexplained(html, read(text, "docs/zh/rnn.md"), LEDGER)


def test_a_page_as_it_should_be_has_no_difference(render):
    assert noticed(render(SCRATCH), SCRATCH) == []


@pytest.mark.parametrize(
    "line",
    [
        "一&#55;二",
        "一 &frac12; 二",
        '[词](other.md "第 7 章")',
        "词 {: title='7' }",
        "<div>7</div>",
        "<p hidden>7</p>",
        '<img alt="7">',
        "<ol start=7><li>词</li></ol>",
        "7. 词",
        "词 { .x7 }",
        "词[^a]\n\n[^a]: 注\n    续 7",
        '```text title="第 7 段"\n```',
        "/// note | 第 7 段\n词\n///",
        "/// details | 第 7 段\n词\n///",
        "/// tab | 第 7 段\n词\n///",
        "词[^a]\n\n[^a]: 注 7",
        "词 ⑦",
        "词 ７",
        "x₁ 与 x²",
        "Conv2d 与 GPT-7",
        "[doi:10.1109/72.279181](https://doi.org/10.1109/72.279182)",
        "<span>7</span><span>7</span>",
        "[57](57)",
    ],
)
def test_a_digit_that_nobody_claims_is_noticed(render, line):
    text = SCRATCH + "\n" + line + "\n"
    found = noticed(render(text), text)
    assert any("on the page, not in the chapter" in difference for difference in found), found


@pytest.mark.parametrize(
    ("old", "new", "difference"),
    [
        ("1997", "1998", "'1998' is on the page, not in the chapter"),
        ("1997", "1998", "'1997' is in the chapter, not on the page"),
        ("1997 年", "年", "'1997' is in the chapter, not on the page"),
        ("1997", "1997 1997", "'1997' is on the page, not in the chapter"),
        ("1997", "19&#57;7.0", "'1997.0' is on the page, not in the chapter"),
        ("float32", "float31", "'31' is on the page, not in the chapter"),
        ("第 2 层", "第 3 层", "'3' is on the page, not in the chapter"),
        ("<ol>", '<ol start="7">', "'7' is on the page, not in the chapter"),
        ('start="3"', 'start="4"', "'4' is on the page, not in the chapter"),
        ('#fn:57">1<', '#fn:57">2<', "'2' is on the page, not in the chapter"),
        ("第 1 处", "第 7 处", "'7' is on the page, not in the chapter"),
        ('org/57">', 'org/58">', "'57' is on the page, not in the chapter"),
        ("<li>", '<li value="7">', "'7' is on the page, not in the chapter"),
        ("<tbody>", '<tbody aria-label="7">', "'7' is on the page, not in the chapter"),
        ("0.057</a>", "0.075</a>", "its card says"),
        ("0.057</a>", "0.0571</a>", "claimed, not linked"),
        ("0.057</a>", "0.057</a>1", "'1' is on the page, not in the chapter"),
        ("0.057</a>", "0.057 7</a>", "linked, not claimed"),
        ("rnn/back.far = 0.0571", "rnn/back.far = 0.0471", "its card says"),
        ("rnn/back.far =", "rnn/back.near =", "linked, not claimed"),
        ("rnn/back.tiny = 1.4e", "rnn/back.tiny = 1.5e", "its card says"),
        ("-0.5</a>", "0.5</a>", "its card says rnn/back.A[0,1] = -0.5"),
        ("2x = ", "3x = ", "a formula on the page, not in the chapter"),
        ("<mn>12</mn>", "<mn>13</mn>", "typeset and read out differ"),
    ],
)
def test_a_page_that_shows_another_digit_is_noticed(render, old, new, difference):
    html = render(SCRATCH)
    assert old in html
    found = noticed(html.replace(old, new, 1), SCRATCH)
    assert any(difference in one for one in found), found


def test_a_claimed_number_without_its_link_is_noticed(render):
    html = re.sub(r'<a class="claim"[^>]*>(0\.057)</a>', r"\1", render(SCRATCH), count=1)
    found = noticed(html, SCRATCH)
    assert any("'0.057' is on the page" in one for one in found)
    assert any("'0.057 of rnn/back.far' is claimed, not linked, 1 times" in one for one in found)


def test_a_claimed_number_with_two_links_is_noticed(render):
    html = re.sub(r'(<a class="claim"[^>]*>0\.057</a>)', r"\1，\1", render(SCRATCH), count=1)
    assert any("linked, not claimed, 1 times" in one for one in noticed(html, SCRATCH))


def test_a_formula_that_is_lost_is_noticed(render):
    html = re.sub(r'<div class="formula">.*?</div>', "", render(SCRATCH), count=1, flags=re.DOTALL)
    found = noticed(html, SCRATCH)
    assert any("a formula in the chapter, not on the page" in one for one in found)
    assert sum("claimed, not linked" in one for one in found) == 2


def test_a_number_that_no_claim_covers_is_noticed(render):
    text = SCRATCH + "\n还有 12 个。\n"
    assert any("1 numbers, 0 claimed" in one for one in noticed(render(text), text))


def test_contents_that_show_another_number_are_noticed():
    page = '<article><h2>只有 {}</h2></article><nav class="md-nav--secondary">只有 {}</nav>'
    assert contents_differ(LexborHTMLParser(page.format(7, 7))) == []
    assert len(contents_differ(LexborHTMLParser(page.format(7, 8)))) == 2


def test_a_style_sheet_that_writes_digits_is_noticed():
    css = 'a:after{content:"7"} b::before{content:counter(n)} c:after{content:attr(data-n)}'
    assert generating(css) == {"a", "b", "c"}
    assert generating('a:after{content:"—"} b{font-size:7px} c:after{content:"\\f107"}') == set()


def test_a_digit_is_what_a_reader_takes_for_one():
    assert all(map(is_digit, "7７٧⁷₇⑦½Ⅶ㎡🄇"))
    assert not any(map(is_digit, "七〇零x.Ω√"))
    assert [number.text for number in numbers("1,024 与 0.57，1, 2(8) 3–4 1.2.3")] == [
        "1,024", "0.57", "1", "2", "8", "3", "4", "1.2.3",
    ]  # fmt: skip
