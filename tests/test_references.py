"""References are kept once, cited by key, and every fault in them is told with its place."""

import re
from pathlib import Path

import pytest

from book.chapter import read as read_chapter
from book.page import references as shown
from book.page.extension import Page
from book.page.places import edition
from book.references import FILE, differences, load, read
from tests.conftest import ROOT

GERS = """@article{gers2000,
  author = {Gers, F. A. and Schmidhuber, J. and Cummins, F.},
  title = {Learning to forget},
  journal = {Neural Computation},
  volume = {12},
  number = {10},
  pages = {2451--2471},
  year = {2000},
  doi = {10.1162/089976600300015015}
}
"""
CHO = """@misc{cho2014,
  author = {Cho, K. and others},
  title = {Learning phrases & more},
  year = {2014},
  eprint = {1406.1078}
}
"""


def told(text: str) -> list[str]:
    return [str(problem) for problem in read(text).problems]


def chapter(text: str, language: str = "en", name: str = "chapter"):
    return read_chapter(text, f"docs/{language}/{name}.md")


# --- the file


def test_a_file_as_it_should_be_has_no_problem():
    assert told(GERS + CHO) == []


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("  doi = {10.1162/089976600300015015}\n", "", "1:10", "neither a DOI nor an arXiv number"),
        ("  year = {2000},\n", "", "1:10", "has no year"),
        ("  title = {Learning to forget},\n", "", "1:10", "has no title"),
        ("author", "editor", "1:10", "has no author"),
        ("volume", "tome", "5:3", "a field tome"),
        ("doi = {10", "doi = {https://doi.org/10", "9:3", "doi is 'https://doi.org/10"),
        ("{2451--2471}", "{2451-2471}", "7:3", "pages is '2451-2471'"),
        ("{2000}", "{in 2000}", "8:3", "year is 'in 2000'"),
        ("gers2000", "gers2001", "1:10", "not the first author's name and the year"),
        ("gers2000", "Gers", "1:10", "not the first author's name and the year"),
        ("  year = {2000},", "  year = {2000}", "9:1", "cannot be read"),
        ("  year = {2000},", "  year = {2000},\n  year = {2001},", "1:10", "duplicate year"),
        ("Gers, F. A. and", "Gers, F. A., Jr, X, Y and", "2:13", "Too many commas"),
        ("  doi =", "  nodoi = {none},\n  doi =", "9:3", "has what nodoi denies"),
    ],
)
def test_a_fault_in_an_entry_is_told_with_line_and_column(old, new, place, message):
    assert old in GERS
    found = told(GERS.replace(old, new, 1))
    assert any(line.startswith(f"{FILE}:{place}: ") and message in line for line in found), found


def test_each_problem_says_what_repairs_it():
    broken = GERS.replace("doi = {10.1162/089976600300015015}", "doi = {x}").replace("2451--", "")
    assert all(problem.remedy for problem in read(broken).problems)


def test_all_faults_are_told_at_once():
    text = GERS.replace("  year = {2000},\n", "") + CHO.replace("eprint", "eprnt")
    found = told(text)
    assert sum("has no year" in line for line in found) == 1
    assert sum("a field eprnt" in line for line in found) == 1
    assert sum("neither a DOI" in line for line in found) == 1


def test_two_entries_with_one_key_are_told():
    assert any("two entries gers2000" in line for line in told(GERS + CHO + GERS))


def test_one_paper_under_two_keys_is_told():
    (line,) = told(CHO + CHO.replace("cho2014", "cho2014b"))
    assert line.startswith(f"{FILE}:11:3: cho2014b has the eprint of cho2014")


def test_an_entry_without_a_doi_says_why():
    thesis = CHO.replace("eprint = {1406.1078}", "nodoi = {a thesis}")
    assert told(thesis) == []


def test_a_file_that_is_cut_off_is_told_and_never_raises():
    for end in range(len(GERS)):
        read(GERS[:end])
    assert any("cannot be read" in line for line in told(GERS[:60]))


def test_a_file_with_carriage_returns_and_a_mark_reads_alike(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / FILE).write_bytes(b"\xef\xbb\xbf" + GERS.replace("\n", "\r\n").encode())
    kept = load(tmp_path)
    assert kept.problems == () and list(kept.entries) == ["gers2000"]


def test_a_file_that_is_not_utf_8_is_told_with_its_line(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / FILE).write_bytes(GERS.encode() + b"% caf\xe9\n")
    (problem,) = load(tmp_path).problems
    assert problem.line == 11 and "UTF-8" in problem.message


