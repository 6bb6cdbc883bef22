"""Figures are drawn from values, look the same each time, and are what is committed."""

import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from book import figure_source, figures, fonts
from book.figures import Drawing, differences, drawings, figures_of, first_difference, orphans
from book.runs import PRELOAD, runs
from book.sources import Reader
from book.worker import Worker, Workers

ROOT = Path(__file__).resolve().parent.parent

NUMBERS = '''
"""Numbers to draw."""

import torch

torch.set_default_dtype(torch.float64)

decay = 0.5 ** torch.arange(6.0)
alpha = torch.tensor([[0.1, 0.2, 0.7], [0.25, 0.35, 0.4]])
square = torch.tensor([[0.1, 0.3], [0.4, 0.2]])
far, near = 0.0571, 0.9684
count = 2047
words = ["很高兴", "认识你"]


def power(n):
    return 0.5**n
'''
SOURCES: dict[str, str] = {}


def figure(name: str, imports: str, body: str, signature: str = "draw()") -> str:
    """A figure that draws on `axes` what `body` says; returns its name."""
    lines = [
        '"""What the reader should see."""',
        "import matplotlib.pyplot as plt",
        f"from snippets.demo.numbers import {imports}" if imports else "",
        "",
        f"def {signature}:",
        "    figure, axes = plt.subplots()",
        *("    " + line for line in dedent(body).strip().splitlines()),
        "    return figure",
    ]
    SOURCES[f"demo/{name}"] = "\n".join(lines) + "\n"
    return f"demo/{name}"


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    root = tmp_path_factory.mktemp("book")
    write(root, "snippets/demo/numbers.py", NUMBERS)
    write(root, figures.STYLE, (ROOT / figures.STYLE).read_text("utf-8"))
    for name, source in SOURCES.items():
        write(root, f"figures_src/{name}.py", source)
    return root


@pytest.fixture(scope="module")
def drawn(root) -> dict[str, Drawing]:
    return drawings(root, SOURCES)


def write(root: Path, file: str, text: str) -> None:
    (root / file).parent.mkdir(parents=True, exist_ok=True)
    (root / file).write_text(text, "utf-8")


def said(drawing: Drawing) -> list[str]:
    return [problem.message for problem in drawing.problems]


def refused(body: str, imports: str = "from snippets.demo.numbers import alpha, far") -> list[str]:
    """What reading alone finds wrong with a figure of one line."""
    text = f'"""What the reader should see."""\n{imports}\n\n\ndef draw():\n    {body}\n'
    return [p.message for p in figure_source.read(text, "figures_src/demo/one.py").problems]


# Arrays

LINE = figure("line", "decay", "axes.semilogy(decay, 'o-')")
PARTS = figure(
    "parts",
    "alpha, decay, far, near",
    """
    axes.plot(range(1, 4), alpha[1])
    axes.plot(alpha[:, 2], [0, 1], "o")
    axes.plot(decay[::-1] if False else decay.flip(0))
    axes.bar([0, 1], [far, near])
    axes.scatter(decay[1:4], decay[::2])
    axes.fill_between(range(6), 0, decay)
    axes.vlines(range(6), 0, decay)
    axes.errorbar(range(3), alpha[0], yerr=alpha[1])
    axes.axhline(0.3)
    axes.plot([0, 3], [0.9, 0.1], color="0.5")
    """,
)
HEAT = figure(
    "heat",
    "alpha",
    """
    axes.pcolormesh(alpha.T, vmin=0, vmax=1)
    for i, row in enumerate(alpha.tolist()):
        for j, weight in enumerate(row):
            axes.text(i, j, f"{weight:.2f}")
    """,
)
CENTRED = figure("centred", "alpha, decay", "axes.pcolormesh(decay[:3], [0, 1], alpha)")


@pytest.mark.parametrize("name", [LINE, PARTS, HEAT, CENTRED])
def test_values_and_their_parts_are_drawn_without_complaint(drawn, name):
    assert said(drawn[name]) == []
    assert list(drawn[name].svgs) == [f"docs/figures/{name}.svg"]


