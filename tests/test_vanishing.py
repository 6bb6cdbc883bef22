"""Chapter vanishing against torch, autograd, finite differences, closed forms and searches."""

import itertools
import math
from fractions import Fraction

import pytest
import torch
from torch import nn

from snippets.recurrence import other_cell
from snippets.recurrence.cell import gradients, states
from snippets.recurrence.law import W_h as law_W_h
from snippets.vanishing import (
    average,
    bound,
    clip,
    clipping,
    componentwise,
    credit,
    decay,
    entries,
    formats,
    jacobians,
    latch,
    loss_scale,
    product,
    radius,
    routes,
    ruler,
    sigmoid,
    slopes,
    start,
    transient,
)

torch.set_default_dtype(torch.float64)


def drawn(*shape, seed=0, scale=1.0):
    return scale * torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def spectral(A):
    return torch.linalg.matrix_norm(A, 2).item()


def spectral_radius(A):
    return torch.linalg.eigvals(A).abs().max().item()


def test_the_product_is_the_jacobian_of_autograd():
    assert torch.allclose(product.J, routes.J_autograd, rtol=0, atol=1e-12)
    assert torch.allclose(product.through_J, routes.G_differences, rtol=0, atol=1e-10)


def test_the_product_holds_by_differences_entry_by_entry():
    e, columns = 1e-3, []
    for wiggle in torch.eye(product.d_h):
        at = [routes.later(routes.h[product.s] + m * e * wiggle) for m in (1, 2, -1, -2)]
        columns.append((8 * (at[0] - at[2]) - (at[1] - at[3])) / (12 * e))
    assert torch.allclose(torch.stack(columns, dim=1), product.J, rtol=0, atol=1e-10)


def test_the_factors_in_the_other_order_give_another_matrix():
    wrong = torch.eye(product.d_h)
    for t in range(product.s + 1, product.t + 1):
        wrong = wrong @ torch.diag(1 - routes.h[t] ** 2) @ law_W_h
    assert not torch.allclose(wrong, product.J, atol=1e-3)


def test_the_sizes_of_the_law_are_all_different():
    assert len({product.T, product.d, product.d_h}) == 3


def test_the_jacobian_of_the_four_words_is_that_of_autograd():
    from snippets.example.sentence import X
    from snippets.recurrence.cell import W_h, W_x

    def last(h):
        for x in X[1:]:
            h = torch.tanh(W_x @ x + W_h @ h)
        return h

    J = torch.autograd.functional.jacobian(last, jacobians.h[0])
    assert torch.allclose(J, jacobians.J, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("activation", "gamma"), [(torch.sigmoid, 0.25), (torch.tanh, 1.0), (torch.relu, 1.0)]
)
def test_no_slope_exceeds_gamma(activation, gamma):
    x = torch.cat([torch.arange(-40_000, 40_001) * 1e-3, torch.logspace(-12, 2, 2000)])
    x.requires_grad_()
    (slope,) = torch.autograd.grad(activation(x).sum(), x)
    assert (slope >= 0).all()
    assert slope.max() == pytest.approx(gamma, abs=1e-12)
    assert slope.max() <= gamma


def test_the_slopes_of_the_page_are_those_of_autograd():
    for activation, ours in (
        (torch.sigmoid, slopes.sigmoid),
        (torch.tanh, slopes.tanh),
        (torch.relu, slopes.relu),
    ):
        x = slopes.x.clone().requires_grad_()
        (theirs,) = torch.autograd.grad(activation(x).sum(), x)
        assert torch.allclose(ours, theirs, rtol=0, atol=1e-12)
    assert torch.allclose(slopes.tanh, slopes.tanh_from_sigmoid, rtol=0, atol=1e-10)


