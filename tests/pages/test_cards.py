"""The picture of a shared link: one for each page and language, small, and drawn once."""

import io
from urllib.parse import urlsplit

import pytest
from PIL import Image
from selectolax.lexbor import LexborHTMLParser

from book.page import card
from tests.pages.conftest import LANGUAGES, ROOT
from tests.pages.test_site import PAGES

FIGURE = (ROOT / "docs/figures/attention/weights.svg").read_text(encoding="utf-8")
SAID = card.Said("注意力，算给你看", "循环网络", "一层就够到所有的词，信号却要一步乘一次。")


def picture(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


@pytest.mark.parametrize(("language", "name"), [*PAGES, *((lang, "ledger") for lang in LANGUAGES)])
def test_every_page_has_a_card_of_its_own_at_an_absolute_address(site, language, name):
    folder = "en/" if language == "en" else ""
    page = LexborHTMLParser((site / f"{folder}{name}.html").read_text(encoding="utf-8"))
    address = urlsplit(page.css_first("meta[property='og:image']").attributes["content"])
    assert address.scheme == "https" and address.netloc
    assert address.path == f"/{folder}assets/cards/{name.replace('/', '-')}.png"
    png = (site / address.path.lstrip("/")).read_bytes()
    assert len(png) < card.LARGEST
    assert picture(png).size == (1200, 630)
    assert page.css_first("meta[name='twitter:card']").attributes["content"] == (
        "summary_large_image"
    )


def test_no_two_pages_share_a_card(site):
    pngs = [file.read_bytes() for file in site.glob("**/assets/cards/*.png")]
    assert len(set(pngs)) == len(pngs) == len(PAGES) + len(LANGUAGES)


def test_a_card_is_paper_with_the_words_at_the_left_and_the_figure_at_the_right():
    whole, bare = (picture(card.card(SAID, figure)) for figure in (FIGURE, ""))
    assert whole.getpixel((0, 300)) == tuple(bytes.fromhex(card.ACCENT[1:]))
    assert whole.getpixel((card.WIDTH - 1, 0)) == (255, 255, 255)
    left, right = (0, 0, 600, card.HEIGHT), (900, 0, card.WIDTH, card.HEIGHT)
    assert len(whole.crop(left).getcolors(10_000)) > 5
    assert len(whole.crop(right).getcolors(10_000)) > 5
    assert bare.crop(right).getcolors(10_000) == [(300 * card.HEIGHT, (255, 255, 255))]


def test_a_card_is_drawn_again_only_when_what_it_shows_has_changed(tmp_path, monkeypatch):
    first = card.kept(tmp_path, "labs/paths", SAID, FIGURE)
    drawn = []
    monkeypatch.setattr(card, "card", lambda *shown: drawn.append(shown) or b"new")
    assert card.kept(tmp_path, "labs/paths", SAID, FIGURE) == first and not drawn
    assert card.kept(tmp_path, "labs/paths", SAID, "") == b"new" and len(drawn) == 1
    assert [file.read_bytes() for file in tmp_path.iterdir()] == [b"new"]


def test_a_character_that_the_font_lacks_is_refused():
    with pytest.raises(card.NoGlyph, match=r"U\+1F600"):
        card.card(card.Said("书", "题", "一张笑脸 😀"), "")


def test_words_that_do_not_fit_are_refused(monkeypatch):
    monkeypatch.setattr(card, "TITLES", card.TITLES[-1:])  # the smallest leaves most room
    with pytest.raises(ValueError, match="too long for a card"):
        card.card(card.Said("书", "题", "很长的话，" * 99), FIGURE)


@pytest.mark.parametrize(
    "text",
    [
        "把字典改成可以求导的：精确查表、软查表、硬查表，核回归，以及手工的打分到哪里为止。",
        "带着数字，一道门一道门地看 LSTM 和 GRU；「遗忘门」许诺了什么（整个雅可比矩阵又如何）。",
        "What attention cannot do, what its weights do not say – measured, in both directions.",
    ],
)
def test_lines_hold_all_words_within_the_width_and_break_where_the_script_allows(text):
    font = card._font(36)
    for width in (300, 520, 1000):
        lines = card.lines(text, font, width)
        assert "".join(lines).replace(" ", "") == text.replace(" ", "")
        assert all(font.getlength(line) <= width for line in lines)
        assert not [line for line in lines if line[0] in "、，。；：？！」』》）的地得"]
        assert not [line for line in lines if line[-1] in "「『《（" or line != line.strip()]


def test_lines_are_about_as_long_as_each_other():
    font = card._font(36)
    lines = card.lines("word " * 16, font, font.getlength("word " * 7))
    assert [line.count("word") for line in lines] == [6, 6, 4]


def test_a_title_is_broken_behind_its_colon():
    font = card._font(78)
    assert card._headed("实验：信号走哪条路", font, 520) == ["实验：", "信号走哪条路"]


def test_without_the_packages_there_is_no_card(monkeypatch):
    assert card.drawable()
    monkeypatch.setattr(card, "PACKAGES", ("PIL", "no_such_package"))
    assert not card.drawable()
