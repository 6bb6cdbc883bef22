"""Chapter bptt against torch.nn.RNN, torch's losses, finite differences, detach and counts."""

import itertools

import pytest
import torch
from torch.nn.functional import cross_entropy, mse_loss

from snippets.bptt import (
    autograd,
    classes,
    confident,
    detached,
    differences,
    expanded,
    first_state,
    forward_mode,
    hand,
    law,
    not_a_gradient,
    odd,
    paths,
    potential,
    reductions,
    scalar,
    shares,
    sizes,
    truncation,
    weight_paths,
    width,
    words,
)
from snippets.bptt.network import delayed, gradients, states
from snippets.bptt.truncation import chunks, windows
from snippets.example.sentence import X as SENTENCE
from snippets.recurrence.cell import W_h as CELL_W_h
from snippets.recurrence.cell import W_x as CELL_W_x

torch.set_default_dtype(torch.float64)

# B, T, d, d_h and d_y, all different, in some of the orders that five sizes can have.
SIZES = list(itertools.permutations((2, 3, 4, 5, 6)))[::17]


def drawn(*shape, seed):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def near(ours, theirs, atol=1e-12):
    return ours.shape == theirs.shape and torch.allclose(ours, theirs, rtol=0, atol=atol)


class Network:
    """torch's own layers with parameters drawn, and ours with the same."""

    def __init__(self, B, T, d, d_h, d_y):
        self.rnn = torch.nn.RNN(d, d_h, batch_first=True).double()
        self.head = torch.nn.Linear(d_h, d_y).double()
        parameters = [*self.rnn.parameters(), *self.head.parameters()]
        with torch.no_grad():
            for seed, p in enumerate(parameters):
                p.copy_(0.7 * drawn(*p.shape, seed=seed))
        self.X = drawn(B, T, d, seed=10).requires_grad_()
        self.first = drawn(d_h, seed=11).requires_grad_()
        self.Y, self.labels = drawn(B, T, d_y, seed=12), torch.arange(B * T).reshape(B, T) % d_y
        self.h, _ = self.rnn(self.X, self.first.expand(1, B, d_h).contiguous())
        self.o = self.head(self.h)

    def ours(self):
        rnn = self.rnn
        b = (rnn.bias_ih_l0 + rnn.bias_hh_l0).detach()
        W_x, W_h = rnn.weight_ih_l0.detach(), rnn.weight_hh_l0.detach()
        h = states(self.X.detach(), self.first.detach(), W_x, W_h, b)
        return h, W_x, W_h

    def compare(self, L, error):
        """Every gradient of L against the formulas of the chapter, fed with this error."""
        L.backward()
        h, W_x, W_h = self.ours()
        _, G_pre, G_first = gradients(error @ self.head.weight.detach(), h, W_h)
        before = delayed(h, self.first.detach())
        assert near(G_first.sum(0), self.first.grad)
        assert near(G_pre @ W_x, self.X.grad)
        assert near(torch.einsum("sti,stj->ij", G_pre, before), self.rnn.weight_hh_l0.grad)
        assert near(torch.einsum("sti,stj->ij", G_pre, self.X.detach()), self.rnn.weight_ih_l0.grad)
        assert near(G_pre.sum((0, 1)), self.rnn.bias_ih_l0.grad)
        assert near(torch.einsum("stk,sti->ki", error, h), self.head.weight.grad)
        assert near(error.sum((0, 1)), self.head.bias.grad)


@pytest.mark.parametrize("shape", SIZES)
def test_states_with_a_bias_and_a_learnt_start_are_those_of_torch(shape):
    network = Network(*shape)
    assert near(network.ours()[0], network.h.detach())


@pytest.mark.parametrize("shape", SIZES)
def test_every_gradient_of_the_squared_error_is_that_of_torch(shape):
    network = Network(*shape)
    error = (network.o - network.Y).detach()
    network.compare(mse_loss(network.o, network.Y, reduction="sum") / 2, error)


@pytest.mark.parametrize("shape", SIZES)
def test_every_gradient_of_cross_entropy_is_that_of_torch(shape):
    network = Network(*shape)
    one_hot = torch.nn.functional.one_hot(network.labels, shape[-1])
    error = network.o.detach().softmax(-1) - one_hot
    L = cross_entropy(network.o.flatten(0, 1), network.labels.flatten(), reduction="sum")
    network.compare(L, error)


@pytest.mark.parametrize("shape", SIZES)
def test_a_loss_on_the_last_state_alone_is_the_case_of_zero_errors_before(shape):
    network = Network(*shape)
    error = (network.o - network.Y).detach()
    error[:, :-1] = 0
    network.compare(((network.o - network.Y)[:, -1] ** 2).sum() / 2, error)


