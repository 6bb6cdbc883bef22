"""The live book: what a change contradicts is marked in both languages until it is mended."""

import contextlib
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import expect
from selectolax.lexbor import LexborHTMLParser, LexborNode

from book.check import check
from book.files import write
from book.live import Live
from book.page.serving import serving
from book.sync import synced
from tests.conftest import LIGHT, PAGE, SNIPPET
from tests.pages.conftest import LANGUAGES, ROOT, small_book
from tests.pages.test_axe import barriers

PROGRAM = "snippets/index/word.py"
OTHER = "---\ntitle: T\n---\n\n# T {{ #other }}\n\n{text}\n"
REFERENCE = """@misc{gers2000,
  author = {Gers, F.},
  title = {T},
  year = {2000},
  eprint = {1406.1078}
}
"""
TURNS = 1000  # of `step`, which are far more than any test needs


def violations(page) -> set[tuple[str, str]]:
    """Rule and element of what axe finds on a page."""
    return {(rule, markup) for rule, markup, _ in barriers(page)}


def body(language: str) -> str:
    """The small chapter of `tests.conftest` below its heading, as a page named index."""
    text = PAGE[language].partition("{ #chapter }\n")[2]
    return text.replace("snippets/chapter/", "snippets/index/").strip("\n")


@dataclass
class Writing:
    """A book that is being written, and what the author is told."""

    root: Path
    live: Live
    told: list[str] = field(default_factory=list)

    def change(self, file: str, old: str, new: str) -> None:
        text = (self.root / file).read_text(encoding="utf-8")
        assert old in text
        (self.root / file).write_text(text.replace(old, new), encoding="utf-8")
        self.settle()

    def settle(self) -> None:
        """Wait until everything that has changed is checked."""
        for _ in range(TURNS):
            if not self.live.step():
                return
        pytest.fail("it never comes to rest")

    def page(self, language: str, name: str = "index") -> LexborHTMLParser:
        path = f"/{'en/' if language == 'en' else ''}{name}.html"
        return LexborHTMLParser(self.live.page(path)[2])

    def marks(self, language: str) -> list[str]:
        """Each mark of the page, behind what it marks."""
        return [f"{before(mark)} {mark.text()}" for mark in self.page(language).css("mark")]

    def listed(self, language: str) -> list[str]:
        """The list at the head of the page."""
        return [item.text() for item in self.page(language).css(".problems li")]


def before(mark: LexborNode) -> str:
    return mark.prev.text() if mark.prev is not None else ""


@pytest.fixture(scope="module")
def finished(tmp_path_factory, light_workers) -> Path:
    root = small_book(tmp_path_factory.mktemp("finished"), body("zh"), body("en"))
    write({root / PROGRAM: SNIPPET})
    write(synced(root, check(root)))
    assert check(root).problems == []
    return root


@pytest.fixture(scope="module")
def writing(finished) -> Iterator[Writing]:
    """The same book for all tests that leave it as it was."""
    told: list[str] = []
    with contextlib.closing(Live(finished, told.append)) as live:
        writing = Writing(finished, live, told)
        writing.settle()
        yield writing


@pytest.fixture
def broken(writing) -> Iterator[Writing]:
    """The book for a test, mended afterwards; what it was told before is forgotten."""
    files = [path for name in ("docs", "snippets") for path in (writing.root / name).rglob("*.*")]
    texts = {path: path.read_bytes() for path in files}
    writing.told.clear()
    yield writing
    for path in [p for name in ("docs", "snippets") for p in (writing.root / name).rglob("*.*")]:
        if path not in texts:
            path.unlink()
        elif path.read_bytes() != texts[path]:
            path.write_bytes(texts[path])
    writing.settle()
    assert [writing.listed(language) for language in LANGUAGES] == [[], []]


def test_a_finished_book_has_no_mark(writing):
    assert writing.told == ["1 chapter checked: all agrees"]
    for language in LANGUAGES:
        page = writing.page(language)
        assert page.css("a.claim")
        assert page.css(".problem, .problems, .differs") == []


def test_a_chapter_that_could_not_be_checked_does_not_count_as_one_that_agrees(
    finished, monkeypatch
):
    def fails(*_, **__):
        raise RuntimeError("no torch")

    monkeypatch.setattr("book.live.check", fails)
    told: list[str] = []
    with contextlib.closing(Live(finished, told.append)) as live:
        Writing(finished, live, told).settle()
    failed, counted = told
    assert failed.endswith("RuntimeError: no torch\n")
    assert counted == "1 chapter could not be checked"