ALTERED = figure("altered", "decay", "axes.plot([1.0, 0.5, 0.3, 0.125, 0.0625, 0.03125])")


def test_an_altered_array_is_refused_with_its_first_difference(drawn):
    problem = drawn[ALTERED].problems[0]
    assert (problem.file, problem.line) == (f"figures_src/{ALTERED}.py", 5)
    assert problem.message == "line 1: y is not demo/numbers.decay: [2] is 0.3, not 0.25"


COMPUTED = figure("computed", "decay", "axes.plot([entry * 2 for entry in decay])")


def test_a_computed_array_is_refused(drawn):
    assert said(drawn[COMPUTED])[0].startswith(
        "line 1: y is not demo/numbers.decay: [0] is 2, not 1"
    )


FOREIGN = {
    figure("cells", "alpha", "axes.pcolormesh([[0.1, 0.2, 0.7], [0.25, 0.36, 0.4]])"): "cells",
    figure("swapped", "alpha", "axes.pcolormesh([[0.2, 0.1, 0.7], [0.25, 0.35, 0.4]])"): "cells",
    figure("bars", "decay", "axes.bar(range(6), [1, 0.5, 0.25, 0.125, 0.06, 0.03])"): "lengths",
    figure("barh", "decay", "axes.barh(range(6), [1, 0.5, 0.25, 0.125, 0.06, 0.03])"): "lengths",
    figure("moved", "decay", "axes.bar([0, 1, 2, 3, 4, 6], decay)"): "positions",
    figure("points", "decay", "axes.scatter(decay, [1, 0.5, 0.25, 0.1, 0.06, 0.03])"): "y",
    figure("one", "far", "axes.plot(far, 0.4, 'o')"): "y",
    figure("area", "decay", "axes.fill_between(range(6), [0, 0, 0, 0.1, 0, 0], decay)"): "side",
    figure("stems", "decay", "axes.vlines(range(6), 0, [1, 0.5, 0.2, 0.1, 0.1, 0.1])"): "ends",
    figure("errors", "decay", "axes.errorbar(range(6), decay, yerr=0.1)"): "ends",
    figure("steps", "decay", "axes.stairs([1, 0.5, 0.25, 0.1])"): "heights",
    figure("x", "decay", "axes.plot([0, 1, 2, 3, 4, 5.5], decay)"): "x",
}


@pytest.mark.parametrize("name", FOREIGN)
def test_numbers_of_every_kind_of_drawing_are_compared(drawn, name):
    assert any(FOREIGN[name] in message for message in said(drawn[name])), said(drawn[name])


IMAGE = figure("image", "alpha", "axes.imshow(alpha)")
CURVE = figure("curve", "decay", "axes.plot(decay)\naxes.fill(range(20), range(20))")
APART = figure(
    "apart",
    "",
    """
    figure.add_artist(plt.Line2D([0.2, 0.3, 0.9], [0.1, 0.2, 0.1]))
    figure.add_artist(plt.matplotlib.patches.FancyArrowPatch((0.2, 0.2), (0.8, 0.8)))
    axes.table([["7"]])
    """,
)
ONE = figure("one", "decay", "axes.plot(decay)\naxes.scatter([1], [0.3])")
HEXES = figure("hexes", "decay", "axes.hexbin(decay, decay)")


def test_an_image_is_refused(drawn):
    assert "an image (AxesImage)" in said(drawn[IMAGE])
    assert any("pcolormesh" in problem.remedy for problem in drawn[IMAGE].problems)


def test_a_drawing_that_cannot_be_compared_is_refused(drawn):
    assert any("cannot be compared" in message for message in said(drawn[HEXES]))
    assert said(drawn[CURVE]) == ["a Polygon of many corners"]


def test_what_lies_in_no_axes_and_a_table_are_refused(drawn):
    assert said(drawn[APART])[:2] == ["a Line2D outside of axes", "a table"]


