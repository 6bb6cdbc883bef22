"""Chapter lookup against torch's layers, autograd, differences, brute force and searches."""

import itertools
import math
from pathlib import Path

import numpy
import pytest
import torch

from book.runs import runs
from snippets.attention import forward
from snippets.example.sentence import X
from snippets.lookup import (
    autograd,
    cases,
    choice,
    consistency,
    curve,
    exact,
    fits,
    halving,
    handmade,
    identity,
    jump,
    kernels,
    law,
    leave_out,
    path,
    reach,
    shared,
    signs,
    soft,
    stairs,
    stores,
    task,
    temperature,
    turned,
    underflow,
)

torch.set_default_dtype(torch.float64)

ROOT = Path(__file__).parent.parent


def drawn(*shape, seed=0, scale=1.0):
    generator = torch.Generator().manual_seed(seed)
    return scale * torch.randn(*shape, generator=generator, dtype=torch.float64)


def by_torch(Q, K, V, tau=1.0):
    """Torch's own attention, to which the distance is given as a mask over scores of zero."""
    mask = -(torch.cdist(Q, K) ** 2) / 2 / tau
    zero = torch.zeros_like(Q)[None]
    out = torch.nn.functional.scaled_dot_product_attention(zero, K[None], V[None], mask[None])
    return out[0]


def test_a_key_is_found_or_it_is_not():
    assert torch.equal(exact.found, forward.V[3])
    with pytest.raises(KeyError):
        exact.store["茂茂"]


def test_the_soft_lookup_is_that_of_torch():
    expected = by_torch(soft.q[None], forward.K, forward.V)[0]
    assert torch.allclose(soft.z, expected, rtol=0, atol=1e-12)
    assert torch.allclose(soft.z_dot, forward.Z[3], rtol=0, atol=1e-12)


@pytest.mark.parametrize(("T_q", "m", "d_k", "d_v"), list(itertools.permutations((2, 3, 5, 7))))
def test_kernel_regression_is_attention_with_a_score_by_distance(T_q, m, d_k, d_v):
    Q, K, V = drawn(T_q, d_k), drawn(m, d_k, seed=1), drawn(m, d_v, seed=2)
    width = 0.8
    heights = torch.exp(-((Q[:, None] - K) ** 2).sum(dim=2) / (2 * width**2))
    quotient = heights @ V / heights.sum(dim=1, keepdim=True)
    assert torch.allclose(quotient, by_torch(Q, K, V, tau=width**2), rtol=0, atol=1e-12)


def test_each_identity_of_the_page_holds():
    pairs = [
        (law.J, autograd.J),
        (identity.Z, identity.Z_softmax),
        (identity.Z_boxcar, identity.Z_masked),
        (signs.formula, signs.by_cases),
        (leave_out.formula, leave_out.anew),
    ]
    for ours, theirs in pairs:
        assert torch.allclose(ours, theirs, rtol=0, atol=1e-10)


def test_the_sizes_of_the_laws_are_all_different():
    assert len(set(law.sizes)) == 4


def test_a_width_is_the_root_of_a_temperature():
    tau = identity.width**2
    expected = by_torch(law.Q, law.K, law.V, tau)
    assert torch.allclose(identity.Z, expected, rtol=0, atol=1e-12)
    assert not torch.allclose(identity.Z, by_torch(law.Q, law.K, law.V, identity.width), atol=1e-3)


@pytest.mark.parametrize("seed", range(5))
def test_the_derivative_is_a_covariance_whatever_the_score(seed):
    m, d_k, d_v, tau = 5, 3, 2, 0.6
    q, K, V = drawn(d_k, seed=seed), drawn(m, d_k, seed=seed + 9), drawn(m, d_v, seed=seed + 99)
    ours = temperature.jacobian(q, K, V, tau)

    def distance(q):
        return (-(q - K).square().sum(dim=1) / (2 * tau)).softmax(dim=0) @ V

    expected = torch.autograd.functional.jacobian(distance, q)
    assert torch.allclose(ours, expected, rtol=0, atol=1e-12)

    def product(q):
        return (K @ q / tau).softmax(dim=0) @ V

    alpha = (K @ q / tau).softmax(dim=0)
    covariance = (V - alpha @ V).T @ (alpha[:, None] * (K - alpha @ K)) / tau
    expected = torch.autograd.functional.jacobian(product, q)
    assert torch.allclose(covariance, expected, rtol=0, atol=1e-12)


