"""What a page weighs, and what it waits for: measured in bytes and elements, never by a clock."""

import gzip
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import material
import pytest
import tinycss2
from mkdocs.exceptions import PluginError

from book.page import mended, sheets, slim
from tests.pages.conftest import LANGUAGES, ROOT, SIZES, Traffic, address, eventually, tab
from tests.pages.test_site import every_file, every_page, parsed

FIRST_VISIT = 400_000  # bytes sent, compressed, search index aside
PACKED_PAGE = 150_000  # bytes of HTML, compressed
ELEMENTS = 30_000
SHIFT = 0.02  # cumulative layout shift


@cache
def sent(path: Path) -> int:
    """Bytes of a file as a host sends it."""
    body = path.read_bytes()
    return len(body if path.suffix in (".woff2", ".png") else gzip.compress(body, mtime=0))


@pytest.fixture
def path(site, language, name) -> Path:
    return site / ("en" if language == "en" else "") / f"{name}.html"


@every_page
def test_a_page_has_few_bytes_and_elements(path, language, name):
    assert sent(path) < PACKED_PAGE
    assert len(parsed(path).css("*")) < ELEMENTS


@every_file
def test_the_first_paint_waits_for_one_style_sheet_and_no_script(path, language, name):
    page = parsed(path)
    waited = [
        link.attributes["href"].removeprefix("../").removeprefix("/").removeprefix("en/")
        for link in page.css("link[rel=stylesheet]")
        if link.attributes.get("media") != "print"
    ]
    assert waited == ["assets/style.css"]
    assert not [s.html for s in page.css("script[src]") if "defer" not in s.attributes]


def visited(chromium, url: str, before="() => {}") -> tuple[list[str], float]:
    """The addresses a phone asks for at the first visit of a page, and how far the page shifts."""
    width, height = SIZES["phone"]
    page = tab(chromium, viewport={"width": width, "height": height})
    traffic = Traffic(page)
    page.route("**/*.woff2", lambda route: (page.wait_for_timeout(300), route.continue_()))
    page.add_init_script(
        """window.shifted = 0;
        new PerformanceObserver(list => list.getEntries().forEach(entry => {
          if (!entry.hadRecentInput) window.shifted += entry.value;
        })).observe({type: "layout-shift", buffered: true});"""
    )
    page.goto(url)
    traffic.settle()
    page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
    shifted = page.evaluate("window.shifted")
    page.context.close()
    return traffic.asked, shifted


@pytest.mark.browser
@every_page
def test_a_first_visit_is_light_and_nothing_moves_while_the_page_arrives(
    chromium, site, served, language, name
):
    asked, shifted = visited(chromium, address(served, language, name))
    files = {unquote(urlsplit(url).path).lstrip("/") for url in asked if url.startswith("http")}
    assert f"{'en/' if language == 'en' else ''}assets/style.css" in files
    assert sum(sent(site / file) for file in files) < FIRST_VISIT
    assert shifted < SHIFT
    # Search comes when it is wanted.
    assert not [file for file in files if re.search("search_index|/bundle|/workers/|/lunr/", file)]


# One sheet of what is used


def test_rules_for_absent_parts_go_and_the_others_stay():
    sheet = (
        "a{color:red}.gone,.kept{top:0}.gone--more{top:1px}@media print{.gone{top:0}}"
        "@media screen{.kept:not(.gone){top:2px}.x .gone{top:0}}@font-face{src:url(x)}"
        "[dir=rtl] .kept{left:0}.md-gone{top:3px}"
    )
    assert sheets.without(("gone", "[dir=rtl]"), sheet) == (
        "a{color:red}.kept{top:0}@media screen{.kept:not(.gone){top:2px}}"
        "@font-face{src:url(x)}.md-gone{top:3px}"
    )


