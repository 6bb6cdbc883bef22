"""“Never”, “always”, “only”: each such word of the chapters has a test that sought the opposite.

tests/universals.toml lists them by chapter and section, with the test that would fail if the
sentence were wrong, or with one of the reasons, given there, why none is needed. Shares spelled as
words, “half”, “twice”, 三分之一, stand there too, since no claim can name them. A word that is not
listed is an error at its line, and so is an entry whose sentence or test is gone. “Every” counts
beside a number or a formula; an amount never does: “only 0.073”, 只有两个. Sections of sources are
left out, since they say what others say, and so are the pages of sources and references, since each
statement there has a verdict that links to the section where it is said.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from book.problems import Problem
from tests.conftest import ROOT

LIST = "tests/universals.toml"
OTHERS = ("references", "sources")  # pages
REMEDY = f"find the test that seeks a counterexample, or write it, and enter both in {LIST}"
AMOUNT = r"an? |one|two|three|four|five|six|seven|eight|nine|ten|half|few|(?:[\w-]+ ){0,2}[\d#$(−-]"
QUANTIFIERS = {
    "en": r"\b(?:never|always|any(?! more)|strictly(?! speaking|,)|no matter|whatever"
    rf"|only(?! (?:(?:about|some|by|at|after|for) )?(?:{AMOUNT})))\b",
    "zh": r"任意|任何|永远|永不|只有(?! ?[\d#一二两三四五六七八九十几半$−]|那么多)"
    r"|严格(?!说来|说是)|不为|总是|总要|总会|从不|绝不|始终|不论|无论|处处|一律|必然|必定|恒(?!等式|定|星)",
}
SHARES = {
    "en": r"\b(?:twice|doubl(?:e[sd]?|ing)(?! log)|halv(?:e[sd]?|ing)|half(?!-)|quadruple[sd]?"
    r"|(?:a|one|two) thirds?|(?:a|one|three) quarters?)\b",
    "zh": r"一半|[两三四五六七八九十]倍|[加翻]倍|翻番|翻一番|减半"
    r"|[一二三四五六七八九十]分之[一二三四五六七八九十]",
}
WORDS = {
    language: re.compile(f"{QUANTIFIERS[language]}|{SHARES[language]}", re.IGNORECASE)
    for language in ("en", "zh")
}
EVERY = re.compile(
    r"\b(?:every|none of|whichever)\b", re.IGNORECASE
)  # beside a number or a formula
BESIDE = re.compile(r"<!--=|\$")
HIDDEN = re.compile(r"<!--.*?-->|\]\([^)\s]*\)|\[-?@[^\]]*\]")  # claims, targets, citations
SECTION = re.compile(r"#+ .*\{ #([\w-]+) \}", re.ASCII)


@dataclass(frozen=True)
class Line:
    """A line of prose: digits are #, so that a number that changes changes no entry."""

    file: str
    number: int
    section: str
    text: str
    beside: bool = False  # whether the line has a claim or a formula

    def words(self, language: str) -> list[re.Match[str]]:
        """The words of the line that somebody has to have doubted."""
        found = [*WORDS[language].finditer(self.text)]
        if language == "en" and self.beside:
            found += EVERY.finditer(self.text)
        return found

    def problem(self, message: str, remedy: str) -> Problem:
        return Problem(self.file, self.number, 1, message, remedy)


def lines(text: str, file: str) -> Iterator[Line]:
    """The lines of a chapter or lab that a reader reads as words."""
    section, inside = "", False
    lab = file.endswith(".py")
    front = text.startswith("---\n")
    for number, raw in enumerate(text.split("\n"), 1):
        if front:
            front = number == 1 or raw.rstrip() != "---"
            continue
        if lab and (not raw.startswith("#") or raw.startswith("# %%")):
            continue
        line = raw.removeprefix("#").strip() if lab else raw.strip()
        if line.startswith("```"):
            inside = not inside
            continue
        if not inside:
            if heading := SECTION.match(line):
                section = heading[1]
            if section != "sources":
                yield Line(file, number, section, normal(line), bool(BESIDE.search(line)))


def normal(text: str) -> str:
    return re.sub(r"\d", "#", " ".join(HIDDEN.sub("", text).split()))


def differences(pages: dict[str, dict[str, str]], listed: dict) -> list[Problem]:
    """What stands in the chapters and not in the list, and the other way round.

    `pages` holds the text of each chapter by name and language, `listed` the parsed list.
    """
    found: list[Problem] = []
    reasons = listed.get("because", {})
    entries = {name: each for name, each in listed.items() if name != "because"}
    for name in entries.keys() - pages.keys():
        found.append(Problem(LIST, 1, 1, f"there is no chapter {name}", "remove its entries"))
    for name, languages in pages.items():
        mine = entries.get(name, [])
        for entry in mine:
            found += _answers(name, entry, reasons)
        for language, text in languages.items():
            folder = f"docs/{language}/{name}"
            file = f"{folder}.py" if name.startswith("labs/") else f"{folder}.md"
            excerpts = [(e["at"], quote) for e in mine for quote in e.get(language, ())]
            found += _uncovered(list(lines(text, file)), language, excerpts, name)
    return sorted(found)


