"""What Jinja has made of a template is used again only for the same template."""

import os

import pytest
from jinja2 import Environment, FileSystemLoader

from book.page import templates


def environment(root):
    return templates.kept(Environment(loader=FileSystemLoader(str(root / "theme"))), root)


@pytest.fixture
def page(tmp_path):
    (tmp_path / "theme").mkdir()
    file = tmp_path / "theme" / "page.html"
    file.write_text("old {{ 1 + 1 }}")
    assert environment(tmp_path).get_template("page.html").render() == "old 2"
    return file


def test_a_template_that_is_the_same_is_not_compiled_again(page, tmp_path, monkeypatch):
    again = environment(tmp_path)
    monkeypatch.setattr(again, "compile", lambda *arguments: pytest.fail("it is compiled"))
    assert again.get_template("page.html").render() == "old 2"


def test_a_changed_template_is_compiled_again_even_if_its_date_is_the_same(page, tmp_path):
    before = page.stat()
    page.write_text("new {{ 1 + 2 }}")
    os.utime(page, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert environment(tmp_path).get_template("page.html").render() == "new 3"


def test_another_version_of_jinja_compiles_all_again(page, tmp_path, monkeypatch):
    monkeypatch.setattr(templates, "version", lambda name: "another")
    again, compiled = environment(tmp_path), []
    usual = again.compile
    monkeypatch.setattr(again, "compile", lambda *a: compiled.append(a) or usual(*a))
    assert again.get_template("page.html").render() == "old 2" and compiled
    assert len(list((tmp_path / ".cache" / "templates").iterdir())) == 1


def test_templates_are_compiled_where_nothing_can_be_kept(tmp_path):
    (tmp_path / "theme").mkdir()
    (tmp_path / "theme" / "page.html").write_text("{{ 1 + 1 }}")
    (tmp_path / ".cache").write_text("a file, and no folder")
    assert environment(tmp_path).get_template("page.html").render() == "2"
