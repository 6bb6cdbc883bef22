"""Between two versions of the book, what reads otherwise is told, and nothing else."""

import pytest

from book.__main__ import main
from book.diff import HERE, NoVersion, difference, markdown, text, version
from tests.conftest import git

BOUND = {"zh": "倍数高于 15。", "en": "The factor is above 15."}
PICTURE = '<svg><path d="M 1.000000 2"/></svg>\n'


@pytest.fixture
def versions(book):
    """The small book with a bound more, committed once."""
    book.both(lambda page, language: f"{page}\n{BOUND[language]} <!--= word.ratio> -->\n")
    book.sync()
    git(book.root, "init", "--quiet")
    commit(book)
    return book


def draw(book, svg: str, name: str = "line") -> None:
    file = book.root / f"docs/figures/chapter/{name}.svg"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(svg, "utf-8")


def commit(book) -> None:
    git(book.root, "add", "--all")
    git(book.root, "commit", "--quiet", "--message", "a version")


def found(book):
    return difference(version(book.root, "HEAD"), version(book.root))


def reads(changes) -> set[tuple[str, str, str]]:
    return {(change.name, change.before, change.after) for change in changes}


def test_a_test_commits_whatever_the_user_has_settled(tmp_path, monkeypatch):
    hook = tmp_path / "hooks/pre-commit"
    hook.parent.mkdir()
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    own = f"[commit]\ngpgsign = true\n[gpg]\nprogram = false\n[core]\nhooksPath = {hook.parent}\n"
    (tmp_path / ".gitconfig").write_text(own)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_SYSTEM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    git(tmp_path, "init", "--quiet", "here")
    (tmp_path / "here/file").write_text("text")
    git(tmp_path / "here", "add", "file")
    git(tmp_path / "here", "commit", "--quiet", "--message", "a version")
    assert not (tmp_path / "nowhere").exists()


def test_two_equal_versions_do_not_differ(versions):
    same = found(versions)
    assert str(same).endswith("nothing changed")
    assert text(same) == str(same)
    assert "Nothing changed." in markdown(same)


def test_a_changed_number_is_told_as_the_pages_print_it(versions):
    versions.change(versions.snippet, "far = 0.05710", "far = 0.06123")
    versions.sync()
    assert reads(found(versions).changed) == {
        ("chapter/word.far", "0.057", "0.061"),
        ("chapter/word.far", "5.7%", "6.1%"),
        ("chapter/word.ratio", "17", "16"),
    }


def test_it_is_told_where_the_sentences_stand_in_both_languages(versions):
    versions.change(versions.snippet, "far = 0.05710", "far = 0.06123")
    versions.sync()
    places = [c.places for c in found(versions).changed if c.before == "0.057"]
    assert places == [("docs/zh/chapter.md:6:7", "docs/en/chapter.md:6:38")]
    for place in places[0]:
        file, line, column = place.split(":")
        words = (versions.root / file).read_text("utf-8").splitlines()[int(line) - 1]
        assert words[int(column) - 1 :].startswith("0.061")


def test_each_language_is_told_in_its_own_words(versions):
    versions.change(versions.snippet, "layers = 2047", "layers = 2048")
    versions.sync()
    assert reads(found(versions).changed) == {
        ("chapter/word.layers", "2047", "2048"),
        ("chapter/word.layers", "2,047", "2,048"),
    }


def test_of_a_tensor_only_the_entries_that_changed_are_told(versions):
    versions.change(versions.snippet, "0.0022]", "0.0122]")
    versions.sync()
    (change,) = found(versions).changed
    assert (change.name, change.before, change.after) == ("chapter/word.A[0,1]", "0.00", "0.01")


def test_a_value_that_changes_in_no_digit_that_is_shown_is_told_apart(versions):
    versions.change(versions.snippet, "far = 0.05710", "far = 0.05720")
    versions.sync()
    assert found(versions).changed == []
    assert reads(found(versions).unseen) == {
        ("chapter/word.far", "0.0571", "0.0572"),
        ("chapter/word.ratio", "16.9527", "16.9231"),
    }


def test_an_integer_that_no_float_can_hold_is_told_whole(versions):
    versions.change(versions.snippet, "layers = 2047", "layers = 2047\nlarge = 10**400")
    versions.both(lambda page, _: f"{page}\nabove 9 <!--= word.large> -->\n")
    versions.sync()
    commit(versions)
    versions.change(versions.snippet, "10**400", "10**401")
    versions.sync()
    assert reads(found(versions).unseen) == {("chapter/word.large", f"{10**400}", f"{10**401}")}


def test_a_bound_that_is_tightened_is_told(versions):
    versions.both(lambda page, language: page.replace(" 15", " 16"))
    versions.sync()
    assert reads(found(versions).changed) == {
        ("chapter/word.ratio", "more than 15", "more than 16")
    }


def test_names_that_are_new_or_gone_are_told_with_what_the_pages_print(versions):
    for language, answer in {"zh": "是 {}。 <!--= {} -->", "en": "It is {}. <!--= {} -->"}.items():
        then, now = answer.format("5.7%", "word.far"), answer.format("9.0", "word.squares[0]")
        versions.change(versions.page(language), then, now)
    versions.sync()
    assert reads(found(versions).added) == {("chapter/word.squares[0]", "", "9.0")}
    assert str(found(versions)).endswith(" names): 1 name is new")
    assert "- New: 1 name (chapter 1)" in markdown(found(versions))
    commit(versions)
    back = difference(version(versions.root, "HEAD"), version(versions.root, "HEAD~1"))
    assert reads(back.gone) == {("chapter/word.squares[0]", "9.0", "")}
    assert str(back).endswith(": 1 is gone")
    assert back.gone[0].places[0].startswith("HEAD:docs/zh/chapter.md:")


