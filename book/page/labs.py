"""Labs in the site: the notebook that a reader downloads, and the page that shows it.

mkdocs-jupyter runs the notebook; of what it renders only the printed text is kept. The words of
the page are rendered as those of any chapter, so claims, formulas and headings are the same.
"""

import html
import json
import os
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from markdown import Markdown
from mkdocs.structure.files import File

from book import labs
from book.claims import is_claim
from book.notebook import alone
from book.notebook import differences as notebook_differences
from book.page.joins import joined
from book.page.phrases import PHRASES
from book.page.places import Edition
from book.page.provenance import beside, fence_id, shown
from book.problems import Problem

# Seconds that a cell may take; and no setting of the machine's owner changes what is printed.
SETTINGS = {
    "JUPYTER_CONFIG_DIR": ("jupyter_nbconvert_config", {"ExecutePreprocessor": {"timeout": 120}}),
    "IPYTHONDIR": (
        "profile_default/ipython_kernel_config",
        {"IPKernelApp": {"log_level": 40}, "HistoryManager": {"enabled": False}},
    ),
}


class LabFile(File):
    """A lab as MkDocs sees it: a page whose source is the notebook that is made of it."""

    def is_documentation_page(self) -> bool:
        """A lab is a page, though its name ends in .py."""
        return True


def settle(folder: Path) -> None:
    """Keep the settings of the kernels in `folder`, and the arithmetic on one thread."""
    for variable, (name, content) in SETTINGS.items():
        file = folder / variable.lower() / f"{name}.json"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(content), encoding="utf-8")
        os.environ[variable] = str(folder / variable.lower())
    os.environ |= {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}


# --- the notebook


def notebook(lab: labs.Lab, address: str) -> str:
    """The notebook of a lab, in Jupyter's format; links lead to the site at `address`."""
    cells = []
    here = f"{address}{lab.name}.html"
    for number, cell in enumerate(lab.cells):
        made = {"id": f"{Path(lab.file).stem}-{number}", "metadata": {}}
        if cell.kind == "words":
            words = _words(cell.text, address).replace("](#", f"]({here}#")
            made |= {"cell_type": "markdown", "source": words}
        else:
            made |= {"cell_type": "code", "source": cell.text, "execution_count": None}
            made["outputs"] = []
        cells.append(made)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    whole = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


_COMMENT = re.compile(r"[ \t]*<!--.*?-->", re.DOTALL)
_ID = re.compile(r" \{ #[\w-]+ \}")
_FOLD = re.compile(r"^/{3,} *details *\| *(.*)$", re.MULTILINE)
_END = re.compile(r"^/{3,}$", re.MULTILINE)
_LINK = re.compile(r"\]\(\.?/?(?P<up>\.\./)?(?P<page>[\w/]+)\.(?:md|py)(?P<id>#[\w-]+)?\)")


def _words(text: str, address: str) -> str:
    """A cell of words as Jupyter's Markdown, without what only this book understands."""
    text = "\n".join(line[2:] for line in text.split("\n"))
    text = _COMMENT.sub(lambda match: "" if is_claim(match[0].lstrip()) else match[0], text)
    text = _ID.sub("", text)
    text = _FOLD.sub(r"<details><summary>\1</summary>\n", text)
    text = _END.sub("\n</details>", text)
    text = _LINK.sub(lambda link: _outward(link, address), text)
    return _without_line_ends(re.sub(r"\n{3,}", "\n\n", text)).strip("\n")


def _outward(link: re.Match[str], address: str) -> str:
    folder = "" if link["up"] else f"{labs.FOLDER}/"
    return f"]({address}{folder}{link['page']}.html{link['id'] or ''})"


