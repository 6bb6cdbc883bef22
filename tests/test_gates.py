"""Chapter gates against torch's layers, autograd, finite differences, closed forms and counts."""

import itertools
import math
from pathlib import Path

import pytest
import torch

from snippets.example.sentence import X
from snippets.gates import (
    autograd,
    backward,
    bias,
    capacity,
    carousel,
    cell,
    conventions,
    coupled,
    departure,
    depth,
    forward,
    gru,
    jacobian,
    law,
    layer,
    long,
    nudged,
    parameters,
    recall,
    scan,
    silent,
    start,
)
from snippets.gates.gradients import gradients
from snippets.recurrence.depth import depth as nonlinear_depth

torch.set_default_dtype(torch.float64)

HERE = Path(__file__).parent


def drawn(*shape, seed=0, scale=1.0):
    return scale * torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def lstm(W_x, W_h, b):
    """torch's own LSTM with the parameters given and its second bias at zero."""
    module = torch.nn.LSTM(W_x.shape[1], W_h.shape[1])
    for parameter, value in zip(module.parameters(), (W_x, W_h, b, 0 * b), strict=True):
        parameter.data.copy_(value)
    return module


def drawn_lstm(T, d, d_h, seed=0):
    shapes = ((T, d), (4 * d_h, d), (4 * d_h, d_h), (4 * d_h,))
    return [drawn(*shape, seed=seed + k) for k, shape in enumerate(shapes)]


# T, d and d_h, all different, in every order of size.
SIZES = list(itertools.permutations((2, 3, 5)))


@pytest.mark.parametrize(("T", "d", "d_h"), SIZES)
def test_the_lstm_is_that_of_torch(T, d, d_h):
    X, W_x, W_h, b = drawn_lstm(T, d, d_h)
    out, (_, c_last) = lstm(W_x, W_h, b)(X)
    *_, c, h = cell.states(X, W_x, W_h, b)
    assert torch.allclose(h, out, rtol=0, atol=1e-12)
    assert torch.allclose(c[-1], c_last[0], rtol=0, atol=1e-12)


@pytest.mark.parametrize(("T", "d", "d_h"), SIZES)
def test_the_gradients_are_those_of_torch(T, d, d_h):
    X, W_x, W_h, b = drawn_lstm(T, d, d_h)
    G = drawn(d_h, seed=9)
    module, leaf = lstm(W_x, W_h, b), X.clone().requires_grad_()
    (G @ module(leaf)[0][-1]).backward()
    i, f, g, o, c, h = cell.states(X, W_x, W_h, b)
    _, _, G_pre = gradients(i, f, g, o, c, h, W_h, G)
    before = torch.cat([torch.zeros(1, d_h), h[:-1]])
    assert torch.allclose(G_pre @ W_x, leaf.grad, rtol=0, atol=1e-12)
    assert torch.allclose(G_pre.T @ X, module.weight_ih_l0.grad, rtol=0, atol=1e-12)
    assert torch.allclose(G_pre.T @ before, module.weight_hh_l0.grad, rtol=0, atol=1e-12)
    assert torch.allclose(G_pre.sum(dim=0), module.bias_ih_l0.grad, rtol=0, atol=1e-12)


def test_the_gates_in_another_order_are_another_network():
    order = [0, 1, 4, 5, 2, 3, 6, 7]  # i, g, f, o
    *_, h = cell.states(law.X, law.W_x[order], law.W_h[order], law.b[order])
    assert not torch.allclose(h, law.h, atol=1e-3)


def test_a_transposed_block_gives_another_gradient():
    W = torch.cat([block.T for block in law.W_h.chunk(4)])
    gates = (law.i, law.f, law.g, law.o, law.c, law.h)
    assert not torch.allclose(gradients(*gates, W, law.G)[0], autograd.G_h, atol=1e-3)


def test_an_input_gate_mistaken_for_the_forget_gate_gives_another_gradient():
    gates = (law.f, law.i, law.g, law.o, law.c, law.h)
    assert not torch.allclose(gradients(*gates, law.W_h, law.G)[1], autograd.G_c, atol=1e-3)


