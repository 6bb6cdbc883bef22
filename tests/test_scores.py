"""Scores: the chapter's laws against torch, autograd, closed forms, brute force and searches."""

import itertools
import math
import re
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F
from torch.autograd.functional import jacobian

from snippets.attention import forward
from snippets.scores import (
    additive,
    batched,
    bilinear,
    causal,
    compared,
    concatenation,
    cosine,
    cost,
    distances,
    entropy,
    first_query,
    gap,
    general,
    kernel,
    law,
    layer,
    library,
    lifted,
    mended,
    moments,
    nearest,
    norms,
    outcomes,
    padded,
    plane,
    ranks,
    rectangular,
    start,
    straight,
    temperature,
    variance,
    width,
    zeros,
)
from snippets.scores import jacobian as softmax_jacobian
from snippets.scores.masking import ways

torch.set_default_dtype(torch.float64)

HERE = Path(__file__).parent
DOCS = HERE.parent / "docs"


def drawn(seed, *shape, scale=1.0):
    return scale * torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def close(a, b, tolerance=1e-12):
    a, b = torch.as_tensor(a), torch.as_tensor(b)
    return a.shape == b.shape and (a - b).abs().max().item() < tolerance


def norm_of_jacobian(s):
    alpha = s.softmax(dim=-1)
    return torch.linalg.matrix_norm(alpha.diag() - torch.outer(alpha, alpha), ord=2).item()


# Distance and product


def test_no_two_sizes_of_the_laws_agree():
    assert len({general.T_q, general.T_k, general.d_k, general.d_v}) == 4
    assert len({batched.B, general.T_q, general.T_k, general.d_k, general.d_v}) == 5
    sizes = {concatenation.d_q, concatenation.d_k, concatenation.d_a, general.T_q, general.T_k}
    assert len(sizes) == 5


def test_the_gaussian_exponent_is_product_minus_both_halves():
    assert close(kernel.exponent, kernel.exponent_measured)


def test_the_length_of_the_query_leaves_no_trace():
    assert close(kernel.alpha_without_q, kernel.alpha_kernel)
    without_own = (distances.products - distances.halves).softmax(dim=-1)
    assert close(distances.gaussian, without_own, 1e-15)


def test_the_length_of_the_key_leaves_a_trace():
    plain = (general.Q @ general.K.T).softmax(dim=-1)
    assert not close(plain, kernel.alpha_kernel, 0.1)
    assert distances.gaussian.argmax() == 0
    assert distances.dot.argmax() == 3


def test_circle_and_line_of_the_figure_touch_their_keys():
    assert plane.radius == min((distances.q - k).norm().item() for k in distances.K)
    assert close(plane.ends @ distances.q, distances.products.max().expand(2))


# Lengths of keys


def test_a_layer_norm_without_gain_makes_all_lengths_equal():
    for d in (2, 5, 64):
        X = F.layer_norm(drawn(d, 50, d, scale=7.0) + 3.0, (d,), eps=0)
        assert close((X**2).sum(dim=-1), torch.full((50,), float(d)), 1e-9)


def test_lengths_cancel_in_the_two_cases_of_the_text_and_in_no_other():
    equal = {name for name in ("words", "normed_words", "gained", "through_square", "through_thin",
                               "through_random", "normed_keys")
             if getattr(norms, name)[1] < 1e-9}  # fmt: skip
    assert equal == {"normed_words", "through_square", "normed_keys"}


def test_a_narrow_matrix_turns_some_normalised_word_into_zero_but_not_all():
    for seed in range(20):
        d, d_k = 6, 4
        columns, _ = torch.linalg.qr(drawn(seed, d, d_k))
        constraints = torch.cat([columns, torch.ones(d, 1)], dim=1)  # (d, d_k + 1)
        word = torch.linalg.svd(constraints.T)[2][-1] * d**0.5
        assert close(F.layer_norm(word, (d,), eps=0), word)
        assert (word @ columns).norm() < 1e-12
        assert (F.layer_norm(drawn(seed + 1, d), (d,), eps=0) @ columns).norm() > 1e-3


def test_one_column_less_than_the_width_can_still_preserve_the_lengths_of_normalised_words():
    d = 6
    basis, _ = torch.linalg.qr(torch.cat([torch.ones(d, 1), drawn(0, d, d - 1)], dim=1))
    X = F.layer_norm(drawn(1, 50, d), (d,), eps=0)
    assert close(((X @ basis[:, 1:]) ** 2).sum(dim=-1), torch.full((50,), float(d)))


def test_nearest_and_largest_agree_on_equal_lengths_only():
    assert nearest.normed_keys == 1.0
    assert nearest.through_random < 0.2


# Variance


