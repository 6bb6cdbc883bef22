"""Style sheets: one file of all, without the theme's rules for parts that the book has not.

A page waits for its style sheets before it shows anything, and each of its elements is compared
with each rule.
"""

import base64
import posixpath
import re

# How the classes of those parts begin, or, with a bracket, attributes.
ABSENT = (
    "arithmatex",
    "critic",
    "grid",
    "highlighttable",
    "keys",
    "linenos",
    "mermaid",
    "tabbed-",
    "task-list",
    "md-annotation",
    "md-author",
    "md-banner",
    "md-consent",
    "md-content__button",
    "md-feedback",
    "md-nav--integrated",
    "md-nav--lifted",
    "md-pagination",
    "md-path",
    "md-post",
    "md-progress",
    "md-search__suggest",
    "md-select",
    "md-sidebar--post",
    "md-source",
    "md-status",
    "md-tabs",
    "md-tooltip",
    "md-version",
    "[dir=rtl]",
    "[data-md-color-accent=",
    "[data-md-color-primary=",
)

_CLASS = re.compile(r"\.(-?[a-zA-Z_][\w-]*)|(\[[^\]]*\])")
_PICTURE = re.compile(r"(--[\w-]+):\s*url\(\"data:[^\"]*\"\);?")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_URL = re.compile(r"url\((?!data:|[\"'](?:data:|#)|#|\w+:)([\"']?)([^)\"']+)\1\)")


def joined(sheets: dict[str, str], place: str) -> str:
    """The text of one sheet that lies at `place`, from sheets by their own places, in order."""
    parts = []
    for path, text in sheets.items():
        folder = posixpath.dirname(path)

        def moved(match: re.Match[str], folder: str = folder) -> str:
            target = posixpath.normpath(posixpath.join(folder, match[2]))
            return f"url({posixpath.relpath(target, posixpath.dirname(place) or '.')})"

        parts.append(_URL.sub(moved, dense(text)))
    return "\n".join(parts)


def with_fonts(sheet: str, fonts: dict[str, bytes]) -> str:
    """A sheet that holds some WOFF2 fonts itself, by the addresses at which it would ask for them.

    A text whose font comes after the first paint is set twice, and what stands below it moves.
    """
    for address, content in fonts.items():
        data = base64.b64encode(content).decode("ascii")
        if f"url({address})" not in sheet:
            raise ValueError(f"the style sheet does not ask for {address}")
        sheet = sheet.replace(f"url({address})", f"url(data:font/woff2;base64,{data})")
    return sheet


def dense(sheet: str) -> str:
    """A sheet without comments and indentation, and without its first word on how it is encoded."""
    sheet = re.sub(r"\s*\n\s*", "\n", _COMMENT.sub("", sheet)).strip()
    return re.sub(r"""^@charset ["'][\w-]+["'];""", "", sheet)


def without_idle_pictures(sheet: str) -> str:
    """A sheet without the variables that hold a picture which nothing in it shows."""
    shown = set(re.findall(r"var\((--[\w-]+)", sheet))
    return _PICTURE.sub(lambda match: match[0] if match[1] in shown else "", sheet)


def without(absent: tuple[str, ...], sheet: str) -> str:
    """A sheet without the selectors that ask for a class which begins like one of those absent.

    Rules that nothing is left of go, and so do the blocks around them. Nested rules are not read.
    """
    kept = []
    for prelude, body in _rules(sheet):
        if prelude.startswith("@"):
            if "{" in body and not prelude.startswith(("@keyframes", "@font-face")):
                body = without(absent, body)
            if body:
                kept.append(f"{prelude}{{{body}}}")
            continue
        selectors = [s for s in _selectors(prelude) if not _asks_for(absent, s)]
        if selectors:
            kept.append(f"{','.join(selectors)}{{{body}}}")
    return "".join(kept)


def _rules(sheet: str) -> list[tuple[str, str]]:
    """The rules of a sheet, each as what stands before its braces and what stands in them."""
    rules, depth, start, opened = [], 0, 0, 0
    for brace in re.finditer(r"[{}]", sheet):
        if brace[0] == "{":
            if depth == 0:
                opened = brace.end()
            depth += 1
        else:
            depth -= 1
            if depth == 0:
                rules.append((sheet[start : opened - 1].strip(), sheet[opened : brace.start()]))
                start = brace.end()
    return rules


def _selectors(prelude: str) -> list[str]:
    return [s for s in re.split(r",(?![^()]*\))", prelude) if s.strip()]


def _asks_for(absent: tuple[str, ...], selector: str) -> bool:
    outside = re.sub(r":not\([^()]*\)", "", selector)
    named = [class_ or attribute for class_, attribute in _CLASS.findall(outside)]
    return any(name.startswith(absent) for name in named)