def test_a_book_without_references_has_none(tmp_path):
    assert load(tmp_path).entries == {} and load(tmp_path).problems == ()


# --- citations in a chapter

CITING = "# Title { #title }\n\nA gate [@gers2000], and another [@gers2000; @cho2014].\n"


def found(text: str, *others: str) -> list[str]:
    pages = [chapter(text), *(chapter(other, name="other") for other in others)]
    return [str(problem) for problem in differences(read(GERS + CHO), pages[:1], pages)]


def test_a_key_holds_no_number_of_the_prose():
    page = chapter(CITING)
    assert page.problems == []
    assert [number for block in page.blocks for number in block.numbers] == []


def test_citations_that_are_known_are_no_problem():
    assert found(CITING) == []


def test_an_unknown_key_is_told_where_it_stands():
    line, *more = found(CITING.replace("[@gers2000],", "[@gers2001],"))
    assert line.startswith("docs/en/chapter.md:3:9: ") and "no entry gers2001" in line
    assert "did you mean gers2000?" in line and not more


def test_an_entry_that_no_page_cites_is_told_where_it_stands():
    (line,) = found(CITING.replace("; @cho2014", ""))
    assert line.startswith(f"{FILE}:11:7: ") and "no page cites cho2014" in line


def test_an_entry_may_be_cited_on_another_page_than_those_looked_at():
    assert found(CITING.replace("; @cho2014", ""), "# Other { #other }\n\n[@cho2014]\n") == []


def test_the_list_of_all_cites_none():
    assert len(found("# References { #references }\n\n[@*]\n")) == 2


@pytest.mark.parametrize("bad", ["[@Gers2000]", "[@gers]", "[@gers2000, p. 3]", "[@]", "[-@]"])
def test_a_citation_that_is_not_written_as_one_is_refused(bad):
    (problem,) = chapter(f"# T {{ #t }}\n\nA gate {bad}.\n").problems
    assert problem.message == f"{bad} is no citation" and problem.line == 3


def test_a_citation_in_code_is_none():
    (block,) = chapter("`[@gers2000]`\n").blocks
    assert not block.citations


def test_check_tells_an_unknown_key_and_an_uncited_entry(book):
    (book.root / FILE).write_text(GERS, encoding="utf-8")
    book.both(lambda text, _: text + "\n[@cho2014]\n")
    messages = book.problems()
    assert sum("has no entry cho2014" in line for line in messages) == 2
    assert sum("no page cites gers2000" in line for line in messages) == 1


def test_one_language_that_cites_what_the_other_does_not_is_told(book):
    (book.root / FILE).write_text(GERS, encoding="utf-8")
    page = book.page("en")
    page.write_text(page.read_text(encoding="utf-8") + "\n[@gers2000]\n", encoding="utf-8")
    (line,) = book.problems()
    assert "the languages differ, first link" in line and "@gers2000" in line


# --- on a page


def entry(text: str = GERS):
    ((_, kept),) = read(text).entries.items()
    return kept


def test_a_reference_is_written_out_in_each_language():
    assert shown.written(entry(), "en", whole=True) == (
        "F.&nbsp;A. Gers, J.&nbsp;Schmidhuber and F.&nbsp;Cummins, <em>Learning to forget</em>, "
        "Neural Computation, volume 12, issue 10, pages 2451–2471, 2000, "
        '<a href="https://doi.org/10.1162/089976600300015015">doi:10.1162/089976600300015015</a>'
    )
    assert shown.written(entry(), "zh", whole=True) == (
        "F.&nbsp;A. Gers、J.&nbsp;Schmidhuber、F.&nbsp;Cummins，<em>Learning to forget</em>，"
        "Neural Computation，第 12 卷，第 10 期，2451–2471 页，2000，"
        '<a href="https://doi.org/10.1162/089976600300015015">doi:10.1162/089976600300015015</a>'
    )


def test_among_sources_a_reference_leaves_out_volume_and_pages():
    text = shown.written(entry(), "en", whole=False)
    assert "volume" not in text and "2000, <a" in text


def test_authors_that_are_not_named_are_others():
    text = shown.written(entry(CHO), "en", whole=True)
    assert text.startswith("K.&nbsp;Cho and others, <em>Learning phrases &amp; more</em>")


