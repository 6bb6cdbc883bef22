"""What the convolution chapter says, against torch's layers, brute force and closed forms."""

from itertools import product
from math import ceil

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn
from torch.autograd.functional import jacobian

from snippets.convolution import cancel, crossover, expectation, gradients, reach, window
from snippets.convolution.counting import count, flops
from snippets.convolution.models import Attention, stack
from snippets.convolution.paths import paths
from snippets.convolution.ternary import digits, enough
from snippets.example.sentence import X

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)


def random_stack(d, dilations, k=3, causal=False, activation=nn.Identity):
    """Convolutions with different normal kernels, an activation after each."""
    net = nn.Sequential()
    for module in stack(d, dilations, k=k, causal=causal):
        net.append(module)
        if isinstance(module, nn.Conv1d):
            nn.init.normal_(module.weight)
            net.append(activation())
    return net


def gradient(net, x):
    """The norm of d(sum of the last word) / d(each word), shape (T,)."""
    x = x.clone().requires_grad_()
    return torch.autograd.grad(net(x)[:, -1].sum(), x)[0].norm(dim=0)


def the_layer():
    conv = nn.Conv1d(2, 2, kernel_size=3, padding=1, bias=False)
    conv.weight.data = window.W
    return conv


def test_the_first_layer_by_hand_is_torchs_conv1d():
    assert torch.equal(the_layer()(X.T), window.Y_1)


def test_the_first_number_is_six_products():
    assert window.terms.shape == (6, 2)
    assert window.first == window.Y_1[0, 0]


def test_the_jacobian_of_the_linear_stack_is_the_same_for_every_sentence():
    conv = the_layer()
    torch.manual_seed(1)
    for _ in range(50):
        J = jacobian(lambda x: conv(conv(conv(x)))[:, -1], 100 * torch.randn(2, 4))[:, :, 0]
        assert torch.equal(J, torch.tensor([[1.0, 2.0], [2.0, 3.0]]))


def test_ten_never_moves_with_the_first_word():
    conv = the_layer()
    torch.manual_seed(2)
    for _ in range(200):
        x = X.T.clone()
        x[:, 0] = 10 ** (6 * torch.rand(1)) * torch.randn(2)
        assert conv(conv(x))[0, 3] == 10


@settings(deadline=None, max_examples=40)
@given(
    st.integers(1, 5), st.integers(1, 4), st.integers(1, 5), st.integers(1, 3), st.integers(0, 3)
)
def test_the_output_length_is_the_formula(C_in, C_out, k, delta, p):
    T = 13
    conv = nn.Conv1d(C_in, C_out, k, padding=p, dilation=delta)
    assert conv(torch.ones(C_in, T)).shape == (C_out, T + 2 * p - delta * (k - 1))


def test_a_bias_changes_no_derivative():
    torch.manual_seed(3)
    conv, x = nn.Conv1d(3, 4, 5, padding=2), torch.randn(3, 7)
    J = jacobian(conv, x)
    conv.bias.data += 100
    assert torch.equal(J, jacobian(conv, x))


@pytest.mark.parametrize("activation", [nn.Identity, nn.Tanh, nn.ReLU, nn.Sigmoid])
@settings(deadline=None, max_examples=25)
@given(st.integers(3, 12), st.sampled_from([3, 5, 7]), st.integers(0, 10**6), st.booleans())
def test_outside_the_field_nothing_ever_arrives(activation, T, k, seed, causal):
    needed = ceil((T - 1) / (k - 1 if causal else (k - 1) / 2))
    if needed < 2:
        return
    torch.manual_seed(seed)
    net = random_stack(3, [1] * (needed - 1), k=k, causal=causal, activation=activation)
    x = 10 ** torch.randint(-2, 4, (1,)) * torch.randn(3, T)
    other = x.clone()
    other[:, 0] = 1000 * torch.randn(3)
    assert gradient(net, x)[0] == 0
    assert torch.equal(net(x)[:, -1], net(other)[:, -1])


