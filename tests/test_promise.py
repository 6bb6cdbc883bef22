"""The promise of the book, tried on the book: break a number anywhere, and the check finds it.

`MUTATIONS=300 pytest tests/test_promise.py` tries more changes. The seed, printed, comes from the
text of the book: each version tries others, and the same ones again; `MUTATION_SEED` sets it.
"""

import os
import random
import re
import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from book.chapter import read
from book.check import check
from book.mutation import record, survivors
from book.mutation.changes import Tried
from book.mutation.families import Mutation
from book.problems import Problem
from tests.conftest import ROOT, seed_of_the_text

SEED = int(os.environ.get("MUTATION_SEED", seed_of_the_text()))
COUNT = int(os.environ.get("MUTATIONS", "24"))

EXEMPT = re.compile(
    r"\A---\n.*?\n---\n"  # front matter
    r"|^(?P<fence>`{3,}).*?^(?P=fence)$"
    r"|`[^`\n]+`|<!--.*?-->|\]\([^)\s]*\)|<https?:[^>]*>|\{ #[\w-]+ \}|^\s*\d+\. "
    r"|(?i:doi|arxiv):[\w./()-]+|[A-Za-z]+\d\w*|\b[A-Z]{2,}-\d+(?:\.\d+)?"
    r"|_\{(?:[^{}]|\{[^{}]*\})*\}|_\d|(?<=[A-Za-z)\]}|])\^(?:\{[^{}]*\}|\d)",
    re.DOTALL | re.MULTILINE,
)


@pytest.fixture(scope="module")
def whole(tmp_path_factory) -> Path:
    """A copy of the book with all that has been computed, to be broken."""
    assert check(ROOT).problems == []
    root = tmp_path_factory.mktemp("promise") / "book"
    half = shutil.ignore_patterns(".*", "*.part")  # another process may be writing
    for folder in ("docs", "snippets", "figures_src", ".cache/runs", ".cache/figures"):
        shutil.copytree(ROOT / folder, root / folder, ignore=half)
    shutil.copy(ROOT / "mkdocs.yml", root)
    return root


@pytest.fixture(scope="module")
def mutation() -> Mutation:
    """The book as it is, and all that can be tried on it."""
    return Mutation(ROOT)


def pages(root: Path) -> list[Path]:
    return sorted(root.glob("docs/??/*.md"))


def found(root: Path, path: Path, text: str) -> list[Problem]:
    """What a check says while a page holds another text."""
    before = path.read_bytes()
    path.write_text(text, encoding="utf-8")
    try:
        return check(root, [path.stem]).problems
    finally:
        path.write_bytes(before)


def names_line(problems: list[Problem], path: Path, line: int) -> bool:
    place = f"docs/{path.parent.name}/{path.name}:{line}:"
    return any(str(p).startswith(place) or place in p.message for p in problems)


def digits(text: str) -> list[int]:
    """Offsets of all digits outside exempt places, found without the book's own reader."""
    hidden = EXEMPT.sub(lambda match: re.sub(r"\d", " ", match[0]), text)
    return [at for at, character in enumerate(hidden) if character.isdecimal()]


def test_a_changed_digit_is_found_at_its_line(whole):
    print(f"seed {SEED}, {COUNT} changes")
    rng = random.Random(SEED)
    places = [(path, at) for path in pages(whole) for at in digits(path.read_text("utf-8"))]
    assert len(places) > 5000
    survivors = []
    for path, at in rng.sample(places, COUNT):
        text = path.read_text("utf-8")
        other = rng.choice([digit for digit in "0123456789" if digit != text[at]])
        line = text.count("\n", 0, at) + 1
        problems = found(whole, path, text[:at] + other + text[at + 1 :])
        if not names_line(problems, path, line):
            start = text.rfind("\n", 0, at) + 1
            survivors.append(
                (f"{path.parent.name}/{path.name}:{line}", text[start : at + 20], other)
            )
    assert survivors == []


