"""Heads: the chapter against torch's layer, autograd, counts, brute force and closed forms."""

import itertools
import math
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from book.runs import runs
from snippets.example.sentence import X
from snippets.heads import (
    answers,
    between,
    bill,
    count,
    four_words,
    general,
    jobs,
    law,
    loud,
    orders,
    packed,
    proof,
    question,
    rank,
    root,
    swapped,
    traps,
    twins,
    view,
)
from snippets.heads.cost import counted

torch.set_default_dtype(torch.float64)

ROOT = Path(__file__).parent.parent
TRAINED = ("two", "one", "seeing", "four")


def close(a, b, tolerance=1e-12):
    """Whether two arrays of the same shape agree entry by entry."""
    a, b = torch.as_tensor(a), torch.as_tensor(b)
    return a.shape == b.shape and (a - b).abs().max().item() < tolerance


def drawn(seed, *shape, scale=1.0):
    return scale * torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


@pytest.fixture(scope="module")
def trained():
    """What the trained snippets left behind; they are run only if no earlier run is kept."""
    return {
        name.removeprefix("heads/"): run.values
        for name, run in runs(ROOT, [f"heads/{name}" for name in TRAINED]).items()
    }


def layer_of(W_Q, W_K, W_V, W_O):
    """torch's own layer, filled with the matrices (H, d, d_k) of separate heads."""
    H, d, _ = W_Q.shape
    layer = nn.MultiheadAttention(d, H, bias=False, batch_first=True)
    rows = [W[r].T for W in (W_Q, W_K, W_V) for r in range(H)]
    layer.in_proj_weight.data = torch.cat(rows)
    layer.out_proj.weight.data = W_O.T.clone()
    return layer


# One row


def test_one_row_adds_up_to_one_and_cannot_tell_the_two_apart():
    assert question.row.sum().item() == pytest.approx(1, abs=1e-15)
    assert close(question.z, question.z_swapped)
    assert not close(question.V, question.V_swapped, 1.0)


def test_a_wider_value_is_averaged_with_the_same_row_in_every_column():
    wide = drawn(1, 4, 9)
    mixed = question.row @ wide
    assert close(mixed, torch.stack([question.row @ column for column in wide.T]))


# H heads


def test_each_identity_of_the_page_holds_on_sizes_that_all_differ():
    assert len(set(general.sizes)) == 6
    for other in (law.Z_sum, law.Z_single, law.Z_einsum):
        assert close(law.Z, other)
    assert close(twins.first, twins.second)
    assert close(between.squared, between.product)
    for name in ("equal", "marked", "previous"):
        assert close(getattr(proof, name), getattr(proof, name + "_by_D"))


def test_no_matrix_of_the_general_sizes_is_degenerate():
    for W in (general.W_Q, general.W_K, general.W_V, general.W_O):
        for M in W:
            assert torch.linalg.matrix_rank(M) == min(M.shape)
    assert not close(law.alpha[0], law.alpha[1], 0.1)


@pytest.mark.parametrize(("H", "d_k"), [(2, 3), (3, 2), (4, 3), (1, 5)])
def test_the_layer_is_that_of_torch_output_weights_and_gradients(H, d_k):
    d, T_q, T_k = H * d_k, 4, 7
    X_q, X_k = drawn(1, T_q, d), drawn(2, T_k, d)
    W_Q, W_K, W_V = (drawn(seed, H, d, d_k).requires_grad_() for seed in (3, 4, 5))
    W_O = drawn(6, d, d).requires_grad_()
    layer = layer_of(*(W.detach() for W in (W_Q, W_K, W_V, W_O)))
    theirs, weights = layer(X_q, X_k, X_k, average_attn_weights=False)
    alpha = ((X_q @ W_Q) @ (X_k @ W_K).mT / d_k**0.5).softmax(-1)
    ours = torch.cat([*(alpha @ (X_k @ W_V))], dim=-1) @ W_O
    assert close(ours.detach(), theirs.detach()) and close(alpha.detach(), weights.detach())
    G = drawn(7, T_q, d)
    (G * ours).sum().backward()
    (G * theirs).sum().backward()
    expected = torch.cat([W.grad[r].T for W in (W_Q, W_K, W_V) for r in range(H)])
    assert close(layer.in_proj_weight.grad, expected, 1e-11)
    assert close(layer.out_proj.weight.grad, W_O.grad.T, 1e-11)