@pytest.mark.parametrize("T", [4, 16, 32])
@pytest.mark.parametrize("causal", [False, True])
def test_the_law_is_what_autograd_sees(T, causal):
    torch.manual_seed(T)
    N = 1
    while gradient(random_stack(3, [1] * N, causal=causal), torch.randn(3, T))[0] == 0:
        N += 1
    assert (T - 1 if not causal else ceil((T - 1) / 2)) == N


@pytest.mark.parametrize("T", [4, 16, 32])
def test_half_as_many_layers_let_a_middle_word_see_both_ends(T):
    torch.manual_seed(T)

    def some_word_sees_both(N):
        lit = paths_matrix(T, N) > 0
        return (lit[:, 0] & lit[:, -1]).any()

    assert some_word_sees_both(ceil((T - 1) / 2))
    assert not some_word_sees_both(ceil((T - 1) / 2) - 1)


def paths_matrix(T, N):
    """Path counts from every word (column) to every word (row): a power of a band matrix."""
    band = sum(torch.diag(torch.ones(T - abs(o)), o) for o in (-1, 0, 1))
    return torch.linalg.matrix_power(band, N)


@pytest.mark.parametrize(("T", "N"), [(4, 3), (5, 7), (9, 8), (12, 3)])
def test_path_counts_are_powers_of_a_band_matrix(T, N):
    assert torch.equal(paths(T, [1] * N), paths_matrix(T, N)[-1])


def test_at_depth_T_minus_one_exactly_one_path_leads_across():
    for T in range(2, 41):
        assert paths(T, [1] * (T - 1))[0] == 1
        assert paths(T, [1] * (T - 2))[0] == 0


def test_residual_connections_add_no_path_along_the_edge():
    for T in range(3, 12):
        x = torch.ones(1, T, requires_grad=True)
        y = x
        for _ in range(T - 1):
            y = y + nn.functional.conv1d(y, torch.ones(1, 1, 3), padding=1)
        counts = torch.autograd.grad(y[0, -1], x)[0][0]
        assert counts[0] == 1
        assert counts[-1] > paths(T, [1] * (T - 1))[-1]


def test_a_shut_relu_is_a_zero_at_a_point_and_not_everywhere():
    conv = the_layer()

    def derivative(first):
        x = torch.stack([first, *X[1:]]).T
        net = nn.Sequential(conv, nn.ReLU(), conv, nn.ReLU(), conv, nn.ReLU())
        return jacobian(lambda x: net(x)[:, -1], x)[:, :, 0]

    near = torch.tensor([1.0, -5.0])
    torch.manual_seed(4)
    for _ in range(50):
        assert derivative(near + 0.5 * torch.rand(2)).abs().max() == 0
        assert derivative(X[0] + 0.5 * torch.rand(2)).abs().max() > 0


def test_the_hooks_count_what_loops_count():
    T, d, d_k, k = 4, 3, 2, 5
    terms = sum(1 for _ in product(range(d), range(T), range(d), range(k)))
    assert count(stack(d, [1], k=k), torch.ones(d, T)) == (k * d * d, terms)
    projections = sum(1 for _ in product(range(3), range(T), range(d_k), range(d)))
    scores = sum(1 for _ in product(range(T), range(T), range(d_k)))
    mixing = sum(1 for _ in product(range(T), range(d_k), range(T)))
    assert count(Attention(d, d_k), torch.ones(T, d))[1] == projections + scores + mixing


def test_attention_with_output_costs_what_torchs_own_attention_costs():
    T, d = 7, 12
    ours = Attention(d, d, output=True)
    theirs = nn.MultiheadAttention(d, 3, bias=False)
    x = torch.randn(T, d)
    theirs.train()
    counted = count(ours, x)
    assert counted[0] == sum(p.numel() for p in theirs.parameters())
    assert 2 * counted[1] == flops(theirs, x, x, x)


def test_our_attention_is_torchs_attention():
    T, d, d_k = 5, 6, 4
    torch.manual_seed(5)
    model, x = Attention(d, d_k), torch.randn(T, d)
    theirs = nn.functional.scaled_dot_product_attention(model.Q(x), model.K(x), model.V(x))
    assert torch.allclose(model(x), theirs, atol=1e-12)


