"""Chapter recurrence against torch.nn.RNN, finite differences, closed forms and counts."""

import itertools

import pytest
import torch

from snippets.example.sentence import X
from snippets.recurrence import (
    adam,
    autograd,
    backward,
    cell,
    census,
    depth,
    differences,
    exploding,
    forgetting,
    forward,
    law,
    length,
    linear,
    nilpotent,
    other_cell,
    precision,
    stacked,
    tanh,
    underflow,
    weight_gradient,
)
from snippets.recurrence.cell import W_h, W_x, gradients, states

torch.set_default_dtype(torch.float64)


def network(W_x, W_h):
    """torch's own layer with the matrices given and both biases left out."""
    rnn = torch.nn.RNN(W_x.shape[1], len(W_h), nonlinearity="tanh", bias=False).double()
    with torch.no_grad():
        rnn.weight_ih_l0.copy_(W_x)
        rnn.weight_hh_l0.copy_(W_h)
    return rnn


def drawn(*shape, seed=0, scale=1.0):
    return scale * torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


# T, d and d_h, all different, in every order of size.
SIZES = list(itertools.permutations((2, 3, 5)))


@pytest.mark.parametrize(("T", "d", "d_h"), SIZES)
def test_states_are_those_of_torch(T, d, d_h):
    X, W_x, W_h = drawn(T, d), drawn(d_h, d, seed=1), drawn(d_h, d_h, seed=2)
    theirs, _ = network(W_x, W_h)(X)
    assert torch.allclose(states(X, W_x, W_h), theirs, rtol=0, atol=1e-12)


@pytest.mark.parametrize(("T", "d", "d_h"), SIZES)
def test_gradients_are_those_of_torch(T, d, d_h):
    X, W_x, W_h, c = drawn(T, d), drawn(d_h, d, seed=1), drawn(d_h, d_h, seed=2), drawn(d_h, seed=3)
    rnn, leaf = network(W_x, W_h), X.clone().requires_grad_()
    (c @ rnn(leaf)[0][-1]).backward()
    h = states(X, W_x, W_h)
    _, G_pre = gradients(h, W_h, c)
    before = torch.cat([torch.zeros(1, d_h), h[:-1]])
    assert torch.allclose(G_pre @ W_x, leaf.grad, rtol=0, atol=1e-12)
    assert torch.allclose(G_pre.T @ before, rnn.weight_hh_l0.grad, rtol=0, atol=1e-12)
    assert torch.allclose(G_pre.T @ X, rnn.weight_ih_l0.grad, rtol=0, atol=1e-12)


def test_a_transposed_matrix_gives_another_gradient():
    wrong, _ = gradients(law.h, law.W_h.T, law.c)
    assert not torch.allclose(wrong, autograd.G_h, atol=1e-3)


def test_an_index_off_by_one_gives_another_gradient_of_W_h():
    wrong = law.G_pre.T @ law.h
    assert not torch.allclose(wrong, autograd.G_W_h, atol=1e-3)


def test_the_law_holds_by_finite_differences_too():
    """∂L/∂x_t and ∂L/∂W_h, which the page compares with autograd alone."""

    def loss(X, W_h):
        return (law.c @ states(X, law.W_x, W_h)[-1]).item()

    e = 1e-3
    for A, of, expected in (
        (law.X, lambda A: loss(A, law.W_h), law.to_words),
        (law.W_h, lambda A: loss(law.X, A), law.to_W_h),
    ):
        found = torch.zeros_like(A)
        for place in itertools.product(*map(range, A.shape)):
            nudge = torch.zeros_like(A)
            nudge[place] = e
            rise, rise2 = of(A + nudge) - of(A - nudge), of(A + 2 * nudge) - of(A - 2 * nudge)
            found[place] = (8 * rise - rise2) / (12 * e)
        assert torch.allclose(found, expected, rtol=0, atol=1e-10)


def test_each_identity_of_the_page_holds():
    pairs = [
        (law.through_tanh, autograd.G_pre),
        (law.one_back, autograd.G_earlier),
        (law.to_words, autograd.G_X),
        (law.to_first, autograd.G_first),
        (law.to_W_h, autograd.G_W_h),
        (law.G_h, differences.G_h),
        (tanh.slope, tanh.slope_by_differences),
    ]
    for ours, theirs in pairs:
        assert torch.allclose(ours, theirs, rtol=0, atol=1e-10)


def test_the_sizes_of_the_law_are_all_different():
    assert len(set(law.sizes)) == 3


def test_the_four_words_by_hand_agree_with_torch():
    rnn, leaf = network(W_x, W_h), X.clone().requires_grad_()
    out, _ = rnn(leaf)
    out[-1, 1].backward()
    assert torch.allclose(forward.h, out.detach(), rtol=0, atol=1e-12)
    assert torch.allclose(forward.from_word + forward.from_state, forward.pre, rtol=0, atol=1e-12)
    assert torch.allclose(backward.G_x, leaf.grad, rtol=0, atol=1e-12)


