"""A sheet shows a picture before, after, and what is gone and what is new in it."""

from pathlib import Path

import numpy as np
import pytest

from book.diff import Difference, Version
from book.sheets import ADDED, FOLDER, GONE, MARGIN, SCALE, sheet, write

ROOT = Path(__file__).resolve().parent.parent
SIDE = 40  # points of a picture, and of the square in it 10
LABELS = ("before", "after")


def square(x: int, y: int, colour: str = "currentColor", side: int = SIDE) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}pt" height="{side}pt" '
        f'viewBox="0 0 {side} {side}"><rect x="{x}" y="{y}" width="10" height="10" '
        f'fill="{colour}"/></svg>'
    )


def panels(before: str | None, after: str | None, side: int = SIDE) -> list[np.ndarray]:
    """The three pictures of a sheet, each (height, width, 3)."""
    pixels = np.asarray(sheet("a.svg", before, after, LABELS))
    size, top = side * SCALE, 2 * MARGIN + 20
    lefts = [MARGIN + at * (size + MARGIN) for at in range(3)]
    return [pixels[top : top + size, left : left + size] for left in lefts]


def coloured(panel: np.ndarray, colour: tuple[int, int, int]) -> np.ndarray:
    """Where a panel has a colour, (height, width)."""
    return (panel == colour).all(axis=2)


def box(x: int, y: int) -> np.ndarray:
    """Where a square at (x, y) is, (height, width)."""
    where = np.zeros((SIDE * SCALE, SIDE * SCALE), dtype=bool)
    where[y * SCALE : (y + 10) * SCALE, x * SCALE : (x + 10) * SCALE] = True
    return where


def test_both_pictures_are_shown_and_equal_ones_do_not_differ():
    old, new, marked = panels(square(5, 5), square(5, 5))
    assert (coloured(old, (0, 0, 0)) == box(5, 5)).all()
    assert (coloured(new, (0, 0, 0)) == box(5, 5)).all()
    assert not coloured(marked, GONE).any()
    assert not coloured(marked, ADDED).any()
    assert (marked[~box(5, 5)] == 255).all()


def test_what_moved_is_gone_from_one_place_and_new_in_the_other():
    _, _, marked = panels(square(5, 5), square(25, 20))
    assert (coloured(marked, GONE) == box(5, 5)).all()
    assert (coloured(marked, ADDED) == box(25, 20)).all()


def test_a_new_picture_is_all_new_and_a_removed_one_all_gone():
    assert (coloured(panels(None, square(5, 5))[2], ADDED) == box(5, 5)).all()
    assert (coloured(panels(square(5, 5), None)[2], GONE) == box(5, 5)).all()


def test_pictures_of_two_sizes_share_a_sheet_at_one_scale():
    old, new, marked = panels(square(5, 5), square(5, 5, side=60), side=60)
    assert (coloured(old, (0, 0, 0)) == coloured(new, (0, 0, 0))).all()
    assert not (coloured(marked, GONE) | coloured(marked, ADDED)).any()


def test_a_change_of_colour_alone_is_seen():
    _, _, marked = panels(square(5, 5, "#0072b2"), square(5, 5, "#d55e00"))
    assert ((coloured(marked, GONE) | coloured(marked, ADDED)) == box(5, 5)).all()


def test_a_figure_of_the_book_differs_where_one_of_its_lines_was_altered():
    svg = (ROOT / "docs/figures/recurrence/backward.svg").read_text("utf-8")
    for picture, differs in ((svg, False), (svg.replace("#0072b2", "#cc79a7"), True)):
        pixels = np.asarray(sheet("a.svg", svg, picture, LABELS))
        marked = pixels[:, -(pixels.shape[1] - MARGIN) // 3 :]
        assert (coloured(marked, GONE) | coloured(marked, ADDED)).any() == differs


def test_what_is_no_picture_is_refused():
    with pytest.raises(ValueError, match="SVG"):
        sheet("a.svg", "<svg", square(5, 5), LABELS)


def test_sheets_are_written_for_what_changed_and_those_of_an_earlier_review_go(tmp_path):
    files = [f"docs/figures/chapter/{name}.svg" for name in ("kept", "moved", "gone.zh")]
    old = Version("v1", {}, pictures={file: square(5, 5) for file in files})
    new = Version("v2", {}, pictures={files[0]: square(5, 5), files[1]: square(6, 5)})
    found = Difference("v1", "v2", 0, pictures={files[1]: "changed", files[2]: "gone"})
    earlier = tmp_path / FOLDER / "chapter-line.png"
    earlier.parent.mkdir(parents=True)
    earlier.write_bytes(b"")
    assert write(tmp_path, old, new, found) == [
        f"{FOLDER}/chapter-moved.png",
        f"{FOLDER}/chapter-gone.zh.png",
    ]
    assert not earlier.exists()
    assert sorted(path.name for path in earlier.parent.iterdir()) == [
        "chapter-gone.zh.png",
        "chapter-moved.png",
    ]