def test_powers_of_three_up_to_2187_never_let_the_last_of_2048_words_see_the_first():
    powers = [3**n for n in range(8)]
    for dilations in (powers, powers[::-1], powers[1::2] + powers[::2]):
        assert paths(2048, dilations)[0] == 0
    torch.manual_seed(6)
    top, x = nn.Conv1d(2, 2, 3, padding=2187, dilation=2187, bias=False), torch.randn(2, 2048)
    assert torch.allclose(top(x), top.weight[:, :, 1] @ x)


def test_the_shortened_stack_has_one_path_or_two_for_every_word():
    counts = paths(2048, [1, 3, 9, 27, 81, 243, 729, 954])
    assert set(counts.int().tolist()) == {1, 2}


def test_a_causal_tripled_stack_has_one_path_for_every_word():
    assert set(paths(2048, [3**n for n in range(7)], causal=True).int().tolist()) == {1}
    assert paths(2048, [3**n for n in range(6)], causal=True)[0] == 0


def test_doubling_needs_eleven_layers_with_either_padding():
    twos = [2**n for n in range(11)]
    for causal in (False, True):
        assert paths(2048, twos, causal=causal).min() >= 1
        assert paths(2048, twos[:-1], causal=causal)[0] == 0


def test_tripling_works_where_the_ternary_digits_are_zero_or_one():
    for T in range(2, 130):
        assert (paths(T, enough(T))[0] > 0) == (2 not in digits(T - 1))


def test_torch_starts_a_kernel_with_variance_one_third_over_fan_in():
    torch.manual_seed(7)
    for C_in, C_out, k in ((30, 40, 5), (20, 50, 7)):
        weight = nn.Conv1d(C_in, C_out, k).weight.detach()
        assert weight.abs().max() <= (k * C_in) ** -0.5
        assert weight.var().item() == pytest.approx(1 / (3 * k * C_in), rel=0.05)


def test_the_mean_squared_gradient_of_linear_stacks_follows_the_path_count():
    T, N, d, nets = 6, 4, 5, 1500
    torch.manual_seed(8)
    net = nn.Sequential()
    for _ in range(N):  # one group of channels for each of the nets, started as torch starts them
        net.append(nn.Conv1d(nets * d, nets * d, 3, padding=1, groups=nets, bias=False))
    x = torch.ones(nets * d, T, requires_grad=True)
    arrived = net(x).reshape(nets, d, T)[:, 0, -1]
    G = torch.autograd.grad(arrived.sum(), x)[0].reshape(nets, d, T)
    mean = G.square().sum(dim=1).mean(dim=0)
    assert torch.allclose(mean, paths(T, [1] * N) / 9**N, rtol=0.2, atol=0)
    assert torch.allclose(expectation.mean, expectation.law, atol=1e-14)


@pytest.mark.parametrize("seed", range(12))
def test_a_tanh_stack_of_31_layers_leaves_the_far_word_almost_nothing(seed):
    torch.manual_seed(seed)
    net = nn.Sequential()
    for _ in range(31):
        net += nn.Sequential(nn.Conv1d(16, 16, 3, padding=1), nn.Tanh())
    x = torch.randn(16, 32, requires_grad=True)
    g = nn.functional.normalize(torch.randn(16), dim=0)
    norms = torch.autograd.grad(net(x)[:, -1] @ g, x)[0].norm(dim=0)
    assert 0 < norms[0] < 1e-14
    assert norms[0] < 1e-5 * norms[-1]


def test_a_typical_linear_stack_stays_below_the_root_mean_square_of_the_law():
    torch.manual_seed(11)
    far = []
    for _ in range(15):
        net = nn.Sequential(*(nn.Conv1d(16, 16, 3, padding=1) for _ in range(31)))
        x = torch.randn(16, 32, requires_grad=True)
        g = nn.functional.normalize(torch.randn(16), dim=0)
        far.append(torch.autograd.grad(net(x)[:, -1] @ g, x)[0].norm(dim=0)[0])
    assert torch.stack(far).median() < 3.0**-31 / 2
    assert gradients.far < gradients.far_linear < gradients.far_law