def test_the_printed_numbers_of_the_source_come_back():
    assert [f"{v:.3g}" for v in backward.state_norms.flip(0).tolist()] == [
        "1",
        "0.542",
        "0.187",
        "0.0715",
    ]
    assert f"{length.first_word:.1e}" == "9.9e-13"


def test_thirty_two_words_agree_with_torch():
    leaf = length.X_long.clone().requires_grad_()
    network(W_x, W_h)(leaf)[0][-1, 1].backward()
    assert torch.allclose(leaf.grad.norm(dim=1), length.word_norms, rtol=1e-10, atol=0)


def test_later_words_never_reach_an_earlier_state():
    leaf = X.clone().requires_grad_()
    for t in range(4):
        (grad,) = torch.autograd.grad(states(leaf, W_x, W_h)[t].sum(), leaf)
        assert (grad[t + 1 :] == 0).all()
        assert (grad[: t + 1] != 0).any(dim=1).all()


def test_the_number_of_parameters_is_that_of_torch():
    assert cell.parameters == sum(p.numel() for p in network(W_x, W_h).parameters())


def test_the_slope_of_tanh_is_never_above_one_and_one_only_at_zero():
    x = torch.cat([torch.arange(-50_000, 50_001) * 3e-4, torch.logspace(-7, 1, 1000)])
    slope = 1 - torch.tanh(x) ** 2
    assert (slope > 0).all()
    assert (slope[x != 0] < 1).all()
    assert 1 - torch.tanh(torch.zeros(())) ** 2 == 1


def test_no_invertible_W_h_gives_the_zero_product():
    """Drawn at random, and drawn ever closer to a singular matrix."""
    for seed in range(200):
        W = drawn(3, 3, seed=seed)
        W[2] = W[0] + W[1] + 10.0 ** -(seed % 6) * W[2]
        assert torch.linalg.det(W) != 0
        h = states(drawn(4, 2, seed=seed + 1, scale=2.0), drawn(3, 2, seed=seed + 2), W)
        for g in torch.eye(3):
            assert gradients(h, W, g)[0][0].abs().max() > 0


def test_the_three_step_estimate_can_be_wrong_either_way():
    ours, treble, other = range(3)
    assert other_cell.off[ours] < 2
    assert other_cell.estimate[treble] > 1 > 1e-10 > other_cell.measured[treble]
    assert other_cell.estimate[other] < 1e-20 < 1 < other_cell.measured[other]
    assert (other_cell.off[1:] > 1000).all()


def test_the_other_cells_agree_with_autograd():
    for k, W in enumerate(other_cell.cells):
        leaf = torch.zeros(32, 2, requires_grad=True)  # added to the states' inputs: ∂L/∂pre_t
        h, rows = torch.zeros(2), []
        for x, nudge in zip(length.X_long, leaf, strict=True):
            rows.append(h := torch.tanh(W_x @ x + W @ h + nudge))
        rows[-1][1].backward()
        first = (leaf.grad[1] @ W).norm()
        assert torch.allclose(first, other_cell.measured[k], rtol=1e-8, atol=0)


def test_the_census_agrees_with_the_cell_on_a_sample():
    for i in range(0, census.n, 4001):
        W = census.W_h[i]
        G_h, _ = gradients(states(length.X_long, W_x, W), W, torch.tensor([0.0, 1.0]))
        expected = torch.hypot(*G_h[0])
        assert torch.allclose(census.measured[i], expected, rtol=1e-6, atol=0)


def test_the_census_counts_every_matrix_once():
    assert census.n == 17**4 == len(torch.unique(census.W_h.flatten(1), dim=0))
    assert census.W_h.min() == census.lowest
    assert census.W_h.max() == census.highest


def test_the_matrices_that_cut_the_path_are_exactly_the_two_kinds():
    second = (census.W_h[:, 1] == 0).all(dim=1)
    corner = (census.W_h[:, 0] == 0).all(dim=1) & (census.W_h[:, 1, 1] == 0)
    assert torch.equal(second | corner, ~census.path)
    assert nilpotent.second_row_zero == 17**2
    assert nilpotent.n_others == nilpotent.first_row_and_corner_zero == 16


def test_most_singular_W_h_do_not_cut_the_path():
    W = census.W_h
    singular = W[:, 0, 0] * W[:, 1, 1] == W[:, 0, 1] * W[:, 1, 0]
    assert (singular | census.path).all()
    assert (singular & census.path).sum() > singular.sum() / 2


def test_a_step_of_1e_15_never_moves_a_float32_above_the_border():
    """Every binade from the border to 2^10: its ends and numbers between."""
    step = torch.tensor(1e-15, dtype=torch.float32)
    for exponent in range(-25, 11):
        w = 2.0**exponent * (1 + torch.rand(1000, generator=torch.Generator().manual_seed(9)))
        w = torch.cat(
            [w.float(), torch.nextafter(torch.tensor(2.0**exponent).float(), w[0].float())[None]]
        )
        w = w[w > 2.0**-25]
        for v in (w, -w):
            assert torch.equal(v + step, v)
            assert torch.equal(v - step, v)