def test_each_identity_of_the_page_holds():
    pairs = [
        (law.f * law.before_c + law.i * law.g, law.c),
        (law.h_by_hand, layer.h_torch),
        (law.to_cell, autograd.G_c),
        (law.to_gates, autograd.G_pre),
        (law.one_back, autograd.G_earlier),
        (law.to_words, autograd.G_X),
        (law.to_W_x, autograd.G_W_x),
        (law.to_W_h, autograd.G_W_h),
        (law.to_b, autograd.G_b),
        (jacobian.J, nudged.J),
        (jacobian.P_cut, nudged.J_cut),
        (gru.h, gru.h_torch),
        (scan.c_scanned, scan.c),
    ]
    for ours, theirs in pairs:
        assert torch.allclose(ours, theirs, rtol=0, atol=1e-10)


def test_the_sizes_of_the_laws_are_all_different():
    assert len(set(law.sizes)) == len(set(gru.sizes)) == 3


def differences(of, A, e=1e-3):
    """Five-point difference quotients of a vector, a row for each of its entries."""
    columns = []
    for place in itertools.product(*map(range, A.shape)):
        nudge = torch.zeros_like(A)
        nudge[place] = e
        one, two = of(A + nudge) - of(A - nudge), of(A + 2 * nudge) - of(A - 2 * nudge)
        columns.append((8 * one - two) / (12 * e))
    return torch.stack(columns, dim=-1)


def test_the_laws_hold_by_finite_differences_too():
    def last(X=law.X, W_x=law.W_x, W_h=law.W_h, b=law.b):
        return law.G @ cell.states(X, W_x, W_h, b)[5][-1]

    for name, A, expected in (
        ("X", law.X, law.to_words),
        ("W_x", law.W_x, law.to_W_x),
        ("W_h", law.W_h, law.to_W_h),
        ("b", law.b, law.to_b),
    ):
        found = differences(lambda A, name=name: last(**{name: A}), A).reshape(A.shape)
        assert torch.allclose(found, expected, rtol=0, atol=1e-10)


def run_on(c, o_first, X, W_x, W_h, b):
    """The last memory, when the first is c and has been shown through the first output gate."""
    h = o_first * c.tanh()
    for x in X[1:]:
        i, f, g, o = cell.opened(W_x @ x + W_h @ h + b)
        c = f * c + i * g
        h = o * c.tanh()
    return c


@pytest.mark.parametrize(("T", "d", "d_h"), SIZES)
def test_the_whole_jacobian_is_that_of_finite_differences(T, d, d_h):
    X, W_x, W_h, b = drawn_lstm(T, d, d_h, seed=3)
    _, _, _, o, c, _ = cell.states(X, W_x, W_h, b)
    J, _ = jacobian.paths(X, W_x, W_h, b)
    found = differences(lambda c: run_on(c, o[0], X, W_x, W_h, b), c[0])
    assert torch.allclose(J[-1], found, rtol=0, atol=1e-9)


def test_gates_that_see_no_state_leave_the_forget_gates_alone():
    for seed in range(50):
        X, W_x, W_h, b = drawn_lstm(7, 3, 2, seed=seed)
        J, P = jacobian.paths(X, W_x, 0 * W_h, b)
        assert torch.equal(J, P)
        J, P = jacobian.paths(X, W_x, W_h, b)
        assert not torch.allclose(J, P, atol=1e-3)


@pytest.mark.parametrize("block", range(4))
def test_every_block_of_W_h_has_a_share_in_the_whole_jacobian(block):
    W = torch.zeros_like(law.W_h)
    W[2 * block : 2 * block + 2] = law.W_h[2 * block : 2 * block + 2]
    J, P = jacobian.paths(law.X, law.W_x, W, law.b)
    if block == 3:  # the output gate acts on c by way of h alone: another block must read it
        W[:2] = law.W_h[:2]
        with_output, _ = jacobian.paths(law.X, law.W_x, W, law.b)
        W[6:] = 0
        J, P = with_output, jacobian.paths(law.X, law.W_x, W, law.b)[0]
    assert not torch.allclose(J, P, atol=1e-3)