def _answers(name: str, entry: dict, reasons: dict[str, str]) -> Iterator[Problem]:
    """An entry names one test that is there, or one of the reasons."""
    quote = next((q for language in WORDS for q in entry.get(language, ())), "")
    place = f"{name}#{entry['at']} “{quote}”"
    if ("test" in entry) == ("because" in entry) or not quote:
        yield Problem(LIST, 1, 1, f"{place} has no sentence, or not one answer", REMEDY)
    elif "test" in entry and not is_test(entry["test"]):
        yield Problem(LIST, 1, 1, f"{place}: there is no test {entry['test']}", REMEDY)
    elif "because" in entry and entry["because"] not in reasons:
        known = ", ".join(reasons)
        yield Problem(LIST, 1, 1, f"{place}: {entry['because']} is no reason", f"known: {known}")


def _uncovered(
    prose: list[Line], language: str, excerpts: list[tuple[str, str]], name: str
) -> Iterator[Problem]:
    """The words that no excerpt of their section holds, and the excerpts that hold none."""
    used: set[tuple[str, str]] = set()
    for line in prose:
        spans = []
        for section, quote in excerpts:
            at = line.text.find(quote) if section == line.section else -1
            if at >= 0:
                spans.append((at, at + len(quote), (section, quote)))
        for word in line.words(language):
            holding = [key for a, b, key in spans if a <= word.start() and word.end() <= b]
            used.update(holding)
            if not holding:
                around = line.text[max(0, word.start() - 20) : word.end() + 20]
                yield line.problem(f"nobody has doubted “{word[0]}” yet: …{around}…", REMEDY)
    for section, quote in excerpts:
        if (section, quote) not in used:
            message = f"{name}#{section} no longer says “{quote}”, in {language}"
            yield Problem(LIST, 1, 1, message, "mend or remove the entry, after reading the test")


@cache
def collected(file: str) -> frozenset[str]:
    """The tests that pytest collects from a file of this folder."""
    path = ROOT / "tests" / file
    if not path.is_file() or not path.name.startswith("test_"):
        return frozenset()
    return frozenset(
        node.name
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
        and node.name.startswith("test_")
        and not any("skip" in ast.unparse(mark) for mark in node.decorator_list)
    )


def is_test(node: str) -> bool:
    file, _, name = node.partition("::")
    return name in collected(file)


def chapters() -> dict[str, dict[str, str]]:
    """The text of each chapter and lab of the book, by name and language."""
    pages: dict[str, dict[str, str]] = {}
    for language in WORDS:
        folder = ROOT / "docs" / language
        for path in sorted([*folder.glob("*.md"), *folder.glob("labs/*.py")]):
            name = path.relative_to(folder).with_suffix("").as_posix()
            if name not in OTHERS:
                pages.setdefault(name, {})[language] = path.read_bytes().decode("utf-8-sig")
    return pages


@pytest.fixture(scope="module")
def listed() -> dict:
    return tomllib.loads((ROOT / LIST).read_text(encoding="utf-8"))


def test_every_never_of_the_book_has_been_doubted(listed):
    assert "\n".join(map(str, differences(chapters(), listed))) == ""


def test_every_reason_of_the_list_is_given_somewhere(listed):
    entries = [entry for name, each in listed.items() if name != "because" for entry in each]
    assert {reason for entry in entries if (reason := entry.get("because"))} == {*listed["because"]}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_each_statement_of_the_sources_links_to_where_the_book_says_it(language):
    text = (ROOT / f"docs/{language}/sources.md").read_text(encoding="utf-8")
    statements = re.findall(r"^\d+\. .*$", text, re.MULTILINE)
    assert len(statements) > 100
    assert [s for s in statements if not re.search(r"\]\((?:[\w/]+\.md)?#[\w-]+\)", s)] == []


PAGES = {
    "one": {
        "en": "# One { #one }\n\nIt is never 3, and only 0.07. <!--= a.b -->\n",
        "zh": "# 一 { #one }\n\n它从不是 3，只有 0.07。 <!--= a.b -->\n",
    }
}
HERE = "test_universals.py::test_a_listed_book_has_no_difference"
ENTRY = {"at": "one", "en": ["It is never #"], "zh": ["它从不是 #"], "test": HERE}
GOOD = {"because": {"definition": "it is what the word means"}, "one": [ENTRY]}


