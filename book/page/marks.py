"""Marks: what a check has found, at its place in the page and in a list at its head.

A built book has none. They are for the author, while a page is being written: `book.live`.
"""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass

from book import labs
from book.chapter import Block, Chapter
from book.page.phrases import PHRASES
from book.page.provenance import fence_id, line_id, snippet_of
from book.page.uses import plain
from book.problems import Problem


@dataclass(frozen=True)
class Mark:
    """A problem, `number` from 1 in the list of its page.

    `computed` is what should stand in the place of a number, if that is what is wrong.
    """

    number: int
    problem: Problem
    computed: str | None = None

    @property
    def id(self) -> str:
        """Where the list at the head of the page leads to."""
        return f"problem-{self.number}"


class Marks:
    """The marks of a chapter while it is rendered, by the offsets of the text that is."""

    def __init__(self, marks: Sequence[Mark] = ()):
        self.marks = marks
        self.waiting: dict[int, list[Mark]] = {}
        self.text = ""
        self.written: dict[int, str] = {}  # the numbers of formulas and alternative texts
        self.language = "en"

    def place(self, chapter: Chapter, first_line: int, language: str) -> None:
        """Find where the marks stand in a chapter whose text begins at a line of its file."""
        self.language = language
        for block in chapter.blocks:
            for number in block.numbers:
                if number.place != "text":
                    self.written[number.start] = chapter.text[number.start : number.end]
        starts = [0, *(match.end() for match in re.finditer("\n", chapter.text))]
        for mark in self.marks:
            problem = mark.problem
            line = problem.line - first_line
            if problem.file == chapter.file and 0 <= line < len(starts):
                indent = 2 if labs.is_lab(chapter.file) else 0  # "# " before words of a lab
                at = starts[line] + max(problem.column - 1 - indent, 0)
                self.waiting.setdefault(at, []).append(mark)

    def flagged(self, links: dict[int, str]) -> dict[int, str]:
        """The opening tags of claimed numbers, those with a mark with one class more."""
        return {
            at: tag.replace('class="claim"', 'class="claim differs"') if at in self.waiting else tag
            for at, tag in links.items()
        }

    def between(self, start: int, end: int) -> str:
        """The HTML of the marks between two offsets; each is given once."""
        places = sorted(at for at in self.waiting if start <= at < end)
        return "".join(self._mark(at, mark) for at in places for mark in self.waiting.pop(at))

    def below(self, block: Block) -> str:
        """The HTML of the marks of a displayed formula and of the comments below it."""
        end = max([block.end, *(end for _, end in block.comments)])
        marks = self.between(block.start, end)
        return marks and f'<p class="below">{marks}</p>'

    def _mark(self, at: int, mark: Mark) -> str:
        if mark.computed is None:
            said, language = html.escape(mark.problem.message), ' lang="en"'
        else:
            computed = plain(mark.computed) or mark.computed
            written = self.written.get(at)
            phrase = PHRASES[self.language]["computed" if written is None else "written_computed"]
            written = written and (plain(written) or written)
            said, language = html.escape(phrase.format(computed=computed, written=written)), ""
        return f'<mark class="problem" id="{mark.id}"{language}>{said}</mark>'


def with_problems(
    content: str, marks: Sequence[Mark], complaints: Sequence[str], language: str
) -> str:
    """The content of a page with the list of its problems at its head, and their lines flagged.

    `complaints` are warnings of the renderer, which have no mark.
    """
    if not (marks or complaints):
        return content
    items = []
    for mark in marks:
        problem = mark.problem
        place = f"{problem.file}:{problem.line}:{problem.column}"
        target = _target(mark, content)
        if target.startswith("L-"):
            opening = f'<span id="{target}"'
            content = content.replace(opening, f'{opening} class="problem-line"', 1)
        if target:
            place = f'<a href="#{target}">{place}</a>'
        remedy = f" <i>{html.escape(problem.remedy)}</i>" if problem.remedy else ""
        items.append(f"<li>{place} {html.escape(problem.message)}{remedy}</li>")
    items += [f"<li>{html.escape(complaint)}</li>" for complaint in complaints]
    title = PHRASES[language]["problems"].format(count=len(items))
    list_ = (
        '<section class="problems" aria-labelledby="problems">'
        f'<p id="problems"><strong>{title}</strong></p>'
        f'<ol lang="en" tabindex="0">{"".join(items)}</ol></section>'
    )
    before, heading, after = content.partition("</h1>")
    return f"{before}{heading}{list_}{after}" if heading else list_ + content


def _target(mark: Mark, content: str) -> str:
    """The id of the place of a problem in the page, empty if the page does not show it."""
    problem, ids = mark.problem, [mark.id]
    if snippet := snippet_of(problem.file, ".py"):
        ids.append(line_id(snippet, problem.line))
    elif snippet := snippet_of(problem.file, ".out"):
        ids.append(fence_id(snippet))
    return next((id_ for id_ in ids if f'id="{id_}"' in content), "")