def test_a_hard_lookup_has_no_slope_and_a_soft_one_has():
    assert torch.equal(law.J_hard, torch.zeros(2, 3))
    assert torch.equal(autograd.slope_hard, torch.zeros(2, 3))
    assert torch.allclose(autograd.slope_soft, law.J, rtol=0, atol=1e-7)
    assert law.J.abs().min() > 0.05
    still = 0
    for seed in range(200):  # differences of the hard lookup, at random queries
        q = drawn(3, seed=seed)
        nudge = 1e-6 * drawn(3, seed=seed + 1000)
        still += torch.equal(autograd.hard(q + nudge), autograd.hard(q - nudge))
    assert still == 200


def test_a_hard_lookup_is_flat_at_every_key_and_jumps_on_the_way_from_one_to_another():
    for (a, V_a), (b, V_b) in itertools.permutations(zip(law.K, law.V, strict=True), 2):
        assert torch.equal(autograd.hard(a), V_a) and torch.equal(autograd.hard(b), V_b)
        walk = torch.stack([autograd.hard(a + t * (b - a)) for t in torch.linspace(0, 1, 501)])
        steps = walk.diff(dim=0).norm(dim=1)
        assert 1 <= (steps > 0).sum() <= len(law.K) and steps.max() > 0.5


def test_a_hard_lookup_still_corrects_the_value_it_found():
    V = law.V.clone().requires_grad_()
    V[(law.q - law.K).square().sum(dim=1).argmin()].sum().backward()
    assert V.grad.sum() == 2 and (V.grad.sum(dim=1) > 0).sum() == 1


def test_copies_of_the_whole_store_change_nothing_and_copies_of_one_pair_do():
    for seed in range(20):
        q, K, V = drawn(3, seed=seed), drawn(4, 3, seed=seed + 50), drawn(4, 2, seed=seed + 70)
        z, top = stores.looked_up(q, K, V)
        many, top_many = stores.looked_up(q, K.repeat(9, 1), V.repeat(9, 1))
        assert torch.allclose(z, many, rtol=0, atol=1e-12)
        assert top_many.item() == pytest.approx(top.item() / 9)
        one = torch.cat([K, K[:1]]), torch.cat([V, V[:1]])
        assert not torch.allclose(z, stores.looked_up(q, *one)[0], atol=1e-6)


def test_the_work_of_a_lookup_is_a_term_for_each_number_of_each_key_and_value():
    squares = [(soft.q[c] - k[c]) ** 2 for k in forward.K for c in range(2)]
    products = [a * v[c] for a, v in zip(soft.weights, forward.V, strict=True) for c in range(2)]
    assert stores.work == len(squares) + len(products)
    assert stores.work_many == stores.times * stores.work
    assert sum(squares).item() == soft.distances.sum()
    assert sum(products).item() == pytest.approx(soft.z.sum().item())


def test_no_convex_combination_leaves_the_hull():
    """Along any direction the output lies between the lowest and the highest value."""
    for seed in range(100):
        V, u = drawn(6, 3, seed=seed), drawn(3, seed=seed + 500)
        alpha = drawn(40, 6, seed=seed + 900, scale=3.0).softmax(dim=1)
        heights, output = V @ u, alpha @ V @ u
        assert (output >= heights.min()).all() and (output <= heights.max()).all()
        assert (alpha @ V).norm(dim=1).max() <= V.norm(dim=1).max()


def test_a_lookup_never_turns_round_values_that_point_the_same_way():
    for seed in range(100):
        V, alpha = drawn(6, 3, seed=seed), drawn(40, 6, seed=seed + 900).softmax(dim=1)
        V = V * (V[:, :1].sign())  # all on one side
        assert (alpha @ V)[:, 0].min() > 0


def barycentric(point, corners):
    A = torch.cat([corners.T, torch.ones(1, 3)])
    return torch.linalg.solve(A, torch.cat([point, torch.ones(1)]))


def test_the_convex_outputs_lie_in_the_triangle_and_the_free_ones_outside():
    for row in (*cases.outputs[:3], soft.z_dot, *path.Z, *forward.Z):
        assert barycentric(row, path.corners).min() > -1e-12
    for row in cases.outputs[3:]:
        assert barycentric(row, path.corners).min() < -0.1
    assert torch.equal(path.middle, torch.zeros(2))
    assert barycentric(reach.within, path.corners).min() > 0.1
    assert barycentric(reach.beyond, path.corners).min() < -0.1