def test_a_changed_constant_marks_its_numbers_in_both_languages_until_it_is_mended(broken):
    broken.change(PROGRAM, "0.05710", "0.05810")
    assert broken.marks("zh") == ["0.057 算得 0.058", "5.7% 算得 5.8%"]
    assert broken.marks("en") == ["0.057 computed: 0.058", "5.7% computed: 5.8%"]
    for language in LANGUAGES:
        flagged = [number.text() for number in broken.page(language).css(".claim.differs")]
        assert flagged == ["0.057", "5.7%"]
    broken.change(PROGRAM, "0.05810", "0.05710")
    for language in LANGUAGES:
        assert broken.page(language).css(".problem, .problems, .differs") == []
    assert broken.told[-1].startswith("index: all agrees")


def test_the_terminal_and_the_head_of_the_page_say_file_and_line(broken):
    broken.change(PROGRAM, "0.05710", "0.05810")
    said = "docs/en/index.md:7:38: 0.057 is written, index/word.far is 0.0581, here 0.058"
    assert any(told.startswith(said) for told in broken.told)
    assert any(item.startswith(said.replace("38: ", "38 ")) for item in broken.listed("en"))
    assert not any("docs/zh/" in item for item in broken.listed("en"))


def test_each_item_of_the_list_leads_to_its_mark(broken):
    broken.change(PROGRAM, "0.05710", "0.05810")
    for language in LANGUAGES:
        page = broken.page(language)
        links = page.css(".problems a")
        assert len(links) == 3  # two numbers, and what is printed
        for link in links:
            assert page.css_first(f'[id="{link.attributes["href"][1:]}"]') is not None


def test_a_mended_text_loses_its_mark_while_the_other_language_keeps_it(broken):
    broken.change(PROGRAM, "0.05710", "0.05810")
    broken.change("docs/en/index.md", "0.057", "0.058")
    assert broken.marks("en") == ["5.7% computed: 5.8%"]
    assert broken.marks("zh") == ["0.057 算得 0.058", "5.7% 算得 5.8%"]


def test_a_number_in_a_formula_is_marked_there_and_named_below(broken):
    broken.change(PROGRAM, "near / far", "near / far + 4")
    for language, said in (("zh", "17（算得 21）"), ("en", "17 (computed: 21)")):
        page = broken.page(language)
        assert page.css_first(".formula .differs").text() == "17"
        assert page.css_first(".formula:has(.differs) + .below").text() == said


def test_a_number_in_a_table_is_marked_in_its_cell(broken):
    broken.change(PROGRAM, "0.317", "0.377")
    assert [cell.text() for cell in broken.page("en").css("td:has(mark)")] == ["0.32computed: 0.38"]


def test_an_identity_that_fails_is_told_below_its_formula(broken):
    broken.change(PROGRAM, "4.0 * 4.0", "4.0 * 4.5")
    for language in LANGUAGES:
        below = broken.page(language).css_first(".checked + .below, .formula + .below")
        assert below.text().startswith("index/word.squares and index/word.products differ by 2")


def test_a_claim_that_names_nothing_is_told_where_it_stands(broken):
    broken.change("docs/zh/index.md", "word.near word.ratio", "word.nearest word.ratio")
    (mark,) = [mark for mark in broken.page("zh").css("mark") if "nearest" in mark.text()]
    assert mark.parent.tag == "p"
    assert not any("nearest" in mark for mark in broken.marks("en"))


def test_an_unclaimed_number_is_told_where_it_stands(broken):
    broken.change("docs/en/index.md", "<!--= - word.layers -->", "<!--= - -->")
    assert any("2,047 layers" in item or "names 1" in item for item in broken.listed("en"))


def test_an_error_in_a_snippet_is_shown_and_leads_to_its_line(broken):
    broken.change(PROGRAM, "near / far", "near / fur")
    for language in LANGUAGES:
        page = broken.page(language)
        (item,) = page.css(".problems li")
        assert "word.py:5:16 NameError: name 'fur' is not defined" in item.text()
        line = page.css_first(item.css_first("a").attributes["href"])
        assert line.text().strip() == "ratio = near / fur"
        assert "problem-line" in line.attributes["class"]
    assert any(told.startswith("snippets/index/word.py:5:16: NameError") for told in broken.told)


