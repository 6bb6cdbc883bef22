"""Attention: the chapter's formulas against torch, finite differences and closed forms."""

import math
from itertools import pairwise, permutations

import pytest
import torch
import torch.nn.functional as F
from torch.autograd.functional import jacobian

from snippets.attention import (
    autograd,
    backward,
    balance,
    bias,
    bracket,
    counts,
    differences,
    factorisation,
    family,
    forward,
    frozen,
    general,
    half,
    law,
    outer,
    paths,
    permutation,
    repeated,
    row,
    scalar,
    slope,
    underflow,
    zero,
)

torch.set_default_dtype(torch.float64)


def close(a, b, tolerance=1e-12):
    """Whether two arrays of the same shape agree entry by entry."""
    a, b = torch.as_tensor(a), torch.as_tensor(b)
    return a.shape == b.shape and (a - b).abs().max().item() < tolerance


def draw(seed, *shape, scale=1.0):
    return scale * torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def attend(X, W_Q, W_K, W_V):
    """Attention of torch, on a sentence (T, d)."""
    return F.scaled_dot_product_attention(X @ W_Q, X @ W_K, X @ W_V)


# Forward


def test_the_four_words_agree_with_attention_of_torch():
    Z = attend(forward.X, forward.W_Q, forward.W_K, forward.W_V)
    assert close(forward.Z, Z)


def test_the_general_sentence_agrees_with_attention_of_torch():
    assert close(law.Z, law.Z_torch)


def test_no_two_sizes_of_the_general_sentence_agree():
    assert len({general.T, general.d, general.d_k, general.d_v}) == 4


def test_a_wrong_root_shows_on_the_general_sentence():
    scale = general.d**-0.5  # of d where d_k is meant
    Q, K, V = (general.X @ W for W in (general.W_Q, general.W_K, general.W_V))
    assert not close(law.Z, F.scaled_dot_product_attention(Q, K, V, scale=scale), 1e-3)


def test_the_last_row_of_alpha_is_the_one_that_the_book_states():
    assert close(forward.last, [0.317, 0.0022, 0.038, 0.643], 5e-4)


def test_the_row_by_hand_is_the_row_by_machine():
    assert close(row.weights, forward.alpha[3])
    assert close(row.z_4, forward.Z[3])


# Weights that are zero, and weights that are not


def test_a_weight_is_positive_while_gaps_stay_below_the_border():
    scores = draw(1, 2000, 9)
    gap = scores.max(dim=-1).values - scores.min(dim=-1).values
    scores = scores / gap[:, None] * 740.0
    assert (scores.softmax(dim=-1) > 0).all()


@pytest.mark.parametrize("dtype", [torch.float16, torch.float32, torch.float64])
def test_a_weight_underflows_at_half_the_smallest_positive_number(dtype):
    i = underflow.formats.index(dtype)
    smallest = torch.finfo(dtype).smallest_normal * torch.finfo(dtype).eps
    n = 1 - math.log2(smallest)
    assert n == underflow.halvings[i]
    assert underflow.gaps[i] == pytest.approx(n * math.log(2), rel=1e-3)


# Coefficients computed and learnt


def test_frozen_coefficients_agree_on_the_sentence_and_part_on_another():
    assert close(frozen.z, frozen.z_kept)
    assert not close(frozen.z_new, frozen.z_kept_new, 0.5)
    assert frozen.moved_entries == frozen.alpha.numel()


def test_the_jacobian_of_frozen_coefficients_is_weight_times_value_matrix():
    assert close(slope.J_kept, slope.by_hand)
    assert not close(slope.J, slope.by_hand, 1.0)


def test_the_moving_coefficients_add_the_path_through_the_keys():
    assert close(slope.rest[1], backward.G_K[0])


# Two thin matrices


def test_counts_of_scores_agree_with_their_formulas():
    assert factorisation.counted == factorisation.formula
    assert (factorisation.parameters_free, factorisation.parameters) == (589_824, 98_304)