@pytest.mark.parametrize("activation", ["tanh", "sigmoid", "relu"])
def test_no_network_exceeds_the_bound(activation):
    """Random sizes, scales and words, and every step of each."""
    phi = getattr(torch, activation)
    gamma = 0.25 if activation == "sigmoid" else 1.0
    for seed in range(150):
        d_h, scale = 1 + seed % 7, 0.1 * (1 + seed % 30)
        W = drawn(d_h, d_h, seed=seed, scale=scale)
        beta = gamma * spectral(W)
        h = drawn(d_h, seed=seed + 1).requires_grad_()
        steps, chain = [h], h
        for word in drawn(6, d_h, seed=seed + 2, scale=2.0):
            chain = phi(word + W @ chain)
            steps.append(chain)
        (chain * drawn(d_h, seed=seed + 3)).sum().backward(inputs=[h], retain_graph=True)
        grads = torch.autograd.grad((chain * drawn(d_h, seed=seed + 3)).sum(), steps)
        for later, earlier in itertools.combinations(range(6, -1, -1), 2):
            allowed = beta ** (later - earlier) * grads[later].norm()
            assert grads[earlier].norm() <= allowed * (1 + 1e-9) + 1e-300


def test_beta_above_one_can_vanish_and_beta_below_one_cannot_explode():
    assert bound.treble > 1
    assert other_cell.measured[1] < 1e-10
    treble = other_cell.cells[1]
    assert spectral(treble) == pytest.approx(bound.treble, abs=1e-12)


@pytest.mark.parametrize("index", [0, 1])
def test_a_rotation_attains_the_bound(index):
    exact = Fraction(str(bound.scales[index])) ** bound.steps
    assert bound.on_the_bound[index] == pytest.approx(float(exact), rel=1e-12)
    assert torch.allclose(bound.Q @ bound.Q.T, torch.eye(2), atol=1e-15)


def test_the_spectral_radius_never_exceeds_the_spectral_norm():
    for seed in range(200):
        A = drawn(1 + seed % 6, 1 + seed % 6, seed=seed)
        assert spectral_radius(A) <= spectral(A) * (1 + 1e-12)


def test_the_powers_have_the_closed_form_for_every_n():
    for n in range(1, 60):
        expected = 0.9 ** (n - 1) * torch.tensor([[0.9, 10.0 * n], [0.0, 0.9]])
        assert torch.allclose(torch.linalg.matrix_power(transient.W, n), expected, rtol=1e-12)


def test_the_powers_climb_to_the_peak_and_fall_from_there():
    norms, at = transient.norms, transient.at
    assert f"{transient.peak:.1f}" == "38.7"
    assert (norms[1 : at + 1] > norms[:at]).all()
    assert (norms[at + 1 :] < norms[at:-1]).all()
    assert norms[transient.above_one] >= 1 > norms[transient.above_one + 1]


def test_the_rate_tends_to_the_spectral_radius_in_the_end():
    log_norm = math.log(10 * 20_000) + 19_999 * math.log(0.9)
    assert math.exp(log_norm / 20_000) == pytest.approx(transient.radius, abs=1e-3)


def test_a_nilpotent_W_h_explodes_under_tanh_also_by_autograd():
    assert (radius.square == 0).all()
    assert spectral_radius(radius.W_h) < 1e-7
    h = torch.tanh(radius.W_x @ radius.X[0]).requires_grad_()
    chain = h
    for x in radius.X[1:]:
        chain = torch.tanh(radius.W_x @ x + radius.W_h @ chain)
    (G,) = torch.autograd.grad(chain[0], h)
    assert G.norm().item() == pytest.approx(radius.grown, rel=1e-4)
    assert radius.grown == pytest.approx(20**0.5 * 1.8**29, rel=1e-6)


def test_without_tanh_the_same_network_is_deaf_after_two_steps():
    for g in drawn(20, 2):
        assert (g @ radius.W_h @ radius.W_h).abs().max() < 1e-14


