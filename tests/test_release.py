"""What GitHub runs is well-formed, pinned, and may do no more than it needs."""

import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from unittest.mock import MagicMock

import pytest
import yaml

from book.touched import as_kept

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
ACTIONS = sorted((ROOT / ".github/actions").glob("*/action.yml"))
TEXTS = {path.stem: path.read_text("utf-8") for path in WORKFLOWS}
JOBS = {
    (path.stem, name): job
    for path in WORKFLOWS
    for name, job in yaml.safe_load(path.read_text("utf-8"))["jobs"].items()
}
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PROJECT = (ROOT / "pyproject.toml").read_text("utf-8")
SESSIONS = set(
    re.findall(r"^def (\w+)\(session: nox", (ROOT / "noxfile.py").read_text("utf-8"), re.MULTILINE)
)


def schema_complains(kind: str, *files: Path) -> str:
    """What the schema of a kind of file finds wrong, nothing if all is well."""
    command = ("check_jsonschema", "--builtin-schema", f"vendor.{kind}", *map(str, files))
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode else ""


def zizmor_complains(folder: Path) -> str:
    """What zizmor finds wrong with the workflows in a folder, nothing if all is well."""
    zizmor = Path(sys.executable).with_name("zizmor")
    arguments = ("--offline", "--persona", "auditor", "--quiet", "--no-progress")
    done = subprocess.run([zizmor, *arguments, folder], capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode else ""


def script(workflow: str, job: str, step: str) -> str:
    """What a named step runs."""
    (found,) = (s["run"] for s in JOBS[workflow, job]["steps"] if s.get("name") == step)
    return found


def run(script: str, folder: Path, **environment: str) -> subprocess.CompletedProcess:
    """Run a script as GitHub does: with bash, which stops at the first error."""
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )


# What is there is well-formed


def test_the_workflows_are_what_github_reads():
    assert len(WORKFLOWS) >= 4
    assert schema_complains("github-workflows", *WORKFLOWS) == ""
    assert schema_complains("github-actions", *ACTIONS) == ""
    assert schema_complains("dependabot", ROOT / ".github/dependabot.yml") == ""


def test_zizmor_has_nothing_to_say_of_the_workflows():
    assert zizmor_complains(ROOT / ".github") == ""


def test_the_citation_is_what_its_readers_expect():
    assert schema_complains("citation-file-format", ROOT / "CITATION.cff") == ""


# and what is broken is refused