def test_scale_does_not_change_the_ratio_of_near_to_far_in_a_linear_stack():
    torch.manual_seed(9)
    net, x = random_stack(3, [1] * 7), torch.randn(3, 8)
    before = gradient(net, x)
    with torch.no_grad():
        for p in net.parameters():
            p *= 1.7
    after = gradient(net, x)
    assert torch.allclose(before / before[0], after / after[0], rtol=1e-9)


def test_a_kernel_that_only_shifts_carries_the_first_word_across_unharmed():
    T, d = 9, 3
    net = stack(d, [1] * (T - 1))
    for conv in net:
        if isinstance(conv, nn.Conv1d):
            conv.weight.data = torch.stack([torch.eye(d), *torch.zeros(2, d, d)], dim=2)
    J = jacobian(lambda x: net(x)[:, -1], torch.randn(d, T))  # (d, d, T)
    assert torch.equal(J[:, :, 0], torch.eye(d))
    assert J[:, :, 1:].abs().max() == 0


def test_the_gradients_lie_within_a_factor_of_ten_of_the_law():
    for measured, law in (
        (gradients.undilated, gradients.law),
        (gradients.dilated, gradients.law_dilated),
    ):
        assert ((measured < 3 * law) & (measured > law / 10)).all()


def test_paths_of_two_layers_can_cancel():
    assert cancel.P[2] == 2
    assert cancel.J[2] == 0


def test_two_entries_gone_from_the_left_tap_leave_no_gradient_for_any_sentence():
    conv = the_layer()
    conv.weight.data = cancel.V
    torch.manual_seed(10)
    for _ in range(50):
        J = jacobian(lambda x: conv(conv(conv(x)))[:, -1], torch.randn(2, 4))
        assert J[:, :, 0].abs().max() == 0


def test_one_wide_layer_reaches_and_its_cost_per_word_lies_between_two_and_three():
    for T in (2, 5, 9):
        assert paths(T, [1], k=2 * T - 1)[0] == 1
        if T > 2:
            assert paths(T, [1], k=2 * T - 3)[0] == 0
    assert all(2 < 2 * k / (k - 1) <= 3 for k in range(3, 5000, 2))


def test_the_lengths_at_which_the_dearer_one_changes_are_those_the_hooks_find():
    d = crossover.d

    def cheaper(T):
        dilations = []
        while sum(dilations) < T - 1:
            dilations.append(min(3 ** len(dilations), T - 1 - sum(dilations)))
        x = torch.empty(T, d, device="meta")
        conv = count(stack(d, dilations, device="meta"), x.T)[1]
        return conv < count(Attention(d, d, device="meta"), x)[1]

    for T, expected in (
        (2, True),
        (3, False),
        (crossover.first - 1, False),
        (crossover.first, True),
        (crossover.again - 1, True),
        (crossover.again, False),
        (crossover.final - 1, False),
        (crossover.final, True),
    ):
        assert cheaper(T) == expected


def test_beyond_the_last_crossing_the_stack_stays_cheaper():
    for T in range(crossover.final, 2_000_000, 997):
        assert crossover.stack_is_cheaper(T)
    # Depth grows by one only after T has tripled, and each layer is paid for by 1.5 d more words.
    edges = [(3**n - 1) // 2 + 2 for n in range(10, 40)]
    assert all(crossover.stack_is_cheaper(T) for T in edges)


def test_lit_words_are_the_words_with_paths():
    for T, dilations in ((17, [1, 2, 4]), (23, [3, 1, 5])):
        lit = torch.arange(T) == 0
        for dilation in dilations:
            lit = reach.spread(lit, dilation=dilation)
        assert lit[-1] == (paths(T, dilations)[0] > 0)
        last = torch.arange(T) == T - 1
        for dilation in reversed(dilations):
            last = reach.spread(last, dilation=dilation)
        assert torch.equal(last, paths(T, dilations) > 0)