def test_a_product_of_thin_matrices_is_a_sum_of_outer_products():
    assert close(outer.M, outer.M_outer)


def test_degrees_of_freedom_are_the_rank_of_the_tangent_space():
    assert outer.freedom == outer.formula


def test_an_invertible_matrix_between_the_two_changes_no_score():
    for seed in range(20):
        G = draw(seed, general.d_k, general.d_k) + 3 * torch.eye(general.d_k)
        M = (general.W_Q @ G) @ (general.W_K @ torch.linalg.inv(G).T).T
        assert close(M, general.W_Q @ general.W_K.T)


def test_a_free_matrix_can_score_what_no_pair_of_thin_ones_can():
    free = torch.eye(general.d)
    nearest = torch.linalg.svdvals(free)[general.d_k :]  # what rank d_k must leave over
    assert nearest.min() > 0.9


def test_scores_need_no_eigenvalue():
    assert outer.largest == 0
    assert outer.score == 6


def test_at_the_balance_both_sides_have_as_many_parameters():
    assert balance.parameters == balance.parameters_free
    assert balance.freedom < balance.parameters_free


# Counts of a layer


def test_a_layer_has_the_parameters_of_torch_s_own():
    layer = torch.nn.MultiheadAttention(counts.d, 1, bias=False, device="meta")
    assert sum(p.numel() for p in layer.parameters()) == counts.parameters_out


def test_multiply_adds_of_a_layer_agree_with_their_formula():
    assert counts.work == counts.formula


# Backward


@pytest.mark.parametrize("name", ["dV", "dalpha", "dS", "dQ", "dK", "G_V", "G_Q", "G_K", "dX"])
def test_each_station_on_the_way_back_agrees_with_autograd(name):
    assert close(getattr(paths, name), getattr(autograd, name))


@pytest.mark.parametrize("name", ["G_V", "G_Q", "G_K", "dX"])
def test_each_path_agrees_with_finite_differences(name):
    assert close(getattr(paths, name), getattr(differences, name), 1e-10)


def test_rows_of_the_score_gradient_sum_to_zero():
    assert close(paths.dS.sum(dim=-1), torch.zeros(general.T))


def test_the_four_words_backward_agree_with_autograd():
    X = forward.X.clone().requires_grad_()
    L = attend(X, forward.W_Q, forward.W_K, forward.W_V)[3, 1]
    assert close(backward.dX, torch.autograd.grad(L, X)[0])


def test_a_path_left_out_shows():
    for left_out in (paths.G_V, paths.G_Q, paths.G_K):
        assert not close(paths.dX - left_out, autograd.dX, 1e-2)


# Between two words


def test_the_jacobian_between_any_two_words_agrees_with_autograd():
    assert close(bracket.J, bracket.J_autograd)


def test_no_jacobian_between_two_words_falls_below_the_bound():
    T, d, d_k, d_v = 4, 3, 2, 5
    apart = ~torch.eye(T, dtype=torch.bool)
    for seed in range(30):
        X, W_Q, W_K, W_V = (
            draw(seed + 1000 * i, *shape, scale=2.0)
            for i, shape in enumerate([(T, d), (d, d_k), (d, d_k), (d, d_v)])
        )
        alpha = (X @ W_Q @ (X @ W_K).T / d_k**0.5).softmax(dim=-1)
        J = jacobian(lambda X, W=(W_Q, W_K, W_V): attend(X, *W), X).transpose(1, 2)
        norms = torch.linalg.matrix_norm(J, ord=2)  # (T, T)
        bound = alpha * torch.linalg.svdvals(W_V)[1]
        assert (norms >= bound * (1 - 1e-9) - 1e-12)[apart].all(), seed