def test_the_law_of_the_variance_agrees_with_all_pairs():
    assert moments.formula == pytest.approx(moments.all_pairs, abs=1e-12)


def test_the_law_of_the_variance_holds_on_other_finite_sets():
    for seed in range(20):
        Q, K = drawn(seed, 7, 3) + 1.0, drawn(seed + 100, 4, 3) - 0.5
        C_q, C_k = (torch.cov(A.T, correction=0) for A in (Q, K))
        mu_q, mu_k = Q.mean(dim=0), K.mean(dim=0)
        law = torch.trace(C_q @ C_k) + mu_q @ C_k @ mu_q + mu_k @ C_q @ mu_k
        assert close(law, (Q @ K.T).var(correction=0))


def test_all_sign_vectors_together_have_variance_d_exactly():
    for d in (1, 2, 3, 5):
        signs = 2.0 * ((torch.arange(2**d)[:, None] >> torch.arange(d)) & 1) - 1
        assert close((signs @ signs.T).var(correction=0), torch.tensor(float(d)))


def test_measured_variances_lie_near_d():
    for measured in (variance.gaussian, variance.binary):
        for v, d in zip(measured, variance.widths, strict=True):
            assert 0.95 < v / d < 1.05


def test_correlation_in_one_vector_alone_does_not_change_the_variance():
    d, rho = 5, 0.6
    C = (1 - rho) * torch.eye(d) + rho
    assert torch.trace(C).item() == pytest.approx(d)
    assert torch.trace(C @ C).item() == pytest.approx(d + d * (d - 1) * rho**2)


# Saturation


def test_the_jacobian_of_softmax_agrees_with_autograd():
    assert close(softmax_jacobian.J, softmax_jacobian.J_autograd)


def test_the_norm_has_its_closed_form_for_every_lead_and_number_of_keys():
    for n in (2, 3, 4, 7, 30):
        for lead in torch.linspace(0, 30, 61).tolist():
            s = torch.tensor([lead] + [0.0] * (n - 1))
            assert norm_of_jacobian(s) == pytest.approx(gap.closed(lead, n).item(), abs=1e-12)


def test_the_norms_that_the_book_states_are_recomputed():
    assert gap.norms[1:] == pytest.approx([0.3325, 0.0259, 1.8155e-4, 8.2446e-9], rel=1e-3)


def test_the_peak_is_where_the_first_key_has_half():
    for n in (4, 50, 2048):
        leads = torch.linspace(0, 15, 15001)
        peak = leads[gap.closed(leads, n).argmax()].item()
        assert peak == pytest.approx(math.log(n - 1), abs=2e-3)


def test_no_jacobian_of_softmax_stretches_by_more_than_a_half():
    for seed in range(300):
        s = drawn(seed, 2 + seed % 7, scale=0.2 + seed % 5)
        assert norm_of_jacobian(s) <= 0.5 + 1e-15


def test_scaling_keeps_the_norm_and_no_scaling_loses_it():
    assert max(width.scaled) - min(width.scaled) < 0.05
    assert width.raw[-1] < 1e-5 * width.scaled[-1]


# Exact zeros


def test_shares_of_zeros_hold_on_other_draws():
    d, n = zeros.d, zeros.n
    for seed in range(20, 24):
        S = drawn(seed, 64, d) @ drawn(seed + 50, n, d).T
        for dtype, low, high in ((torch.float16, 0.99, 1), (torch.float32, 0.3, 0.46)):
            assert low < zeros.zeros(S, dtype).item() < high
        assert zeros.zeros(S, torch.float64) == 0
        assert zeros.zeros(S / d**0.5, torch.float32) == 0


def test_narrow_keys_have_zeros_in_float16_only():
    d, n = zeros.narrow, zeros.n
    assert zeros.highest_narrow == 0
    for seed in range(20, 26):
        S = drawn(seed, 64, d) @ drawn(seed + 50, n, d).T
        assert zeros.zeros(S, torch.float16) > 0.85
        assert zeros.zeros(S, torch.float32) == 0


def test_the_foreseen_share_lies_between_the_measured_ones():
    assert zeros.lowest[1] < ranks.share < zeros.highest[1]


def test_a_weight_of_zero_receives_no_gradient():
    s = torch.tensor([0.0, -200.0, -1.0], dtype=torch.float32)
    J = jacobian(lambda s: s.softmax(dim=-1), s)
    assert (J[1] == 0).all()
    assert (J[:, 1] == 0).all()


# Temperature


def test_the_slope_of_the_entropy_agrees_with_autograd():
    assert entropy.slope == pytest.approx(entropy.slope_autograd, abs=1e-14)