def test_what_a_snippet_prints_now_stands_below_it_and_nothing_is_written(broken):
    broken.change(PROGRAM, "0.05710", "0.05810")
    before = {p: p.read_bytes() for p in broken.root.rglob("*.*") if ".cache" not in p.parts}
    for language in LANGUAGES:
        page = broken.page(language)
        assert page.css_first(".output code").text() == "0.058\n"
        assert (
            page.css_first("a.claim.differs")
            .attributes["data-card"]
            .startswith("index/word.far = 0.0581")
        )
    after = {p: p.read_bytes() for p in broken.root.rglob("*.*") if ".cache" not in p.parts}
    assert (broken.root / "snippets/index/word.out").read_text() == "0.057\n"
    assert after == before


def test_files_outside_the_site_are_not_served(writing):
    assert writing.live.file("/assets/book.css") is not None
    for path in ("/../mkdocs.yml", "//etc/passwd", "/../../book/mkdocs.yml", "/mkdocs.yml"):
        assert writing.live.file(path) is None


def test_a_formula_that_katex_refuses_is_listed(broken):
    broken.change("docs/en/index.md", "r = 17", "\\r = 17")
    assert any("KaTeX refuses this formula" in item for item in broken.listed("en"))
    assert any("KaTeX refuses this formula" in told for told in broken.told)


def test_a_new_page_is_shown_and_a_removed_one_is_gone(broken):
    for language in LANGUAGES:
        path = broken.root / f"docs/{language}/other.md"
        path.write_text(OTHER.format(text="" if language == "zh" else "It is 7."))
    broken.settle()
    assert broken.page("zh", "other").css_first("h1") is not None
    assert broken.live.page("/en/other.html")[2].count("7 is claimed by nothing") == 2
    for language in LANGUAGES:
        (broken.root / f"docs/{language}/other.md").unlink()
    broken.settle()
    assert broken.live.page("/other.html") is None


def test_a_changed_reference_is_shown_and_a_lost_one_is_told(broken):
    (broken.root / "docs/references.bib").write_text(REFERENCE, encoding="utf-8")
    for language in LANGUAGES:
        page = broken.root / f"docs/{language}/index.md"
        page.write_text(page.read_text(encoding="utf-8") + "\n[@gers2000]\n", encoding="utf-8")
    broken.settle()
    assert "Gers, 2000" in broken.page("en").css_first("article").text()
    broken.change("docs/references.bib", "Gers, F.", "Gerz, F.")
    assert "Gerz, 2000" in broken.page("en").css_first("article").text()
    broken.change("docs/references.bib", "gers2000", "gerz2000")
    assert any("no entry gers2000" in line for line in broken.listed("en"))


def test_only_what_depends_on_a_change_is_checked_again(broken):
    for language in LANGUAGES:
        (broken.root / f"docs/{language}/other.md").write_text(OTHER.format(text=""))
    broken.settle()
    index, other = broken.live.checked["index"], broken.live.checked["other"]
    broken.change(PROGRAM, "0.05710", "0.05810")
    assert broken.live.checked["other"] is other
    assert broken.live.checked["index"] is not index


def test_a_broken_configuration_is_told_and_the_pages_stay(broken):
    text = (broken.root / "mkdocs.yml").read_text(encoding="utf-8")
    (broken.root / "mkdocs.yml").write_text(f"{text}\nnav: [", encoding="utf-8")
    broken.settle()
    assert any(told.startswith("mkdocs.yml and mkdocs.en.yml: ") for told in broken.told)
    assert broken.page("zh").css("a.claim")
    (broken.root / "mkdocs.yml").write_text(text, encoding="utf-8")


def test_a_change_ends_what_is_being_computed(broken):
    text = (broken.root / PROGRAM).read_text(encoding="utf-8")
    (broken.root / PROGRAM).write_text(f"{text}\nwhile True:\n    pass\n", encoding="utf-8")
    while "running index/word" not in broken.told:
        broken.live.step()
    (broken.root / PROGRAM).write_text(text, encoding="utf-8")
    broken.settle()
    assert not any("still running" in told for told in broken.told)
    assert broken.told[-1].startswith("index: all agrees")


