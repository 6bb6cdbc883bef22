"""Card: the picture of a shared link, one for each page and language.

It says the title, what the page is about and the name of the book, beside a figure of the chapter.
It is drawn with Noto Sans SC from its package, so it is the same everywhere, and asks no network;
where the packages for it are missing, as in `nox -s serve`, there are no cards.
"""

import hashlib
import importlib.util
import io
import re
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import Any

from book.fonts import chinese_font, chinese_font_version

WIDTH, HEIGHT = 1200, 630  # what the services that show cards ask for
LARGEST = 60_000  # bytes
PAPER, INK, QUIET = "#ffffff", "#1c1f23", "#545b63"
ACCENT = "#00629b"  # --book-accent of theme/assets/book.css
EDGE, GAP = 72, 56  # pixels: around, and between words and figure
FIGURE = 420, 430  # pixels: the box that a figure is fitted into
FOOT = 34  # pixels: height of the letters of the book's name
TITLES = range(78, 43, -2)  # sizes, of which the largest that fits is taken
LARGE, LEAST = (
    35,
    (29, 25, 21),
)  # of what is below; smaller only where the smallest title is not enough
LEADING = {"title": 1.25, "about": 1.5}
COLOURS = 128
PACKAGES = ("PIL", "resvg_py", "jieba", "pylopdf_fonts_zh_cn")  # by the names that are imported

_OPENING, _CLOSING = "「『《〈（【“‘", "、，。；：？！」』》〉）】”’…—"
_TAILS = "的地得了着过吗呢吧"  # belong to the word before
_RUN = re.compile(
    f"(?P<han>[\u3400-\u9fff\uf900-\ufaff]+)|(?P<opening>[{_OPENING}])|(?P<closing>[{_CLOSING}])"
    f"|[^\\s\u3400-\u9fff\uf900-\ufaff{_OPENING}{_CLOSING}]+"
)
_PART = re.compile("(?<=[：，])|(?<= – )")  # where a title is best broken


@dataclass(frozen=True)
class Said:
    """The words of a card: the name of the book, the title of the page, what it is about."""

    book: str
    title: str
    about: str


class NoGlyph(ValueError):
    """A character that the font of the cards does not have."""


def drawable() -> bool:
    """Whether the packages that draw a card are installed."""
    return all(importlib.util.find_spec(name) for name in PACKAGES)


def kept(folder: Path, page: str, said: Said, figure: str) -> bytes:
    """The card of a page, drawn only if its words, its figure or the way of drawing have changed.

    `folder` holds one card for each page, under the name of the page and a digest of all that.
    """
    depends = (Path(__file__).read_text(encoding="utf-8"), _versions(), astuple(said), figure)
    digest = hashlib.sha256(repr(depends).encode()).hexdigest()[:16]
    stem = page.replace("/", "-")
    file = folder / f"{stem}.{digest}.png"
    if not file.is_file():
        png = card(said, figure)
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob(f"{stem}.*.png"):
            old.unlink()
        part = file.with_suffix(".part")
        part.write_bytes(png)
        part.replace(file)
    return file.read_bytes()


def card(said: Said, figure: str) -> bytes:
    """A PNG of WIDTH by HEIGHT: the words at the left, an SVG, if there is one, at the right.

    Raises NoGlyph, and ValueError if the words do not fit.
    """
    from PIL import Image, ImageDraw

    for character in sorted(set("".join(astuple(said)))):
        if not character.isspace() and not _has(character):
            raise NoGlyph(f"the font of the cards has no {character} (U+{ord(character):04X})")
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 12, HEIGHT), fill=ACCENT)
    right = WIDTH - EDGE
    if figure:
        picture = _picture(figure)
        top = (HEIGHT - FOOT - EDGE - picture.height) // 2 + EDGE // 3
        image.paste(picture, (right - picture.width, top))
        right -= picture.width + GAP
    _write(draw, said, right - EDGE)
    stored = io.BytesIO()
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(stored, "PNG", optimize=True)
    return stored.getvalue()


def _write(draw: Any, said: Said, width: int) -> None:
    """The words, in a column of a width: title and what the page is about, then the book's name."""
    foot = HEIGHT - EDGE - FOOT
    if said.book != said.title:
        draw.text((EDGE, foot), said.book, font=_font(FOOT), fill=ACCENT)
    title_size, title, size, about = _fitted(said, width, foot - EDGE - GAP)
    below = round(len(title) * title_size * LEADING["title"]) + GAP // 2
    spare = foot - EDGE - GAP - below - round(len(about) * size * LEADING["about"])
    y = EDGE + spare // 3
    for at, line in enumerate(title):
        place = (EDGE, y + round(at * title_size * LEADING["title"]))
        draw.text(place, line, font=_font(title_size), fill=INK, stroke_width=0.6, stroke_fill=INK)
    for at, line in enumerate(about):
        place = (EDGE, y + below + round(at * size * LEADING["about"]))
        draw.text(place, line, font=_font(size), fill=QUIET)