def test_softmax_never_reaches_the_edge_of_the_hull_until_a_weight_is_rounded_to_zero():
    for seed in range(100):
        alpha = drawn(4, seed=seed, scale=5.0).softmax(dim=0)
        assert barycentric(alpha @ forward.V, path.corners).min() > 0
    cold = (soft.scores / 1e-3).softmax(dim=0)
    assert sorted(cold.tolist()) == [0, 0, 0, 1]


def test_the_special_rows_are_what_they_are_called():
    assert torch.equal(cases.outputs[0], exact.found)
    assert torch.equal(cases.outputs[1], forward.V.mean(dim=0))
    assert cases.sums[:4].tolist() == pytest.approx([1] * 4) and cases.sums[4] == 2
    assert (cases.C[:3] >= 0).all() and cases.C[3].min() < 0


def test_what_the_best_does_not_have_is_below_the_bound():
    for alpha, bound in zip(temperature.alphas, temperature.bound, strict=True):
        assert alpha[1:].sum() <= bound
    for seed in range(100):
        scores = drawn(6, seed=seed).sort(descending=True).values
        for tau in (3.0, 0.5, 0.05):
            missing = (scores / tau).softmax(dim=0)[1:].sum()
            assert missing <= 5 * math.exp(-(scores[0] - scores[1]) / tau) + 1e-15


def test_heat_gives_the_mean_and_cold_the_nearest_value():
    hot = (soft.scores / 1e12).softmax(dim=0) @ forward.V
    cold = (soft.scores / 1e-3).softmax(dim=0) @ forward.V
    assert torch.allclose(hot, forward.V.mean(dim=0), atol=1e-9)
    assert torch.equal(cold, forward.V[soft.distances.argmin()])


def test_the_slope_first_grows_and_then_vanishes():
    norms = temperature.norms
    assert norms[0] < norms[1] < norms[2] > norms[3] > norms[4]
    assert norms[4] < 1e-12


def test_the_stairs_have_the_heights_of_the_nearest_values():
    for y, height in ((-1.3, 1), (0.9, 3), (1.7, 3), (2.3, 5), (3.9, 5)):
        q = torch.tensor([1.0, y])
        nearest = (q - forward.K).norm(dim=1).argmin()
        assert forward.V[nearest, 1] == height
    assert stairs.steps == [1, 3, 5]
    assert stairs.tied.tolist() == pytest.approx([1, 2])
    shared_by = forward.V[[0, 2, 3]].mean(dim=0)
    assert torch.allclose(stairs.z_tie, shared_by, rtol=0, atol=1e-9)


def test_the_kernels_are_those_that_the_page_defines():
    for u in (0.0, 0.3, 0.99, 1.01, 1.7):
        expected = [math.exp(-u * u / 2), float(u <= 1), max(0, 1 - u), max(0, 1 - u * u), 1]
        found = [kernel(torch.tensor(u)).item() for kernel in kernels.kernels.values()]
        assert found == pytest.approx(expected, rel=1e-15)
    assert kernels.weights.sum(dim=1).tolist() == pytest.approx([1] * 5)
    assert (kernels.weights >= 0).all()


def test_every_kernel_is_a_softmax_of_its_logarithm():
    D = torch.cdist(law.Q, law.K) / 2.5
    for kernel in kernels.kernels.values():
        H = kernel(D)
        quotient = H @ law.V / H.sum(dim=1, keepdim=True)
        assert torch.allclose(quotient, H.log().softmax(dim=1) @ law.V, rtol=0, atol=1e-12)


def test_the_errors_of_the_fits_are_those_of_numpy():
    q, k, v = (a.numpy() for a in (curve.queries, curve.keys, curve.values))
    for j, width in enumerate(fits.widths):
        H = numpy.exp(-((q[:, None] - k) ** 2) / (2 * width**2))
        gap = (H * v).sum(1) / H.sum(1) - (q / 2 + numpy.sin(2 * q))
        assert fits.errors[0][j] == pytest.approx(math.sqrt((gap**2).mean()), rel=1e-9)
        places = (numpy.abs(q[:, None] - k) <= width).any(1)
        assert fits.silent[1][j] == (~places).sum()
    assert len({round(e, 12) for e in fits.errors[4]}) == 1  # the constant kernel has no width
    assert fits.silent[2] == fits.silent[3] == fits.silent[1]


def test_no_query_stands_at_the_edge_of_a_window():
    """A tie in |q - k| <= width would be decided by rounding."""
    D = (curve.queries[:, None] - curve.keys).abs()
    for width in fits.widths:
        assert (D - width).abs().min() > 1e-6