def test_of_an_identity_only_a_change_of_shape_is_told(versions):
    versions.change(versions.snippet, "squares = [9.0, 16.0]", "squares = [9.0, 25.0]")
    versions.change(versions.snippet, "4.0 * 4.0", "5.0 * 5.0")
    versions.sync()
    assert str(found(versions)).endswith("nothing changed")
    versions.change(versions.snippet, "squares = [9.0, 25.0]", "squares = [9.0, 25.0, 4.0]")
    versions.change(versions.snippet, "5.0 * 5.0", "5.0 * 5.0, 2.0 * 2.0")
    versions.sync()
    assert ("chapter/word.squares", "shape 2", "shape 3") in reads(found(versions).changed)


def test_a_line_that_moves_and_a_last_digit_of_a_machine_are_no_change(versions):
    versions.change(versions.snippet, "far = 0.05710", "\nfar = 0.0571000000000001")
    versions.sync()
    assert str(found(versions)).endswith("nothing changed")


def test_words_alone_are_no_change(versions):
    versions.change(versions.page("en"), "The nearest gets", "The nearest one gets")
    versions.change(versions.page("zh"), "最远的拿到", "最远的词拿到")
    assert str(found(versions)).endswith("nothing changed")


def test_pictures_that_are_drawn_otherwise_new_or_gone_are_listed(versions):
    draw(versions, PICTURE)
    commit(versions)
    draw(versions, PICTURE.replace("1.000000", "1.000001"))
    assert found(versions).pictures == {}  # the last digit of a coordinate
    draw(versions, PICTURE.replace("1.000000", "1.500000"))
    draw(versions, PICTURE, "another")
    assert found(versions).pictures == {
        "docs/figures/chapter/another.svg": "new",
        "docs/figures/chapter/line.svg": "changed",
    }
    (versions.root / "docs/figures/chapter/line.svg").unlink()
    assert found(versions).pictures["docs/figures/chapter/line.svg"] == "gone"


def test_an_entry_of_the_changelog_names_sections_and_no_lines(versions):
    versions.change(versions.snippet, "layers = 2047", "layers = 2048")
    versions.sync()
    entry = markdown(found(versions))
    assert entry.startswith(f"### HEAD → {HERE}\n\n")
    assert "- chapter § chapter: 2,047 → 2,048 (`chapter/word.layers`)\n" in entry
    assert ".md:" not in entry


def test_the_book_may_lie_in_a_folder_of_its_repository(book, tmp_path):
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", "--all")
    git(tmp_path, "commit", "--quiet", "--message", "a version")
    book.change(book.snippet, "layers = 2047", "layers = 2048")
    book.sync()
    assert len(found(book).changed) == 2


def test_a_repository_that_a_hook_is_told_of_is_not_taken_for_that_of_the_book(
    versions, tmp_path, monkeypatch
):
    git(tmp_path, "init", "--quiet", "another")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "another/.git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "another"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "another/.git/index"))
    assert str(found(versions)).endswith("nothing changed")


# What is refused


@pytest.mark.parametrize("revision", ["nowhere", "HEAD~7", "HEAD:docs", "--help", ""])
def test_a_revision_that_is_no_commit_is_refused(versions, revision):
    with pytest.raises(NoVersion, match="is no commit here\n    name a commit"):
        version(versions.root, revision)


def test_a_commit_without_a_ledger_is_refused(versions):
    (versions.root / "docs/ledger.json").unlink()
    with pytest.raises(NoVersion, match=f"{HERE} has no docs/ledger.json"):
        version(versions.root)
    commit(versions)
    with pytest.raises(NoVersion, match=r"HEAD has no docs/ledger\.json"):
        version(versions.root, "HEAD")
    git(versions.root, "rm", "-r", "--quiet", "docs")
    commit(versions)
    with pytest.raises(NoVersion, match=r"HEAD has no docs/ledger\.json"):
        version(versions.root, "HEAD")


def test_a_broken_ledger_is_refused(versions):
    (versions.root / "docs/ledger.json").write_text("{", "utf-8")
    commit(versions)
    with pytest.raises(NoVersion, match=r"HEAD:docs/ledger\.json: not a ledger"):
        version(versions.root, "HEAD")


def test_a_folder_that_is_no_clone_is_refused(book, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(book.root.parent))
    with pytest.raises(NoVersion, match="is no clone\n    run this in a clone"):
        version(book.root, "HEAD")


def test_a_link_out_of_the_book_is_refused(versions):
    (versions.root / "docs/zh/linked.md").symlink_to("/etc/hostname")
    commit(versions)
    with pytest.raises(NoVersion, match="HEAD cannot be laid out"):
        version(versions.root, "HEAD")


def test_without_git_it_is_said_what_is_missing(versions, monkeypatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(NoVersion, match="there is no git on this machine"):
        version(versions.root, "HEAD")


def test_the_command_tells_and_ends_well_and_refuses_with_two(versions, capsys):
    root = str(versions.root)
    assert main(["diff", "HEAD", "HEAD", "--root", root]) == 0
    assert capsys.readouterr().out.endswith("nothing changed\n")
    assert main(["diff", "HEAD", "--format", "markdown", "--root", root]) == 0
    assert capsys.readouterr().out.startswith("### HEAD")
    assert main(["diff", "nowhere", "--root", root]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("nowhere is no commit here\n    ")