def test_half_the_border_is_moved_by_a_step_of_1e_15():
    w = torch.tensor(2.0**-26, dtype=torch.float32)
    step = torch.tensor(1e-15, dtype=torch.float32)
    assert w + step != w
    assert w - step != w


def test_float32_stops_at_its_smallest_number_and_not_at_zero():
    smallest = torch.nextafter(torch.zeros(1).float(), torch.ones(1).float())
    assert underflow.reported == smallest.item()
    for factor in torch.linspace(0.501, 1.0, 500).float():
        assert smallest * factor == smallest


def test_leaving_out_the_farthest_terms_changes_no_bit_of_autograd_in_float32():
    X, W_x32, W_h32 = length.X_long.float(), W_x.float(), W_h.float()

    def gradient(since):
        W = W_h32.clone().requires_grad_()
        h = torch.zeros(2).float()
        for t, x in enumerate(X):
            h = torch.tanh(W_x32 @ x + (W if t >= since else W.detach()) @ h)
        h[1].backward()
        return W.grad

    whole = gradient(0)
    assert torch.equal(gradient(weight_gradient.without_effect + 1), whole)
    assert not torch.equal(gradient(20), whole)


@pytest.mark.parametrize("scale", [0.1, 1.0, 10.0, 1000.0])
def test_no_first_word_leaves_a_trace_in_float32(scale):
    X = length.X_long.float()
    last = states(X, W_x.float(), W_h.float())[-1]
    for seed in range(50):
        other = X.clone()
        other[0] = drawn(2, seed=seed, scale=scale).float()
        assert torch.equal(states(other, W_x.float(), W_h.float())[-1], last)


def test_the_state_remembers_the_first_word_in_float64():
    assert 0 < forgetting.at_last < 1e-12


def test_adams_first_step_is_the_formula_for_gradients_of_any_size():
    for size in (1e-13, 1e-9, 1e-3, 10.0):
        w = torch.zeros(1, requires_grad=True)
        w.grad = torch.tensor([size])
        torch.optim.Adam([w], lr=adam.lr, eps=adam.eps).step()
        assert -w.item() == pytest.approx(adam.lr * size / (size + adam.eps), rel=1e-10)


def test_at_one_adams_step_moves_a_float32_and_the_plain_step_does_not():
    assert adam.sgd_at_one == 0
    assert adam.adam_at_one > 0


def test_growth_is_the_rule_of_the_exploding_cell():
    assert exploding.norms == sorted(exploding.norms)
    assert exploding.norms[-1] > 1e4


def test_the_chain_is_as_long_as_the_sentence_and_attentions_is_not():
    assert depth.recurrent == depth.lengths
    assert depth.attention == [1] * len(depth.lengths)


@pytest.mark.parametrize(("T", "layers"), [(2, 5), (7, 3), (4, 1)])
def test_stacked_layers_need_a_queue_of_their_sum_less_one(T, layers):
    x = torch.ones(2, requires_grad=True)
    column = [torch.zeros(2) for _ in range(layers)]
    for _ in range(T):
        for k in range(layers):
            column[k] = torch.tanh(W_x @ (column[k - 1] if k else x) + W_h @ column[k])
    assert depth.depth(column[-1].grad_fn, {}) == T + layers - 1
    assert stacked.as_needed == stacked.T + stacked.layers - 1


def test_the_linear_rate_tends_to_the_spectral_radius():
    g = torch.tensor([0.0, 1.0])
    for _ in range(60):
        g, before = g @ W_h, g
    assert (g.norm() / before.norm()).item() == pytest.approx(linear.radius, abs=1e-12)


def test_a_linear_recurrence_scanned_in_rounds_gives_the_same_states():
    """Pairs (A, b) of h -> A h + b compose associatively, so 13 steps need 4 rounds."""
    T = 13
    A = torch.stack([W_h] * T)
    b = drawn(T, 2)
    h, expected = torch.zeros(2), []
    for t in range(T):
        expected.append(h := A[t] @ h + b[t])
    rounds, reach = 0, 1
    while reach < T:
        later_A, later_b = A.clone(), b.clone()
        later_A[reach:] = A[reach:] @ A[:-reach]
        later_b[reach:] = torch.einsum("tij,tj->ti", A[reach:], b[:-reach]) + b[reach:]
        A, b, rounds, reach = later_A, later_b, rounds + 1, 2 * reach
    assert rounds == 4
    assert torch.allclose(b, torch.stack(expected), rtol=0, atol=1e-12)


@pytest.mark.parametrize("index", range(3))
def test_the_steps_to_absorption_are_the_first_that_suffice(index):
    limit = (precision.half, precision.single, precision.double)[index]
    steps = precision.steps[index]
    assert precision.factor**steps < limit <= precision.factor ** (steps - 1)
