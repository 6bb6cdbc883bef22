"""The preface: what it promises, and what it shows of a number that is wrong."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from snippets.index import answers, three

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)
ROOT = Path(__file__).parent.parent


def portable(text: str) -> str:
    """The text without those last digits that differ between processors."""
    return re.sub(r"(0\.0\d{12})\d+", r"\1", text)


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> Path:
    """The book without anything computed; what is run of it is kept for both languages."""
    copy = tmp_path_factory.mktemp("copy")
    for folder in ("book", "docs", "snippets", "figures_src"):
        shutil.copytree(ROOT / folder, copy / folder)
    for config in ROOT.glob("mkdocs*.yml"):
        shutil.copy(config, copy)
    return copy


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_message_in_the_preface_is_the_message_of_the_check(copy, language):
    page = copy / "docs" / language / "index.md"
    text = page.read_text(encoding="utf-8")
    shown = text.split('```console title="python -m book check index"\n')[1].split("```")[0]
    page.write_text(text.replace("| 0.0571 |", "| 0.0572 |"), encoding="utf-8")
    command = [sys.executable, "-m", "book", "check", "index"]
    run = subprocess.run(command, cwd=copy, capture_output=True, text=True, encoding="utf-8")
    page.write_text(text, encoding="utf-8")
    assert run.returncode == 1
    assert portable(shown) in portable(run.stdout + run.stderr)


def test_the_preface_agrees_with_the_chapters():
    from snippets.attention import backward, forward
    from snippets.recurrence import backward as through_time
    from snippets.recurrence import length

    assert three.RNN[0].item() == pytest.approx(through_time.far, rel=1e-12)
    assert three.RNN[1].item() == pytest.approx(length.first_word, rel=1e-9)
    assert three.attended[0].item() == pytest.approx(backward.norms[0].item(), rel=1e-12)
    assert three.weight == forward.last[0]


def test_finite_differences_find_the_same_gradients():
    h, first = 1e-6, three.X[0]
    for last, value in (
        (three.recurrence, three.RNN[0]),
        (three.attention, three.attended[0]),
        (lambda X: three.convolution(X, 3), three.CNN[2, 0]),
    ):
        slopes = []
        for e in torch.eye(2):
            up, down = three.X.clone(), three.X.clone()
            up[0], down[0] = first + h * e, first - h * e
            slopes.append((last(up)[1] - last(down)[1]) / (2 * h))
        assert torch.stack(slopes).norm().item() == pytest.approx(value.item(), abs=1e-8)


def test_what_attention_loses_with_length_is_dilution_and_nothing_else():
    first_of_each_copy = three.every_attention[::4]
    assert torch.allclose(first_of_each_copy, first_of_each_copy[0].expand(8), atol=1e-12)
    assert three.diluted.item() == pytest.approx(8)


def test_as_many_layers_as_words_but_one():
    assert answers.layers == three.lengths[1] - 1
    assert (three.every_CNN[:-4] == 0).all()
    assert (three.every_CNN[-4:] > 0).all()