def _without_line_ends(text: str) -> str:
    """Jupyter shows the end of a line as a space; between Chinese characters there is none."""
    lines = text.split("\n")
    parts = [lines[0]]
    for before, after in pairwise(lines):
        within = before.strip() and after.strip() and not re.match(r"[-|#>$<]|\* |\d+\.", after)
        if within and not before.startswith(("|", "#")) and joined(before[-1], after[0]):
            parts.append(after)
        else:
            parts.append(f"\n{after}")
    return "".join(parts)


# --- what has run

_CELL = re.compile(r'id="cell-id=[\w-]+-(\d+)"')
_OUTPUT = re.compile(
    r'<div class="jp-[^"]*\bjp-OutputArea-output\b[^>]*>\s*<pre>(.*?)</pre>', re.DOTALL
)
_TAG = re.compile(r"<[^<>]*>")


def printed(markup: str, lab: labs.Lab) -> list[str]:
    """What each code cell of a lab printed, from the HTML that mkdocs-jupyter makes of it."""
    texts = {}
    pieces = _CELL.split(markup)
    for number, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        outputs = _OUTPUT.findall(piece)
        texts[int(number)] = "".join(html.unescape(_TAG.sub("", text)) for text in outputs)
    return [texts[number] for number, cell in enumerate(lab.cells) if cell in lab.code]


def kept(lab: labs.Lab, root: Path) -> list[str | None]:
    """What the snippets of a lab print by what is committed; None for what a reader tries."""
    return alone(lab, lambda snippet: _text(root / f"snippets/{snippet}.out"))


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def differences(lab: labs.Lab, texts: Sequence[str], root: Path) -> Iterator[Problem]:
    """What `book.notebook.differences` has against what the cells of a lab printed at build."""
    return notebook_differences(lab, texts, kept(lab, root))


def failed(lab: labs.Lab, told: str) -> Problem:
    """The problem of a cell that raises; `told` is what the notebook's runner says of it."""
    cell = next((cell for cell in lab.code if cell.text.strip() in told), None)
    last = re.sub(r"\x1b\[[\d;]*m", "", told).strip().split("\n")[-1]
    name = (cell.name or labs.TRY) if cell else "a cell"
    return Problem(lab.file, cell.line if cell else 1, 1, f"{name} fails: {last}", "mend the cell")


# --- the page


def with_cells(
    markup: str,
    lab: labs.Lab,
    texts: Sequence[str | None],
    edition: Edition,
    page: str,
    *,
    ran: bool,
) -> str:
    """The HTML of a page of words with the code cells at their places, each with what it prints."""
    words = PHRASES[lab.language]
    renderer = Markdown(extensions=["pymdownx.superfences", "pymdownx.highlight"])
    pages = shown(edition)
    for number, (cell, text) in enumerate(zip(lab.code, texts, strict=True)):
        at = f"<p><code>{labs.place(number).strip('`')}</code></p>"
        title = cell.name or words["lab_try"]
        code = _fence(renderer, cell.text, "python", cell.kind, title)
        if cell.name in pages:
            address = f"{beside(pages[cell.name][0], page)}#{fence_id(cell.name)}"
            code = code.replace(f">{title}<", f'><a href="{address}">{title}</a><', 1)
        output = _fence(renderer, text, "text", "output", words["lab_output"]) if text else ""
        if output and not cell.name:
            output = f"<details><summary>{words['lab_printed']}</summary>{output}</details>"
        markup = markup.replace(at, code + output, 1)
    how = words["lab_how"].format(name=Path(page).stem)
    if not ran:
        how += " " + words["lab_not_run"]
    return re.sub(r"(</h1>)", rf'\1\n<p class="lab">{how}</p>', markup, count=1)


def _fence(renderer: Markdown, text: str, language: str, kind: str, title: str) -> str:
    marks = "`" * max(3, 1 + max(map(len, re.findall("`+", text)), default=0))
    head = f'{{ .{language} .{kind} title="{title}" }}'
    return renderer.reset().convert(f"{marks}{head}\n{text.removesuffix(chr(10))}\n{marks}")