def test_no_temperature_changes_the_order_of_the_weights():
    for seed in range(50):
        s = drawn(seed, 6, scale=3.0)
        for tau in (0.3, 0.9, 2.0, 11.0):
            assert torch.equal((s / tau).softmax(dim=-1).argsort(), s.argsort())


def test_the_entropy_never_falls_as_the_temperature_rises():
    taus = torch.logspace(-1, 2, 60)[:, None]
    for seed in range(50):
        alpha = (drawn(seed, 6, scale=3.0) / taus).softmax(dim=-1)
        H = torch.special.entr(alpha).sum(dim=-1)
        assert (H.diff() > -1e-14).all()


def test_a_temperature_is_absorbed_by_the_query_matrix():
    tau = 0.37
    S = forward.X @ (forward.W_Q / tau) @ forward.K.T
    assert close(S, forward.Q @ forward.K.T / tau)
    assert close(temperature.at_root, forward.alpha[3])


# Additive, bilinear, cosine


def test_an_additive_score_is_a_perceptron_on_the_concatenation():
    assert close(concatenation.A, concatenation.A_perceptron)


def test_no_additive_score_exceeds_the_sum_of_its_last_parameters():
    for seed in range(50):
        W_a, U_a = drawn(seed, 3, 5, scale=9.0), drawn(seed + 1, 2, 5, scale=9.0)
        w_a = drawn(seed + 2, 5)
        A = ((drawn(seed + 3, 8, 3) @ W_a)[:, None] + drawn(seed + 4, 9, 2) @ U_a).tanh() @ w_a
        assert A.abs().max() <= w_a.abs().sum() + 1e-12
    assert additive.scores.abs().max() < additive.bound


def test_without_tanh_no_query_has_weights_of_its_own():
    assert straight.apart < 1e-15
    assert not close(additive.weights, straight.alpha[3], 0.1)


def test_additive_scores_can_choose_any_of_the_four_words():
    q, K = forward.Q[3], forward.K
    chosen = set()
    for seed in range(100):
        W_a, U_a, w_a = drawn(seed, 2, 3), drawn(seed + 1000, 2, 3), drawn(seed + 2000, 3)
        chosen.add(int(((q @ W_a + K @ U_a).tanh() @ w_a).argmax()))
    assert chosen == {0, 1, 2, 3}


def test_counts_of_the_scores_agree_with_their_formulas():
    assert cost.counted == cost.formula
    assert cost.numbers_additive == cost.d_a * cost.numbers_dot


def test_a_bilinear_score_agrees_with_the_layer_of_torch():
    W = bilinear.W
    module = torch.nn.Bilinear(*W.shape, 1, bias=False)
    module.weight.data = W[None]
    T_q, T_k = bilinear.A.shape
    q = bilinear.Q.repeat_interleave(T_k, 0)
    k = bilinear.K.repeat(T_q, 1)
    assert close(bilinear.A, module(q, k).detach().reshape(T_q, T_k))
    assert close(bilinear.A, bilinear.A_dot)


def test_cosines_agree_with_torch_and_with_distances_on_the_sphere():
    C = F.cosine_similarity(general.Q[:, None], general.K[None], dim=-1)
    assert close(cosine.C, C)
    assert close(cosine.C, cosine.C_distances)


def test_no_cosines_give_one_key_more_than_the_bound():
    n = 9
    most = math.e / (math.e + (n - 1) / math.e)
    for seed in range(200):
        q, K = drawn(seed, 2), drawn(seed + 1, n, 2)
        alpha = F.cosine_similarity(q[None], K, dim=-1).softmax(dim=-1)
        assert alpha.max() <= most
    at_half = (cosine.extreme / cosine.half).softmax(dim=-1)
    assert at_half[0].item() == pytest.approx(0.5, abs=1e-12)


def test_gaussian_and_cosine_choose_one_word_and_the_others_another():
    assert compared.alpha.argmax(dim=-1).tolist() == [0, 3, 3, 0, 3]


# Masks


def test_the_law_with_a_mask_agrees_with_torch():
    assert close(law.Z, law.Z_torch)


def test_a_padded_sentence_is_the_sentence_by_itself():
    assert close(padded.masked, padded.alone)
    assert padded.lost == padded.alone.numel()


@pytest.mark.parametrize("filler", [math.nan, math.inf, -math.inf])
def test_what_is_not_finite_in_a_padded_place_ruins_the_output(filler):
    X = padded.batch.clone()
    X[1, 2:] = filler
    assert padded.attend(X, padded.M)[1, :2].isnan().all()


@pytest.mark.parametrize("filler", [0.0, -3.0, 1e4])
def test_no_number_in_a_padded_place_changes_the_output(filler):
    X = padded.batch.clone()
    X[1, 2:] = filler
    assert close(padded.attend(X, padded.M)[1, :2], padded.alone)


