"""The comparison of the three: what the measurement and the bill rest on."""

import pytest
import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode

from snippets.attention import lengths, start, summary, trained
from snippets.attention.readers import Attention, d, doubling, readers
from snippets.attention.reading import arriving, sentences
from snippets.convolution.paths import paths

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)


def felt(reader: str, T: int, **change) -> float:
    return arriving(reader, T, **change).item()


@pytest.mark.parametrize("T", [2, 3, 5, 8, 21, 32, 256, 2048])
def test_doubling_dilations_reach_and_one_layer_less_does_not(T):
    assert paths(T, doubling(T))[0] > 0
    assert paths(T, doubling(T)[:-1])[0] == 0


@pytest.mark.parametrize("T", lengths.lengths)
def test_each_cnn_has_exactly_one_path(T):
    assert paths(T, doubling(T))[0] == 1
    assert paths(T, [1] * (T - 1))[0] == 1


def test_pytorch_draws_a_tap_that_leaves_a_third_and_a_recurrent_matrix_one_over_root_three():
    torch.manual_seed(0)
    v = torch.randn(400)
    tap = nn.Conv1d(400, 400, 3).weight[:, :, 0]
    W_h = nn.RNN(400, 400).weight_hh_l0
    assert ((tap @ v).norm() / v.norm()).item() == pytest.approx(1 / 3, rel=0.05)
    assert ((W_h @ v).norm() / v.norm()).item() == pytest.approx(lengths.tap_RNN, rel=0.05)


def test_two_curves_are_exponential_and_two_are_power_laws():
    assert lengths.factor_RNN < lengths.tap_RNN  # tanh takes its share
    assert lengths.factor_CNN < 1 / 3
    assert lengths.slope_dilated.item() == pytest.approx(lengths.slope_tap.item(), abs=0.15)
    assert lengths.slope_attention.item() == pytest.approx(-1, abs=0.15)
    for gradients in (lengths.RNN, lengths.CNN, lengths.dilated, lengths.attention):
        assert (gradients.diff() < 0).all()


def test_the_measured_gradient_agrees_with_finite_differences():
    torch.manual_seed(3)
    X, label = sentences(6, 1, 3)
    for reader in readers:
        model, head = readers[reader](6), nn.Linear(d, 2)

        def loss(X, model=model, head=head):
            return nn.functional.cross_entropy(head(model(X)), label)

        (G,) = torch.autograd.grad(loss(X.requires_grad_()), X)
        X = X.detach()
        step = torch.zeros_like(X)
        step[0, 0, 5] = 1e-5
        with torch.no_grad():
            slope = (loss(X + step) - loss(X - step)) / 2e-5
        assert slope.item() == pytest.approx(G[0, 0, 5].item(), abs=1e-10)


def test_another_start_changes_who_leads():
    assert start.dilated[1] > lengths.attention[-1] > lengths.dilated[-1]
    assert start.attention[1] < lengths.dilated[-1]
    assert start.RNN[0] > lengths.RNN[3]
    assert start.RNN[1] < 1e-30


def test_attention_weights_on_all_words_add_up_to_one_however_sharp():
    torch.manual_seed(0)
    model = Attention(d, 1, batch_first=True)
    with torch.no_grad():
        start.sharper(model)
    X, _ = sentences(50, 4, 0)
    _, weights = nn.MultiheadAttention.forward(model, X[:, -1:], X, X)
    assert torch.allclose(weights.sum(-1), torch.ones(4, 1))
    assert weights.median() < 1 / 50


def test_attention_without_a_mark_cannot_tell_the_first_word():
    torch.manual_seed(0)
    model = Attention(d, 1, batch_first=True)
    X = torch.randn(3, 9, d)
    shuffled = X[:, [4, 1, 7, 0, 3, 6, 2, 5, 8]]
    assert torch.allclose(model(X), model(shuffled), atol=1e-14)


def test_two_learn_and_two_guess():
    for learnt in (trained.dilated, trained.attention):
        assert learnt[0] < 0.3 and learnt[1] > 0.85
    for guessed in (trained.RNN, trained.CNN):
        assert guessed[0] > 0.65 and guessed[1] < 0.6


def test_the_bill_is_what_the_other_chapters_count():
    from snippets.attention import counts
    from snippets.convolution import cost, dilation

    assert summary.parameters_CNN == cost.parameters
    assert summary.work_CNN == cost.work
    assert summary.parameters_dilated == dilation.parameters[2]
    assert summary.work_dilated == dilation.work[2]
    assert summary.parameters_attention == counts.parameters
    assert summary.work_attention == counts.multiply_adds


def test_the_bill_of_the_rnn_is_what_torch_counts():
    T, size = summary.T, summary.d
    network = nn.RNN(size, size, bias=False, device="meta")
    assert summary.parameters_RNN == sum(p.numel() for p in network.parameters())
    W_x, W_h = network.weight_ih_l0, network.weight_hh_l0
    with FlopCounterMode(display=False) as counter:
        torch.empty(T, size, device="meta") @ W_x.T
        torch.empty(1, size, device="meta") @ W_h.T
    per_sentence = 2 * T * size * size + 2 * size * size  # words at once, one state
    assert counter.get_total_flops() == per_sentence
    assert summary.work_RNN == (per_sentence + 2 * (T - 1) * size * size) // 2