def test_descent_on_the_jacobian_stops_at_the_bound():
    d, d_k, d_v = 3, 2, 4
    parts = [draw(s, *shape) for s, shape in enumerate([(2, d), (d, d_k), (d, d_k)])]
    W_V = draw(7, d, d_v)
    sigma = torch.linalg.svdvals(W_V)[1]
    for p in parts:
        p.requires_grad_()
    optimizer = torch.optim.Adam(parts, lr=0.03)
    for _ in range(250):
        X, W_Q, W_K = parts
        Q, K, V = X @ W_Q, X @ W_K, X @ W_V
        z = F.scaled_dot_product_attention(Q, K, V)[0]
        ratio = torch.linalg.svdvals(W_V.T + torch.outer(V[1] - z, Q[0] @ W_K.T) / d_k**0.5)[0]
        optimizer.zero_grad()
        ratio.backward()
        optimizer.step()
    assert sigma * (1 - 1e-9) <= ratio < 1.2 * sigma


def test_with_values_of_rank_one_a_jacobian_can_vanish():
    x = torch.tensor([[1.0], [zero.x_2]])
    one = torch.ones(1, 1)
    J = jacobian(lambda x: attend(x, one, one, one), x)[0, 0, 1, 0]
    assert abs(J) < 1e-15


# Exactly zero


def test_the_formula_of_one_dimension_agrees_with_autograd():
    assert close(scalar.J_apart, scalar.J_apart_autograd)


def test_halving_and_newton_find_the_same_number():
    assert zero.x_2 == pytest.approx(-zero.w, abs=1e-15)
    assert zero.w * math.exp(zero.w) == pytest.approx(math.exp(-1), abs=1e-16)


def test_weight_at_the_zero_has_a_closed_form():
    assert zero.through_V == pytest.approx(zero.w / (1 + zero.w), abs=1e-15)


def test_the_gradient_changes_its_sign_once_as_the_second_word_moves():
    signs = [zero.slopes(-3 + 0.01 * n + 0.003)[0] > 0 for n in range(600)]
    assert sum(a != b for a, b in pairwise(signs)) == 1


@pytest.mark.parametrize("c", [-3.0, -1.0, -0.2, 0.5, 1.0, 2.0, 3.5])
def test_every_first_word_has_its_zero_where_the_formula_says(c):
    x_2 = (c**2 - 1 - zero.w) / c
    x = torch.tensor([c, x_2])
    J = jacobian(lambda x: torch.outer(x, x).softmax(dim=-1) @ x, x)[0, 1]
    assert abs(J) < 1e-13
    assert abs(family.slope) < 1e-15


# Dilution and order


def test_copies_of_a_word_share_its_gradient_exactly():
    for n, first, weight in zip(repeated.times, repeated.firsts, repeated.weights, strict=True):
        assert n * first == pytest.approx(repeated.firsts[0], rel=1e-11)
        assert n * weight == pytest.approx(repeated.weights[0], rel=1e-11)


def test_copies_near_and_far_receive_the_same_gradient():
    assert close(repeated.at_32, repeated.at_32[0].expand(8))


def test_a_lead_of_the_logarithm_keeps_half_of_the_weight():
    assert close(half.kept, [0.5] * 4)


def test_permuting_the_words_permutes_the_outputs():
    assert permutation.order != sorted(permutation.order)
    assert close(permutation.Z_moved, permutation.moved_Z)


def test_no_permutation_changes_what_a_word_receives():
    for order in permutations(range(general.T)):
        X = general.X[list(order)]
        assert close(general.attention(X, X, X), law.Z[list(order)])


# Biases


def test_a_bias_on_the_keys_changes_no_weight_and_one_on_the_queries_does():
    assert bias.key_changes < 1e-15
    assert not close(bias.last_query, forward.alpha[-1], 0.1)


def test_the_part_through_the_value_stays_positive_and_that_through_the_key_changes_sign_once():
    parts = [zero.slopes(-6 + 0.01 * n + 0.003)[1:] for n in range(1200)]
    assert all(through_V > 0 for through_V, _ in parts)
    signs = [through_K > 0 for _, through_K in parts]
    assert (signs[0], signs[-1]) == (False, True)
    assert sum(a != b for a, b in pairwise(signs)) == 1