def test_bias_and_variance_are_those_of_a_simulation():
    noise = signs.sigma * drawn(100_000, signs.m)
    estimates = (curve.f(signs.keys) + noise) @ signs.alpha.T
    measured = ((estimates - curve.f(signs.queries)) ** 2).mean(dim=0)
    assert torch.allclose(measured, signs.formula, rtol=0.02)


def test_the_error_falls_for_ever_only_if_the_width_narrows_slower_than_the_keys_crowd():
    for falling in (consistency.by_fifth, consistency.by_half):
        ratios = [b / a for a, b in itertools.pairwise(falling)]
        assert max(ratios) < 0.75
    for stuck in (consistency.by_fixed, consistency.by_inverse):
        assert stuck[-1] / stuck[-2] > 0.99 and stuck[-1] > 0.1


def test_the_rates_are_the_fifth_and_the_quarter():
    m = consistency.times
    assert consistency.last_factor == pytest.approx(m**0.4, rel=1e-3)
    factor = consistency.by_half[-2] / consistency.by_half[-1]
    assert factor == pytest.approx(m**0.25, rel=1e-2)  # variance 1 / (m λ), λ like m^(-1/2)


@pytest.mark.parametrize("power", [0.05, 0.1, 0.15, 0.25, 0.3, 0.4, 0.5, 0.7, 0.9])
def test_no_other_power_of_m_narrows_to_a_faster_fall(power):
    errors = [consistency.error(m, 0.3 * (m / 30) ** -power) for m in consistency.sizes[-2:]]
    assert errors[0] / errors[1] < 0.99 * consistency.last_factor


@pytest.mark.parametrize("power", [0.1, 0.2, 0.35, 0.5, 0.8])
def test_every_narrowing_slower_than_one_over_m_is_consistent(power):
    errors = [consistency.error(m, 0.3 * (m / 30) ** -power) for m in (480, 7680)]
    assert errors[1] < 0.9 * errors[0]


def test_at_a_step_each_place_comes_right_and_the_worst_never_does():
    assert all(b < a for a, b in itertools.pairwise(jump.at_near))
    assert min(jump.worst) > 0.49 and jump.worst == pytest.approx([0.4996] * 5, abs=5e-5)
    for m, width in itertools.product((50, 500), (1.0, 0.1, 0.02)):
        keys = 5 * (torch.arange(m) + 0.5) / m
        queries = 2.5 + torch.linspace(1e-4, 1, 2000)
        alpha = (-((queries[:, None] - keys) ** 2) / (2 * width**2)).softmax(dim=1)
        assert (alpha @ (keys > 2.5).double() - 1).abs().max() > 0.49


def test_no_continuous_curve_misses_a_step_by_less_than_a_half():
    places = numpy.array([jump.jump, jump.jump + 1e-12])  # the last of the zeros, and beyond
    for seed in range(200):
        heights = drawn(30, seed=seed).numpy() / 3 + 0.5
        curve_there = numpy.interp(places, numpy.linspace(0, 5, 30), heights)
        assert numpy.abs(curve_there - [0, 1]).max() > 0.5 - 1e-9


def test_halving_the_error_is_what_the_rate_says():
    for d, times in ((1, halving.one), (task.d, halving.eight)):
        assert times ** (-2 / (4 + d)) == pytest.approx(1 / 2)


def test_the_query_drops_out_of_the_score_by_distance():
    """What `estimated` leaves out, the same number in each row, softmax does not see."""
    Q, K, v, W = drawn(4, 8), drawn(6, 8, seed=1), drawn(6, seed=2), drawn(8, 8, seed=3, scale=0.5)
    S = -((Q[:, None] - K) @ W).square().sum(dim=2) / 2
    assert torch.allclose(task.estimated(Q, K, v, W), S.softmax(dim=1) @ v, rtol=0, atol=1e-10)


def test_a_key_left_out_does_not_see_its_own_value():
    _, K, v, _, _ = task.pairs(0, 20)
    W = torch.eye(8)
    v = v.clone().requires_grad_()
    z = task.estimated(K, K, v, W, own=True)
    J = torch.stack([torch.autograd.grad(z[i], v, retain_graph=True)[0] for i in range(20)])
    assert torch.equal(J.diagonal(), torch.zeros(20))
    assert (J + torch.eye(20) > 0).all()