def test_the_map_is_that_of_autograd_on_a_sample():
    norms, _ = decay.back(5, 1.7, 1.0)
    draw = torch.Generator().manual_seed(0)
    W = 1.7 * torch.randn(decay.seeds, 5, 5, generator=draw) / 5**0.5
    h = torch.randn(decay.seeds, 5, generator=draw).tanh().requires_grad_()
    G = nn.functional.normalize(torch.randn(decay.seeds, 5, generator=draw), dim=1)
    chain = h
    for _ in range(decay.steps):
        word = torch.randn(decay.seeds, 5, generator=draw)
        chain = torch.tanh(word + torch.einsum("sij,sj->si", W, chain))
    (grad,) = torch.autograd.grad((G * chain).sum(), h)
    assert torch.allclose(grad.norm(dim=1).log10(), norms[-1], atol=1e-8)


def test_two_units_vanish_at_every_scale_of_the_map_and_beyond():
    assert (decay.narrow[:, -1] < -20).all()
    for scale in (6.0, 10.0, 20.0):
        assert decay.back(2, scale, 1.0)[0][-1].median() < -20


def test_wide_networks_vanish_below_a_scale_and_explode_above_it():
    growing = decay.wide[:, -1] > 0
    border = growing.nonzero().min().item()
    assert growing[border:].all()
    assert 1.5 < decay.g[border] <= 2.25
    silent = (decay.silent[:, -1] > 0).nonzero().min().item()
    assert decay.g[silent] < decay.g[border]


def test_the_root_mean_square_tells_the_wide_step_and_not_the_narrow_one():
    assert torch.allclose(average.wide[:, 1], average.wide[:, 2], rtol=0.08)
    assert (average.narrow[:, 2] < 0.6 * average.narrow[:, 1]).all()
    assert torch.allclose(average.wide[:, 0], average.narrow[:, 0], rtol=0.06)


def test_the_mean_squared_factor_is_g_squared_times_the_mean_squared_slope():
    """Over many random W_h, for one gradient and fixed slopes."""
    d_h, g = 6, 1.3
    slope, G = torch.rand(d_h, generator=torch.Generator().manual_seed(5)), drawn(d_h, seed=6)
    W = drawn(200_000, d_h, d_h, seed=7, scale=g / d_h**0.5)
    after = torch.einsum("i,sij->sj", G * slope, W).square().sum(dim=1).mean()
    assert after.item() == pytest.approx((g**2 * (G * slope).square().sum()).item(), rel=0.01)


def test_the_default_start_is_that_of_torch():
    rnn = nn.RNN(3, start.d_h)
    w = rnn.weight_hh_l0.detach()
    assert w.abs().max() <= start.d_h**-0.5
    assert w.var().item() * start.d_h == pytest.approx(start.spread, rel=0.05)
    ours = start.uniform(torch.Generator().manual_seed(0))
    assert ours.abs().max() <= start.d_h**-0.5
    assert ours.var().item() * start.d_h == pytest.approx(start.spread, rel=0.02)


def test_orthogonal_starts_keep_every_length():
    Q = start.orthogonal(torch.Generator().manual_seed(0))
    assert torch.allclose(Q @ Q.mT, torch.eye(start.d_h).expand_as(Q), atol=1e-12)


def test_relu_without_bias_does_not_feel_the_size_of_the_words():
    for row in (start.relu_gaussian, start.relu_orthogonal, start.relu_identity):
        assert row[0] == pytest.approx(row[1], rel=1e-9) == pytest.approx(row[2], rel=1e-9)


@pytest.mark.parametrize("theta", [0.5, 2.0, 1000.0])
def test_clipping_is_that_of_torch_and_never_turns_nor_lengthens(theta):
    for seed in range(20):
        G = drawn(7, seed=seed, scale=10.0 ** (seed % 4))
        p = torch.zeros(7, requires_grad=True)
        p.grad = G.clone()
        nn.utils.clip_grad_norm_([p], theta)
        ours = min(1.0, theta / (G.norm().item() + clip.epsilon)) * G
        assert torch.allclose(ours, p.grad, rtol=0, atol=1e-12)
        assert p.grad.norm() <= min(theta, G.norm().item()) * (1 + 1e-12)
        assert torch.allclose(p.grad / p.grad.norm(), G / G.norm(), atol=1e-12)