def test_the_product_of_forget_gates_never_exceeds_one():
    for seed in range(50):
        X, W_x, W_h, b = drawn_lstm(9, 3, 4, seed=seed)
        _, P = jacobian.paths(X, 5 * W_x, 5 * W_h, b)
        assert torch.linalg.matrix_norm(P, 2).max() <= 1


def test_small_W_h_agrees_with_the_forget_gates_and_large_W_h_explodes():
    assert torch.equal(departure.J[0], departure.P[0])
    assert 0 < departure.excess < 0.11
    assert departure.J[3, -1] > 1e8 * departure.P[3, -1]
    assert departure.J[3, -1] > 1e3 > 1e-4 > departure.P[3, -1]


def test_the_jacobians_of_the_long_sentence_are_those_of_autograd():
    X_long = departure.X_long
    for k, scale in enumerate(departure.scales):
        args = (X_long, cell.W_x, scale * cell.W_h, cell.b)
        _, _, _, o, c, _ = cell.states(*args)
        J = torch.autograd.functional.jacobian(
            lambda c, o=o, args=args: run_on(c, o[0], *args), c[0]
        )
        norm = torch.linalg.matrix_norm(J, 2)
        assert torch.allclose(norm, departure.J[k, -1], rtol=1e-8, atol=0)


def test_in_silence_the_jacobian_is_the_closed_form_and_the_gates_do_not_know_it():
    assert silent.measured == pytest.approx(silent.formula, rel=1e-10)
    assert silent.gates == silent.by_gates
    assert silent.measured[1] == pytest.approx(1, abs=1e-12)
    assert silent.gates < 1e-9 < 1e5 < silent.measured[2]


def test_in_silence_the_other_entries_of_W_h_do_not_matter():
    for seed in range(20):
        W_h = drawn(4, 1, seed=seed)
        J, _ = jacobian.paths(silent.silence, torch.zeros(4, 1), W_h, torch.zeros(4))
        expected = (1 / 2 + W_h[2, 0].item() / 4) ** silent.steps
        assert J[-1].item() == pytest.approx(expected, rel=1e-9)


def test_the_four_words_agree_with_torch():
    module, leaf = lstm(cell.W_x, cell.W_h, cell.b), X.clone().requires_grad_()
    out, _ = module(leaf)
    out[-1, 1].backward()
    assert torch.allclose(forward.h, out.detach(), rtol=0, atol=1e-12)
    assert torch.allclose((backward.G_pre @ cell.W_x), leaf.grad, rtol=0, atol=1e-12)


def test_the_parts_of_the_four_words_add_up():
    assert torch.allclose(forward.kept + forward.written[1:], forward.c[1:], rtol=0, atol=1e-15)
    assert torch.allclose(backward.along + backward.aside, backward.G_c[:3], rtol=0, atol=1e-15)
    assert torch.equal(forward.written[0], forward.c[0])


def test_the_nearer_word_receives_less_because_its_input_gate_is_shut():
    assert backward.word_norms[1] < backward.word_norms[0]
    assert forward.i[1, 1] == forward.i[:, 1].min()


def test_thirty_two_words_agree_with_torch():
    leaf = long.X_long.clone().requires_grad_()
    lstm(cell.W_x, cell.W_h, cell.b)(leaf)[0][-1, 1].backward()
    assert leaf.grad[0].norm().item() == pytest.approx(long.first, rel=1e-10)


def test_the_cell_of_1997_carries_a_gradient_on_by_exactly_one():
    c = torch.zeros(2, requires_grad=True)
    i, _, g, _ = cell.opened(drawn(256, 8).T)
    last = c
    for t in range(256):
        last = last + i[:, t] * g[:, t]
    last.sum().backward()
    assert torch.equal(c.grad, torch.ones(2))


def test_without_a_forget_gate_the_example_piles_up_and_with_it_does_not():
    assert carousel.c == sorted(carousel.c)
    assert carousel.c[-1] > 10 * carousel.c_forgetting[-1]
    assert carousel.slope[-1] == 0
    longer = cell.states(X.repeat(250, 1), cell.W_x, cell.W_h, cell.b)[4][:, 1]
    assert longer.max() < 5