@pytest.mark.parametrize(
    ("authors", "en", "zh"),
    [
        ("Hahn, M.", "Hahn", "Hahn"),
        ("van den Oord, A. and Ba, J.", "van den Oord and Ba", "van den Oord 和 Ba"),
        ("A, A. and B, B. and C, C.", "A, B and C", "A、B 和 C"),
        ("A, A. and B, B. and C, C. and D, D.", "A and others", "A 等"),
        ("A, A. and others", "A and others", "A 等"),
    ],
)
def test_up_to_three_authors_are_named_in_the_text(authors, en, zh):
    text = GERS.replace("Gers, F. A. and Schmidhuber, J. and Cummins, F.", authors)
    assert shown.label("gers2000", entry(text), "en") == (en, "2000")
    assert shown.label("gers2000b", entry(text), "zh") == (zh, "2000b")


@pytest.fixture
def render(tmp_path):
    """Renders a chapter of a small book, citations only; returns what stands in their places."""

    def rendered(text: str, language: str = "en", others: dict[str, str] | None = None):
        for name, page in {"chapter": text, **(others or {})}.items():
            path = tmp_path / f"docs/{language}/{name}.md"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(page, encoding="utf-8")
        (tmp_path / FILE).write_text(GERS + CHO, encoding="utf-8")
        page = Page(tmp_path, f"docs/{language}/chapter.md")
        page.edition = edition(page.docs)
        stored: list[str] = []
        shown.edits(chapter(text, language), page, lambda html: str(stored.append(html)))
        return stored

    return rendered


SOURCES = "\n## Sources { #sources }\n\n- [@gers2000]\n- [@cho2014; @gers2000]\n"


def test_in_the_text_a_citation_names_authors_and_year_and_leads_to_the_reference(render):
    (first, second) = render(CITING)
    address = "references.html#gers2000"
    assert first == (
        f'(<a class="citation" href="{address}">Gers, Schmidhuber and Cummins, 2000</a>)'
    )
    assert second.count("<a ") == 2 and "; " in second


def test_a_citation_leads_to_the_sources_of_its_own_chapter_if_it_stands_there(render):
    first, _, full, both = render(CITING + SOURCES)
    assert 'href="#ref-gers2000"' in first
    assert 'id="ref-gers2000"' in full and "<em>Learning to forget</em>" in full
    assert 'id="ref-cho2014"' in both and 'id="ref-gers2000"' not in both  # an id stands once


def test_behind_the_names_a_citation_shows_the_year_alone(render):
    (only,) = render("# T { #t }\n\nGers[-@gers2000]说\n", "zh")
    assert re.sub("<[^>]*>", "", only) == "（2000）"


def test_within_parentheses_a_citation_brings_none_of_its_own(render):
    inside, after = render("# T { #t }\n\n（LSTM，$f(x)$ [@gers2000]）与[@cho2014]\n", "zh")
    assert re.sub("<[^>]*>", "", inside) == "Gers、Schmidhuber 和 Cummins，2000"
    assert re.sub("<[^>]*>", "", after) == "（Cho 等，2014）"


def test_the_list_has_every_reference_once_in_order_with_the_pages_that_cite_it(render):
    other = "---\ntitle: Gates\n---\n# G { #g }\n\n[@gers2000]\n" + SOURCES
    (listed,) = render("# References { #references }\n\n[@*]\n", others={"gates": other})
    assert re.findall(r'<li id="(\w+)">', listed) == ["cho2014", "gers2000"]
    assert listed.count('<a href="gates.html#ref-gers2000">Gates</a>') == 1


def test_an_unknown_key_is_a_warning_with_its_place_and_shows_nothing(render, caplog):
    (only,) = render("# T { #t }\n\n[@hahn2020]\n")
    assert "docs/en/chapter.md:3:2: docs/references.bib has no entry hahn2020" in caplog.text
    assert "hahn" not in only


# --- the book


def test_the_references_of_the_book_are_without_fault():
    kept = load(ROOT)
    assert kept.problems == () and len(kept.entries) > 90


def test_chapters_write_no_doi_or_arxiv_number_by_hand():
    for path in sorted(Path(ROOT, "docs").glob("*/*.md")):
        assert not re.search(r"\]\(https://(?:doi|arxiv)\.org", path.read_text("utf-8")), path


def test_every_reference_of_the_book_can_be_written_out():
    for key, kept in load(ROOT).entries.items():
        for language in ("zh", "en"):
            text = shown.written(kept, language, whole=True)
            assert kept.fields["year"] in text and "<em>" in text, key