def test_every_seed_spikes_without_clipping_and_none_with_it():
    for free, clipped in zip(clipping.free, clipping.clipped, strict=True):
        assert max(free) > 10 > 3 > max(clipped)
        assert sum(free[-20:]) / 20 > 0.5 > 0.2 > sum(clipped[-20:]) / 20
    assert max(clipping.one_free) == max(map(max, clipping.free))
    awake = [clipping.trained(seed, clipping.theta)[3] for seed in range(clipping.seeds)]
    assert max(clipping.free_active) < 0.2 < 0.5 < min(awake)


def test_the_spike_comes_when_beta_has_just_passed_one():
    assert 1 < clipping.beta_least < clipping.beta_most < 1.3
    assert clipping.clipped_beta < 1.2
    for losses, norms in zip(clipping.free, clipping.free_norms, strict=True):
        assert losses.index(max(losses)) == norms.index(max(norms))


@pytest.mark.parametrize("seed", [7, 8, 11])
def test_other_seeds_fail_without_clipping_too(seed):
    free, _, _, _ = clipping.trained(seed, float("inf"))
    clipped, _, _, _ = clipping.trained(seed, clipping.theta)
    assert sum(free[-20:]) / 20 > 0.5 > 0.2 > sum(clipped[-20:]) / 20


def test_the_formats_are_those_of_torch():
    for k, kind in enumerate(formats.kinds):
        zero, one = torch.zeros((), dtype=kind), torch.ones((), dtype=kind)
        assert torch.nextafter(zero, one).double().item() == formats.smallest[k]
        gap = torch.nextafter(one, 2 * one).double().item() - 1
        assert gap / 2 == formats.half_eps[k]


def test_absorption_comes_before_underflow_at_every_factor():
    for kind, tiny in zip(formats.kinds, formats.normal, strict=True):
        for factor in (0.05, 0.2, 0.415, 0.6, 0.9, 0.97):
            absorbed, subnormal, zero = formats.steps(factor, kind, tiny)
            assert absorbed < subnormal <= zero


def test_the_steps_are_the_first_and_follow_the_logarithms():
    for row, factor in ((formats.at_fast, formats.fast), (formats.at_slow, formats.slow)):
        for k, (absorbed, subnormal, zero) in enumerate(row):
            limits = formats.half_eps[k], formats.normal[k], formats.smallest[k] / 2
            for steps, limit in zip((absorbed, subnormal, zero), limits, strict=True):
                assert steps == math.ceil(math.log(limit) / math.log(factor))


def test_a_larger_loss_moves_underflow_and_not_absorption():
    assert loss_scale.zero_scaled > loss_scale.zero_plain
    assert loss_scale.absorbed_scaled == loss_scale.absorbed_plain == formats.at_fast[0][0]


def test_the_far_word_is_not_learnt_while_parameters_move():
    near, _, far, last, orthogonal = credit.right
    assert near.min() > 0.8
    assert far.max() < 0.6
    assert last.min() > 0.9
    assert orthogonal.min() > 0.8
    assert credit.moved.min() > 0.2


def test_whoever_remembers_has_become_a_latch():
    asked_first = [0, 1, 2, 4]
    right, radii = credit.right[asked_first], credit.radius[asked_first]
    assert ((right > 0.75) == (radii > 2)).all()
    assert ((right < 0.6) == (radii < 1)).all()


def test_the_network_of_the_task_is_torchs():
    """One seed of the batched network, copied into torch.nn.RNN."""
    d_h, T = 4, 6
    rnn = nn.RNN(1, d_h, batch_first=True)
    X = drawn(3, T)
    W_h, W_x = rnn.weight_hh_l0[None], rnn.weight_ih_l0[None]
    b = (rnn.bias_ih_l0 + rnn.bias_hh_l0)[None, None]
    h = torch.zeros(1, 3, d_h)
    for x in X[None].unbind(2):
        h = torch.tanh(x[..., None] @ W_x.mT + h @ W_h.mT + b)
    assert torch.allclose(h[0], rnn(X[..., None])[0][:, -1], atol=1e-12)