def test_a_digit_of_a_formula_changed_in_both_languages_is_found_at_its_line(whole):
    print(f"seed {SEED}")
    rng = random.Random(SEED)
    formulas = [
        (zh, formula[0])
        for zh in sorted(whole.glob("docs/zh/*.md"))
        for formula in re.finditer(r"^\$\$\n.*?\n\$\$$", zh.read_text("utf-8"), re.DOTALL | re.M)
    ]
    assert len(formulas) > 140
    survivors = []
    for zh, formula in rng.sample(formulas, COUNT // 2):
        en = whole / "docs/en" / zh.name
        before = {path: path.read_bytes() for path in (zh, en)}
        places = [at for at, character in enumerate(formula) if character.isdecimal()]
        if not places:
            continue
        at = rng.choice(places)
        other = rng.choice([digit for digit in "0123456789" if digit != formula[at]])
        changed = formula[:at] + other + formula[at + 1 :]
        text = zh.read_text("utf-8")
        first = text.count("\n", 0, text.index(formula)) + 1
        for path in (zh, en):
            path.write_text(path.read_text("utf-8").replace(formula, changed, 1), "utf-8")
        problems = check(whole, [zh.stem]).problems
        lines = range(first, first + formula.count("\n") + 2)
        if not any(names_line(problems, zh, line) for line in lines):
            survivors.append((zh.stem, formula, changed))
        for path, content in before.items():
            path.write_bytes(content)
    assert survivors == []


@pytest.mark.parametrize("family", ["numbers", "formulas", "identities", "swaps", "alone"])
def test_a_sample_of_changes_comes_out_as_the_page_says(mutation, family):
    """Of kinds tried whole, none is missed without a reason; of others, no more than chance allows.

    Four standard deviations above the share of the page; one more where little was tried.
    """
    print(f"seed {SEED}")
    changes = mutation.changes(family)
    sample = random.Random(f"{SEED} {family}").sample(changes, COUNT)
    tried = [Tried(change, mutation.pages.judged(change)) for change in sample]
    unexplained = survivors.unexplained(tried, survivors.load(ROOT))
    rows = record.rows(changes, tried)
    for name, kept in record.kept(ROOT).items():
        row = rows[name]
        if row.there:
            assert row.there == pytest.approx(kept.there, rel=0.1)  # the book has grown
            missed = [change for change in unexplained if change.kind in record.ROWS[name]]
            expected = row.tried * (kept.survived + 1) / (kept.tried + 2)
            slack = 1 if kept.tried < kept.there / 3 else 0
            allowed = int(expected + 4 * expected**0.5 + slack)
            assert len(missed) <= (allowed if kept.tried < kept.there else 0)


def swap_cells(rng: random.Random, text: str) -> tuple[str, int] | None:
    rows = list(re.finditer(r"^\|.*<!--=.*$", text, re.MULTILINE))
    rng.shuffle(rows)
    for row in rows:
        cells = list(re.finditer(r"(?<=\| )[−\d.,]+(?= )", row[0]))
        for left, right in pairwise(cells):
            if left[0] != right[0]:
                swapped = (
                    row[0][: left.start()]
                    + right[0]
                    + row[0][left.end() : right.start()]
                    + left[0]
                    + row[0][right.end() :]
                )
                line = text.count("\n", 0, row.start()) + 1
                return text[: row.start()] + swapped + text[row.end() :], line
    return None


def remove_a_claim(rng: random.Random, text: str) -> tuple[str, int] | None:
    claims = list(re.finditer(r"<!--={1,2} .*?-->|<!--:=-->", _prose(text), re.DOTALL))
    if not claims:
        return None
    claim = rng.choice(claims)
    return text[: claim.start()] + text[claim.end() :], text.count("\n", 0, claim.start()) + 1


def misspell_a_name(rng: random.Random, text: str) -> tuple[str, int] | None:
    names = list(re.finditer(r"(?<=[ /])\w+\.\w+(?=[ \[])(?=[^<>]*-->)", _prose(text)))
    if not names:
        return None
    name = rng.choice(names)
    return text[: name.end()] + "x" + text[name.end() :], text.count("\n", 0, name.start()) + 1


def add_a_number(rng: random.Random, text: str) -> tuple[str, int]:
    lines = list(re.finditer(r"^[\w一-龥][^|\n]*$", _prose(text), re.MULTILINE))
    line = rng.choice(lines)
    at = line.start()
    paragraph = re.split(r"\n(?=\n|[-#`|/!]|\d+\. )", text[at:], maxsplit=1)[0]
    told = at + max(paragraph.find("<!--= "), 0)  # at the claim that would have to cover it
    return text[:at] + "17 " + text[at:], text.count("\n", 0, told) + 1


def change_an_id(rng: random.Random, text: str) -> tuple[str, int]:
    ident = rng.choice(list(re.finditer(r"\{ #[\w-]+(?= \})", _prose(text))))
    return text[: ident.end()] + "x" + text[ident.end() :], text.count("\n", 0, ident.start()) + 1


def swap_rows(rng: random.Random, text: str) -> tuple[str, int] | None:
    pairs = list(re.finditer(r"^(\|.*<!--=.*)\n(\|.*<!--=.*)$", text, re.MULTILINE))
    pairs = [pair for pair in pairs if pair[1] != pair[2]]
    if not pairs:
        return None
    pair = rng.choice(pairs)
    line = text.count("\n", 0, pair.start()) + 1
    return text[: pair.start()] + pair[2] + "\n" + pair[1] + text[pair.end() :], line


def drop_a_paragraph(rng: random.Random, text: str) -> tuple[str, int] | None:
    paragraphs = list(re.finditer(r"(?<=\n\n)[^\n#`|$/!][^\n]*<!--=.*?(?=\n\n)", text, re.DOTALL))
    if not paragraphs:
        return None
    one = rng.choice(paragraphs)
    return text[: one.start()] + text[one.end() :], 0


def _prose(text: str) -> str:
    """The text with fences blanked, so that a change lands where the book speaks."""
    return re.sub(
        r"\A---\n.*?\n---\n|^(`{3,}).*?^\1$|`[^`\n]+`",
        lambda match: re.sub(r"[^\n]", "`", match[0]),
        text,
        flags=re.DOTALL | re.MULTILINE,
    )


CHANGES: list[Callable] = [
    swap_cells,
    swap_rows,
    remove_a_claim,
    misspell_a_name,
    add_a_number,
    change_an_id,
    drop_a_paragraph,
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_one_language_changed_alone_is_found(whole, change):
    print(f"seed {SEED}")
    rng = random.Random(f"{SEED} {change.__name__}")
    tried = 0
    for path in rng.sample(pages(whole), len(pages(whole))):
        text = path.read_text("utf-8")
        changed = change(rng, text)
        if changed is None:
            continue
        if tried == min(12, max(4, COUNT // 10)):
            break
        tried += 1
        problems = found(whole, path, changed[0])
        assert problems, (path, changed[1])
        if changed[1] and change not in (remove_a_claim, change_an_id):
            assert names_line(problems, path, changed[1]), (path, changed[1], problems)
    assert tried >= 4


def test_a_changed_constant_is_found(whole):
    """Of a program whose values are quoted; one that is only bounded may change unseen."""
    rng = random.Random(f"{os.environ.get('MUTATION_SEED', 1)} constants")
    entries = [
        entry
        for path in pages(whole)
        for block in read(path.read_text("utf-8"), f"docs/zh/{path.name}").blocks
        for claim in block.claims
        for entry in claim.entries
        if entry.name
    ]
    bounded = {entry.name.snippet for entry in entries if entry.relation != "="}
    claimed = {entry.name.snippet for entry in entries} - bounded
    claimed = {name for name in claimed if not name.startswith("example/")}  # all stand on these
    snippets = sorted(whole / f"snippets/{name}.py" for name in claimed)
    for path in rng.sample(snippets, min(6, max(2, COUNT // 20))):
        text = path.read_text("utf-8")
        numbers = list(re.finditer(r"(?<![\w.\[:-])\d\.\d+(?![\w.])", _code(text)))
        if not numbers:
            continue
        number = rng.choice(numbers)
        path.write_text(text[: number.end()] + "7" + text[number.end() :], encoding="utf-8")
        try:
            assert check(whole, [path.parent.name]).problems, (path, number[0])
        finally:
            path.write_text(text, encoding="utf-8")


def _code(text: str) -> str:
    return re.sub(r'""".*?"""|#.*|"[^"\n]*"', lambda m: " " * len(m[0]), text, flags=re.DOTALL)