def test_with_its_forget_gate_the_carousel_is_the_lstm():
    cells, _ = carousel.states(X, keep=True)
    assert torch.allclose(cells, forward.c, rtol=0, atol=1e-15)


def test_the_bias_for_a_half_leaves_a_half():
    gates = torch.tensor(bias.half_bias, dtype=torch.float64).sigmoid()
    left = gates ** torch.tensor(bias.lengths)
    assert left.tolist() == pytest.approx([0.5] * 3, rel=1e-10)
    assert bias.rule[-1] == pytest.approx(bias.half_bias[-1], abs=1e-3)


def test_a_gate_that_sees_nothing_is_one_half():
    assert bias.kept[0].item() == 0.5**bias.steps


def test_pytorch_starts_the_forget_bias_around_zero():
    module = torch.nn.LSTM(8, 400)
    total = (module.bias_ih_l0 + module.bias_hh_l0)[400:800]
    assert total.mean().abs() < 0.02
    assert total.abs().max() <= 2 / math.sqrt(400)


def test_open_gates_keep_the_gradient_before_training_and_default_ones_lose_it():
    for lost in (start.rnn, start.lstm, start.gru):
        assert lost[-1] < 1e-25
    for kept in (start.closed, start.kept):
        assert kept[-1] > kept[0] / 5
    assert start.lstm[-1] < start.one[-1] < start.closed[-1]
    assert start.lstm[0] < start.rnn[0]


@pytest.mark.parametrize(("T", "d", "d_h"), SIZES)
def test_the_gru_is_that_of_torch_and_the_other_conventions_are_not(T, d, d_h):
    X = drawn(T, d)
    shapes = ((3 * d_h, d), (3 * d_h, d_h), (3 * d_h,), (3 * d_h,))
    values = [drawn(*shape, seed=5 + k) for k, shape in enumerate(shapes)]
    module = torch.nn.GRU(d, d_h)
    for parameter, value in zip(module.parameters(), values, strict=True):
        parameter.data.copy_(value)
    theirs = module(X)[0].detach()
    assert torch.allclose(gru.states(X, *values)[3], theirs, rtol=0, atol=1e-12)
    last = conventions.last_state
    assert torch.allclose(last(X, *values), theirs[-1], rtol=0, atol=1e-12)
    assert not torch.allclose(last(X, *values, reset_first=True), theirs[-1], atol=1e-3)
    assert not torch.allclose(last(X, *values, swapped=True), theirs[-1], atol=1e-3)


def test_the_gru_has_the_gradients_of_torch():
    assert gru.gap < 1e-12


def test_swapping_z_is_only_a_renaming():
    """With the block of z negated, one convention computes the other."""
    sign = torch.tensor([1.0, 1.0, -1.0, -1.0, 1.0, 1.0])
    values = [sign[:, None] * gru.W_x, sign[:, None] * gru.W_h, sign * gru.b_x, sign * gru.b_h]
    renamed = conventions.last_state(gru.X, *values, swapped=True)
    assert torch.allclose(renamed, conventions.ours, rtol=0, atol=1e-14)


def test_a_gru_never_leaves_the_interval_between_minus_one_and_one():
    for seed in range(100):
        values = [drawn(*s, seed=seed + k, scale=3.0) for k, s in enumerate(((9, 2), (9, 3), (9,)))]
        h = gru.states(drawn(30, 2, seed=seed, scale=5.0), *values, values[2])[3]
        assert h.abs().max() <= 1


def test_with_one_number_and_no_bias_the_place_of_r_does_not_matter():
    assert conventions.apart < 1e-15
    one = conventions.one
    biased = [
        conventions.last_state(gru.X, *one, one[2] + 0.5, reset_first=first)
        for first in (True, False)
    ]
    assert not torch.allclose(*biased, atol=1e-3)


def test_coupled_gates_keep_the_memory_within_the_largest_input():
    assert coupled.coupled <= coupled.largest_input < 1 < coupled.free