@pytest.mark.parametrize("shape", SIZES)
def test_targets_that_sum_to_one_need_not_be_one_hot(shape):
    network = Network(*shape)
    soft = network.Y.softmax(-1)
    L = cross_entropy(network.o.flatten(0, 1), soft.flatten(0, 1), reduction="sum")
    network.compare(L, network.o.detach().softmax(-1) - soft)


def test_targets_that_do_not_sum_to_one_have_another_error():
    o, y = drawn(6, seed=1).requires_grad_(), torch.full((6,), 0.5)
    (-(y * o.log_softmax(-1)).sum()).backward()
    assert not near(o.softmax(-1) - y, o.grad, atol=1e-3)


def test_each_identity_of_the_page_holds():
    A_squared, Y = potential.A_squared.detach(), sizes.Y
    pairs = [
        (law.h, autograd.h_torch),
        (law.joined, autograd.h_torch),
        (odd.mirrored, odd.negated),
        (scalar.last_immediate, scalar.fixed),
        (scalar.last_total, scalar.free),
        (law.direct, autograd.direct),
        (law.direct, differences.direct),
        (law.earlier, autograd.G_earlier),
        (law.earlier, differences.G_earlier),
        (law.last, autograd.G_last),
        (law.last, differences.G_last),
        (law.through_tanh, autograd.G_pre),
        (law.through_tanh, differences.G_pre),
        (expanded.later, autograd.one_step),
        (expanded.later, differences.one_step),
        (law.pre.tanh(), law.h),
        (expanded.G_h, autograd.G_h),
        (expanded.G_h, differences.G_h),
        (law.error, autograd.G_O),
        (law.error, differences.G_O),
        (classes.error, autograd.G_O_classes),
        (classes.error, differences.G_O_classes),
        (classes.all_gradients, autograd.all_classes),
        (classes.all_gradients, differences.all_classes),
        (potential.L_classes, potential.L_classes_direct),
        (A_squared - (Y * law.o).sum(-1) + (Y**2).sum(-1) / 2, ((law.o - Y) ** 2).sum(-1) / 2),
        (potential.slope_squared, potential.Y_hat_squared),
        (potential.slope_classes, potential.Y_hat_classes),
        (reductions.mse_formula, reductions.mse),
        (reductions.crossed_formula, reductions.crossed),
        (detached.formula_windows, detached.by_windows),
        (detached.formula_chunks, detached.by_chunks),
    ]
    for name in ("first", "X", "W_h", "W_x", "b", "W_y", "b_y"):
        ours = getattr(law, f"to_{name}")
        pairs.append((ours, getattr(autograd, f"G_{name}")))
        pairs.append((ours, getattr(differences, f"G_{name}")))
    for ours, theirs in pairs:
        assert near(ours, theirs, atol=1e-10)


def test_the_sizes_of_the_law_are_all_different():
    assert len(set(sizes.sizes)) == 5


def test_an_index_off_by_one_or_a_transpose_gives_another_gradient():
    shifted = torch.einsum("sti,stj->ij", law.G_pre, law.h)
    assert not near(shifted, autograd.G_W_h, atol=1e-3)
    shifted = torch.einsum("stk,sti->ki", law.error, law.before)
    assert not near(shifted, autograd.G_W_y, atol=1e-3)
    _, wrong, _ = gradients(law.direct, law.h, sizes.W_h.T)
    assert not near(wrong, autograd.G_pre, atol=1e-3)


def test_two_totals_count_twice_and_two_immediates_leave_out():
    w = torch.tensor(scalar.w, requires_grad=True)
    h = torch.zeros(())
    for x in scalar.x:
        h = torch.tanh(x + w * h)
    h.backward()
    assert scalar.by_parts == pytest.approx(w.grad.item(), abs=1e-12)
    assert scalar.twice > scalar.by_parts + 0.1
    assert scalar.immediate[3] < scalar.by_parts - 0.1


def test_the_four_words_by_hand_agree_with_torch():
    rnn = torch.nn.RNN(2, 2, bias=False).double()
    with torch.no_grad():
        rnn.weight_ih_l0.copy_(CELL_W_x)
        rnn.weight_hh_l0.copy_(CELL_W_h)
    leaf, first = SENTENCE.clone().requires_grad_(), torch.zeros(1, 2, requires_grad=True)
    L = mse_loss(rnn(leaf, first)[0] @ words.W_y.T, words.Y, reduction="sum") / 2
    L.backward()
    assert abs(L.item() - words.L) < 1e-12
    assert near(hand.G_pre @ CELL_W_x, leaf.grad)
    assert near(hand.G_first, first.grad[0])
    assert near(hand.G_W_h, rnn.weight_hh_l0.grad)
    assert near(hand.G_pre.T @ SENTENCE, rnn.weight_ih_l0.grad)
    assert near(hand.direct + hand.future, hand.G_h)