def test_an_eighth_of_the_squared_distance_is_due_to_the_direction_that_matters():
    due, whole = [], []
    for seed in range(20):
        u, K, _, Q, _ = task.pairs(seed, 500)
        difference = Q[:, None] - K
        due.append(((difference @ u) ** 2).mean())
        whole.append(difference.square().sum(dim=2).mean())
    assert (sum(due) / sum(whole)).item() == pytest.approx(1 / task.d, rel=0.05)


def test_the_scores_by_hand_include_the_untrained_start_of_the_learnt_one():
    for seed in range(task.seeds):
        _, K, v, Q, truth = task.pairs(seed, handmade.m)
        start = task.error(task.estimated(Q, K, v, torch.eye(8)), truth)
        j = (handmade.widths - 1).abs().argmin()
        assert handmade.widths[j] == pytest.approx(1)
        assert handmade.gaussian[seed, j] == pytest.approx(start.item(), rel=1e-9)


def test_finer_widths_do_not_help_the_score_by_hand():
    for seed in range(task.seeds):
        _, K, v, Q, truth = task.pairs(seed, handmade.m)
        for width in torch.linspace(0.5, 1.5, 41):
            assert task.error(task.estimated(Q, K, v, torch.eye(8) / width), truth) > 0.55


@pytest.fixture(scope="module")
def trained():
    return runs(ROOT, ["lookup/learnt", "lookup/limits"])


def test_the_learnt_score_beats_every_width_on_every_seed(trained):
    values = trained["lookup/learnt"].values
    assert max(values["learnt"].data) < 0.3
    assert max(values["ratio"].data) < 0.45
    assert min(values["cosine"].data) > 0.98
    assert len(values["learnt"].data) == task.seeds


def test_learning_does_not_pay_without_a_direction_or_with_too_few_pairs(trained):
    values = trained["lookup/limits"].values
    assert min(values["alike_ratio"].data) > 1.1
    assert min(values["few_ratio"].data) < 0.8
    assert max(values["few_ratio"].data) > 1.2


def test_leaving_out_by_the_formula_is_leaving_out_by_hand():
    for width in (0.1, 0.7, 2.0):
        alpha = choice.weights(curve.keys, width)
        share = alpha.diagonal()
        formula = (alpha @ curve.values - share * curve.values) / (1 - share)
        for i in range(curve.m):
            rest = torch.arange(curve.m) != i
            gaps = (curve.keys[i] - curve.keys[rest]) / width
            expected = (-(gaps**2) / 2).softmax(dim=0) @ curve.values[rest]
            assert formula[i].item() == pytest.approx(expected.item(), abs=1e-10)


def test_the_readings_themselves_choose_the_narrowest_width():
    assert choice.by_own == choice.widths[0].item()
    assert choice.least_own < 1e-12
    assert choice.paid < 1.01 * choice.least_true


def test_the_quotient_loses_places_that_softmax_keeps():
    heights = underflow.scores.exp()
    quotient = heights @ curve.values / heights.sum(dim=1)
    assert quotient.isnan().sum() == underflow.lost > 0
    assert underflow.answered == len(underflow.by_softmax)
    smallest = -745.13
    assert math.exp(smallest) > 0 == math.exp(smallest - 0.01)
    best = underflow.scores.max(dim=1).values
    assert not ((best < -690) & (best > -760)).any()  # no place where formats might differ


def test_two_rows_of_positive_weights_share_an_output():
    for weights in (reach.weights, reach.others):
        assert torch.allclose(weights.log().softmax(dim=0), weights, rtol=0, atol=1e-12)
        assert torch.allclose(weights @ forward.V, reach.within, rtol=0, atol=1e-12)
    assert (reach.weights - reach.others).abs().max() > 0.1
    assert reach.height_beyond > reach.heights.max()


def test_equally_near_keys_share():
    assert shared.weights[0] == shared.weights[2]
    assert torch.allclose(shared.z_cold, forward.V[[0, 2]].mean(dim=0), rtol=0, atol=1e-12)


def test_no_width_turns_a_query_back_and_a_matrix_does():
    D = torch.cdist(X @ forward.W_Q, X)
    for width in (0.1, 1.0, 10.0):
        winners = (-(D**2) / (2 * width**2)).softmax(dim=1).argmax(dim=1)
        assert winners.tolist() == turned.nearest.tolist() == [1, 1, 1, 1]
    assert turned.nearest_turned.tolist() == [0, 1, 2, 3]
    assert torch.equal(turned.own_product, torch.zeros(4))
