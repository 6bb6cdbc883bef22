"""Sheets: a picture before, after, and what differs, side by side, to be looked at in review.

`python -m book diff REV --sheets` writes one PNG for each picture that has changed, is new or is
gone since REV. What is gone is drawn in vermillion, what is new in blue, all else in grey: two
colours that colour-blind readers tell apart.
"""

import io
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import resvg_py
from PIL import Image, ImageChops, ImageDraw, ImageFont

from book.diff import Difference, Version

FOLDER = ".cache/figures-diff"
SCALE = 2  # pixels for a point of the drawing
MARGIN = 24  # pixels
GONE, ADDED = (0xD5, 0x5E, 0x00), (0x00, 0x72, 0xB2)
SEEN = 24  # of 255: fainter differences are those of smoothed edges


def sheet(file: str, before: str | None, after: str | None, labels: tuple[str, str]) -> Image.Image:
    """One sheet for a picture: `before` and `after` are its SVG, None where there is none.

    `labels` name the two versions. Raises ValueError for text that is no SVG.
    """
    try:
        pictures = [_drawn(svg) for svg in (before, after)]
    except ValueError as error:
        raise ValueError(f"{file} is no SVG: {error}") from None
    width = max(picture.width for picture in pictures)
    height = max(picture.height for picture in pictures)
    old, new = (_on_paper(picture, width, height) for picture in pictures)
    marked, share = _difference(old, new)
    captions = (*labels, f"difference: {share:.2%} of the pixels; vermillion is gone, blue is new")
    top = 2 * MARGIN + 20
    paper = Image.new("RGB", (3 * width + 4 * MARGIN, top + height + MARGIN), "white")
    draw, font = ImageDraw.Draw(paper), ImageFont.load_default(18)
    for at, (caption, panel) in enumerate(zip(captions, (old, new, marked), strict=True)):
        left = MARGIN + at * (width + MARGIN)
        paper.paste(panel, (left, top))
        draw.rectangle((left - 1, top - 1, left + width, top + height), outline="#cccccc")
        draw.text((left, MARGIN + 22), caption, "black", font)
    draw.text((MARGIN, MARGIN // 2), file, "black", font)
    return paper


def sheets(old: Version, new: Version, found: Difference) -> Iterator[tuple[str, Image.Image]]:
    """The sheets of all pictures of a difference, each with the name of its file."""
    for file in found.pictures:
        name = Path(file).relative_to("docs/figures").with_suffix(".png").as_posix()
        pair = old.pictures.get(file), new.pictures.get(file)
        yield name.replace("/", "-"), sheet(file, *pair, (old.label, new.label))


def write(root: Path, old: Version, new: Version, found: Difference) -> list[str]:
    """Write the sheets of a difference and remove those of an earlier one; the files written."""
    folder = root / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    for earlier in folder.glob("*.png"):
        earlier.unlink()
    written = []
    for name, image in sheets(old, new, found):
        image.save(folder / name)
        written.append(f"{FOLDER}/{name}")
    return written


def _drawn(svg: str | None) -> Image.Image:
    """A picture in pixels, black where the page has the colour of its text."""
    if svg is None:
        return Image.new("RGB", (1, 1), "white")
    png = resvg_py.svg_to_bytes(
        svg_string=svg, zoom=SCALE, dpi=72, background="white", skip_system_fonts=True
    )
    return Image.open(io.BytesIO(bytes(png))).convert("RGB")


def _on_paper(picture: Image.Image, width: int, height: int) -> Image.Image:
    paper = Image.new("RGB", (width, height), "white")
    paper.paste(picture)
    return paper


def _difference(old: Image.Image, new: Image.Image) -> tuple[Image.Image, float]:
    """Both pictures in one, and the share of pixels that differ."""
    apart = np.asarray(ImageChops.difference(old, new)).max(axis=2) > SEEN  # (height, width)
    darker = np.asarray(new.convert("L")) < np.asarray(old.convert("L"))
    marked = 255 - (255 - np.asarray(new.convert("L"), dtype=np.uint8)[..., None]) // 3
    marked = np.repeat(marked, 3, axis=2)
    marked[apart & darker] = ADDED
    marked[apart & ~darker] = GONE
    return Image.fromarray(marked), float(apart.mean())