def test_one_number_too_many_is_told_in_the_singular(drawn):
    (message,) = said(drawn[ONE])
    assert "holds 1 number, 0.3, to be found in none of: demo/numbers.decay (6,)" in message


UNUSED = figure("unused", "decay, far, count", "axes.plot(decay)\naxes.set_title(f'{count:,}')")
WHOLE = figure("whole", "power", "axes.plot([power(n) for n in range(6)])")


def test_an_import_that_is_not_drawn_is_refused(drawn):
    assert said(drawn[UNUSED]) == ["demo/numbers.far is imported and not drawn"]


def test_an_imported_function_is_refused(drawn):
    assert any("a computation: power(n)" in message for message in said(drawn[WHOLE]))


SCHEME = figure(
    "scheme",
    "",
    """
    axes.add_patch(plt.Circle((0.2, 0.5), 0.1))
    axes.annotate("$h_1$", (0.8, 0.5), xytext=(0.2, 0.5), arrowprops={"arrowstyle": "->"})
    """,
)


def test_patches_arrows_and_words_are_free(drawn):
    assert said(drawn[SCHEME]) == []


# Labels

LABELS = figure(
    "labels",
    "far, near, count, alpha",
    """
    axes.text(0.1, 0.1, f"{far:.3f} / {near:.3f}")
    axes.set_title(f"$T - 1 = {count}$")
    axes.set_xticks([0, 1, 2], ["0", "1", "2"])
    axes.bar(range(3), alpha[0])
    axes.text(0.5, 0.5, "$h_2$, $x^2$")
    """,
)
MISLABELLED = figure("mislabelled", "far", "axes.text(0.1, 0.1, f'{far:.3f} 0.058')")
FORMULA = figure("formula", "far", "axes.text(0.1, 0.1, f'{far:.3f}, $L = 0.058$')")
SHUFFLED = figure(
    "shuffled",
    "alpha",
    """
    axes.pcolormesh(alpha)
    axes.text(1, 0, f"{alpha[0, 0]:.1f}")
    """,
)


def test_a_label_is_the_rounding_of_a_value(drawn):
    assert said(drawn[LABELS]) == []


@pytest.mark.parametrize(("name", "number"), [(MISLABELLED, "0.058"), (FORMULA, "0.058")])
def test_a_wrong_number_in_a_label_is_refused(drawn, name, number):
    (message,) = said(drawn[name])
    assert f"{number} is the rounding of no imported value" in message


# Pictures that show right numbers wrong