@pytest.mark.parametrize(
    ("rule", "left"),
    [
        # one of several
        (":is(.gone,.kept) a{top:0}", ":is(.gone,.kept) a{top:0}"),
        (":is(.gone, a:is(.gone-too,.gone)) a{top:0}", ""),
        ("b,:where(.gone,.x .gone),c{top:0}", "b,c{top:0}"),
        (".x:has(> .gone, .kept){top:0}", ".x:has(> .gone, .kept){top:0}"),
        (".x:has(> .gone){top:0}", ""),
        # none of several
        (".x:not(.gone,.gone .y) p{top:0}", ".x:not(.gone,.gone .y) p{top:0}"),
        (".x:not(:is(.gone,.y)),.gone:not(.y){top:0}", ".x:not(:is(.gone,.y)){top:0}"),
        # blocks of rules
        ("@media print{@supports (top:0){.gone{top:0}}}", ""),
        (
            "@supports (top:0){@media print{.gone{top:0}.y{top:0}}.gone{top:0}}",
            "@supports (top:0){@media print{.y{top:0}}}",
        ),
        ("@media print{@font-face{src:url(x)}}", "@media print{@font-face{src:url(x)}}"),
        ("@container (width>9em){.gone{top:0}a{top:0}}", "@container (width>9em){a{top:0}}"),
        ("@layer one,two;.gone{top:0}", "@layer one,two;"),
        ("@layer one{.gone{top:0}}", "@layer one{}"),  # the order of layers stays
        ("@keyframes gone{from{top:0}to{top:1px}}", "@keyframes gone{from{top:0}to{top:1px}}"),
        (".kept{top:0;&.gone{top:1px}}", ".kept{top:0;&.gone{top:1px}}"),
        # characters that end nothing
        (r".go\6e e,.kept{top:0}", ".kept{top:0}"),
        (r".kept\,.gone{top:0}", ""),
        (r".kept\,gone,.md\:gone,.a\{{top:0}", r".kept\,gone,.md\:gone,.a\{{top:0}"),
        ('a{content:"}.gone{"}.gone{top:0}b{top:0}', 'a{content:"}.gone{"}b{top:0}'),
        (r'a{content:"\"}"}.gone{top:0}', r'a{content:"\"}"}'),
        ("a{src:url(data:x,}.gone)}.gone{top:0}", "a{src:url(data:x,}.gone)}"),
        ('[title="a,.gone{b"],.gone{top:0}', '[title="a,.gone{b"]{top:0}'),
        ("a/*,.gone{*/,.gone{top:0}", "a{top:0}"),
        ('[dir="rtl"] a,[ dir = rtl ] a,[dir]{top:0}', "[dir]{top:0}"),
    ],
)
def test_a_selector_is_read_as_a_browser_reads_it(rule, left):
    assert sheets.without(("gone", "[dir=rtl]"), rule) == left


def test_what_is_no_style_sheet_is_refused():
    with pytest.raises(ValueError, match="no style sheet, line 2"):
        sheets.without((), "a{top:0}\nb;")


def test_the_dark_scheme_is_repeated_for_who_runs_no_script():
    sheet = (
        "a{top:0}[data-md-color-scheme=default]{color:#000}"
        '@media screen{[data-md-color-scheme="slate"]{color:#fff}b,[data-md-color-scheme=slate] c{'
        "top:1px}}@media print{a{top:0}}"
    )
    light = ':where(.no-js) [data-md-color-scheme="default"]'
    assert sheets.following_the_system(sheet) == (
        f"{sheet}\n@media screen and (prefers-color-scheme:dark)"
        f"{{@media screen{{{light}{{color:#fff}}{light} c{{top:1px}}}}}}"
    )
    assert sheets.following_the_system("a{top:0}") == "a{top:0}"


COLOURS = """() => {
  for (const part of document.querySelectorAll('main *')) part.style.contentVisibility = 'visible';
  const parts = document.querySelectorAll('body, header *, main *, footer *');
  return [...parts].filter(part => part.checkVisibility()).map(part => {
    const { color, backgroundColor, borderTopColor, fill } = getComputedStyle(part);
    const name = `${part.localName}.${part.getAttribute('class')}`;
    return [name, color, backgroundColor, borderTopColor, fill].join(' ');
  });
}"""


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["index", "attention", "ledger"])
def test_without_scripts_a_page_has_the_colours_of_the_system(window, served, name, scheme):
    url = address(served, "en", name)
    usual = set(window(url, color_scheme=scheme).evaluate(COLOURS))
    page = window(url, color_scheme=scheme, java_script_enabled=False)
    eventually(page, lambda: set(page.evaluate(COLOURS)) - usual, set())


def tokens(sheet: str) -> str:
    """A sheet as a browser reads it, each character in one way."""
    read = tinycss2.parse_component_value_list(sheet, skip_comments=True)
    return tinycss2.serialize(read)


