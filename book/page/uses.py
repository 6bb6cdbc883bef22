"""Uses: from the line of a snippet back to the places that quote what it computes.

A line that one place quotes leads there; one that several quote opens a list of them. Both work
without JavaScript.
"""

import html
import re
from collections.abc import Iterator
from itertools import groupby

from book.chapter import Chapter
from book.claims import is_claim
from book.page.phrases import PHRASES
from book.page.places import Edition, Line, Place
from book.page.provenance import beside, line_id, snippet_of

_SHOWN = 3  # numbers of a place that its link says


def with_uses(markup: str, edition: Edition, page: str, language: str) -> str:
    """The HTML of a page with a mark at each line of a snippet that some page quotes."""
    if '<span id="L-' not in markup:  # no lines: a part of a page that is rendered by itself
        return markup
    quoting = edition.quoting(page)
    for snippet in dict.fromkeys(_shown(edition.chapters[page])):
        lines = sorted(line for line in quoting if line[0] == snippet)
        start = markup.find(f'<span id="{line_id(snippet, 1)}">')
        end = markup.find("</pre>", start)
        if not lines or start < 0 or end < 0:
            continue
        code = markup[start:end]
        lists = []
        for line in lines:
            opening = f'<span id="{line_id(*line)}">'
            mark, listed = _mark(line, quoting[line], edition, page, language)
            code = code.replace(opening, opening + mark, 1)
            lists.append(listed)
        markup = f"{markup[:start]}{code}</pre>{''.join(lists)}{markup[end + len('</pre>') :]}"
    return markup


def _shown(chapter: Chapter) -> Iterator[str]:
    for include in chapter.includes:
        if snippet := snippet_of(include.path, ".py"):
            yield snippet


def _mark(
    line: Line, places: list[Place], edition: Edition, page: str, language: str
) -> tuple[str, str]:
    """The mark at a line, and the list that it opens if there is more than one place."""
    words = PHRASES[language]
    if len(places) == 1:
        (place,) = places
        said = words["quoted_in"].format(section=section(edition, place, page))
        address = f"{beside(place.page, page)}#{place.id}"
        return f'<a class="use" href="{address}" {_named(said)}></a>', ""
    id_ = "U" + line_id(*line)[1:]
    named = _named(words["quoted_in_several"])
    mark = f'<button class="use" type="button" popovertarget="{id_}" {named}></button>'
    variables = dict.fromkeys(
        name.rpartition(".")[2].partition("[")[0] for place in places for name in place.names
    )
    head = words["quotes"].format(
        names=words["joined"].join(f"<code>{name}</code>" for name in variables)
    )
    items = []
    for title, group in groupby(places, key=lambda place: section(edition, place, page)):
        links = words["parted"].join(
            f'<a href="{beside(place.page, page)}#{place.id}">{_said(place, words)}</a>'
            for place in group
        )
        items.append(f"<li>{html.escape(title)} {links}</li>")
    return mark, (
        f'<div class="uses" id="{id_}" popover data-search-exclude="uses">'
        f"<p>{head}</p><ul>{''.join(items)}</ul></div>"
    )


def _named(said: str) -> str:
    """The attributes of a mark, which has no text of its own: what it says to eye and ear."""
    said = html.escape(said)
    return f'title="{said}" aria-label="{said}"'


def _said(place: Place, words: dict[str, str]) -> str:
    """What a link to a place says: the numbers that stand there, or that it is a formula."""
    texts = list(dict.fromkeys(map(plain, place.texts)))
    if not texts or None in texts:
        return words["formula"]
    more = "…" if len(texts) > _SHOWN else ""
    return html.escape(words["joined"].join(map(str, texts[:_SHOWN]))) + more


_SUPERSCRIPTS = str.maketrans("0123456789-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻")
_LATEX = (
    (re.compile(r"\\[dtc]?frac\s*\{?(\d+)\}?\s*\{?(\d+)\}?"), r"\1/\2"),
    (re.compile(r"\s*\\times\s*|\s*\\cdot\s*"), "×"),
    (re.compile(r"\{,\}"), ","),
    (re.compile(r"\\[,;:! ]|\\thinspace"), " "),
    (re.compile(r"\\%"), "%"),
)


def plain(text: str) -> str | None:
    """A number of prose or LaTeX as plain text; None if it is more than a number."""
    for pattern, replacement in _LATEX:
        text = pattern.sub(replacement, text)
    text = re.sub(
        r"\^\{?([-−]?\d+)\}?", lambda match: match[1].translate(_SUPERSCRIPTS), text
    ).strip()
    return None if re.search(r"[\\{}$^_]", text) else text


def section(edition: Edition, place: Place, page: str) -> str:
    """The section of a place; that of another page has its title before it."""
    chapter = edition.chapters[place.page]
    titles = {heading.id: heading_text(chapter, heading.start) for heading in chapter.headings}
    own = titles.get(place.section, "")
    if place.page == page:
        return own
    title = page_title(chapter)
    return (
        title
        if chapter.headings and place.section == chapter.headings[0].id
        else (f"{title} · {own}")
    )


def page_title(chapter: Chapter) -> str:
    """The title of a chapter in its front matter, else its first heading."""
    match = re.match(r"\A\ufeff?---\r?\n(?:.*\n)*?title: *(.*?)\r?\n", chapter.text)
    if match:
        return match[1]
    return heading_text(chapter, chapter.headings[0].start) if chapter.headings else chapter.name


def heading_text(chapter: Chapter, start: int) -> str:
    """A heading as plain text: without its id, its claim and the signs of Markdown."""
    line = chapter.text[start:].partition("\n")[0]
    line = re.sub(r"<!--.*?-->", lambda m: "" if is_claim(m[0]) else m[0], line)
    line = re.sub(r"\{ #[\w-]+ \}|^#+\s+|[$*`]", "", line)
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", line).strip()
