"""What a reader changes in a figure follows as torch would compute it."""

import itertools
import math

import pytest
import torch
from playwright.sync_api import expect
from torch.autograd.functional import jacobian

from book.ledger import load
from book.page.tries import TRIES, WORDS, place
from snippets.attention.forward import W_K, W_Q, W_V
from snippets.convolution.window import W as KERNEL
from snippets.example.sentence import X, words
from snippets.recurrence.cell import W_h, W_x
from tests.pages.conftest import ROOT, tab

pytestmark = pytest.mark.browser
CLOSE = {"rtol": 1e-6, "atol": 1e-9}


@pytest.fixture(scope="module")
def opened(chromium, site):
    """Opens the try of a figure: opened(program, page); the box with what it shows."""
    contexts = []

    def box(program: str, page: str, width: int = 1300, language: str = ""):
        opened = tab(chromium, viewport={"width": width, "height": 900})
        contexts.append(opened.context)
        opened.goto((site / language / page).as_uri())
        holder = opened.locator(f'.try[data-try="{program}"]')
        figure = opened.locator("figure").filter(has=holder)
        figure.locator("xpath=following-sibling::button[1]").press("Enter")  # the page may move
        shown = figure.locator("xpath=following-sibling::div[1]")
        shown.locator("*").first.wait_for()
        return shown

    yield box
    for context in contexts:
        context.close()


def numbers(table) -> torch.Tensor:
    return torch.tensor(
        table.locator("tr").evaluate_all(
            "rows => rows.map(row => [...row.querySelectorAll('[data-value]')]"
            ".map(cell => Number(cell.dataset.value))).filter(row => row.length)"
        ),
        dtype=torch.float64,
    )


def slide(box, name: str, value: float) -> None:
    box.locator("label", has_text=name).locator("input").evaluate(
        "(input, value) => { input.value = value; input.dispatchEvent(new Event('input')) }", value
    )


def test_every_value_that_a_figure_starts_from_is_in_the_ledger():
    ledger = load(ROOT)
    for figure in TRIES:
        assert place(f"../figures/{figure}.svg", ledger)
    assert place("../figures/signal/zeros.svg", ledger) == ""
    with pytest.raises(KeyError, match="example/sentence"):
        place("../figures/attention/weights.zh.svg", {})


def test_the_words_are_those_of_the_sentence():
    assert words == WORDS


def layer(X, W_Q, W_K, W_V):
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ K.T / K.shape[1] ** 0.5
    alpha = S.softmax(dim=-1)
    return {"Q": Q, "K": K, "V": V, "S": S, "α": alpha, "Z": alpha @ V}


def test_the_layer_over_the_four_words_follows_every_number(opened):
    box = opened("words", "attention.html")
    now = {"X": X.clone(), "W_Q": W_Q.clone(), "W_K": W_K.clone(), "W_V": W_V.clone()}

    def agree():
        for name, expected in layer(**now).items():
            shown = numbers(box.locator(f'table[data-name="{name}"]'))
            torch.testing.assert_close(shown, expected, **CLOSE)

    agree()
    for k, (name, matrix) in enumerate(now.items()):
        for r, c in itertools.product(*map(range, matrix.shape)):
            value = round(1.7 - 0.9 * k + 0.31 * r - 1.3 * c, 2)
            matrix[r, c] = value
            box.locator(f'input[data-at="{name} {r} {c}"]').fill(str(value))
        agree()
    now["X"][1, 0] = 400.0  # a softmax that would overflow without its largest score
    box.locator('input[data-at="X 1 0"]').fill("400")
    agree()


def test_what_is_no_number_changes_nothing_and_the_book_comes_back(opened):
    box = opened("words", "attention.html", 390, "en")
    field = box.locator('input[data-at="X 0 0"]')
    before = numbers(box.locator('table[data-name="Z"]'))
    field.fill("")
    expect(field).to_have_attribute("aria-invalid", "true")
    assert torch.equal(numbers(box.locator('table[data-name="Z"]')), before)
    field.fill("-3")
    assert not torch.equal(numbers(box.locator('table[data-name="Z"]')), before)
    box.get_by_text("Back to the book’s numbers").click()
    assert torch.equal(numbers(box.locator('table[data-name="Z"]')), before)


def recurrent(x, g):
    h = torch.zeros(2, dtype=torch.float64)
    for word in x:
        h = torch.tanh(W_x @ word + g * W_h @ h)
    return h[1]


def convolved(x, g):
    Y = x.T
    for _ in range(len(x) - 1):
        Y = torch.nn.functional.conv1d(Y, g * KERNEL, padding=1)
    return Y[1, -1]


def attended(x, g):
    return layer(x, W_Q, W_K, W_V)["Z"][-1, 1]