def test_without_absent_parts_the_sheets_of_the_theme_stay_whole():
    found = sorted(Path(material.__file__).parent.glob("templates/assets/stylesheets/*.min.css"))
    assert len(found) >= 2
    for path in found:
        sheet = sheets.dense(path.read_text(encoding="utf-8"))
        assert len(sheet) > 5000
        assert tokens(sheets.without((), sheet)) == tokens(sheet)


def test_pictures_that_nothing_shows_go():
    sheet = ':root{--a:url("data:image/svg+xml,<svg/>");--b:url("data:x");--c:1}p{mask:var(--a)}'
    assert sheets.without_idle_pictures(sheet) == (
        ':root{--a:url("data:image/svg+xml,<svg/>");--c:1}p{mask:var(--a)}'
    )


def test_a_sheet_is_read_anew_if_it_or_the_way_of_reading_has_changed(tmp_path, monkeypatch):
    sheet = "a{top:0}\n.md-tabs{top:1}\n"
    assert sheets.kept(tmp_path, "a.css", sheet) == "a{top:0}"
    monkeypatch.setattr(sheets, "without", lambda absent, text: f"anew: {text}")
    assert sheets.kept(tmp_path, "a.css", sheet) == "a{top:0}"
    assert sheets.kept(tmp_path, "b.css", sheet).startswith("anew")
    assert sheets.kept(tmp_path, "a.css", "b{top:0}") == "anew: b{top:0}"
    assert len(list(tmp_path.glob("a.css.*"))) == 1
    monkeypatch.setattr(sheets.tinycss2, "__version__", "another")
    assert sheets.kept(tmp_path, "a.css", sheet).startswith("anew")


def test_a_sheet_is_read_where_nothing_can_be_kept(tmp_path):
    (tmp_path / "file").write_text("")
    assert sheets.kept(tmp_path / "file" / "sheets", "a.css", "a{top:0}") == "a{top:0}"


def test_a_picture_stays_that_another_sheet_shows_or_that_is_asked_for_with_room():
    sheet = ':root{--a:url("data:x");--b:url("data:y");--c:url("data:z")}p{mask:var( --a )}'
    shown = sheets.without_idle_pictures(sheet, "q{mask:var(\n--b, none)}")
    assert shown == ':root{--a:url("data:x");--b:url("data:y");}p{mask:var( --a )}'


def test_sheets_become_one_whose_targets_are_found():
    made = sheets.joined(
        {
            "assets/katex/katex.css": '@charset "UTF-8";@font-face{src:url(fonts/a.woff2)}',
            "assets/book.css": "/* words */\n  p {\n    mask: url(data:x);\n  }\n",
        },
        "assets/style.css",
    )
    assert made == "@font-face{src:url(katex/fonts/a.woff2)}\np {\nmask: url(data:x);\n}"


@pytest.mark.parametrize(
    ("asked", "left"),
    [
        ("url( fonts/a.woff2 )", "url(katex/fonts/a.woff2)"),
        ("url( 'a (b).png' )", "url('katex/a (b).png')"),
        ('url("../b.png#c")', 'url("b.png#c")'),
        (r"url(a\)b.png)", r"url(katex/a\)b.png)"),
        *((same, same) for same in ("url(#a)", "url('#a')", "url(data:,a)", 'url( "data:,a" )')),
        *((same, same) for same in ("url(/a.png)", 'url("https://h/a")', "url(//h/a)")),
    ],
)
def test_an_address_leads_to_the_same_place_from_the_one_sheet(asked, left):
    made = sheets.joined({"assets/katex/katex.css": f"a{{b:{asked}}}"}, "assets/style.css")
    assert made == f"a{{b:{left}}}"


def test_a_sheet_that_asks_for_another_is_refused():
    """Behind the rules of the sheet before it a browser passes over what it asks for."""
    with pytest.raises(ValueError, match=r"a\.css asks for another sheet"):
        sheets.joined({"a.css": '@import "b.css";'}, "style.css")
    assert sheets.joined({"a.css": 'a{content:"@import"}'}, "style.css")


