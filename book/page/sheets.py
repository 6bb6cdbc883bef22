"""Style sheets: one file of all, without the theme's rules for parts that the book has not.

A page waits for its style sheets before it shows anything, and each of its elements is compared
with each rule.
"""

import base64
import hashlib
import posixpath
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

import tinycss2
from tinycss2.ast import AtRule, FunctionBlock, Node, ParseError, QualifiedRule

from book.files import write

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

# At-rules that hold rules, and functions that hold selectors, of which one has to be met.
_GROUPS = ("container", "layer", "media", "scope", "starting-style", "supports")
_ANY_OF = ("is", "where", "has", "matches", "-webkit-any", "-moz-any")

# In these nothing is read; what follows them in a pattern is looked for outside.
_STRING = r""""(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'"""
_WHOLE = rf"""(?P<whole>{_STRING}|url\((?:[^)"'\\]|\\.)*\))"""
_COMMENT = re.compile(
    rf"{_WHOLE}|(?P<after>(?<=[\w-]))?(?:/\*.*?\*/)+(?P<before>(?=[\w-]))?", re.DOTALL
)
_BREAK = re.compile(rf"{_WHOLE}|\s*\n\s*", re.DOTALL)
_IMPORT = re.compile(rf"{_WHOLE}|@import\b", re.DOTALL)
_URL = re.compile(
    rf"(?P<whole>{_STRING})"
    r"""|url\(\s*(?:(?P<quote>["'])(?P<quoted>(?:(?!(?P=quote))[^\\]|\\.)*)(?P=quote)"""
    r"""|(?P<bare>(?:[^)"'\s\\]|\\.)+))\s*\)""",
    re.DOTALL,
)
_ELSEWHERE = re.compile(r"[a-zA-Z][\w+.-]*:|[#/]")  # how an address begins that does not move
_PICTURE = re.compile(r"(--[\w-]+):\s*url\(\"data:[^\"]*\"\);?")


def joined(sheets: dict[str, str], place: str) -> str:
    """The text of one sheet that lies at `place`, from sheets by their own places, in order.

    Raises ValueError for a sheet that asks for another: behind rules no browser would fetch it.
    """
    parts = []
    for path, text in sheets.items():
        folder = posixpath.dirname(path)

        def moved(match: re.Match[str], folder: str = folder) -> str:
            target = match["quoted"] or match["bare"]
            if not target or _ELSEWHERE.match(target):
                return match[0]
            target = posixpath.normpath(posixpath.join(folder, target))
            quote = match["quote"] or ""
            there = posixpath.relpath(target, posixpath.dirname(place) or ".")
            return f"url({quote}{there}{quote})"

        text = dense(text)
        if any(not match["whole"] for match in _IMPORT.finditer(text)):
            raise ValueError(f"{path} asks for another sheet: add that one to the list of sheets")
        parts.append(_URL.sub(moved, text))
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

    def uncommented(match: re.Match[str]) -> str:
        parts_names = match["after"] is not None and match["before"] is not None
        return match["whole"] or ("/**/" if parts_names else "")

    sheet = _COMMENT.sub(uncommented, sheet)
    sheet = _BREAK.sub(lambda match: match["whole"] or "\n", sheet).strip()
    return re.sub(r"""^@charset ["'][\w-]+["'];""", "", sheet)


def without_idle_pictures(sheet: str, *others: str) -> str:
    """A sheet without the variables that hold a picture which nothing in it or others shows."""
    shown = {name for text in (sheet, *others) for name in re.findall(r"var\(\s*(--[\w-]+)", text)}
    return _PICTURE.sub(lambda match: match[0] if match[1] in shown else "", sheet)


def kept(folder: Path, name: str, sheet: str) -> str:
    """A sheet, dense and without what is absent, read anew only if it or how that is done changed.

    `folder` holds one for each name, under that name and a digest of all on which it depends.
    """
    how = Path(__file__).read_text(encoding="utf-8")
    depends = repr((how, tinycss2.__version__, sys.version, sheet))
    file = folder / f"{name}.{hashlib.sha256(depends.encode()).hexdigest()[:32]}.css"
    try:
        return file.read_bytes().decode()
    except OSError:
        left = without(ABSENT, dense(sheet))
    with suppress(OSError):  # a full disk or a read-only tree: it is read again next time
        write(dict.fromkeys(folder.glob(f"{name}.*.css")) | {file: left})
    return left