def test_with_one_visible_key_all_ways_to_mask_agree():
    assert outcomes.most_hidden == 0
    right = torch.cat([outcomes.s[:2].softmax(dim=-1), torch.zeros(2)])
    for way, f in itertools.product(ways.values(), outcomes.formats):
        alpha = way(outcomes.s.to(f), outcomes.M_some).softmax(dim=-1).double()
        assert close(alpha, right, 1e-2)  # what bfloat16 can hold
    for seed in range(20):
        s, M = drawn(seed, 6, scale=3.0), torch.arange(6) < 1 + seed % 5
        right = torch.zeros(6)
        right[M] = s[M].softmax(dim=-1)
        for way in ways.values():
            assert close(way(s, M).softmax(dim=-1), right, 1e-8)


ENGLISH = {"undefined": "NaN", "uniform": "uniform", "unmasked": "unmasked", "zero": "zero"}
CHINESE = {"undefined": "NaN", "uniform": "均匀", "unmasked": "如未遮", "zero": "零"}


@pytest.mark.parametrize(("language", "word"), [("en", ENGLISH), ("zh", CHINESE)])
def test_the_two_tables_of_outcomes_say_what_the_programs_found(language, word):
    text = (DOCS / language / "scores.md").read_text(encoding="utf-8")
    section = text[text.index("{ #nothing }") : text.index("{ #causal }")]
    lines = re.sub(r"<!--.*?-->", "", section).splitlines()
    rows = [line.strip().strip("|").split("|") for line in lines if line.startswith("| ")]
    printed = [[cell.strip() for cell in row[1:]] for row in rows]
    formats = ["float64", "float32", "bfloat16", "float16"]
    assert [str(f).removeprefix("torch.") for f in outcomes.formats] == formats
    found = [[word[o] for o in row] for row in outcomes.none.values()]
    math_kernel = [[word[o] for o in row] for (_, k), row in library.found.items() if k == "MATH"]
    assert printed == [formats, *found, formats, *math_kernel]


def test_both_kernels_of_torch_agree_on_rows_in_which_nothing_may_be_seen():
    for name in library.masks:
        assert library.found[name, "MATH"] == library.found[name, "FLASH_ATTENTION"]


def test_softmax_itself_has_no_number_for_a_row_that_is_all_masked():
    assert torch.full((4,), -torch.inf).softmax(dim=-1).isnan().all()


def test_the_layer_of_torch_takes_its_mask_the_other_way_round():
    assert layer.gap < 1e-12
    assert layer.lost_turned == 1
    later = forward.S.masked_fill(causal.M, -torch.inf)[:3].softmax(dim=-1) @ forward.V
    assert close(layer.output(causal.M)[:3], later)


def test_the_layer_of_torch_loses_all_or_nothing_as_the_weights_are_asked_for():
    assert (layer.lost_with_weights, layer.lost_without) == (layer.numbers, 0)
    assert not layer.output(layer.everything, need_weights=False).any()


def test_causal_weights_agree_with_torch_and_their_rows_sum_to_one():
    assert causal.same
    assert close(causal.alpha.sum(dim=-1), torch.ones(4))
    assert (causal.alpha.triu(1) == 0).all()


def test_a_mask_at_the_lower_right_gives_the_last_rows_and_one_at_the_upper_left_does_not():
    assert close(rectangular.Z, rectangular.Z_last)
    upper = F.scaled_dot_product_attention(
        rectangular.Q, rectangular.K, rectangular.V, attn_mask=rectangular.M_upper
    )
    assert close(rectangular.Z_upper, upper)
    assert rectangular.off > 0.5


def test_a_batch_in_one_product_is_one_sentence_after_the_other():
    assert close(batched.Z, batched.Z_loop)
    assert close(batched.Z_bmm, batched.Z_loop)


# Exercises


def test_the_answers_of_the_exercises_hold():
    assert close(first_query.gaussian[0], first_query.gaussian[2])
    assert close(lifted.alpha, distances.gaussian)
    assert start.variance == pytest.approx(start.expected, rel=0.05)
    assert (mended.lost, mended.lost_opened) == (3, 0)
    assert mended.output == mended.output_opened == 0
    half = mended.added(torch.zeros(3), torch.tensor([True, False, True])).softmax(dim=-1)
    assert close(half, torch.tensor([0.5, 0.0, 0.5]))


def test_the_variance_at_the_start_agrees_with_sampled_words():
    X = drawn(3, 4000, start.d)
    q, k = X[:2000] @ start.W_Q, X[2000:] @ start.W_K
    assert (q * k).sum(dim=-1).var().item() == pytest.approx(start.variance, rel=0.15)
