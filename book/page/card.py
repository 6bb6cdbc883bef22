"""Card: the picture of a shared link, drawn without fonts: the weights of the four words."""

import struct
import zlib

WIDTH, HEIGHT = 1200, 630  # what the services that show cards ask for
PAPER, INK = (255, 255, 255), (0, 98, 155)  # --book-accent of theme/assets/book.css
MARGIN, GAP = 35, 6  # pixels


def card(weights: list[list[float]]) -> bytes:
    """A PNG of a square matrix of numbers in [0, 1], each a cell of ink, in the middle of paper."""
    size = len(weights)
    side = (HEIGHT - 2 * MARGIN - (size - 1) * GAP) // size
    left = (WIDTH - size * side - (size - 1) * GAP) // 2
    blank = bytes(PAPER) * WIDTH
    lines = [blank] * MARGIN
    for row in weights:
        line = bytearray(blank)
        for j, weight in enumerate(row):
            start = 3 * (left + j * (side + GAP))
            line[start : start + 3 * side] = bytes(_mixed(weight)) * side
        lines += [bytes(line)] * side + [blank] * GAP
    lines = (lines + [blank] * HEIGHT)[:HEIGHT]
    pixels = b"".join(b"\0" + line for line in lines)  # no filter
    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        _chunk(kind, data)
        for kind, data in ((b"IHDR", head), (b"IDAT", zlib.compress(pixels, 9)), (b"IEND", b""))
    )


def _mixed(weight: float) -> tuple[int, ...]:
    weight = 0.06 + 0.94 * weight  # so that a cell of nothing is seen to be a cell
    return tuple(round(p + weight * (i - p)) for p, i in zip(PAPER, INK, strict=True))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
