"""Formulas: LaTeX to HTML and MathML with KaTeX, at build time, inside QuickJS.

The result holds the formula three times: MathML for screen readers, LaTeX as copy text, HTML
for the eye. Numbers may be links; MathML and LaTeX stay free of them.
"""

import html
import json
import re
import threading
from collections.abc import Iterable
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KATEX = ROOT / "node_modules" / "katex" / "dist"

_RENDER = r"""
globalThis.rendered = (tex, display) => {
  const refused = [];
  const trust = (context) => {
    if (context.command === "\\href" && /^#link-\d+$/.test(context.url)) return true;
    refused.push(context.command);
    return false;
  };
  try {
    const html = katex.renderToString(
      tex, {displayMode: display, throwOnError: true, strict: "error", trust});
    return JSON.stringify({html, refused});
  } catch (error) {
    const position = error.position ?? 0;
    return JSON.stringify({error: error.rawMessage ?? String(error), position});
  }
}
"""


class FormulaError(ValueError):
    """A formula that KaTeX refuses. `position` is an offset in its LaTeX."""

    def __init__(self, message: str, position: int = 0):
        super().__init__(message)
        self.position = position


def formula(tex: str, display: bool = False, links: Iterable[tuple[int, int, str]] = ()) -> str:
    """The HTML of a formula; each of `links` is (start, end, `<a …>` or `<span …>`) of a number.

    Raises FormulaError if KaTeX refuses the formula.
    """
    if "#link-" in tex:
        raise FormulaError(r"\href is not for authors", tex.index("#link-"))
    links = sorted(links)
    before, body, after = _parts(_rendered(tex, display), display)
    hidden = ' aria-hidden="true"'
    if links:
        marked, at = [], 0
        for number, (start, end, _) in enumerate(links):
            start = _OPERATOR.match(tex, start).end()
            marked += [tex[at:start], rf"{{\href{{#link-{number}}}{{{tex[start:end]}}}}}"]
            at = end
        _, body, _ = _parts(_rendered("".join(marked) + tex[at:], display), display)
        body = _LINK.sub(lambda match: links[int(match[1])][2], body)
        if links[0][2].startswith("<span"):  # within a link, which holds no other
            body = body.replace("</a>", "</span>")
        else:
            body, hidden = _silent_but_links(body), ""
    if not display:
        body = _parted(body)
    # Search reads the MathML; its own element keeps Material's parser from reading the rest.
    before = before.replace("<annotation ", f"<annotation {_NOT_FOR_SEARCH} ", 1)
    opening = f'<katex-html class="katex-html"{hidden} {_NOT_FOR_SEARCH}>'
    return f"{before}{opening}{body}</katex-html>{after}"


def refused(tex: str) -> str:
    """What stands in the page for a formula that KaTeX refuses."""
    return f'<code class="refused">{html.escape(tex)}</code>'


_NOT_FOR_SEARCH = 'data-search-exclude="formula"'
_HTML = '<span class="katex-html" aria-hidden="true">'


def _parts(markup: str, display: bool) -> tuple[str, str, str]:
    """What KaTeX renders, cut into the MathML, the inside of its HTML, and what closes both."""
    before, _, rest = markup.partition(_HTML)
    closing = "</span>" * (2 if display else 1)
    return before, rest.removesuffix("</span>" + closing), closing


@cache
def _engine(thread: int):
    """KaTeX, loaded once for each thread: QuickJS does not leave the thread it began in."""
    import quickjs

    file = KATEX / "katex.min.js"
    if not file.is_file():
        raise FileNotFoundError(f"{file} is missing: run `npm ci`, or any `nox -s site`")
    context = quickjs.Context()
    context.eval(file.read_text(encoding="utf-8"))
    context.eval(_RENDER)
    return context.get("rendered"), context


@cache
def _rendered(tex: str, display: bool) -> str:
    render, _ = _engine(threading.get_ident())
    answer = json.loads(render(tex, display))
    if "error" in answer:
        raise FormulaError(answer["error"], answer["position"])
    if answer["refused"]:
        command = answer["refused"][0]
        raise FormulaError(f"{command} is not for authors", max(tex.find(command), 0))
    return answer["html"]


_BASE = re.compile(r'<span\b[^<>]*\bclass="katex-base"')
_SHORT = 12  # visible characters of a formula that no line end parts


def _parted(markup: str) -> str:
    """The HTML of a formula in a line; where lines may end in it, all but its last part is held.

    A browser takes each part for a picture, behind which a line may end whatever follows, even a
    comma, unless all that holds the part forbids it: so a style sheet allows it in what is held.
    """
    starts = [base.start() for base in _BASE.finditer(markup)]
    if len(starts) < 2 or len(_TAG.sub("", markup).replace("\u200b", "")) <= _SHORT:
        return markup
    return f'<span class="parts">{markup[: starts[-1]]}</span>{markup[starts[-1] :]}'


_OPERATOR = re.compile(r"(?:\+\s*|[-−]\s+)?")  # of a sum: a link would take its space away
_LINK = re.compile(r'<a\b[^<>]*href="#link-(\d+)"[^<>]*>')
_TAG = re.compile(r"<(/?)([\w-]+)([^<>]*?)(/?)>")


def _silent_but_links(markup: str) -> str:
    """The HTML of a formula, hidden from screen readers (they have the MathML) but for its links.

    Nothing that holds a link may be hidden, or the keyboard lands where a screen reader is mute.
    """
    tags = list(_TAG.finditer(markup))
    above: list[int | None] = []
    stack: list[int] = []
    keeps: set[int | None] = {None}  # None: the formula itself
    for at, tag in enumerate(tags):
        if tag[1]:
            stack.pop()
            above.append(None)
            continue
        above.append(stack[-1] if stack else None)
        if tag[2] == "a":
            keeps.update(stack, (at,))
        if not tag[4]:
            stack.append(at)
    parts, end = [], 0
    for at, tag in enumerate(tags):
        parent = above[at]
        within_link = parent is not None and tags[parent][2] == "a"
        if not tag[1] and at not in keeps and parent in keeps and not within_link:
            parts += [markup[end : tag.end(2)], ' aria-hidden="true"']
            end = tag.end(2)
    return "".join(parts) + markup[end:]
