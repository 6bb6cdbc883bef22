"""The chapter `notation`: each convention holds in torch, and the other one gives other numbers."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn
from torch.nn.functional import conv1d, cross_entropy, scaled_dot_product_attention
from torch.utils.flop_counter import FlopCounterMode

from snippets.notation import (
    answers,
    counting,
    gradient,
    jacobian,
    kernel,
    logarithm,
    precision,
    rows,
    scale,
    softmax,
    time,
)

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)


def test_a_word_is_a_row():
    linear = nn.Linear(3, 2, bias=False)
    linear.weight.data = rows.W.T
    assert torch.allclose(linear(rows.X), rows.Z, atol=1e-14)


def test_a_word_as_a_column_does_not_fit():
    with pytest.raises(RuntimeError):
        rows.X.T @ rows.W


def test_the_recurrent_formula_takes_columns_and_is_torchs_cell():
    cell = nn.RNNCell(2, 3, bias=False)
    cell.weight_ih.data, cell.weight_hh.data = gradient.W_x, gradient.W_h
    assert torch.allclose(cell(gradient.x, gradient.h), gradient.new, atol=1e-14)


def test_the_recurrent_formula_fails_with_rows():
    with pytest.raises(RuntimeError):
        gradient.x @ gradient.W_x


def test_a_gradient_is_a_row():
    h, eps = 1e-6, torch.eye(3)

    def loss(state):
        return torch.tanh(gradient.W_x @ gradient.x + gradient.W_h @ state) @ gradient.on_new

    state = gradient.h.detach()
    by_steps = torch.stack([(loss(state + h * e) - loss(state - h * e)) / (2 * h) for e in eps])
    assert torch.allclose(gradient.row, by_steps, atol=1e-8)


def test_a_gradient_through_the_transpose_is_another():
    assert (gradient.transposed - gradient.autograd).abs().max() > 1


def test_a_jacobian_has_outputs_down_and_inputs_across():
    assert jacobian.shape == [4, 3]
    assert torch.allclose(jacobian.J, jacobian.J_autograd, atol=1e-14)


def test_jacobians_in_the_other_order_do_not_multiply():
    with pytest.raises(RuntimeError):
        jacobian.J_y @ jacobian.J_z


def test_the_norm_of_a_matrix_is_spectral():
    assert jacobian.spectral.item() == pytest.approx(np.linalg.svd(jacobian.A)[1][0])
    assert jacobian.frobenius - jacobian.spectral > 0.5


@given(st.integers(0, 10_000))
def test_the_frobenius_norm_is_never_smaller_than_the_spectral_norm(seed):
    A = torch.randn(4, 3, generator=torch.Generator().manual_seed(seed))
    assert A.norm() >= torch.linalg.matrix_norm(A, ord=2) * (1 - 1e-14)


def test_a_kernel_is_not_turned_round():
    signal, taps = kernel.impulse.numpy(), kernel.kernel.numpy()
    assert kernel.ours.tolist() == np.correlate(signal, taps, "same").tolist()
    assert kernel.turned.tolist() == np.convolve(signal, taps, "same").tolist()
    assert kernel.ours.tolist() != kernel.turned.tolist()


def test_channels_stand_before_words():
    assert kernel.outputs == [1, 2, 5]
    with pytest.raises(RuntimeError):
        conv1d(rows.X[None], torch.ones(2, 3, 7), padding=3)


def test_softmax_runs_along_the_keys():
    by_hand = [math.exp(s) for s in softmax.S[0].tolist()]
    assert softmax.ours.item() == pytest.approx(by_hand[0] / sum(by_hand))
    assert torch.allclose(softmax.rows, torch.ones(2))
    assert not torch.allclose(softmax.S.softmax(dim=0).sum(dim=-1), torch.ones(2), atol=0.1)


def test_scores_are_divided_by_the_root_of_the_keys_size():
    expected = scaled_dot_product_attention(scale.Q[None], scale.K[None], scale.V[None])[0]
    assert torch.allclose(scale.Z, expected, atol=1e-14)


def test_scores_divided_by_the_root_of_the_words_size_are_others():
    other = (scale.Q @ scale.K.T / scale.d**0.5).softmax(dim=-1) @ scale.V
    assert not torch.allclose(scale.Z, other, atol=0.01)


def test_a_multiply_add_counts_once_and_torch_counts_it_twice():
    with FlopCounterMode(display=False) as counter:
        torch.ones(7, 4) @ torch.ones(4, 9)
    assert counter.get_total_flops() == 2 * 7 * 4 * 9
    assert counting.flops == 2 * counting.multiply_adds


@pytest.mark.parametrize(
    ("layer", "without", "biases"),
    [
        (lambda bias: nn.Linear(4, 7, bias=bias), 4 * 7, 7),
        (lambda bias: nn.Conv1d(4, 7, 5, bias=bias), 4 * 7 * 5, 7),
        (lambda bias: nn.RNN(4, 7, bias=bias), 4 * 7 + 7 * 7, 2 * 7),
    ],
)
def test_parameters_are_counted_without_biases(layer, without, biases):
    assert counting.count(layer(False)) == without
    assert counting.count(layer(True)) == without + biases


def test_the_logarithm_is_natural():
    loss = cross_entropy(logarithm.scores, torch.tensor([1]))
    assert loss.item() == pytest.approx(math.log(2))
    assert abs(loss.item() - math.log2(2)) > 0.3


def test_time_starts_at_zero_and_the_first_state_is_fed_zeros():
    network = nn.RNN(2, 3, bias=False)
    X = torch.arange(10.0).reshape(5, 2).sin()
    states, _ = network(X)
    h, after = torch.zeros(3), []
    for x in X:
        h = torch.tanh(network.weight_ih_l0 @ x + network.weight_hh_l0 @ h)
        after.append(h)
    assert torch.allclose(torch.stack(after), states, atol=1e-14)


def test_a_step_too_many_leaves_another_gradient():
    assert time.steps == time.T - 1
    assert time.reached.item() == 0.5**3 != time.too_far


def test_float32_prints_other_digits():
    assert f"{precision.third:.10f}" != f"{precision.third_32:.10f}"
    assert precision.eps == np.finfo(np.float64).eps
    assert precision.eps_32 == np.finfo(np.float32).eps


def test_one_of_the_two_biases_of_an_rnn_is_spare():
    network = nn.RNN(3, 5)
    X = torch.arange(12.0).reshape(4, 3).cos()
    before, _ = network(X)
    with torch.no_grad():
        network.bias_ih_l0 += network.bias_hh_l0
        network.bias_hh_l0.zero_()
    after, _ = network(X)
    assert torch.allclose(before, after, atol=1e-14)
    assert answers.total == sum(p.numel() for p in network.parameters())


def test_a_words_output_depends_on_that_word_alone():
    words = torch.arange(5)
    diagonal = answers.J[words, :, words, :]
    assert diagonal.count_nonzero() == answers.J.count_nonzero() == answers.nonzero