@pytest.mark.parametrize(
    ("sheet", "left"),
    [
        ('a{content:"/* b */"}', 'a{content:"/* b */"}'),
        ("a{src:url(data:x,/*b*/)}", "a{src:url(data:x,/*b*/)}"),
        ("a{/* it's */top:0}\n\n  b{top:'\\'/**/'}", "a{top:0}\nb{top:'\\'/**/'}"),
        ("a{b:c/* d */e;f:g /* h */ i}", "a{b:c/**/e;f:g  i}"),
    ],
)
def test_a_comment_goes_and_what_looks_like_one_stays(sheet, left):
    assert sheets.dense(sheet) == left


def test_a_sheet_holds_the_fonts_that_the_first_paint_needs():
    sheet = "@font-face{src:url(a.woff2)}@font-face{src:url(b.woff2)}"
    assert sheets.with_fonts(sheet, {"a.woff2": b"font"}) == (
        "@font-face{src:url(data:font/woff2;base64,Zm9udA==)}@font-face{src:url(b.woff2)}"
    )
    with pytest.raises(ValueError, match="does not ask for c"):
        sheets.with_fonts(sheet, {"c.woff2": b""})


@every_file
def test_no_page_has_a_part_that_the_style_sheet_leaves_out(path, language, name):
    classes = {
        class_
        for node in parsed(path).css("[class]")
        for class_ in (node.attributes["class"] or "").split()
    }
    assert classes
    assert not [class_ for class_ in classes if class_.startswith(sheets.ABSENT)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_page_has_and_the_theme_styles_is_styled(site, language):
    folder = site / ("en" if language == "en" else "")
    (theme,) = folder.glob("assets/stylesheets/main.*.css")
    asked, made = (
        set(re.findall(r"\.(-?[a-zA-Z_][\w-]*)", sheet.read_text(encoding="utf-8")))
        for sheet in (theme, folder / "assets/style.css")
    )
    used = {
        class_
        for name in ("index", "attention", "labs/paths", "404")
        for node in parsed(folder / f"{name}.html").css("[class]")
        for class_ in (node.attributes["class"] or "").split()
    }
    assert used & asked
    assert used & asked <= made


# The same picture in fewer bytes


def points(d: str) -> list[tuple[str, float, float]]:
    """Where the steps of a path end, absolute or relative."""
    x = y = 0.0
    begun, found = (0.0, 0.0), []
    command, numbers = "", []
    needs = {"m": 2, "l": 2, "h": 1, "v": 1, "q": 4, "c": 6, "z": 0}
    for letter, number in re.findall(r"([A-Za-z])|(-?(?:\d+\.?\d*|\.\d+))", d):
        if letter:
            command, numbers = letter, []
        else:
            numbers.append(float(number))
        kind = command.lower()
        if len(numbers) < needs[kind]:
            continue
        base = (x, y) if command.islower() else (0.0, 0.0)
        if kind == "z":
            x, y = begun
        elif kind == "h":
            x += numbers[0]
        elif kind == "v":
            y += numbers[0]
        else:
            pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
            found += [(kind, base[0] + a, base[1] + b) for a, b in pairs[:-1]]
            x, y = base[0] + pairs[-1][0], base[1] + pairs[-1][1]
        if kind == "m":
            begun = (x, y)
        found.append(("l" if kind in "hv" else kind, x, y))
        numbers = []
    return found


FIGURES = sorted((ROOT / "docs/figures").rglob("*.svg"))


@pytest.mark.parametrize("figure", FIGURES, ids=lambda path: path.stem)
def test_every_path_of_a_figure_stays_where_it_is(figure):
    text = figure.read_text(encoding="utf-8")
    for d in re.findall(r' d="([^"]*)"', text):
        before, after = points(d), points(slim.relative(d, 1, 2))
        assert [kind for kind, _, _ in after] == [kind for kind, _, _ in before]
        for (_, x, y), (_, u, v) in zip(before, after, strict=True):
            assert abs(x - u) <= 0.0051 and abs(y - v) <= 0.0051


def test_a_path_that_matplotlib_does_not_write_is_refused():
    for d in ("m 1 2", "A 1 1 0 0 0 2 2", "M 1 L 2 2"):
        with pytest.raises(ValueError, match="not a path"):
            slim.relative(d, 1, 2)


def test_numbers_are_as_short_as_can_be():
    assert slim.relative("M 0 0.5\nL 3 0.5\nL 3 -0.25\nQ 1 1 2 2\nz\n", 1, 2) == (
        "m0 .5h3v-.75q-2 1.25-1 2.25z"
    )
    assert slim.relative("M 16 8\nQ 24 8 32 17\n", 8, 0) == "m2 1q1 0 2 1"


def test_what_draws_nothing_goes_and_what_draws_stays():
    svg = (
        '<svg width="1.23456pt"><g><path d="M 0 0\nL 1 0\nz" style="fill: none"/>'
        '<g transform="translate(1.23456 2) scale(0.11 -0.11)"><g>'
        '<path d="M 0 0\nL 1 0\n" style="fill: none; stroke: red"/></g></g></g></svg>'
    )
    assert slim.picture(svg) == (
        '<svg width="1.23456pt"><g transform="translate(1.23 2) scale(0.11 -0.11)">'
        '<path d="m0 0h1" style="fill: none; stroke: red"/></g></svg>'
    )


def test_a_letter_that_two_figures_share_is_drawn_once():
    letter = '<defs><path id="{0}" d="m0 0h1z" transform="scale(0.125)"/></defs>'
    use = '<use xlink:href="#{0}"/>'
    page = (letter + use).format("a-1") + (letter + use).format("b-7")
    assert slim.shared(page) == (letter + use).format("a-1") + use.format("a-1")


@every_page
def test_every_part_that_a_figure_repeats_is_on_the_page(path, language, name):
    page = parsed(path)
    for use in page.css("svg.figure use"):
        target = use.attributes["xlink:href"].removeprefix("#")
        assert page.css_first(f'[id="{target}"]') is not None, target


def test_names_in_programs_are_plain_text_and_the_rest_keeps_its_colour():
    line = '<span class="n">x</span> <span class="o">=</span><span class="w">  </span>'
    assert slim.without_plain_tokens(line) == 'x <span class="o">=</span>  '


def test_a_table_of_a_chapter_stands_in_a_box_and_another_does_not():
    made = slim.boxed('<table><tr></tr></table><table class="x"></table>')
    assert made == (
        '<div class="md-typeset__scrollwrap"><div class="md-typeset__table">'
        '<table><tr></tr></table></div></div><table class="x"></table>'
    )


def test_what_has_its_check_or_its_output_below_says_so():
    formula, check = '<div class="formula"><span>x</span></div>', '<div class="checked">c</div>'
    with_check = '<div class="formula with-check"><span>x</span></div>'
    assert slim.paired(formula + formula + check) == formula + with_check + check
    program = '<pre>p</pre><div class="uses">u</div><div class="uses">u</div>'
    one = f'<div id="a" class="snippet highlight">{program}</div>'
    two, output = one.replace('"a"', '"b"'), '\n<div class="output highlight">1</div>'
    assert slim.paired(one + two + output) == (
        one + two.replace("highlight", "highlight with-output") + output
    )


def test_an_output_that_stands_elsewhere_is_not_its_programs():
    program = '<div class="snippet highlight"><pre>p</pre></div>'
    output = '<div class="output highlight">1</div>'
    for before in ("", "<div></div>", *(program + part for part in ("<p>x</p>", "<div></div>"))):
        assert slim.paired(before + output) == before + output


def test_a_formula_says_how_high_it_is():
    def formula(*struts: str) -> str:
        spans = "".join(f'<span class="katex-strut" style="{strut}"></span>' for strut in struts)
        return f'<div class="formula with-check">{spans}</div>'

    high = formula("height:4em;vertical-align:-1.75em;", "height:3em;vertical-align:-2em;")
    assert 'class="formula with-check" style="--formula-height:4.25">' in slim.measured(high)
    assert ' style="--formula-height:1.20">' in slim.measured(formula("height:0.7em;"))
    assert slim.measured(formula()) == formula()


def test_the_search_is_left_open_by_the_script_that_it_brings():
    was = 'L(Kt,Ht).pipe(nt(125)).subscribe(()=>{at("drawer",!1),at("search",!1)});'
    assert mended.leaves_the_search_open(was) == (
        'L(Kt,Ht).pipe(nt(125)).subscribe(()=>{at("drawer",!1)});'
    )
    with pytest.raises(PluginError, match="has changed"):
        mended.leaves_the_search_open("")