def _fitted(said: Said, width: int, room: int) -> tuple[int, list[str], int, list[str]]:
    """Size and lines of the title and of what is below it; a large title gives way to small print.

    Raises ValueError if nothing fits.
    """
    for least in LEAST:
        for title_size in TITLES:
            title = _headed(said.title, _font(title_size), width)
            left = room - round(len(title) * title_size * LEADING["title"]) - GAP // 2
            for size in range(LARGE, least - 1, -1):
                about = lines(said.about, _font(size), width)
                if len(title) <= 3 and len(about) * size * LEADING["about"] <= left:
                    return title_size, title, size, about
    raise ValueError(f"these words are too long for a card: {said.title}: {said.about}")


def _headed(title: str, font: Any, width: float) -> list[str]:
    """The lines of a title, broken behind its colon or dash if that takes no more of them."""
    plain = lines(title, font, width)
    if len(plain) == 1:
        return plain
    parts = [line for part in _PART.split(title) for line in lines(part, font, width)]
    return parts if len(parts) <= len(plain) else plain


def lines(text: str, font: Any, width: float) -> list[str]:
    """The text in as few lines as the width allows, all about as long.

    Chinese breaks between words; no line begins with a closing mark or ends with an opening one.
    A word longer than the width has a line of its own, which is then too long.
    """
    pieces = list(_pieces(text))
    broken = _broken(pieces, font, width)
    narrow = width
    while narrow > 40 and len(closer := _broken(pieces, font, narrow - 8)) == len(broken):
        if max(map(font.getlength, closer)) > narrow - 8:
            break
        broken, narrow = closer, narrow - 8
    return broken


def _pieces(text: str) -> Iterator[tuple[str, bool]]:
    """What no line end may part, each with whether a space stands before it."""
    import jieba

    piece, spaced, holds = "", False, False  # it holds what comes next as an opening mark does
    for run in _RUN.finditer(text):
        words = jieba.lcut(run[0]) if run["han"] else [run[0]]
        for at, word in enumerate(words):
            gap = at == 0 and text[: run.start()].endswith(" ")
            if piece and (gap or not (holds or run["closing"] or word in _TAILS)):
                yield piece, spaced
                piece = ""
            if not piece:
                spaced = gap
            piece += word
            holds = bool(run["opening"])
    if piece:
        yield piece, spaced


def _broken(pieces: list[tuple[str, bool]], font: Any, width: float) -> list[str]:
    broken = [""]
    for piece, spaced in pieces:
        longer = f"{broken[-1]}{' ' if spaced and broken[-1] else ''}{piece}"
        if broken[-1] and font.getlength(longer) > width:
            broken.append(piece)
        else:
            broken[-1] = longer
    return broken


def _picture(svg: str) -> Any:
    """An SVG of the book as a picture within FIGURE, in ink on paper."""
    from PIL import Image

    return Image.open(io.BytesIO(_drawn(svg))).convert("RGB")


@lru_cache(maxsize=64)  # both languages show most figures, and the first of all on many cards
def _drawn(svg: str) -> bytes:
    """An SVG as PNG, within FIGURE."""
    import resvg_py

    width, height = map(float, re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg).groups())
    zoom = min(FIGURE[0] / width, FIGURE[1] / height)
    inked = svg.replace("<svg ", f'<svg color="{INK}" ', 1)
    return resvg_py.svg_to_bytes(
        svg_string=inked,
        background=PAPER,
        skip_system_fonts=True,
        dpi=96,
        width=round(width * zoom),
        height=round(height * zoom),
    )


@lru_cache(maxsize=64)
def _font(size: int) -> Any:
    from PIL import ImageFont

    return ImageFont.truetype(str(chinese_font()), size)


@lru_cache(maxsize=4096)
def _has(character: str) -> bool:
    """Whether the font draws a character otherwise than one that no font has."""
    font = _font(32)
    return bytes(font.getmask(character)) != bytes(font.getmask("\U0010fffe"))


@lru_cache(maxsize=1)
def _versions() -> tuple[str, ...]:
    return (*map(metadata.version, ("pillow", "resvg-py")), chinese_font_version())