SCALED = "transform=plt.matplotlib.transforms.Affine2D().scale(1, 2) + axes.transData"
TICKER = "plt.matplotlib.ticker"
MISLEADING = {
    figure("scaled", "decay", f"axes.plot(range(6), decay, {SCALED})"): "line 1 lies elsewhere",
    figure("offsets", "decay", f"axes.scatter(range(6), decay, {SCALED})"): "lies elsewhere",
    figure("mesh", "alpha", f"axes.pcolormesh(alpha, {SCALED})"): "lies elsewhere",
    figure("clear", "decay", "axes.plot(decay, alpha=0)"): "line 1 is not to be seen",
    figure("hidden", "decay", "axes.plot(decay, visible=False)"): "is not to be seen",
    figure("thin", "decay", "axes.plot(decay, linestyle='none')"): "is not to be seen",
    figure("dots", "decay", "axes.scatter(range(6), decay, s=0)"): "is not to be seen",
    figure("away", "decay", "axes.plot(decay)\naxes.set_visible(False)"): "is not to be seen",
    figure(
        "cut", "decay", "axes.plot(decay, 'o')\naxes.set_ylim(0.2, 1)"
    ): "line 1: 3 points lie beyond the axes",
    figure("lifted", "decay", "axes.bar(range(6), decay, bottom=5)"): "bars 1: bases",
    figure("seven", "decay", "axes.plot(decay, marker='$7$')"): "markers of its own shape",
    figure("sevens", "decay", "axes.scatter(range(6), decay, marker='$7$')"): "of its own shape",
    figure(
        "second",
        "decay",
        "axes.plot(decay)\naxes.secondary_yaxis('right', functions=(lambda v: v, lambda v: v))",
    ): "a second axis with a scale of its own",
    figure("twin", "decay", "axes.plot(decay)\naxes.twinx().set_ylim(0, 7)"): "a second scale",
    figure("tick", "decay", "axes.plot(decay)\naxes.set_xticks([0, 5], ['0', '32'])"): (
        "label '32' stands at 5"
    ),
    figure(
        "ticks", "alpha", "axes.plot(alpha[0], 'o')\naxes.set_yticks([0.1, 0.7], ['0.7', '0.1'])"
    ): "label '0.7' stands at 0.1",
    figure(
        "tens", "decay", "axes.plot(decay)\naxes.yaxis.set_major_formatter('{x:.1f}7')"
    ): "label '0.27' stands at 0.2",
    figure(
        "half",
        "decay",
        f"axes.plot(decay)\naxes.yaxis.set_major_formatter({TICKER}.PercentFormatter(5))",
    ): "label '20.0%' stands at 1",
    figure(
        "minor",
        "decay",
        f"""
        axes.plot(decay)
        axes.yaxis.set_minor_locator({TICKER}.FixedLocator([0.55, 0.75]))
        axes.yaxis.set_minor_formatter({TICKER}.FixedFormatter(["0.55", "7"]))
        """,
    ): "label '7' stands at 0.75",
    figure(
        "exchanged",
        "decay",
        """
        axes.bar(range(6), decay)
        for place in range(6):
            axes.text(place, decay[place], f"{decay[2 - place]:.2f}")
        """,
    ): "label '0.25' stands at (0, 1), and is of another point",
    figure(
        "noted", "decay", "axes.plot(decay)\naxes.annotate(f'{decay[0]:.1f}', (3, decay[3]))"
    ): "label '1.0' stands at (3, 0.125), and is of another point",
    figure(
        "turned",
        "square",
        """
        axes.pcolormesh(square.T)
        axes.text(1, 0, f"{square[0, 1]:.1f}")
        """,
    ): "label '0.3' stands in cell [0, 1], where demo/numbers.square is 0.4",
    figure("parts_of", "decay", "axes.plot(decay)\naxes.set_title('百分之 0.5')"): "分之",
    figure("kelvin", "decay", "axes.plot(decay)\naxes.set_title('0.5 K')"): "a unit",
    figure("letter", "decay", "axes.plot(decay)\naxes.set_title('faster x57')"): "x57 is no name",
    figure("glued", "decay", "axes.plot(decay)\naxes.set_title('$0.5{}1$')"): "one number",
}


@pytest.mark.parametrize("name", MISLEADING)
def test_a_picture_that_shows_right_numbers_wrong_is_refused(drawn, name):
    assert any(MISLEADING[name] in message for message in said(drawn[name])), said(drawn[name])


def test_a_curve_may_leave_the_axes_and_a_point_may_be_called_by_its_parameter(drawn):
    assert said(drawn[LEAVES]) == []


LEAVES = figure(
    "leaves",
    "decay",
    """
    axes.plot(decay)
    axes.set_ylim(0.2, 1)
    axes.annotate(f"$r = {decay[1]:.1f}$", (2, decay[2]))
    """,
)


def test_a_number_in_the_wrong_cell_is_refused(drawn):
    assert said(drawn[SHUFFLED]) == [
        "label '0.1' stands in cell [0, 1], where demo/numbers.alpha is 0.2"
    ]


# Glyphs

BOX = figure("box", "", "axes.text(0.1, 0.1, '\\U00013000')")
DIALECT = figure("dialect", "words", "axes.set_xlabel(f'{words[0]} $x_1$')")
CHINESE = figure("chinese", "words", "axes.set_xticks([0, 1], words)")
UNKNOWN = figure("unknown", "", "axes.text(0.1, 0.1, 'serif', family='Nimbus')")