def test_the_printed_parts_add_up_as_printed():
    """A reader who adds the table's decimals must find the table's sums."""
    for t, k in itertools.product(range(4), range(2)):
        parts = round(hand.direct[t, k].item(), 4) + round(hand.future[t, k].item(), 4)
        assert round(parts, 4) == round(hand.G_h[t, k].item(), 4)
    for i, j in itertools.product(range(2), range(2)):
        parts = sum(round(v, 3) for v in hand.terms_h[:, i, j].tolist())
        assert round(parts, 3) == round(hand.G_W_h[i, j].item(), 3)


def test_the_triangle_adds_up_to_the_table():
    assert near(shares.rows.sum(dim=1), hand.G_h)
    assert (shares.norms > 0).sum(dim=1).tolist() == [4, 3, 2, 1]


def test_each_state_has_a_term_for_each_loss_from_its_own_on():
    assert expanded.count.tolist() == [sizes.T - t for t in range(sizes.T)]


def test_the_modules_grow_as_the_page_says():
    d, d_h = width.d, width.d_h
    for i, T in enumerate(width.lengths):
        assert width.concatenated[i] == width.concatenated_work[i] == T * T * d * d_h
        assert width.single[i] == width.single_work[i] == T * d * d_h
        assert width.side_by_side[i] == d * d_h
        assert width.side_by_side_work[i] == T * d * d_h
        assert width.recurrent[i] == d_h * (d + d_h)
        assert width.recurrent_work[i] == T * d_h * (d + d_h)
        assert width.kept[i] == T * d_h


def test_a_layer_for_words_laid_end_to_end_refuses_one_word_more():
    with pytest.raises(RuntimeError):
        torch.nn.Linear(4 * width.d, width.d_h)(torch.zeros(1, 5 * width.d))


def test_without_a_bias_no_linear_output_tells_a_sentence_from_its_negative_but_by_sign():
    for seed in range(20):
        X, W_x, W_h = (
            drawn(5, 3, seed=seed),
            drawn(4, 3, seed=seed + 50),
            drawn(4, 4, seed=seed + 99),
        )
        h, mirrored = (states(Z, torch.zeros(4), W_x, W_h, torch.zeros(4)) for Z in (X, -X))
        assert near(mirrored, -h)
    assert odd.silent.abs().max() == 0
    assert odd.with_bias > 1


def paths_walked(T, ways):
    """Paths from h_0 to the losses, walked one at a time; ways[k] lines lead k steps on."""
    found, open_ends = 0, [0]
    while open_ends:
        t = open_ends.pop()
        found += 1  # the loss of this state
        for k, n in ways.items():
            open_ends += [t + k] * (n * (t + k < T))
    return found


def test_the_paths_counted_by_a_gradient_are_those_found_by_walking():
    for i, T in enumerate(paths.lengths[:2]):
        assert paths.chain[i] == paths_walked(T, {1: 1}) == T
        assert paths.skip[i] == paths_walked(T, {1: 1, 2: 1})
        assert paths.two_ways[i] == paths.components[i] == paths_walked(T, {1: 2}) == 2**T - 1


def test_a_chain_without_reuse_costs_the_cube_and_with_reuse_the_length():
    for T, walked, reused in zip(paths.lengths, paths.one_by_one, paths.recursive, strict=True):
        assert 6 * walked == T * (T * T - 1)
        assert reused == T - 1


def test_the_paths_from_the_shared_matrix_are_a_triangle():
    for T, zero, learnt in zip(
        weight_paths.lengths, weight_paths.zero, weight_paths.learnt, strict=True
    ):
        assert learnt == T * (T + 1) // 2
        assert zero == learnt - T


@pytest.mark.parametrize("k", [1, 2, 3, 5])
def test_truncation_agrees_with_detaching(k):
    """Windows and chunks of every length, also those that do not divide T."""
    T, W_h = sizes.T, sizes.W_h

    def gradient(pieces):
        leaf, L = W_h.clone().requires_grad_(), 0
        for since, wanted in pieces:
            h = law.before[:, since]  # a constant
            for t in range(since, max(wanted) + 1):
                h = torch.tanh(sizes.X[:, t] @ sizes.W_x.T + h @ leaf.T + sizes.b)
                if t in wanted:
                    o = h @ sizes.W_y.T + sizes.b_y
                    L = L + ((o - sizes.Y[:, t]) ** 2).sum() / 2
        return torch.autograd.grad(L, leaf)[0]

    each = [(max(s - k + 1, 0), [s]) for s in range(T)]
    blocks = [(t, range(t, min(t + k, T))) for t in range(0, T, k)]
    for pieces, cut in ((each, windows), (blocks, chunks)):
        G_pre = cut(law.direct, law.h, W_h, k)
        assert near(torch.einsum("sti,stj->ij", G_pre, law.before), gradient(pieces), atol=1e-10)