def test_torch_returns_the_mean_over_heads_unless_told_otherwise():
    assert packed.gap < 1e-12 and packed.gap_mean < 1e-12
    assert packed.alpha_torch.shape == (packed.H, packed.T_q, packed.T_k)


def test_heads_may_be_numbered_in_any_order():
    for order in itertools.permutations(range(packed.H)):
        W_O = packed.W_O.view(packed.H, packed.d_k, packed.d)
        W_Q, W_K, W_V, W_O = (M[list(order)] for M in (packed.W_Q, packed.W_K, packed.W_V, W_O))
        layer = layer_of(W_Q, W_K, W_V, W_O.reshape(packed.d, packed.d))
        assert close(layer(packed.X_q, packed.X_k, packed.X_k)[0].detach(), packed.Z)
    assert answers.orders == math.factorial(answers.heads)


def test_an_order_that_leaves_W_O_behind_is_another_layer():
    layer = layer_of(packed.W_Q.flip(0), packed.W_K.flip(0), packed.W_V.flip(0), packed.W_O)
    assert not close(layer(packed.X_q, packed.X_k, packed.X_k)[0].detach(), packed.Z, 0.1)


# Four words


def test_the_two_heads_of_the_four_words_are_two_attentions_of_torch():
    for r in range(2):
        Q, K, V = (X @ W[r] for W in (four_words.W_Q, four_words.W_K, four_words.W_V))
        assert close(four_words.heads[r], F.scaled_dot_product_attention(Q, K, V))
    assert close(four_words.Z, four_words.heads[:, :, 0].T @ four_words.W_O)


def test_the_exchange_leaves_the_sum_and_turns_the_difference():
    assert swapped.z_4[0].item() == pytest.approx(swapped.z_4_swapped[0].item(), abs=1e-12)
    assert swapped.z_4[1] > 3 and swapped.z_4_swapped[1] < -3


def test_a_query_halfway_spreads_its_weight_evenly():
    assert close(four_words.row_halfway, torch.full((4,), 0.25), 1e-15)


def test_the_mean_of_both_heads_looks_like_the_one_head():
    assert (four_words.mean - question.row).abs().max() < 0.03


# Traps


def test_each_trap_keeps_every_shape_and_changes_the_numbers():
    assert close(traps.right, packed.Z_torch)
    for wrong in (traps.other_root, traps.untransposed, traps.turned):
        assert wrong.shape == packed.Z_torch.shape
        assert not close(wrong, packed.Z_torch, 0.1)


def test_the_other_root_goes_unnoticed_with_one_head_only():
    assert root.gap_one_head == 0
    assert root.most - root.most_wrong > 0.1


def test_a_view_without_a_transpose_hides_half_the_sentence_from_each_head():
    def first_head(X, split):
        Q, K, V = (X @ torch.cat([*W], 1) for W in (general_W_Q, general_W_K, general_W_V))
        Q, K, V = (M.view(4, 2, 3).transpose(0, 1) if split else M.view(2, 4, 3) for M in (Q, K, V))
        return F.scaled_dot_product_attention(Q, K, V)[0]

    general_W_Q, general_W_K, general_W_V = (drawn(seed, 2, 2, 3) for seed in (1, 2, 3))
    for split in (True, False):
        J = torch.autograd.functional.jacobian(lambda X, s=split: first_head(X, s), X)
        seen = J.abs().amax(dim=(0, 1, 3)) > 0
        assert seen.tolist() == ([True] * 4 if split else [True, True, False, False])


def test_the_cut_hands_each_head_two_words_of_both():
    assert view.split[:, :, 0].tolist() == [[1, 1, 2, 3], [-1, -1, -2, -3]]
    assert view.cut[:, :, 0].tolist() == [[1, -1, 1, -1], [2, -2, 3, -3]]


# Cost


# T_q, T_k, d, H, d_k and d_v, all different, in several orders of size.
SIZES = list(itertools.permutations((2, 3, 4, 5, 6, 7)))[::90]


@pytest.mark.parametrize("sizes", SIZES)
def test_the_formulas_count_what_the_counter_counts(sizes):
    T_q, T_k, d, H, d_k, d_v = sizes
    assert counted(*sizes) == [
        2 * d * H * (d_k + d_v),
        (d * (T_q + T_k) + T_q * T_k) * H * (d_k + d_v),
        H * T_q * T_k,
    ]


def test_the_counts_of_the_page_are_those_of_the_formulas():
    assert count.counts == count.formulas