def test_a_missing_glyph_is_refused(drawn):
    (message,) = said(drawn[BOX])
    assert "HIEROGLYPH" in message


def test_chinese_in_a_formula_is_refused(drawn):
    assert said(drawn[DIALECT]) == [
        "label '很高兴 $x_1$' is set as a formula, which has no Chinese glyphs"
    ]


def test_chinese_is_drawn_from_the_package_as_outlines(drawn):
    assert said(drawn[CHINESE]) == []
    (svg,) = drawn[CHINESE].svgs.values()
    assert "<text" not in svg
    assert len(set(re.findall(r'<use [^>]*href="#([^"]+)"', svg))) >= 6


def test_a_font_of_the_system_is_refused(drawn):
    assert any("Nimbus" in message for message in said(drawn[UNKNOWN]))


def test_fonts_are_found_though_the_list_in_the_home_of_the_user_is_not_ours(monkeypatch):
    """Matplotlib keeps its list of fonts across installations, one of which may be gone."""
    from matplotlib.font_manager import fontManager

    monkeypatch.setattr(fontManager, "ttflist", [])
    monkeypatch.setattr(fontManager, "afmlist", [])
    fonts.use_only_the_fonts_of_the_book()
    for family in (fonts.LATIN, fonts.CHINESE):
        assert Path(fontManager.findfont(family, fallback_to_default=False)).is_file()


# The look

BOTH = figure(
    "both",
    "decay",
    "axes.plot(decay)\naxes.set_xlabel({'zh': '步', 'en': 'steps'}[language])",
    "draw(language)",
)
WHITE = figure("white", "decay", "axes.plot(decay, 'o', markerfacecolor='white')")
WIDE = figure("wide", "decay", "axes.plot(decay)\nfigure.set_size_inches(7, 3)")
TINY = figure("tiny", "", "axes.text(0.1, 0.1, 'small', fontsize=6)")
NOTHING = figure("nothing", "decay", "return axes.plot(decay)")
BROKEN = figure("broken", "decay", "axes.plot(decay[:, 7])")
MANY = figure("many", "", "axes.plot(range(2000), 'o')")


def test_a_figure_with_words_is_drawn_once_for_each_language(drawn):
    assert said(drawn[BOTH]) == []
    zh, en = drawn[BOTH].svgs.items()
    assert (zh[0], en[0]) == (f"docs/figures/{BOTH}.zh.svg", f"docs/figures/{BOTH}.en.svg")
    assert zh[1] != en[1]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (WHITE, "white is drawn"),
        (WIDE, "in wide"),
        (TINY, "label 'small' is set in 6 points"),
        (NOTHING, "draw() returns list"),
        (BROKEN, "IndexError"),
        (MANY, "kB of SVG"),
    ],
)
def test_what_does_not_fit_the_page_is_refused(drawn, name, reason):
    assert any(reason in message for message in said(drawn[name])), said(drawn[name])


def test_an_error_in_draw_is_told_at_its_line(drawn):
    (problem,) = drawn[BROKEN].problems
    assert (problem.file, problem.line) == (f"figures_src/{BROKEN}.py", 7)


def test_ids_are_the_figures_own_and_black_is_the_colour_of_the_text(drawn):
    (svg,) = drawn[LINE].svgs.values()
    ids = re.findall(r' id="([^"]+)"', svg)
    assert ids
    assert all(id_.startswith("demo-line-") for id_ in ids)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', svg)) >= set()
    assert "currentColor" in svg
    assert "#000000" not in svg
    assert not re.search("<style|<metadata|<image|date", svg)


def test_a_figure_is_the_same_bytes_again(root, drawn):
    again = drawings(root, [HEAT, BOTH], fresh=True)
    for name in (HEAT, BOTH):
        assert not again[name].reused
        assert again[name].svgs == drawn[name].svgs