def test_truncation_of_the_whole_length_is_exact():
    for cut in (windows, chunks):
        assert near(cut(law.direct, law.h, sizes.W_h, sizes.T), law.G_pre)


def test_the_matrix_of_the_truncation_is_orthogonal():
    assert near(truncation.turn @ truncation.turn.T, torch.eye(truncation.d_h))


def test_a_word_gets_exactly_nothing_from_a_loss_that_lies_k_steps_later():
    k = 3
    direct = torch.zeros_like(law.direct)
    direct[:, -1] = law.direct[:, -1]  # the last loss alone
    for cut in (windows, chunks):
        G_pre = cut(direct, law.h, sizes.W_h, k)
        assert (G_pre[:, : sizes.T - k] == 0).all()
    assert (windows(direct, law.h, sizes.W_h, k)[:, sizes.T - k] != 0).any()


def test_windows_lose_less_the_farther_they_reach_in_every_network_of_the_figure():
    assert (truncation.by_windows.diff(dim=1) < 0).all()
    assert (truncation.by_chunks.diff(dim=1) < 0).all()
    assert (truncation.by_windows[:, 1:] < truncation.by_chunks[:, 1:]).all()


def test_only_the_full_backward_pass_has_a_symmetric_jacobian():
    assert all(a > 0.1 for a in not_a_gradient.by_windows[:3] + not_a_gradient.by_chunks[:3])
    assert not_a_gradient.whole < 1e-10


def test_the_forward_way_gives_the_same_gradient():
    assert near(forward_mode.G, forward_mode.G_backward)


def test_a_learnt_start_lowers_the_loss_as_promised_to_first_order():
    assert first_state.gain > 0
    assert first_state.gain == pytest.approx(first_state.promised, rel=0.05)


def test_softmax_with_squared_error_is_as_autograd_says():
    for gap, expected in zip(confident.gaps, confident.by_squared_error, strict=True):
        o = torch.tensor([gap, 0.0, 0.0], requires_grad=True)
        (((o.softmax(-1) - torch.tensor([0.0, 1.0, 0.0])) ** 2).sum() / 2).backward()
        assert o.grad.norm().item() == pytest.approx(expected, abs=1e-12)


def test_another_learning_rate_makes_up_for_the_mean():
    assert near(reductions.same_step * reductions.mse, reductions.rate * law.error)
    assert near(reductions.crossed_smaller * reductions.crossed, classes.error)
    assert reductions.doubled == 2


def test_word_by_word_no_state_stirs_when_another_word_is_exchanged():
    torch.manual_seed(0)
    layer = torch.nn.Linear(3, 4)
    words = torch.randn(5, 3)
    before = layer(words).tanh()
    for t in range(5):
        exchanged = words.clone()
        exchanged[t] = torch.randn(3)
        stirred = (layer(exchanged).tanh() != before).any(dim=1)
        assert stirred.tolist() == [s == t for s in range(5)]


def test_a_window_shows_each_word_k_less_one_steps_of_future_and_a_chunk_half_of_it_on_average():
    T, k = 12, 4
    torch.manual_seed(0)
    W_x, W_h = torch.randn(3, 2), torch.randn(2, 2)  # (d, d_h), (d_h, d_h)

    def seen(cut) -> list[int]:
        """For each word, how many later losses reach it, if the state is detached at `cut(s)`."""
        future = [0] * T
        for s in range(T):
            x, h = torch.randn(T, 3, requires_grad=True), torch.zeros(2)
            for t in range(s + 1):
                h = torch.tanh(x[t] @ W_x + (h.detach() if t == cut(s) else h) @ W_h)
            (G,) = torch.autograd.grad(h.sum(), x)  # (T, d)
            for t in range(s):
                future[t] += int((G[t] != 0).any())
        return future

    assert seen(lambda s: s - k + 1) == [min(k - 1, T - 1 - t) for t in range(T)]
    in_chunks = seen(lambda s: s // k * k)
    assert in_chunks == [k - 1 - t % k for t in range(T)]
    assert 2 * sum(in_chunks) == (k - 1) * T
