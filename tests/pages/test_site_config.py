"""The two configurations are one book, and what the README promises is what they do."""

import re
import tomllib
from pathlib import Path

import pytest
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.utils.yaml import get_yaml_loader, yaml_load

from tests.pages.conftest import LANGUAGES, ROOT

CONFIGS = {"zh": "mkdocs.yml", "en": "mkdocs.en.yml"}
HAN = re.compile(r"[\u4e00-\u9fff]")


@pytest.fixture(scope="module")
def configs():
    return {language: load_config(str(ROOT / CONFIGS[language])) for language in LANGUAGES}


def leaves(tree: object, path: str = "") -> dict[str, object]:
    if isinstance(tree, dict):
        items = tree.items()
    elif isinstance(tree, list):
        items = enumerate(tree)
    else:
        plain = isinstance(tree, str | int | float | None)
        return {path: tree if plain else type(tree).__name__}
    found: dict[str, object] = {}
    for key, value in items:
        found |= leaves(value, f"{path}/{key}")
    return found


def test_english_differs_from_chinese_in_words_and_places_only():
    trees = {}
    for language, name in CONFIGS.items():
        with (ROOT / name).open(encoding="utf-8") as file:
            trees[language] = leaves(yaml_load(file, get_yaml_loader(config=MkDocsConfig())))
    chinese, english = trees["zh"], trees["en"]
    differ = {path for path, value in english.items() if chinese.get(path) != value}
    words = re.compile(
        r"/(site_name|site_url|site_description|copyright|docs_dir|site_dir|theme/language"
        r"|theme/palette/\d/toggle/name|extra/not_found/\w+|plugins/material/search/(lang|jieba_dict_user)"
        r"|markdown_extensions/(footnotes/BACKLINK_TITLE|toc/permalink_title))"
    )
    assert not [path for path in differ if not words.fullmatch(path)]
    assert not [path for path, value in english.items() if HAN.search(str(value))]


def test_both_languages_have_the_same_pages_in_the_same_order(configs):
    assert configs["zh"].nav == configs["en"].nav
    pages = [
        {
            path.relative_to(config.docs_dir)
            for pattern in ("*.md", "labs/*.py")
            for path in Path(config.docs_dir).rglob(pattern)
        }
        for config in configs.values()
    ]
    assert pages[0] == pages[1] == set(map(Path, configs["zh"].nav))


def test_english_lies_below_chinese(configs):
    assert configs["en"].site_url == configs["zh"].site_url + "en/"
    assert Path(configs["en"].site_dir) == Path(configs["zh"].site_dir, "en")


def test_a_build_is_strict_even_if_nobody_asks(configs):
    assert all(config.strict for config in configs.values())


def test_pages_are_built_without_torch():
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    assert all(isinstance(entry, str) for entry in groups["site"])
    names = {re.split("[=<>~ ]", entry)[0] for entry in groups["site"]}
    assert names.isdisjoint({"torch", "numpy", "matplotlib"})


def test_every_version_is_exact():
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    entries = [entry for group in groups.values() for entry in group if isinstance(entry, str)]
    assert entries
    assert not [entry for entry in entries if not re.fullmatch(r"[\w.-]+==[\w.]+", entry)]


def test_readme_installs_the_nox_that_is_pinned():
    (pin,) = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]["nox"]
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"nox==[\w.]+", readme)) == {pin}


def test_ci_runs_the_commands_of_the_readme():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^(python3 -m venv .*nox -s .*)$", readme, re.MULTILINE)
    assert len(commands) == 2
    run = (ROOT / ".ci/run").read_text(encoding="utf-8")
    for command in commands:
        assert command in run


def test_no_file_names_a_registry_host():
    for name in ("package-lock.json", "package.json", ".npmrc", "pyproject.toml", "README.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert not re.search(r"registry\.npmjs|pypi\.org|\"resolved\"", text), name