def test_an_unchanged_figure_is_reused_without_matplotlib(root, drawn):
    program = f"""
        import sys
        from pathlib import Path
        from book.figures import drawings
        drawing = drawings(Path({str(root)!r}), [{LINE!r}])[{LINE!r}]
        assert drawing.reused and drawing.svgs and not drawing.problems
        assert not {{"matplotlib", "torch", "numpy"}} & set(sys.modules)
    """
    subprocess.run([sys.executable, "-c", dedent(program)], check=True, cwd=ROOT)


def test_a_figure_is_the_same_where_nothing_was_drawn_before(root, drawn):
    cold = [module for module in figures.PRELOADED if module != "book.warm"]
    arguments = {"root": str(root), "name": LINE, "values": [["demo/numbers", "decay"]]}
    with Worker(root, preload=cold) as worker:
        answer = worker.call("book.drawing:drawn", arguments | {"languages": []})
    assert list(answer.value["svgs"].values()) == list(drawn[LINE].svgs.values())


@pytest.mark.skipif(sys.platform != "linux", reason="where open files are listed in /proc")
def test_no_font_stays_open_for_the_processes_that_draw():
    program = """
        import os, book.warm
        for number in os.listdir("/proc/self/fd"):
            path = f"/proc/self/fd/{number}"
            assert not (os.path.exists(path) and os.readlink(path).endswith(".ttf"))
    """
    subprocess.run([sys.executable, "-c", dedent(program)], check=True, cwd=ROOT)


def test_figures_are_drawn_where_snippets_have_run_before(root, drawn):
    with Workers(root) as workers:
        assert runs(root, ["demo/numbers"], fresh=True, workers=workers)["demo/numbers"].values
        before = workers.worker(PRELOAD)
        workers.release(PRELOAD)
        again = drawings(root, [LINE], fresh=True, workers=workers)[LINE]
        assert (again.svgs, again.reused) == (drawn[LINE].svgs, False)
        assert list(workers.started.values()) == [before]


def test_a_picture_depends_on_all_that_draws_it():
    reader = Reader(ROOT)
    drawing = {f for name in ("drawing", "warm") for f in reader.sources(f"book/{name}.py").digests}
    assert figures._checkers().keys() == drawing | {"book/figures.py", "book/figure_source.py"}


# The source

ARITHMETIC = [
    "axes.plot(alpha * 2)",
    "axes.plot(-alpha[0])",
    "axes.plot(alpha[0] @ alpha[1])",
    "alpha += 1",
    "axes.text(0, 0, f'{100 * far:.1f}')",
    "axes.plot(alpha.sum(0))",
    "axes.plot(max(alpha))",
]


@pytest.mark.parametrize("line", ARITHMETIC)
def test_arithmetic_in_a_figure_is_refused(line):
    assert refused(line)


@pytest.mark.parametrize("module", ["numpy as np", "torch as np", "math as np"])
def test_computing_functions_are_refused(module):
    imports = f"import {module}\nfrom snippets.demo.numbers import alpha"
    assert refused("axes.plot(np.exp(0))", imports) == ["a computation: np.exp(0)"]


def test_arithmetic_through_a_module_is_refused():
    assert refused("axes.plot(numbers.alpha * 2)", "from snippets.demo import numbers")
    assert refused("axes.plot(n.alpha.mean())", "import snippets.demo.numbers as n")


def test_views_counting_and_formats_are_no_arithmetic():
    line = "axes.plot(range(1, len(alpha) + 1), alpha[-1, 1:].flatten(), label=f'{far:.1%}')"
    assert refused(line) == []


def test_setting_the_look_is_refused():
    assert refused("plt.rcParams['font.size'] = 7")
    assert refused("figure.savefig('there.png')")


def test_every_imported_value_is_known():
    text = "from snippets.a.b import c as d\nfrom snippets.e import f\nf.g; f.h; f.g"
    assert figure_source.read(text, "x.py").values == [("a/b", "c"), ("e/f", "g"), ("e/f", "h")]


def test_a_module_without_draw_or_docstring_is_refused():
    messages = [problem.message for problem in figure_source.read("x = 1\n", "x.py").problems]
    assert messages == ["the module has no docstring", "the module has no draw()"]