def test_cutting_costs_exactly_nothing_but_weights():
    for H in (1, 2, 3, 4, 6, 12):
        parameters, work, entries = counted(5, 7, 12, H, 12 // H, 12 // H)
        assert [parameters, work] == counted(5, 7, 12, 1, 12, 12)[:2]
        assert entries == H * 5 * 7
    assert bill.one[:2] == bill.twelve[:2] == bill.most[:2]
    assert bill.wide[0] == bill.wider * bill.twelve[0] and bill.wide[1] == 12 * bill.twelve[1]


def test_a_full_width_head_costs_what_the_chapter_on_attention_counted():
    T, d = 2048, 768
    assert counted(T, T, d, 1, d, d)[:2] == [4 * d * d, 4 * T * d * d + 2 * T * T * d]


def test_the_module_that_is_counted_is_the_layer():
    from snippets.heads.cost import Heads

    layer = Heads(general.d, general.H, general.d_k, general.d_v)
    for name in ("W_Q", "W_K", "W_V"):
        getattr(layer, name).data = getattr(general, name)
    layer.W_O.data = torch.cat([*general.W_O])
    assert close(layer(general.X_q, general.X_k).detach(), law.Z)


def test_alpha_outgrows_the_parameters_at_the_first_length_that_is_named():
    H, d = answers.heads, answers.d
    assert H * (answers.T - 1) ** 2 <= 4 * d * d < H * answers.T**2 == answers.entries


# Rank and orders


def test_a_head_never_compares_or_carries_more_than_its_width():
    for seed in range(20):
        d_k, d_v = 1 + seed % 4, 1 + seed % 3
        M = drawn(seed, 9, d_k) @ drawn(seed + 50, 9, d_k).T
        assert torch.linalg.matrix_rank(M) == d_k
        assert torch.linalg.matrix_rank(drawn(seed, 9, d_v) @ drawn(seed + 50, d_v, 9)) == d_v
    assert 4 * rank.d == 768  # a quarter of the width of GPT-2 small
    assert [rank.rank_QK, rank.rank_VO] == [rank.d_k] * 2
    assert [rank.rank_VO_all, rank.rank_full] == [rank.d] * 2


def linear_orders(n, d):
    """The closed form of Cover 1967, by its recursion."""
    if d == 0:
        return 0
    if n == 2 or d == 1:
        return 2
    return linear_orders(n - 1, d) + (n - 1) * linear_orders(n - 1, d - 1)


def test_the_orders_found_are_those_of_the_closed_form():
    assert orders.found == [linear_orders(orders.T, d_k) for d_k in orders.sizes]
    assert orders.found[-1] == math.factorial(orders.T)


def test_with_keys_of_one_number_every_order_is_the_same_or_reversed():
    for r in range(2):
        ranks = {tuple(row.argsort().tolist()) for row in four_words.S[r]}
        assert len(ranks) == 1
    assert (four_words.S[0].argmax(-1) == 0).all() and (four_words.S[0].argmin(-1) == 1).all()


def test_no_head_ever_gives_the_third_word_more_than_a_third():
    for seed in range(300):
        W_Q, W_K = drawn(seed, 2, 3, scale=3.0), drawn(seed + 999, 2, 3, scale=3.0)
        b = drawn(seed + 5000, 3, scale=3.0)
        alpha = ((X @ W_Q + b) @ (X @ W_K - b).T / 3**0.5).softmax(-1)
        assert (alpha[:, 2] <= 1 / 3 + 1e-12).all()


def test_positions_added_let_some_head_look_most_at_the_third_word():
    t = torch.arange(4.0)
    moved = X + torch.stack([t.sin(), t.cos()], dim=1)
    assert torch.equal(X[2], (X[1] + X[3]) / 2)
    alpha = (drawn(1, 50, 2, scale=5.0) @ moved.T).softmax(-1)
    assert alpha.argmax(-1).eq(2).any() and alpha[:, 2].max() > 0.5


@pytest.mark.parametrize("H", [1, 2, 3, 7])
def test_no_number_of_heads_tells_the_order_of_the_words(H):
    W_Q, W_K, W_V = (drawn(seed, H, 5, 2) for seed in range(3))
    W_O = drawn(3, H, 2, 5)

    def layer(X):
        alpha = ((X @ W_Q) @ (X @ W_K).mT / 2**0.5).softmax(-1)
        return (alpha @ (X @ W_V) @ W_O).sum(dim=0)

    X = drawn(4, 4, 5)
    for order in itertools.permutations(range(4)):
        assert close(layer(X[[*order]]), layer(X)[[*order]], 1e-11)


# Two jobs


def test_the_task_shows_the_answers_where_it_says():
    X, answers, apart = jobs.sentences(50, torch.Generator().manual_seed(3))
    symbol, mark = X[..., : jobs.n].argmax(-1), X[..., jobs.n].argmax(-1)
    assert X.shape == (50, jobs.T, jobs.d)
    assert torch.equal(X[..., : jobs.n].sum(-1), torch.ones(50, jobs.T))
    assert torch.equal(X[..., jobs.n].sum(-1), torch.ones(50))
    for s in range(50):
        for i in range(1, jobs.T):
            assert answers[s, i - 1].tolist() == [symbol[s, i - 1], symbol[s, mark[s]]]
            assert apart[s, i - 1] == (mark[s] != i - 1)


def test_the_trained_layer_is_torchs_attention_head_by_head():
    generator = torch.Generator().manual_seed(1)
    X, *_ = jobs.sentences(3, generator)
    H, size = 2, 8
    shapes = (H, jobs.d, size), (H, jobs.d, size), (H, jobs.d, size), (H, size, 2 * jobs.n)
    W_Q, W_K, W_V, W_O = parameters = [drawn(k, *shape) for k, shape in enumerate(shapes)]
    for blind in (True, False):
        seen = X.clone()
        if blind:
            seen[..., : jobs.n] = 0
        for on in ([1.0, 1.0], [1.0, 0.0], [0.0, 1.0]):
            expected = sum(
                on[r] * F.scaled_dot_product_attention(seen @ W_Q[r], seen @ W_K[r], X @ W_V[r])
                @ W_O[r] for r in range(H)
            )  # fmt: skip
            found, _ = jobs.attend(X, parameters, blind, torch.tensor(on))
            assert close(found.flatten(2), expected[:, 1:], 1e-11)


def test_weights_that_are_blind_do_not_move_with_the_symbols():
    X, *_ = jobs.sentences(2, torch.Generator().manual_seed(1))
    X[1, :, jobs.n :] = X[0, :, jobs.n :]  # the same marks and positions, other symbols
    parameters = [drawn(k, 1, jobs.d, 4) for k in range(3)] + [drawn(9, 1, 4, 2 * jobs.n)]
    for blind in (True, False):
        alpha = jobs.attend(X, parameters, blind, torch.ones(1))[1][0]
        assert close(alpha[0], alpha[1]) is blind


def test_two_heads_do_both_jobs_on_every_seed_and_each_alone_does_one(trained):
    two = trained["two"]
    assert two["least"].data[0] > 0.99
    assert two["broken"].data[0] < 0.2
    assert two["spared"].data[0] > 0.99
    assert sorted(two["sees_previous"].data) == [1, 1, 2, 2, 2]


def test_the_maps_look_back_and_at_the_mark(trained):
    T, n = jobs.T, jobs.T - 1
    back, marked = (
        torch.tensor(trained["two"][name].data).view(n, T)
        for name in ("map_previous", "map_marked")
    )
    assert torch.equal(back.argmax(-1), torch.arange(n))
    assert (marked.argmax(-1) == 2).all()
    assert min(back.amax(-1).min(), marked.amax(-1).min()) >= 0.9


def test_one_blind_head_fails_at_one_job_on_every_seed(trained):
    one = trained["one"]
    assert one["better"].data[0] > 0.9
    assert one["worse"].data[0] < 0.45 and one["both"].data[0] < 0.45 < one["bound"].data[0]


def test_one_head_that_sees_symbols_does_better_than_the_bound_and_not_perfectly(trained):
    seeing, bound = trained["seeing"], trained["one"]["bound"].data[0]
    assert bound < 0.7 < seeing["one_least"].data[0] <= seeing["one_most"].data[0] < 0.95
    assert seeing["two_least"].data[0] > 0.99


def test_one_of_four_heads_is_not_missed_on_any_seed(trained):
    assert trained["four"]["dispensable"].data[0] > 0.95


def both_right(f, g, M_previous, M_marked, rest_previous, rest_marked):
    """Which of the n x n cases one row of weights answers rightly in both jobs."""
    n = len(rest_marked)
    right = torch.ones(n, n, dtype=torch.bool)
    for M, rest, answer in (
        (M_previous, rest_previous, torch.arange(n)[:, None].expand(n, n)),
        (M_marked, rest_marked, torch.arange(n)[None].expand(n, n)),
    ):
        scores = f * M[:, None] + g * M[None] + rest
        right &= scores.argmax(-1) == answer
    return right


def test_no_single_row_of_weights_is_ever_right_in_both_jobs_and_both_orders():
    for seed in range(2000):
        n = 2 + seed % 4
        f, g = drawn(seed, 2).softmax(-1)
        lean = 4.0 * (seed % 3) * torch.eye(n)  # leaning towards what is right
        right = both_right(
            f,
            g,
            drawn(seed + 1, n, n) + lean,
            drawn(seed + 2, n, n) + lean,
            drawn(seed + 3, n),
            drawn(seed + 4, n),
        )
        for a, b in itertools.combinations(range(n), 2):
            assert not (right[a, a] and right[b, b] and right[a, b] and right[b, a])


def test_training_does_not_find_what_the_proof_forbids():
    n = 3
    for seed in range(3):
        weights = drawn(seed, 2).requires_grad_()
        M = drawn(seed + 10, 2, n, n).requires_grad_()
        rest = drawn(seed + 20, 2, n).requires_grad_()
        optimizer = torch.optim.Adam([weights, M, rest], lr=0.05)
        a, b = torch.arange(n)[:, None].expand(n, n), torch.arange(n)[None].expand(n, n)
        for _ in range(300):
            f, g = weights.softmax(-1)
            scores = f * M[:, :, None] + g * M[:, None] + rest[:, None, None]
            loss = F.cross_entropy(scores.flatten(0, 2), torch.stack([a, b]).flatten())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        right = both_right(f, g, *M.detach(), *rest.detach())
        assert right.sum() <= n * n - n * (n - 1) // 2


def test_a_row_that_may_depend_on_the_symbols_escapes_the_proof():
    assert loud.right == 8
    assert loud.heard_a[1] - loud.border > 0.05 < loud.border - loud.heard_a[2]


# What nobody promises


def test_twins_receive_equal_gradients_and_others_do_not():
    assert twins.numbers == 2 * general.d * (general.d_k + general.d_v)
    leaves = [W.clone().requires_grad_() for W in (law.W_Q, law.W_K, law.W_V, law.W_O)]
    Q, K, V = general.X_q @ leaves[0], general.X_k @ leaves[1], general.X_k @ leaves[2]
    alpha = (Q @ K.mT / general.d_k**0.5).softmax(-1)
    (alpha @ V @ leaves[3]).sum(dim=0).sin().sum().backward()
    assert not close(leaves[0].grad[0], leaves[0].grad[1], 0.1)


@pytest.mark.parametrize(
    "loss",
    [
        lambda Z: Z.square().sum(),
        lambda Z: -Z.log_softmax(dim=-1)[0, 1],
        lambda Z: (0.1 * Z @ drawn(70, Z.shape[1])).tanh().sum(),
        lambda Z: Z.abs().max(),
        lambda Z: (Z[0] * Z[1].exp()).sum() / (1 + Z[2].norm()),
    ],
)
def test_twins_receive_equal_gradients_whatever_the_loss_and_whatever_the_third_head(loss):
    for seed in range(10):
        shapes = (3, 5, 2), (3, 5, 2), (3, 5, 4), (3, 4, 5)
        leaves = [drawn(10 * seed + k, *shape) for k, shape in enumerate(shapes)]
        for W in leaves:
            W[1] = W[0]
            W.requires_grad_()
        X_q, X_k = drawn(seed + 500, 3, 5), drawn(seed + 600, 6, 5)
        Q, K, V = X_q @ leaves[0], X_k @ leaves[1], X_k @ leaves[2]
        alpha = (Q @ K.mT / 2**0.5).softmax(-1)
        loss((alpha @ V @ leaves[3]).sum(dim=0)).backward()
        for W in leaves:
            scale = 1 + W.grad.abs().max().item()
            assert close(W.grad[0] / scale, W.grad[1] / scale)
            assert W.grad.abs().max() > 0


def test_heads_with_equal_weights_are_one_head_with_longer_values():
    alpha = drawn(1, 3, 5).softmax(-1)
    V, W_O = drawn(2, 2, 5, 2), drawn(3, 2, 2, 7)
    assert close((alpha @ V @ W_O).sum(dim=0), alpha @ torch.cat([*V], 1) @ torch.cat([*W_O]))
    handed = torch.cat([*drawn(4, 2, 7, 2)], 1) @ torch.cat([*W_O])
    assert torch.linalg.matrix_rank(handed) == 4