@pytest.mark.parametrize(("kind", "blocks"), [("RNN", 1), ("LSTM", 4), ("GRU", 3)])
def test_the_parameters_are_blocks_times_those_of_one_block(kind, blocks):
    index = ("RNN", "LSTM", "GRU").index(kind)
    d, d_h = parameters.d, parameters.d_h
    assert parameters.totals[index] == blocks * d_h * (d + d_h + 2)


def test_the_spare_biases_are_spare_and_that_of_n_is_not():
    X, d_h = drawn(4, parameters.d), parameters.d_h
    for kind, spare in (("RNN", d_h), ("LSTM", 4 * d_h), ("GRU", 2 * d_h)):
        module = getattr(torch.nn, kind)(parameters.d, d_h)
        before = module(X)[0].detach()
        module.bias_ih_l0.data[:spare] += module.bias_hh_l0.data[:spare]
        module.bias_hh_l0.data[:spare] = 0
        assert torch.allclose(module(X)[0], before, rtol=0, atol=1e-14)
    module.bias_ih_l0.data[spare:] += module.bias_hh_l0.data[spare:]
    module.bias_hh_l0.data[spare:] = 0
    assert not torch.allclose(module(X)[0], before, atol=1e-3)


def test_two_squashing_steps_a_word_and_one_without_gates():
    assert depth.rnn == depth.lengths
    assert depth.lstm == depth.gated == [2 * T for T in depth.lengths]
    leaf = X.clone().requires_grad_()
    h = cell.states(leaf, cell.W_x, cell.W_h, cell.b)[5]
    assert nonlinear_depth(h.grad_fn, {}) <= depth.lstm[0]


def test_the_state_cannot_hold_one_word_more_than_its_bits():
    words = capacity.words
    assert capacity.vocabulary**words <= 2**capacity.state_bits < capacity.vocabulary ** (words + 1)


@pytest.mark.parametrize("T", [1, 2, 3, 7, 8, 13])
def test_a_scan_gives_what_the_loop_gives_in_log_rounds(T):
    f, w = drawn(T, 3).sigmoid(), drawn(T, 3, seed=1)
    c, expected = torch.zeros(3), []
    for t in range(T):
        expected.append(c := f[t] * c + w[t])
    found, rounds = scan.scanned(f, w)
    assert torch.allclose(found, torch.stack(expected), rtol=0, atol=1e-12)
    assert rounds == math.ceil(math.log2(T))


def test_joining_steps_is_associative():
    def joined(later, earlier):
        return later[0] * earlier[0], later[0] * earlier[1] + later[1]

    a, b, c = (tuple(drawn(2, 4, seed=s)) for s in range(3))
    left, right = joined(joined(c, b), a), joined(c, joined(b, a))
    assert torch.allclose(torch.stack(left), torch.stack(right), rtol=0, atol=1e-12)


def test_the_recall_task_shows_the_answer_only_at_the_start():
    symbols, first = recall.sequences(64, 20, torch.Generator().manual_seed(0))
    assert torch.equal(symbols[:, 0].argmax(1), first)
    assert (symbols[:, 1:, : recall.n] == 0).all()
    assert (symbols.sum(dim=-1) == 1).all()
    assert set(first.tolist()) == set(range(recall.n))


@pytest.mark.parametrize("network", ["rnn", "lstm", "one", "gru", "closed", "kept", "forget"])
def test_every_seed_of_a_network_has_the_same_fate(network):
    """As the programs printed it: length, seeds that solve it, seeds below one half."""
    lines = (HERE / f"../snippets/gates/recall_{network}.out").read_text().splitlines()
    for line in lines:
        T, solved, below = map(int, line.split())
        learns = recall.short == T or network in ("closed", "kept")
        assert (solved, below) == ((recall.seeds, 0) if learns else (0, recall.seeds))


def test_open_gates_learn_a_recall_that_default_gates_do_not():
    """On a seed that the page does not use."""
    much = recall.much
    kept = recall.trained(torch.nn.LSTM, recall.middle, 3, {0: -much, 1: much})
    lost = recall.trained(torch.nn.LSTM, recall.middle, 3, {})
    assert kept > recall.enough
    assert lost < 0.5