@pytest.mark.parametrize("g", [0.2, 0.75, 1.0, 1.6, 3.0])
def test_the_three_gradients_are_those_of_autograd(opened, g):
    box = opened("gradient", "attention.html")
    slide(box, "矩阵乘以", g)
    shown = numbers(box.locator("table"))
    for row, T in enumerate([4, 8, 16, 32, 64, 128]):
        x = X.repeat(T // 4, 1)
        expected = [
            jacobian(lambda x, f=f: f(x, g), x)[0].norm() for f in (recurrent, convolved, attended)
        ]
        torch.testing.assert_close(shown[row], torch.stack(expected), **CLOSE | {"atol": 0})


def paths(k, depth, growth, causal, word, T=16):
    """Paths from an output to each word, as the gradient of a stack of ones."""
    x = torch.ones(1, 1, T, dtype=torch.float64, requires_grad=True)
    Y, ones = x, torch.ones(1, 1, k, dtype=torch.float64)
    for n in range(depth):
        reach = (k - 1) * growth**n
        ends = (reach, 0) if causal else (reach // 2, reach // 2)
        Y = torch.nn.functional.conv1d(torch.nn.functional.pad(Y, ends), ones, dilation=growth**n)
    Y[0, 0, word].backward()
    return x.grad[0, 0]


def test_the_paths_through_a_stack_are_those_of_autograd(opened):
    box = opened("field", "convolution.html", 390, "en")
    for k, depth, growth, causal, word in (
        (3, 3, 1, False, 15),
        (3, 6, 1, False, 9),
        (3, 3, 2, False, 15),
        (3, 3, 3, True, 15),
        (2, 4, 2, True, 15),
        (6, 2, 2, True, 9),
        (5, 2, 3, False, 0),
        (7, 1, 1, True, 12),
        (5, 6, 2, False, 7),
    ):
        slide(box, "kernel width", k)
        slide(box, "layers", depth)
        slide(box, "output", word + 1)
        box.locator("select").select_option(str(growth))
        if k % 2:
            box.locator("input[type=checkbox]").set_checked(causal)
        shown = box.locator('circle[data-layer="0"]').evaluate_all(
            "nodes => nodes.map(node => Number(node.dataset.value))"
        )
        expected = paths(k, depth, growth, causal, word)
        assert shown == expected.tolist()
        seen = str(int((expected > 0).sum()))
        expect(box.locator(".try-note")).to_have_attribute("data-seen", seen)


def test_an_even_kernel_looks_left_only(opened):
    box = opened("field", "convolution.html")
    slide(box, "核宽", 4)
    assert box.locator("input[type=checkbox]").is_disabled()
    assert box.locator("input[type=checkbox]").is_checked()


def test_a_figure_can_be_tried_by_keyboard(opened):
    box = opened("field", "convolution.html")
    slider = box.locator("label", has_text="层数").locator("input")
    slider.focus()
    slider.press("ArrowRight")
    expect(box.locator('circle[data-layer="4"]')).to_have_count(16)


def test_without_a_try_no_button_appears(chromium, site):
    page = tab(chromium)
    page.goto((site / "signal.html").as_uri())
    assert page.locator(".try-button").count() == 0
    page.context.close()


def test_each_program_is_small():
    for script in [
        *(ROOT / "theme/assets").glob("*.js"),
        *(ROOT / "theme/assets/try").glob("*.js"),
    ]:
        assert script.stat().st_size < 8000, script.name


@pytest.mark.parametrize(("s", "t", "d", "r"), [(20, 26, 64, 3), (0, 127, 8, 1), (90, 3, 512, 200)])
def test_positions_meet_and_turn_as_their_formula_says(opened, s, t, d, r):
    box = opened("encoding", "positions.html")
    box.locator("select").select_option(str(d))
    for name, value in (("s", s), ("t", t), ("r", r)):
        box.locator("label.try-slider").filter(has=box.page.get_by_text(name, exact=True)).locator(
            "input"
        ).evaluate("(i, value) => { i.value = value; i.dispatchEvent(new Event('input')) }", value)
    omega = 10000.0 ** (-2 * torch.arange(d // 2, dtype=torch.float64) / d)
    product = (omega * (t - s)).cos().sum().item()
    shown = dict(
        box.locator("td").evaluate_all(
            "cells => cells.map(cell => [cell.dataset.name, Number(cell.dataset.value)])"
        )
    )
    assert math.isclose(shown["product"], product, rel_tol=1e-6, abs_tol=1e-9)
    assert math.isclose(shown["share"], product / (d / 2), rel_tol=1e-6, abs_tol=1e-9)
    assert math.isclose(shown["omega"], omega[r].item(), rel_tol=1e-9)
    assert math.isclose(shown["turn"], (t - s) * omega[r].item(), rel_tol=1e-6)