def without(absent: tuple[str, ...], sheet: str) -> str:
    """A sheet without the selectors that ask for a class which begins like one of those absent.

    Rules that nothing is left of go, and so do the blocks around them. Rules within rules stay as
    they are, and so does each selector that may be met. Raises ValueError for what is no sheet.
    """
    rules = tinycss2.parse_stylesheet(sheet, **_BARE)
    return tinycss2.serialize(list(_kept(absent, rules)))


def _kept(absent: tuple[str, ...], rules: Sequence[Node]) -> Iterator[Node]:
    for rule in rules:
        if isinstance(rule, ParseError):
            raise ValueError(f"no style sheet, line {rule.source_line}: {rule.message}")
        if isinstance(rule, AtRule) and rule.content and rule.lower_at_keyword in _GROUPS:
            rule.content = list(_kept(absent, tinycss2.parse_rule_list(rule.content, **_BARE)))
            if not rule.content and rule.lower_at_keyword != "layer":  # whose order stays
                continue
        elif isinstance(rule, QualifiedRule):
            left = [one for one in _parted(rule.prelude) if not _asks_for(absent, one)]
            if not left:
                continue
            rule.prelude = [node for one in left for node in (_COMMA, *one)][1:]
        yield rule


_BARE = {"skip_comments": True, "skip_whitespace": True}
(_COMMA,) = tinycss2.parse_component_value_list(",")


_DARK = "[data-md-color-scheme=slate]"
_UNSCRIPTED = tinycss2.parse_component_value_list(":where(.no-js) ")
(_LIGHT,) = tinycss2.parse_component_value_list('[data-md-color-scheme="default"]')


def following_the_system(sheet: str) -> str:
    """A sheet whose dark scheme holds also in a dark system where no script can choose it.

    Its rules are repeated, at its end and with the same weight, for the scheme that a page has
    before a script runs.
    """
    if "slate" not in sheet:
        return sheet
    again = list(_repeated(tinycss2.parse_stylesheet(sheet, **_BARE)))
    dark = f"@media screen and (prefers-color-scheme:dark){{{tinycss2.serialize(again)}}}"
    return f"{sheet}\n{dark}" if again else sheet


def _repeated(rules: Sequence[Node]) -> Iterator[Node]:
    for rule in rules:
        if isinstance(rule, AtRule) and rule.content and rule.lower_at_keyword in _GROUPS:
            rule.content = list(_repeated(tinycss2.parse_rule_list(rule.content, **_BARE)))
            if rule.content:
                yield rule
        elif isinstance(rule, QualifiedRule):
            dark = [one for one in _parted(rule.prelude) if any(map(_is_dark, one))]
            light = ([_LIGHT if _is_dark(node) else node for node in one] for one in dark)
            rule.prelude = [node for one in light for node in (_COMMA, *_UNSCRIPTED, *one)][1:]
            if dark:
                yield rule


def _is_dark(node: Node) -> bool:
    return node.type == "[] block" and _attribute(node.content) == _DARK


def _parted(selectors: Sequence[Node]) -> list[list[Node]]:
    """Each of several selectors."""
    parts: list[list[Node]] = [[]]
    for node in selectors:
        if node == ",":
            parts.append([])
        else:
            parts[-1].append(node)
    return [part for part in parts if any(node.type != "whitespace" for node in part)]


def _asks_for(absent: tuple[str, ...], selector: Sequence[Node]) -> bool:
    """Whether nothing on a page without what is absent can be met by a selector."""
    for before, node in zip([None, *selector], selector, strict=False):
        if node.type == "ident" and before == "." and node.value.startswith(absent):
            return True
        if node.type == "[] block" and _attribute(node.content).startswith(absent):
            return True
        if isinstance(node, FunctionBlock) and node.lower_name in _ANY_OF:
            within = _parted(node.arguments)
            if within and all(_asks_for(absent, one) for one in within):
                return True
    return False


def _attribute(content: Sequence[Node]) -> str:
    """A condition on an attribute, without quotes and spaces: [dir=rtl]."""
    parts = (
        node.value if node.type in ("ident", "string", "literal") else node.serialize()
        for node in content
        if node.type not in ("whitespace", "comment")
    )
    return f"[{''.join(parts)}]"