BROKEN = {
    "a step without anything to do": ("      - run: nox -s lint\n", "      - name: nothing\n"),
    "a trigger that is none": ("  pull_request:\n", "  pull_requests:\n"),
    "a runner that is none": ("    runs-on: ubuntu-24.04\n", "    runs-in: ubuntu-24.04\n"),
    "a time limit in words": ("timeout-minutes: 10", "timeout-minutes: ten minutes"),
    "a permission that is none": ("contents: read", "contents: reading"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_workflow_is_refused(name, tmp_path):
    old, new = BROKEN[name]
    assert old in TEXTS["check"]
    file = tmp_path / "check.yml"
    file.write_text(TEXTS["check"].replace(old, new), "utf-8")
    assert "check.yml" in schema_complains("github-workflows", file)


CARELESS = {
    "unpinned-uses": (r"@[0-9a-f]{40} # v[\d.]+", "@v7"),
    "artipacked": (r"persist-credentials: false", "persist-credentials: true"),
    "excessive-permissions": (r"permissions: \{\}", "permissions: write-all"),
    "template-injection": (
        r"run: nox -s lint",
        "run: nox -s lint -- ${{ github.event.pull_request.title }}",
    ),
    "dangerous-triggers": (r"  pull_request:", "  pull_request_target:"),
}


@pytest.mark.parametrize("audit", CARELESS)
def test_a_careless_workflow_is_refused(audit, tmp_path):
    pattern, careless = CARELESS[audit]
    text, count = re.subn(pattern, careless, TEXTS["check"])
    assert count
    file = tmp_path / ".github/workflows/check.yml"
    file.parent.mkdir(parents=True)
    file.write_text(text, "utf-8")
    assert f"[{audit}]" in zizmor_complains(tmp_path)


# What zizmor does not ask


@pytest.mark.parametrize(("workflow", "job"), JOBS)
def test_each_job_has_a_time_limit_and_its_own_permissions(workflow, job):
    assert JOBS[workflow, job]["timeout-minutes"] <= 120
    assert JOBS[workflow, job]["permissions"]


@pytest.mark.parametrize("workflow", TEXTS)
def test_each_workflow_gives_nothing_by_default_and_does_not_run_beside_itself(workflow):
    read = yaml.safe_load(TEXTS[workflow])
    assert read["permissions"] == {}
    assert read["concurrency"]["group"]


def test_only_publishing_may_write():
    writing = {
        (*key, scope)
        for key, job in JOBS.items()
        for scope, access in job["permissions"].items()
        if access == "write"
    }
    assert writing == {
        ("deploy", "deploy", "pages"),
        ("deploy", "deploy", "id-token"),
        ("release", "publish", "contents"),
    }


def test_one_action_has_one_digest_and_one_version():
    pins: dict[str, set[str]] = {}
    for path in (*WORKFLOWS, *ACTIONS):
        for name, pin in re.findall(r"uses: ([\w-]+/[\w-]+)@(.*)", path.read_text("utf-8")):
            assert re.fullmatch(r"[0-9a-f]{40} # v\d+\.\d+\.\d+", pin), f"{path}: {name}@{pin}"
            pins.setdefault(name, set()).add(pin)
    assert len(pins) >= 5
    assert {name: found for name, found in pins.items() if len(found) > 1} == {}


def test_each_command_of_the_workflows_is_a_session_of_nox():
    called = {
        session
        for text in TEXTS.values()
        for words in re.findall(r"nox -s ((?:[a-z]+ ?)+)", text)
        for session in words.split()
    }
    assert {"check", "tests", "lint", "site", "pdf", "archive"} <= called
    assert called - SESSIONS == set()


def test_what_is_published_reuses_nothing():
    for workflow in ("deploy", "release"):
        (set_up,) = (s for s in JOBS[workflow, "build"]["steps"] if "set-up" in s.get("uses", ""))
        assert set_up["with"] == {"reuse": "false"}


def test_no_address_of_a_registry_stands_in_a_file():
    for path in (*WORKFLOWS, *ACTIONS):
        assert not re.search(r"https?://", path.read_text("utf-8")), path


# What the steps do


@pytest.mark.parametrize(
    "path", [*WORKFLOWS, *ACTIONS], ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_every_script_is_one_that_bash_can_read(path):
    read = yaml.safe_load(path.read_text("utf-8"))
    jobs = read["jobs"].values() if "jobs" in read else [read["runs"]]
    scripts = [step["run"] for job in jobs for step in job["steps"] if "run" in step]
    assert scripts or path.stem == "deploy"
    for text in scripts:
        done = subprocess.run(["bash", "-n"], input=text, text=True, capture_output=True)
        assert done.returncode == 0, done.stderr


NOTES = "CHANGELOG.md tells of this version"


def test_a_release_tells_what_the_changelog_says_of_it(tmp_path):
    later, first, old = (
        "## 1.1, 2027-02-01\n\nLater.",
        "## 1\n\nFirst.\n\n### Part\n\n- one",
        "## 0\n\nOld.",
    )
    changelog = "\n\n".join(("# Changes", later, first, old))
    (tmp_path / "CHANGELOG.md").write_text(changelog, "utf-8")
    assert run(script("release", "build", NOTES), tmp_path, GITHUB_REF_NAME="v1").returncode == 0
    told = (tmp_path / "release/notes.md").read_text("utf-8")
    assert told.strip() == "First.\n\n### Part\n\n- one"
    shutil.rmtree(tmp_path / "release")
    assert run(script("release", "build", NOTES), tmp_path, GITHUB_REF_NAME="v1.1").returncode == 0
    assert (tmp_path / "release/notes.md").read_text("utf-8").strip() == "Later."


def test_what_is_published_knows_its_history():
    for workflow in ("deploy", "release"):
        steps = JOBS[workflow, "build"]["steps"]
        (checkout,) = (step for step in steps if "checkout@" in step.get("uses", ""))
        assert checkout["with"]["fetch-depth"] == 0


def test_a_release_that_the_changelog_does_not_know_is_refused(tmp_path):
    (tmp_path / "CHANGELOG.md").write_text("# Changes\n\n## 10\n\nTen.\n", "utf-8")
    done = run(script("release", "build", NOTES), tmp_path, GITHUB_REF_NAME="v1")
    assert done.returncode == 1
    assert "::error file=CHANGELOG.md::no section ## 1" in done.stdout


def test_the_changelog_tells_of_the_version_that_is_there(tmp_path):
    version = re.search(r'^version = "(.*)"$', PROJECT, re.MULTILINE)[1]
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    (tmp_path / "CHANGELOG.md").write_text(changelog, "utf-8")
    done = run(script("release", "build", NOTES), tmp_path, GITHUB_REF_NAME=f"v{version}")
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("example", ["mkdocs.yml", "mkdocs.en.yml"])
def test_the_address_of_the_example_is_not_published(example, tmp_path):
    address = script("deploy", "build", "The book has an address")
    for name in ("mkdocs.yml", "mkdocs.en.yml"):
        (tmp_path / name).write_text("site_url: https://reader.github.io/book/\n", "utf-8")
    assert run(address, tmp_path).returncode == 0
    (tmp_path / example).write_text("site_url: https://book.example/en/ # where it is\n", "utf-8")
    done = run(address, tmp_path)
    assert done.returncode == 1
    assert f"::error file={example}::" in done.stdout


# What contributors are told


def code(words: str) -> list[str]:
    """The listings of a text, and what it sets as code, without words of a page."""
    listings = re.findall(r"```\w+\n(.*?)```", words, re.DOTALL)
    inline = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", words, flags=re.DOTALL))
    return [*listings, *sorted({text for text in inline if "<!--=" not in text})]


def test_both_languages_tell_contributors_the_same():
    english, chinese = CONTRIBUTING.split("\n# 参与写作\n")
    assert len(re.findall("^## ", english, re.MULTILINE)) == 3
    assert re.findall("^#+ ", english, re.MULTILINE)[1:] == re.findall(
        "^#+ ", chinese, re.MULTILINE
    )
    assert re.findall(r"^(\d\.|-) ", english, re.MULTILINE) == re.findall(
        r"^(\d\.|-) ", chinese, re.MULTILINE
    )
    assert code(english) == code(chinese)


def test_the_commands_that_contributors_are_told_are_there():
    sessions = re.findall(r"nox -s ((?:[a-z]+ ?)+)", CONTRIBUTING)
    told = {name for names in sessions for name in names.split()}
    assert {"new", "sync", "check", "serve", "lint", "tests"} <= told
    assert told - SESSIONS == set()
    (pin,) = set(re.findall(r"nox==[\d.]+", CONTRIBUTING))
    assert f'"{pin}"' in PROJECT


def test_what_the_hook_is_said_to_tell_is_what_it_tells(tmp_path):
    (sample,) = set(re.findall(r"```console\n(.*?)```", CONTRIBUTING, re.DOTALL))
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    page = tmp_path / "docs/en/index.md"
    text = page.read_text("utf-8")
    assert text.count("0.248 <!--= three.attended") == 1
    page.write_text(
        text.replace("0.248 <!--= three.attended", "0.249 <!--= three.attended"), "utf-8"
    )
    told = [str(problem) for problem in as_kept(tmp_path, ["index"]).problems]
    assert sample.rstrip() in told


def test_the_licences_of_text_and_code_are_named_alike_everywhere():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert set(citation["license"]) == {"MIT", "CC-BY-4.0"}
    assert 'license = "MIT AND CC-BY-4.0"' in PROJECT
    mit, words = ((ROOT / name).read_text("utf-8") for name in ("LICENSE", "LICENSE-TEXT"))
    assert mit.startswith("MIT License") and 'THE SOFTWARE IS PROVIDED "AS IS"' in mit
    assert "creativecommons.org/licenses/by/4.0/legalcode" in words
    holder = "The authors of Attention by the Numbers"
    assert holder in mit and holder in words
    assert [author["name"] for author in citation["authors"]] == [holder]
    assert citation["version"] == re.search(r'^version = "(.*)"$', PROJECT, re.MULTILINE)[1]


@pytest.fixture
def commands(tmp_path, monkeypatch):
    """What noxfile.py defines, in an empty folder, without nox."""
    nox = MagicMock()
    nox.session = lambda *given, **options: given[0] if given else lambda function: function
    monkeypatch.setitem(sys.modules, "nox", nox)
    monkeypatch.chdir(tmp_path)
    return runpy.run_path(str(ROOT / "noxfile.py"))


def test_an_environment_whose_making_was_interrupted_is_made_again(commands, tmp_path):
    session, home = MagicMock(), tmp_path / "home"
    home.mkdir()
    python = Path(commands["python_with_torch"](session, home=home))
    assert [call.args[2] for call in session.run.call_args_list] == ["virtualenv", "pip"]
    python.parent.mkdir()
    for name in ("python", "pip"):
        python.with_name(python.name.replace("python", name)).touch()
    commands["python_with_torch"](session, home=home)
    assert [call.args[2] for call in session.run.call_args_list][2:] == ["pip"]


def test_front_end_parts_whose_installation_was_interrupted_are_installed_again(commands):
    session = MagicMock()
    Path("node_modules/katex").mkdir(parents=True)
    Path("package-lock.json").touch()
    commands["install_front_end"](session)
    assert session.run.call_count == 1
    Path("node_modules/.package-lock.json").touch()
    commands["install_front_end"](session)
    assert session.run.call_count == 1


def test_a_version_of_torch_that_is_not_said_is_asked_for(commands):
    session = MagicMock(posargs=["signal", "--torch"])
    session.error.side_effect = SystemExit
    with pytest.raises(SystemExit):
        commands["portable"](session)
    assert "version" in session.error.call_args.args[0]
