"""Pictures: a committed SVG, made part of a page."""

import html
import re

from book.page import slim


def inlined(svg: str, alt: str, taken: set[str], id_: str = "") -> str:
    """The SVG as an element of a page, read out as `alt`; its ids join those `taken` on the page.

    An id that is taken already gets a number behind it. `id_` is the picture's own, if it has one.
    """
    svg = svg[svg.index("<svg") :].strip()
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = slim.picture(re.sub(r">\s*\n\s*<", "><", svg))
    names = {name: _free(name, taken) for name in re.findall(r'\sid="([^"]+)"', svg)}
    taken.update(names.values())

    def renamed(match: re.Match[str]) -> str:
        return match[1] + names.get(match[2], match[2]) + match[3]

    svg = re.sub(r'(\sid=")([^"]+)(")', renamed, svg)
    svg = re.sub(r'(href="#)([^"]+)(")', renamed, svg)
    svg = re.sub(r"(url\(#)([^)]+)(\))", renamed, svg)
    own = f' id="{id_}"' if id_ else ""
    opening = f'<svg class="figure"{own} role="img" aria-label="{html.escape(alt)}"'
    return svg.replace("<svg", opening, 1)


def _free(name: str, taken: set[str]) -> str:
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name}-{number}"
    return free
