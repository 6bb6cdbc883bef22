"""The bench compares one and the same book, and tells what it has measured."""

import io
import json
import re
import runpy
import sys
from contextlib import redirect_stdout

import matplotlib.pyplot as plt
import pytest
import torch

from bench import __main__ as bench
from bench import cost, growth, record
from bench.cost import CASES, Outcome
from bench.generated import DIGITS, LANGUAGES, SLOT, book, chapter, scale
from bench.measured import CommandError, Cost
from bench.measured import cost as cost_of
from bench.peers import WORDS, Book, Claims, Exec, Jupyter, Myst, Typed, tools
from book.chapter import read
from book.check import check
from book.files import write
from book.sync import synced

NUMBER = re.compile(rf"\d\.\d{{{DIGITS}}}")


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The tools by their kind, with a book of two chapters, written and synced."""
    every = {type(t): t for t in tools(tmp_path_factory.mktemp("bench"), book(2))}
    for kind in (Book, Claims, Typed, Exec, Jupyter, Myst):
        every[kind].written()
        if kind in (Book, Claims):
            root = every[kind].root
            write(synced(root, check(root)))
    return every


def texts(tool):
    """The pages of a tool as an author has them, by language and name."""
    found = {}
    for each in tool.chapters:
        text = tool.page(each).read_text(encoding="utf-8")
        if isinstance(tool, Jupyter):
            text = "\n\n".join(cell["source"] for cell in json.loads(text)["cells"])
        found[each.language, each.name] = text
    return found


def test_both_languages_of_a_chapter_have_the_same_numbers():
    for number in (0, 5):
        one, other = ([s[0] for s in chapter(number, x).slots] for x in LANGUAGES)
        assert one == other and len(set(one)) == len(one) == 42


def test_books_grow_in_chapters_and_in_numbers():
    names = {each.name for each in book(120)}
    assert len(names) == 120 and all(name.isalpha() for name in names)
    large, dense = book(120), book(120, dense=10)
    assert sum(len(each.slots) for each in large) == 10080
    assert sum(len(each.slots) for each in dense) == 100800
    ids = [section.id for section in dense[0].sections]
    assert len(set(ids)) == len(ids)


def test_the_book_itself_passes_its_check(written):
    report = check(written[Book].root)
    assert report.problems == []
    assert report.counts.numbers == 2 * len(LANGUAGES) * 42
    assert report.counts.recomputed == 0


def test_each_tool_has_as_many_numbers_on_each_page(written):
    for place, text in texts(written[Book]).items():
        chapter = read(text, f"docs/{place[0]}/{place[1]}.md")
        assert sum(len(block.numbers) for block in chapter.blocks) == 42
        typed = texts(written[Typed])[place]
        assert NUMBER.findall(typed) == NUMBER.findall(text) and len(NUMBER.findall(typed)) == 42
        for kind in (Exec, Jupyter):
            assert len(SLOT.findall(texts(written[kind])[place])) == 42
        myst = texts(written[Myst])[place]
        used = re.findall(r"\{glue:text\}`(\w+):", myst)
        assert len(used) == 42 and used == re.findall(r'glue\("(\w+)"', myst)


def test_each_tool_has_the_same_prose(written):
    paragraphs = {
        (each.language, each.name): [line for line in each.lines if not SLOT.search(line)]
        for each in written[Book].chapters
    }
    for tool in written.values():
        for place, text in texts(tool).items():
            assert all(line in text for line in paragraphs[place] if not line.startswith("|--"))


def test_typed_pages_have_neither_claims_nor_anything_to_compute(written):
    for text in texts(written[Typed]).values():
        assert "<!--" not in text and text.count("```") == 4
        assert text.count("\n\n\n") == 0


def run(pieces):
    """What pieces of a program print, run one after the other in one session."""
    names, said = {"__name__": "session"}, io.StringIO()
    kept = torch.get_default_dtype()
    try:
        with redirect_stdout(said):
            for piece in pieces:
                exec(compile(piece, "<piece>", "exec"), names)
    finally:
        torch.set_default_dtype(kept)
        plt.close("all")
    return said.getvalue()


def test_what_markdown_exec_runs_prints_the_numbers_of_the_book(written):
    place = ("en", written[Exec].chapters[0].name)
    pieces = re.findall(r'```python exec="on".*?\n(.*?)\n```', texts(written[Exec])[place], re.S)
    printed, _, picture = run(pieces).partition("<?xml")
    claimed = NUMBER.findall(texts(written[Typed])[place])
    assert NUMBER.findall(printed)[-len(claimed) :] == claimed
    assert "<svg" in picture


def test_the_cells_of_a_notebook_show_the_numbers_of_the_book(written):
    place = ("zh", written[Jupyter].chapters[1].name)
    page = written[Jupyter].page(next(c for c in written[Jupyter].chapters if c.name == place[1]))
    cells = json.loads(page.read_text(encoding="utf-8"))["cells"]
    code = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
    shown = [re.sub(r"^from IPython.*\n", "", each).replace("Markdown(", "print(") for each in code]
    claimed = NUMBER.findall(texts(written[Typed])[place])
    printed = NUMBER.findall(run(shown))
    assert printed[-len(claimed) :] == claimed


def changed(tool, change):
    """The files of a tool that a change alters."""

    def state():
        files = (p for p in tool.root.rglob("*") if p.is_file() and ".cache" not in p.parts)
        return {p: p.read_bytes() for p in files if not p.is_symlink() and "theme" not in p.parts}

    before = state()
    change()
    after = state()
    return [path for path in before if before[path] != after[path]]


def test_one_word_changes_in_one_page_and_then_back(written):
    for tool in written.values():
        first = texts(tool)
        assert len(changed(tool, tool.reword)) == 1
        again = texts(tool)
        (place,) = (place for place in first if first[place] != again[place])
        assert again[place] == first[place].replace(*WORDS)
        tool.reword()
        assert texts(tool) == first


def test_one_constant_changes_to_a_value_that_it_never_had(written):
    for kind in (Typed, Book, Exec, Jupyter, Myst):
        tool = written[kind]
        seen = [tool.programs(tool.chapters[0].name)[0].read_text(encoding="utf-8")]
        for _ in range(2):
            files = changed(tool, tool.rescale)
            assert set(files) == set(tool.programs(tool.chapters[0].name))
            seen.append(files[0].read_text(encoding="utf-8"))
        assert len(set(seen)) == 3
        for text, more in zip(seen, range(3), strict=True):
            assert f"scale = {scale(0, more)}" in text


def test_a_cold_build_finds_nothing_of_an_earlier_one(tmp_path):
    for tool in tools(tmp_path, book(1)):
        for name in ("site", *tool.caches):
            (tool.root / name / "x").mkdir(parents=True)
        tool.forget()
        assert list(tool.root.iterdir()) == []


def test_memory_and_work_of_a_command_and_its_children_are_measured(tmp_path):
    inner = "import time; held = bytearray(60 << 20); sum(range(10**7)); time.sleep(0.4)"
    outer = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {inner!r}])"
    found = cost_of([(sys.executable, "-c", outer)], tmp_path)
    assert found.memory > 60 << 20
    assert found.seconds > 0.4 and found.work > 0.05
    assert not found.torch


def test_a_command_that_fails_costs_nothing_but_is_told(tmp_path):
    with pytest.raises(CommandError, match="no such chapter"):
        cost_of([(sys.executable, "-c", "raise SystemExit('no such chapter')")], tmp_path)


def outcome():
    """Three repetitions of two tools: the second costs three times, cold four times as much."""
    floor, ours = "floor", "ours"
    costs = {}
    for case in CASES:
        factor = 4 if case == "cold" else 3
        costs[floor, case] = [Cost(s, 1.0, 100, False) for s in (1.0, 2.0, 9.0)]
        costs[ours, case] = [
            Cost(s, 2.5, 150, case == "cold") for s in (2.0 * factor, 70.0, factor)
        ]
    return Outcome([floor, ours], costs, {floor: 50.0, ours: 60.0})


def test_ratios_are_those_of_medians_to_the_floor():
    found = outcome()
    assert found.ratio("ours", "cold") == 4 and found.ratio("ours", "word") == 3
    assert found.ratio("ours", "cold", "work") == 2.5
    assert found.ratio("ours", "cold", "memory") == 1.5
    assert found.weight("ours") == 1.2
    assert found.spread("floor", "cold") == 4
    assert found.torch("ours", "cold") and not found.torch("ours", "word")


def test_the_table_has_a_row_for_each_case_with_its_target():
    rows = cost.table(outcome()).splitlines()
    assert rows[0].split() == ["ours", "target"]
    told = {row[:22].strip(): row[22:].split() for row in rows[1:-1]}
    assert told["cold"] == ["4.00", "4.0"] and told["nothing"] == ["3.00", "1.1"]
    assert told["word (torch)"] == ["no"] and told["cold (torch)"] == ["yes"]


class Cheap:
    """A tool that costs what it is told."""

    def __init__(self, root, title, seconds):
        self.root, self.title, self.seconds, self.did = root, title, seconds, []

    def forget(self):
        self.did.append("forget")

    def reword(self):
        self.did.append("reword")

    def rescale(self):
        self.did.append("rescale")

    def builds(self, *, changed=False):
        self.did.append("sync" if changed else "check")
        return []


def test_tools_take_turns_and_slow_ones_fewer(tmp_path, monkeypatch):
    fast, slow = Cheap(tmp_path, "fast", 1.0), Cheap(tmp_path, "slow", cost.ENOUGH + 1)
    order = []

    def pretended(tool, case):
        order.append((case, tool.title))
        return Cost(tool.seconds, 1.0, 1, False)

    monkeypatch.setattr(cost, "one", pretended)
    monkeypatch.setattr(cost, "weight", lambda tool: 1.0)
    found = cost.measure([fast, slow], 3, say=lambda line: None)
    assert order[:4] == [
        ("cold", "fast"),
        ("cold", "slow"),
        ("nothing", "fast"),
        ("nothing", "slow"),
    ]
    assert {case: len(found.costs["fast", case]) for case in CASES} == dict.fromkeys(CASES, 3)
    assert {case: len(found.costs["slow", case]) for case in CASES} == dict.fromkeys(CASES, 1)


def test_each_case_is_brought_about_before_it_is_measured(tmp_path):
    tool = Cheap(tmp_path, "cheap", 1.0)
    for case in CASES:
        cost.one(tool, case)
    assert tool.did == ["forget", "check", "check", "reword", "check", "rescale", "sync"]


def test_a_page_weighs_what_is_sent_for_it(tmp_path):
    (tool,) = (t for t in tools(tmp_path, book(1)) if type(t) is Typed)
    page = tool.site / "en" / f"{tool.chapters[0].name}.html"
    page.parent.mkdir(parents=True)
    page.write_text("x" * 1000)
    alone = cost.weight(tool)
    (page.parent / "one.svg").write_bytes(bytes(range(256)) * 4)
    page.write_text("x" * 1000 + '<img alt="" src="one.svg">')
    assert cost.weight(tool) > alone + 256


def grown():
    """Time grows eightfold, memory not at all, checks fifteenfold."""
    costs = {
        size: {
            (kind.title, case): [Cost(seconds * (k + 1), 1.0, 100, False)]
            for k, kind in enumerate(growth.KINDS)
            for case in growth.CASES
        }
        for size, seconds in ((1, 2.0), (10, 16.0))
    }
    checks = {10080: [Cost(2.0, 1.0, 100, False)], 100800: [Cost(30.0, 1.0, 300, False)]}
    return growth.Growth(costs, checks)


def test_growth_is_the_larger_over_the_smaller():
    found = grown()
    name = growth.KINDS[1].title
    assert found.grown(name, "cold") == 8 and found.grown(name, "cold", "memory") == 1
    assert found.ratio(name, "nothing") == 2
    assert found.checked() == 15 and found.checked("memory") == 3
    assert "time 15.00 (target: under 20)" in growth.table(found)


def test_a_check_of_many_claims_compares_them_all_also_when_nothing_has_changed():
    assert growth.CHECK[2:4] == ("book", "check") and len(growth.CHECK) > 4


def test_what_is_recorded_is_what_was_measured_as_ratios(tmp_path):
    names = ["typed numbers", *(f"tool {letter}" for letter in "abcde")]
    costs = {
        (name, case): [Cost(1234.5 * (k + 1), 777.0 * (k + 1), 10**9 * (k + 2), False)]
        for k, name in enumerate(names)
        for case in CASES
    }
    found = Outcome(names, costs, {name: 1000.0 * (k + 1) for k, name in enumerate(names)})
    write({tmp_path / "cost.py": record.program(found, grown())})
    kept = torch.get_default_dtype()
    try:
        with redirect_stdout(io.StringIO()):
            values = runpy.run_path(str(tmp_path / "cost.py"))
    finally:
        torch.set_default_dtype(kept)
    assert values["time"].tolist() == [[2.0, 3.0, 4.0, 5.0, 6.0]] * len(CASES)
    assert values["work"].tolist() == values["time"].tolist()
    assert values["memory"].tolist() == [[1.5, 2.0, 2.5, 3.0, 3.5]] * len(CASES)
    assert values["weight"].tolist() == [2.0, 3.0, 4.0, 5.0, 6.0]
    assert values["growth"].tolist() == [[8.0, 8.0, 1.0]] * len(growth.KINDS)
    assert values["claims"].tolist() == [10080, 100800] and values["checked"] == 15.0
    assert values["met"].tolist() == [True, False, False, True]
    text = (tmp_path / "cost.py").read_text(encoding="utf-8")
    assert "1234" not in text and "777" not in text


def test_the_table_is_headed_by_the_number_of_chapters_that_was_asked_for(monkeypatch, capsys):
    found = Outcome(["typed numbers"], {}, {})
    monkeypatch.setattr(cost, "written", lambda folder, chapters: [])
    monkeypatch.setattr(cost, "measure", lambda tools, repetitions: found)
    monkeypatch.setattr(cost, "table", lambda outcome: "")
    monkeypatch.setattr(growth, "measure", lambda folder, chapters: None)
    monkeypatch.setattr(growth, "table", lambda grown: "")
    assert bench.main(["--chapters", "3"]) == 0
    assert "beside typed numbers, 3 chapters:" in capsys.readouterr().out