def test_who_waits_for_a_page_is_told_when_it_is_newer(broken):
    name, version, _ = broken.live.page("/index.html")
    assert not broken.live.newer(name, version, 0.01)
    assert broken.live.newer(name, version - 1, 0.01)
    heard: list[bool] = []
    waiting = threading.Thread(target=lambda: heard.append(broken.live.newer(name, version, 60.0)))
    waiting.start()
    broken.change("docs/zh/index.md", "最远的", "最远的词")
    waiting.join()
    assert heard == [True]


# --- in a browser, and as a process


@pytest.mark.browser
def test_an_open_page_loads_again_and_its_marks_are_accessible(finished, window, monkeypatch):
    monkeypatch.setattr("book.figures.PRELOADED", ("book.runs",))  # there is no figure to draw
    with (
        contextlib.closing(Live(finished, lambda _: None)) as live,
        serving(live, "127.0.0.1", 0) as address,
    ):
        live.start()
        pages = {
            (language, scheme): window(f"{address}{path}", color_scheme=scheme)
            for language, path in (("zh", ""), ("en", "en/index.html"))
            for scheme in ("light", "dark")
        }
        usual = {key: violations(page) for key, page in pages.items()}
        program = finished / PROGRAM
        text = program.read_text(encoding="utf-8")
        try:
            write({program: text.replace("0.05710", "0.05810")})  # at once: one change, one page
            for key, page in pages.items():
                page.bring_to_front()
                expect(page.locator("mark.problem").first).to_have_text(re.compile(r"0\.058$"))
                assert (key, violations(page) - usual[key]) == (key, set())
        finally:
            write({program: text})
        for page in pages.values():
            page.bring_to_front()
            expect(page.locator("mark.problem")).to_have_count(0)


def processes(*chosen: str) -> dict[int, str]:
    """Processes with their states, chosen as `ps` chooses."""
    command = ["ps", "-o", "pid=,stat=", *chosen]
    listed = subprocess.run(command, text=True, capture_output=True, check=False).stdout
    return {int(pid): state for pid, state in map(str.split, listed.splitlines())}


def alive(pid: int) -> bool:
    """Whether a process runs; one that waits to be reaped does not."""
    return any(not state.startswith("Z") for state in processes("-p", str(pid)).values())


@pytest.mark.skipif(sys.platform == "win32", reason="ends by other signals")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_the_server_ends_with_all_its_processes_and_leaves_nothing(finished, tmp_path, end):
    environment = os.environ | {"TMPDIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, *LIGHT, "live", "--root", str(finished), "--port", "0"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, text=True, stdout=subprocess.PIPE
    ) as process:
        said = ""
        while "English" not in said:
            said = process.stdout.readline()
            assert said, "it has ended"
        address = re.search(r"http://\S+", said)[0]
        page = urllib.request.urlopen(f"{address}en/index.html").read().decode()
        version = re.search(r'data-page="index" data-version="(\d+)"', page)[1]
        older = f"live/changes?page=index&version={int(version) - 1}"
        assert urllib.request.urlopen(address + older).read() == b"data: newer\n\n"
        for name in ("assets/book.css", "assets/katex/katex.min.css", "live/proof.js"):
            assert urllib.request.urlopen(address + name).read()
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{address}../mkdocs.yml")
        workers = processes("--ppid", str(process.pid))
        assert workers
        process.send_signal(end)
        rest = process.stdout.read()  # ends when nobody holds it any more
        assert "Traceback" not in rest
    if end != signal.SIGKILL:
        assert process.returncode == 0
        assert list(tmp_path.iterdir()) == []
    for pid in workers:
        while alive(pid):
            time.sleep(0.05)


def test_a_port_in_use_is_said(finished, tmp_path):
    with serving(None, "127.0.0.1", 0) as address:
        port = address.rpartition(":")[2].rstrip("/")
        command = [sys.executable, "-m", "book", "live", "--root", str(finished), "--port", port]
        done = subprocess.run(
            command, cwd=ROOT, text=True, capture_output=True, check=False, env=os.environ
        )
    assert (done.returncode, "cannot be served" in done.stderr) == (2, True)


@pytest.mark.parametrize("query", ["", "?page=index", "?page=index&version=x"])
def test_a_question_without_page_or_version_is_refused(query, capfd):
    with (
        serving(None, "127.0.0.1", 0) as address,
        pytest.raises(urllib.error.HTTPError, match="400"),
    ):
        urllib.request.urlopen(f"{address}live/changes{query}")
    assert capfd.readouterr().err == ""
