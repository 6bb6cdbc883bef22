"""Corrections: where a reader may suggest a better text, with the file and the line.

The address is a template in mkdocs.yml, `extra: corrections:`, with `{file}` and `{line}` in it, so
that it fits any host of code or of issues; without one there are no links.
"""

import html

from book.chapter import Chapter


def address(template: str, file: str, line: int) -> str:
    """The address for one line of a file. Raises ValueError for a template without `{file}`."""
    if "{file}" not in template:
        raise ValueError(f"corrections in mkdocs.yml has no {{file}}: {template}")
    return template.replace("{file}", file).replace("{line}", str(line))


def with_corrections(page: str, chapter: Chapter, template: str, words: str) -> str:
    """The article with a link behind each heading below the title, to its line in the source.

    `words` is what the link says, with `{place}` for file and line.
    """
    for heading in chapter.headings:
        if heading.level < 2:
            continue
        line, _ = chapter.place(heading.start)
        said = html.escape(words.replace("{place}", f"{chapter.file}:{line}"))
        link = (
            f'<a class="correction" href="{html.escape(address(template, chapter.file, line))}" '
            f'title="{said}" aria-label="{said}">✎</a>'
        )
        tag = f"h{heading.level}"
        start = page.find(f'<{tag} id="{heading.id}"')
        end = page.find(f"</{tag}>", start)
        if start >= 0 and end >= 0:
            page = page[:end] + link + page[end:]
    return page
