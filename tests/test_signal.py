"""The chapter `signal`: what a gradient between two words is, and what its zero means."""

import itertools
import math

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.nn.functional import avg_pool1d, conv1d

from snippets.example.sentence import X
from snippets.signal import (
    chain,
    credit,
    differences,
    entropy,
    guess,
    jacobian,
    paths,
    poison,
    product,
    search,
    third,
    tiny,
    two,
    wider,
    zeros,
)

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)
seeds = st.integers(0, 2**32 - 1)


def draw(seed: int, *shape: int) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def central(f, x: torch.Tensor, h: float = 1e-5) -> torch.Tensor:
    """The Jacobian of f at x by central differences, shape (*out, *in)."""
    steps = h * torch.eye(x.numel()).reshape(-1, *x.shape)
    columns = [(f(x + e) - f(x - e)) / (2 * h) for e in steps]
    return torch.stack(columns, -1).reshape(*columns[0].shape, *x.shape)


def test_the_averaging_layer_is_torchs_average_pooling():
    assert torch.allclose(jacobian.Z, avg_pool1d(X.T, 3, stride=1, padding=1).T, atol=1e-14)


def test_the_blocks_of_the_map_agree_with_finite_differences():
    blocks = central(lambda X: jacobian.near @ X, X).transpose(1, 2)
    assert torch.allclose(blocks[3, 2], jacobian.J_43, atol=1e-9)
    assert torch.equal(jacobian.J_41, torch.zeros(2, 2))
    assert torch.allclose(blocks.flatten(2).norm(dim=2) / 2**0.5, jacobian.size_near, atol=1e-9)


@given(seeds)
@settings(deadline=None, max_examples=50)
def test_no_vector_is_stretched_by_more_than_the_norm_of_a_block(seed):
    block, v = draw(seed, 4, 3), draw(seed + 1, 3)
    assert (block @ v).norm() <= torch.linalg.matrix_norm(block, ord=2) * v.norm() * (1 + 1e-12)


def test_the_law_agrees_with_finite_differences_at_sizes_all_different():
    def loss(X, W):
        return (chain.G * (chain.M @ X @ W)).sum()

    assert len({chain.T, *chain.W.shape}) == 3
    on_X = central(lambda X: loss(X, chain.W), chain.X)
    on_W = central(lambda W: loss(chain.X, W), chain.W)
    assert torch.allclose(on_X, chain.G_X, atol=1e-8)
    assert torch.allclose(on_X, chain.G_X_matrix, atol=1e-8)
    assert torch.allclose(on_W, chain.G_W, atol=1e-8)


def test_the_law_fails_without_the_transpose_of_m():
    assert not torch.allclose(chain.M @ chain.G @ chain.W.T, chain.G_X, atol=0.1)


def test_two_layers_agree_with_finite_differences_through_both():
    blocks = central(lambda X: two.second(two.first(X)), two.X).transpose(1, 2)
    assert torch.allclose(blocks, two.J, atol=1e-8)


def test_shares_add_up_to_the_gradient_of_the_parameters():
    assert torch.allclose(credit.total, credit.G_W, atol=1e-14)
    assert credit.size[:2].tolist() == [0, 0]
    assert third.size[0] == 0
    assert torch.allclose(third.size[2:], credit.size[2:], atol=1e-14)


@pytest.mark.parametrize("layers", [1, 2, 3, 4])
def test_powers_count_the_paths_that_one_can_list(layers):
    routes = itertools.product(range(4), repeat=layers - 1)
    walks = [(3, *between, 0) for between in routes]
    allowed = [w for w in walks if all(abs(a - b) <= 1 for a, b in itertools.pairwise(w))]
    assert len(allowed) == paths.counts[layers - 1]
    assert len(allowed) / 3**layers == pytest.approx(paths.J[layers - 1].item(), abs=1e-14)


@given(st.integers(2, 9), st.integers(1, 8), seeds)
@settings(deadline=None, max_examples=150)
def test_where_no_path_is_counted_no_draw_finds_a_gradient(T, layers, seed):
    torch.manual_seed(seed)
    kernels, x = torch.randn(layers, 2, 2, 3), torch.randn(1, 2, T)

    def last(x):
        for kernel in kernels:
            x = torch.tanh(conv1d(x, kernel, padding=1))
        return x[0, :, -1]

    found = torch.autograd.functional.jacobian(last, x)[..., 0]
    assert (found != 0).any().item() == (layers >= T - 1)