def test_a_listed_book_has_no_difference():
    assert differences(PAGES, GOOD) == []
    reason = {key: value for key, value in ENTRY.items() if key != "test"}
    assert differences(PAGES, GOOD | {"one": [reason | {"because": "definition"}]}) == []


@pytest.mark.parametrize(
    ("file", "text", "word"),
    [
        ("docs/en/one.md", "Then, and always.", "always"),
        ("docs/en/one.md", "For any x.", "any"),
        ("docs/en/one.md", "Only then.", "Only"),
        ("docs/zh/one.md", "任意两个词都如此。", "任意"),
        ("docs/zh/one.md", "只有它自己。", "只有"),
        ("docs/zh/one.md", "它不为零。", "不为"),
        ("docs/en/one.md", "It holds for every $x$.", "every"),
        ("docs/en/one.md", "It is half of it.", "half"),
        ("docs/en/one.md", "A third is lost.", "A third"),
        ("docs/zh/one.md", "只剩三分之一。", "三分之一"),
        ("docs/zh/one.md", "剩下一半。", "一半"),
    ],
)
def test_a_new_never_is_refused_at_its_line(file, text, word):
    language = file.split("/")[1]
    pages = {"one": {**PAGES["one"], language: f"{PAGES['one'][language]}\n{text}\n"}}
    (problem,) = differences(pages, GOOD)
    assert (problem.file, problem.line, problem.remedy) == (file, 5, REMEDY)
    assert f"nobody has doubted “{word}” yet" in problem.message


@pytest.mark.parametrize(
    "text", ["Only 3.", "only about $x$", "only by three", "the third", "只有 0.3", "只有两个"]
)
def test_an_amount_is_no_never(text):
    assert not any(words.search(text) for words in WORDS.values())


def test_every_counts_beside_a_number_or_a_formula_only():
    told = {
        text: len(next(lines(text, "docs/en/one.md")).words("en"))
        for text in ("Every day.", "Every $x$.", "Every step loses 0.3. <!--= a.b -->")
    }
    assert [*told.values()] == [0, 1, 1]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_entry_without_its_sentence_is_refused(language):
    pages = {"one": PAGES["one"] | {language: "# One { #one }\n"}}
    (problem,) = differences(pages, GOOD)
    assert problem.file == LIST
    assert f"no longer says “{ENTRY[language][0]}”, in {language}" in problem.message


def test_a_word_in_another_section_is_another_word():
    pages = {"one": PAGES["one"] | {"en": PAGES["one"]["en"].replace("#one }", "#two }")}}
    assert len(differences(pages, GOOD)) == 2


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"test": "test_universals.py::test_no_such_thing"}, "there is no test"),
        ({"test": "test_no_such_file.py::test_x"}, "there is no test"),
        ({"test": "conftest.py::finished_book"}, "there is no test"),
        ({"because": "laziness"}, "laziness is no reason"),
        ({}, "not one answer"),
        ({"test": HERE, "because": "definition"}, "not one answer"),
    ],
)
def test_an_entry_without_an_answer_is_refused(entry, message):
    bare = {key: value for key, value in ENTRY.items() if key != "test"}
    (problem,) = differences(PAGES, GOOD | {"one": [bare | entry]})
    assert message in problem.message


def test_entries_of_a_chapter_that_is_gone_are_refused():
    (problem,) = differences({}, GOOD)
    assert "there is no chapter one" in problem.message


def test_a_digit_that_changes_changes_no_entry():
    pages = {"one": {key: text.replace("3", "4") for key, text in PAGES["one"].items()}}
    assert differences(pages, GOOD) == []


def test_code_front_matter_claims_and_sources_are_left_out():
    page = (
        "---\ntitle: never\n---\n# One { #one }\n<!--= never.x -->\n```text\nalways\n```\n"
        "## Sources { #sources }\nAs always.\n"
    )
    assert [line.text for line in lines(page, "docs/en/one.md") if "ever" in line.text] == []
    assert not any("always" in line.text for line in lines(page, "docs/en/one.md"))


def test_the_words_of_a_lab_are_read_and_its_programs_are_not():
    lab = "# %% [markdown]\n# # A { #a }\n# Never.\n# %% x/y\nalways = 1  # always\n"
    found = [(line.number, line.text) for line in lines(lab, "docs/en/labs/a.py")]
    assert (3, "Never.") in found
    assert not any("always" in text for _, text in found)


def test_a_skipped_test_guards_nothing(tmp_path, monkeypatch):
    path = tmp_path / "tests/test_x.py"
    path.parent.mkdir()
    path.write_text("@pytest.mark.skip\ndef test_a(): ...\ndef test_b(): ...\n")
    monkeypatch.setitem(globals(), "ROOT", Path(tmp_path))
    collected.cache_clear()
    assert collected("test_x.py") == {"test_b"}
    collected.cache_clear()