def test_noise_inside_the_margin_never_unlatches_and_outside_it_can():
    w, margin = latch.latch_w, latch.margin
    for share in (0.5, 0.9, 0.999):
        h = torch.tanh(torch.tensor(1.0))
        for _ in range(2000):  # the worst noise there is
            h = torch.tanh(w * h - share * margin)
        assert h > 0
    h = torch.tanh(torch.tensor(1.0))
    for _ in range(2000):
        h = torch.tanh(w * h - 1.01 * margin)
    assert h < 0


def test_the_latch_remembers_and_its_gradient_vanishes():
    assert latch.latch_kept == 1
    assert latch.latch_gradient < 1e-70
    assert latch.open_kept < 0.6
    assert latch.open_gradient > 1e-13


def test_sigmoid_on_the_four_words_is_autograds():
    from snippets.example.sentence import X
    from snippets.recurrence.cell import W_h, W_x

    h_0 = torch.sigmoid(W_x @ X[0]).requires_grad_()
    h = h_0
    for x in X[1:]:
        h = torch.sigmoid(W_x @ x + W_h @ h)
    (G,) = torch.autograd.grad(h[1], h_0)
    assert G.norm().item() == pytest.approx(sigmoid.norms[3], abs=1e-12)
    assert all(n <= b for n, b in zip(sigmoid.norms, sigmoid.bound, strict=True))


def test_small_entries_explode_in_company_and_never_below_four_over_n():
    assert entries.grown == pytest.approx(2.0**entries.steps, rel=1e-12)
    assert entries.entry < entries.four
    for seed in range(300):
        n = 1 + seed % 9
        W = torch.rand(n, n, generator=torch.Generator().manual_seed(seed)) * 2 - 1
        assert 0.25 * spectral(W * 4 / n) < 1 + 1e-12
    corner = torch.full((5, 5), 4 / 5)
    assert 0.25 * spectral(corner) == pytest.approx(1.0, abs=1e-12)


def test_with_the_other_ruler_no_slopes_enlarge():
    assert ruler.norm < 1 < spectral(ruler.W)
    for seed in range(100):
        D = torch.diag(torch.rand(2, generator=torch.Generator().manual_seed(seed)))
        assert spectral(ruler.S @ D @ ruler.W @ ruler.S.inverse()) <= ruler.norm + 1e-12
    for s, below in ((52.7, True), (52.5, False)):
        assert (0.9**2 + (10 / s) < 1) == below
        S = torch.diag(torch.tensor([1.0, s]))
        assert (spectral(S @ ruler.W @ S.inverse()) < 1) == below


def test_after_the_guaranteed_steps_random_slopes_never_leave_more_than_at_first():
    draw = torch.Generator().manual_seed(0)
    for _ in range(20):
        J = torch.eye(2)
        for slope in torch.rand(ruler.guaranteed, 2, generator=draw) ** 0.01:
            J = torch.diag(slope) @ ruler.W @ J
        assert spectral(J) < 1
    assert ruler.s * ruler.norm ** (ruler.guaranteed - 1) >= 1


def test_clipping_by_component_turns_and_by_norm_does_not():
    assert componentwise.turned_by_norm < 1e-5
    expected = 45 - math.degrees(math.atan(1 / 100))
    assert componentwise.turned_by_component == pytest.approx(expected, abs=1e-9)


def test_the_gradients_of_the_recurrence_chapter_obey_the_bound_on_the_four_words():
    h = states(torch.eye(2).repeat(3, 1), torch.eye(2), torch.eye(2) * 0.5)
    G_h, _ = gradients(h, torch.eye(2) * 0.5, torch.tensor([0.0, 1.0]))
    norms = G_h.norm(dim=1)
    assert (norms[:-1] <= 0.5 * norms[1:] + 1e-15).all()