def test_a_figure_of_a_missing_snippet_is_refused(tmp_path):
    write(tmp_path, figures.STYLE, "")
    write(tmp_path, "figures_src/demo/lost.py", "from snippets.demo.gone import x\n")
    (problem,) = drawings(tmp_path, ["demo/lost"])["demo/lost"].problems
    assert "snippets.demo.gone" in problem.message


# What is committed

FIRST = "<!-- demo/line, drawn by matplotlib 3.11.2 -->\n"


def committed(tmp_path: Path, text: str | None, now: str = FIRST + '<path d="M 1 2.5"/>\n'):
    if text is not None:
        write(tmp_path, "docs/figures/demo/line.svg", text)
    drawing = Drawing("demo/line", {"docs/figures/demo/line.svg": now})
    return [
        (d.problem.line, d.problem.message, d.text == now) for d in differences(tmp_path, drawing)
    ]


def test_a_committed_picture_as_drawn_is_accepted(tmp_path):
    assert committed(tmp_path, FIRST + '<path d="M 1 2.5"/>\n') == []


def test_a_missing_picture_is_refused(tmp_path):
    assert committed(tmp_path, None) == [(1, "the picture is missing", True)]


@pytest.mark.parametrize(
    "line", ['<path d="M 1 2.6"/>\n', '<path d="L 1 2.5"/>\n', '<path d="M 1 2.5"/>\n<g/>\n', ""]
)
def test_an_altered_picture_is_refused(tmp_path, line):
    ((at, message, repaired),) = committed(tmp_path, FIRST + line)
    assert at >= 2
    assert message == "the picture differs from what figures_src/demo/line.py draws"
    assert repaired


def test_the_last_digit_of_a_coordinate_may_differ_between_machines():
    assert first_difference("M 1.234567 2", "M 1.234568 2") == 0
    assert first_difference("M 1.234567 2", "M 1.234668 2") == 1


def test_a_picture_of_another_matplotlib_is_not_compared(tmp_path):
    assert committed(tmp_path, FIRST.replace("3.11.2", "3.10.9") + '<path d="M 7 7"/>\n') == []


def test_a_picture_that_its_module_no_longer_draws_is_refused(tmp_path):
    write(tmp_path, "docs/figures/demo/line.zh.svg", "<svg/>")
    messages = [message for _, message, _ in committed(tmp_path, None)]
    assert "figures_src/demo/line.py does not draw this picture" in messages


def test_no_picture_is_written_through_a_link_out_of_the_book(tmp_path, capsys, monkeypatch):
    outside, root = tmp_path / "line.svg", tmp_path / "book"
    outside.write_text("<svg/>")
    write(root, "figures_src/demo/line.py", "")
    write(root, "docs/figures/demo/other.svg", "<svg/>")
    (root / "docs/figures/demo/line.svg").symlink_to(outside)
    names = ("demo/line", "demo/other")
    drawn = {name: Drawing(name, {f"docs/figures/{name}.svg": "<g/>"}) for name in names}
    monkeypatch.setattr(figures, "drawings", lambda *_, **__: drawn)
    assert figures.main(root, []) == 1
    told = capsys.readouterr()
    assert told.out.startswith("docs/figures/demo/line.svg:1:1: a link out of the book, to ")
    assert told.err == "nothing is written: mend these first\n"
    assert outside.read_text() == (root / "docs/figures/demo/other.svg").read_text() == "<svg/>"


def test_a_picture_without_a_module_is_refused(tmp_path):
    write(tmp_path, "figures_src/demo/line.py", "")
    for file in ("demo/line.svg", "demo/gone.en.svg", "gone.svg"):
        write(tmp_path, f"docs/figures/{file}", "<svg/>")
    assert [difference.file for difference in orphans(tmp_path)] == [
        "docs/figures/demo/gone.en.svg",
        "docs/figures/gone.svg",
    ]
    assert figures_of(tmp_path) == ["demo/line"]