@given(st.floats(1e-9, 1 - 1e-9))
def test_no_guess_is_cheaper_than_the_logarithm_of_two(p):
    cost = -(math.log(p) + math.log(1 - p)) / 2
    assert cost >= guess.ln2 - 1e-12
    assert guess.fair.item() == pytest.approx(guess.ln2, abs=1e-15)


@given(seeds)
@settings(deadline=None, max_examples=50)
def test_no_first_word_moves_the_output_that_does_not_read_it(seed):
    other = X.clone()
    other[0] = 1e6 * draw(seed, 2)
    assert torch.equal(guess.last(other), guess.last(X))


@given(seeds)
@settings(deadline=None, max_examples=50)
def test_no_guess_beats_the_entropy(seed):
    p = draw(seed, 3).softmax(0)
    for often, cost in (
        (entropy.even, entropy.cost_even),
        (entropy.uneven, entropy.cost_uneven),
    ):
        assert -(often * p.log()).sum() >= cost - 1e-12
        assert torch.distributions.Categorical(often).entropy().item() == pytest.approx(cost.item())


def test_all_four_slopes_are_computed_as_zero():
    assert zeros.slope.tolist() == [0, 0, 0, 0]


@given(st.floats(-1e6, 1e6))
def test_only_the_missing_path_is_level_at_every_step(x):
    assert zeros.functions[0](torch.tensor(x)) == zeros.z[0]


def test_the_other_three_move_after_the_step():
    assert zeros.moved[0] == 0
    assert (zeros.moved[1:].abs() > 0.2).all()


def test_the_saturated_slope_is_the_closed_form():
    assert zeros.true_slope.item() == pytest.approx(
        (2 / (math.exp(20) + math.exp(-20))) ** 2, rel=1e-12
    )


def test_the_search_finds_no_gradient_without_a_path_and_some_with_one():
    assert search.largest_short == 0
    assert search.zero_deep > search.draws / 2
    assert search.alive_deep > 0


@given(st.floats(1e-30, 2.0**-24, exclude_max=True))
def test_float32_adds_nothing_to_one_below_half_a_gap(small):
    one = torch.tensor(1.0, dtype=torch.float32)
    assert one + torch.tensor(small, dtype=torch.float32) == one


def test_float32_adds_what_is_above_half_a_gap():
    one = torch.tensor(1.0, dtype=torch.float32)
    assert one + torch.tensor(1.01 * tiny.half_gap, dtype=torch.float32) > one
    assert tiny.half_gap == 2.0**-24
    assert tiny.unchanged


def test_finite_differences_err_by_the_square_of_the_step_until_rounding():
    coarse, fine = differences.errors[:2]
    assert coarse / fine == pytest.approx(100, rel=0.01)
    assert differences.errors[3] < 1e-10 < 1e-8 < differences.errors[4]


def test_five_wide_windows_need_half_as_many_layers_rounded_up():
    for T in range(2, 30):
        assert wider.layers(T, 5) == math.ceil((T - 1) / 2)


def test_a_gate_passes_what_its_other_side_says():
    assert product.slope.tolist() == product.x_4.tolist()


def test_poison_reaches_as_many_words_as_paths_do():
    reached = [(torch.linalg.matrix_power(paths.step, n)[:, 0] > 0).sum() for n in (1, 2, 3)]
    assert poison.window == [n.item() for n in reached]
    assert poison.matrix > poison.window[0]


@given(st.integers(2, 9), st.integers(1, 8), seeds)
@settings(deadline=None, max_examples=100)
def test_an_output_without_nan_has_no_path(T, layers, seed):
    torch.manual_seed(seed)
    kernels, x = torch.randn(layers, 2, 2, 3), torch.randn(1, 2, T)

    def net(x):
        for kernel in kernels:
            x = conv1d(x, kernel, padding=1).relu()
        return x[0]

    J = torch.autograd.functional.jacobian(net, x)[..., 0]  # (2, T, 1, 2)
    spoilt = net(torch.cat([x[:, :, :1] * math.nan, x[:, :, 1:]], 2)).isnan().any(0)  # (T,)
    felt = (J != 0).flatten(2).any(2).any(0)  # (T,)
    assert not (felt & ~spoilt).any()
