"""Chapter alignment against torch's layers, autograd, differences, counts and brute force."""

import datetime
import itertools
import math
from functools import cache
from pathlib import Path

import pytest
import torch
from torch import nn

from book.runs import runs
from snippets.alignment import (
    backward,
    bounds,
    capacity,
    collision,
    cost,
    dates,
    forced,
    freedom,
    greedy,
    law,
    levels,
    reading,
    reversal,
    second,
    states,
    step,
    steps,
    twice,
)
from snippets.alignment.translator import Translator, d_a, d_h
from snippets.attention.forward import V as V_words
from snippets.attention.forward import alpha as alpha_words
from snippets.example.sentence import X

ROOT = Path(__file__).parent.parent


def drawn(*shape, seed=0, scale=1.0):
    generator = torch.Generator().manual_seed(seed)
    return scale * torch.randn(*shape, generator=generator, dtype=torch.float64)


@cache
def run(name):
    """What a snippet left behind, trained or not, kept from an earlier run where there is one."""
    found = runs(ROOT, [f"alignment/{name}"])[f"alignment/{name}"]
    assert not found.problems
    return found.values


def of(name, variable):
    value = run(name)[variable]
    return torch.tensor(value.data, dtype=torch.float64).reshape(value.shape)


def near(ours, theirs, atol=1e-12):
    return torch.allclose(ours, theirs, rtol=0, atol=atol)


def test_each_identity_of_the_page_holds():
    pairs = [
        (law.Z, law.Z_by_pairs),
        (reading.H, reading.H_torch),
        (backward.G_S, backward.G_S_autograd),
        (backward.G_H, backward.G_H_autograd),
        (backward.G_G, backward.G_G_autograd),
        (freedom.Z_moved, freedom.Z),
    ]
    for ours, theirs in pairs:
        assert ours.shape == theirs.shape
        assert near(ours, theirs, 1e-10)


def test_the_sizes_of_the_laws_are_all_different():
    assert len({law.T_q, law.T_k, law.d_g, law.d_v, law.d_a}) == 5
    assert len({reading.T, reading.d, reading.d_h}) == 3


def test_softmax_over_the_queries_or_a_transposed_matrix_gives_another_output():
    assert not near(law.S.softmax(dim=0) @ law.H, law.Z, 1e-3)
    swapped = torch.einsum("tja,a->tj", law.hidden, law.w_a.flip(0)).softmax(dim=1)
    assert not near(swapped @ law.H, law.Z, 1e-3)


def test_the_gradient_to_a_state_is_that_of_finite_differences():
    def loss(H):
        s = ((law.G @ law.W_a)[:, None] + H @ law.U_a).tanh() @ law.w_a
        return (s.softmax(dim=1) @ H * backward.G_Z).sum()

    e = 1e-5
    for j, r in itertools.product(range(law.T_k), range(law.d_v)):
        nudge = torch.zeros_like(law.H)
        nudge[j, r] = e
        slope = (loss(law.H + nudge) - loss(law.H - nudge)) / (2 * e)
        assert slope.item() == pytest.approx(backward.G_H[j, r].item(), abs=1e-8)


def test_both_doors_are_needed():
    as_value = law.alpha.T @ backward.G_Z
    assert not near(as_value, backward.G_H, 1e-3)
    assert not near(backward.G_H - as_value, backward.G_H, 1e-3)


@pytest.mark.parametrize("T", [1, 4, 7])
def test_the_encoder_reads_from_both_ends(T):
    torch.manual_seed(T)
    model = Translator(9, 5, True).double().requires_grad_(False)
    source = torch.randint(9, (3, T))
    H, keys, ends, start = model.encoded(source)
    assert H.shape == (3, T, 2 * d_h)
    assert keys.shape == (3, T, d_a)
    assert near(H[:, -1, :d_h], ends[:, :d_h])
    assert near(H[:, 0, d_h:], ends[:, d_h:])
    assert near(start, model.W_s(H[:, 0, d_h:]).tanh())


def test_the_query_is_the_last_state_and_the_first_query_knows_nothing_written():
    """The weights of a step do not depend on the symbol handed over at that step."""
    torch.manual_seed(0)
    model = Translator(9, 5, True).double().requires_grad_(False)
    source, target = torch.randint(9, (1, 6)), torch.tensor([[0, 1, 2, 3]])
    other = target.clone()
    other[0, 2] = 4  # is handed over at step 3, counted from zero
    one, _ = forced.forced(model, source, target, lambda alpha: [])
    two, _ = forced.forced(model, source, other, lambda alpha: [])
    assert near(one[:, :4], two[:, :4])
    longer = torch.cat([target, target], dim=1), torch.cat([other, target], dim=1)
    one, two = (forced.forced(model, source, t, lambda alpha: [])[0] for t in longer)
    assert not near(one[:, 4], two[:, 4], 1e-6)


def test_the_network_is_its_formula():
    """One step by layers of torch's own, the score as a perceptron on the concatenation."""
    torch.manual_seed(1)
    model = Translator(7, 5, True).double().requires_grad_(False)
    source = torch.randint(7, (2, 5))
    H, _ = model.encoder(model.read(source))
    g = model.W_s(H[:, 0, d_h:]).tanh()
    joined = torch.cat([model.W_a.weight, model.U_a.weight], dim=1)
    pairs = torch.cat([g[:, None].expand(-1, 5, -1), H], dim=2)
    s = (pairs @ joined.T + model.U_a.bias).tanh() @ model.w_a
    z = nn.functional.scaled_dot_product_attention(  # a softmax of given scores, over values H
        torch.zeros(2, 1, 1).double(), torch.zeros(2, 5, 1).double(), H, attn_mask=s[:, None]
    )[:, 0]
    e = model.write(torch.full((2,), model.begin))
    g = model.decoder(torch.cat([e, z], dim=1), g)
    expected = model.W_o(torch.cat([g, z, e], dim=1))
    assert near(model(source, 1)[:, 0], expected)


def test_without_looking_back_the_states_in_between_do_not_matter():
    torch.manual_seed(2)
    model = Translator(7, 5, False).double().requires_grad_(False)
    source = torch.randint(7, (1, 6))
    H, keys, ends, start = model.encoded(source)
    expected = model(source, 3)
    model.encoded = lambda source: (H * 0, keys * 0, ends, start)
    assert near(model(source, 3), expected)
    model.looks = True
    assert not near(model(source, 3), expected, 1e-6)


def test_teacher_forcing_and_greedy_decoding_are_all_right_on_the_same_strings():
    """Untrained networks, targets that each would itself have written up to some place."""
    for seed in range(20):
        torch.manual_seed(seed)
        model = Translator(6, 4, bool(seed % 2)).double().requires_grad_(False)
        source = torch.randint(6, (30, 5))
        target = model(source, 5).argmax(dim=2)
        spoilt = torch.randint(4, target.shape)
        target = torch.where(torch.rand(target.shape) < 0.1, spoilt, target)
        own = model(source, 5).argmax(dim=2) == target
        taught = model(source, 5, target).argmax(dim=2) == target
        assert torch.equal(own.all(dim=1), taught.all(dim=1))
        first_own, first_taught = (~own).int().argmax(dim=1), (~taught).int().argmax(dim=1)
        assert torch.equal(first_own, first_taught)
        assert 0 < own.all(dim=1).sum() < 30


def test_the_four_words_are_read_by_torch_s_own_recurrent_network():
    rnn = nn.RNN(2, 1, bias=False, bidirectional=True)
    given = (states.w_left[None], states.u_left, states.w_right[None], states.u_right)
    for parameter, value in zip(rnn.parameters(), given, strict=True):
        parameter.data = torch.as_tensor(value, dtype=torch.float64).reshape(parameter.shape)
    assert near(rnn(X)[0].detach(), states.H)


def test_each_step_of_the_example_looks_mostly_at_another_word():
    assert steps.alpha.argmax(dim=1).tolist() == [0, 1, 2, 3]
    assert (steps.diagonal > 0.6).all()
    assert near(steps.alpha.sum(dim=1), torch.ones(4, dtype=torch.float64))
    assert near(steps.alpha[0], step.alpha)
    assert near(steps.alpha[1], second.alpha)
    for j in range(4):
        by_hand = step.w_a @ (step.g_0 @ step.W_a + states.H[j] @ step.U_a).tanh()
        assert by_hand.item() == pytest.approx(step.s[j].item(), abs=1e-14)


def test_the_sizes_of_the_example_are_as_the_table_says():
    assert (step.d_v, step.d_g, step.d_a) == (2, 3, 2)
    assert len({step.T_k, step.d_v, step.d_g}) == 3
    assert (2 * d_h, d_h, d_a) == (capacity.numbers, capacity.d_h, 16)


def test_no_row_of_a_state_of_fixed_size_holds_one_string_more():
    n, signs, bits = capacity.n, capacity.by_sign, capacity.by_float
    assert n**capacity.longest_sign <= 2**signs < n ** (capacity.longest_sign + 1)
    assert n**capacity.longest_float <= 2**bits < n ** (capacity.longest_float + 1)
    assert capacity.needed == 3 * capacity.T < signs
    assert levels.n**levels.longest <= levels.r**levels.m < levels.n ** (levels.longest + 1)
    assert levels.longest == int(levels.m * math.log(levels.r) / math.log(levels.n))
    assert levels.finer == int(levels.m * math.log(2 * levels.r) / math.log(levels.n))
    assert levels.more == int(2 * levels.m * math.log(levels.r) / math.log(levels.n))


def test_two_strings_end_in_one_state_and_no_two_decimals_avoid_it():
    assert collision.read(collision.one) == collision.read(collision.other) == collision.shared
    assert collision.one != collision.other
    assert collision.reached <= collision.values < collision.count
    assert len(set(map(collision.read, collision.strings))) == collision.reached
    for w, u in itertools.product((0.05, 0.3, 1.0), (-0.9, 0.2, 1.5)):

        def read(string, w=w, u=u):
            h = 0.0
            for symbol in string:
                h = round(math.tanh(w * (symbol - 4.5) + u * h), 2)
            return h

        assert len({read(s) for s in collision.strings}) <= collision.values


def test_three_rows_of_weights_have_one_output():
    for row in (twice.row, twice.one, twice.other):
        assert (row >= 0).all()
        assert row.sum().item() == pytest.approx(1, abs=1e-14)
        assert near(row @ V_words, twice.z, 1e-14)
    assert twice.one[2] == 0
    assert twice.other[2] > 0.59
    assert (twice.kernel @ V_words).tolist() == [0, 0]
    assert twice.kernel.sum() == 0


def test_the_value_of_the_third_word_is_the_mean_of_its_neighbours():
    assert torch.equal(V_words[2], (V_words[1] + V_words[3]) / 2)


def test_the_bounds_are_reached_and_not_passed():
    for i in range(4):
        reached = [alpha_words[i] + t * twice.kernel for t in torch.linspace(-1, 1, 4001)]
        allowed = torch.stack([row for row in reached if (row >= 0).all()])[:, 2]
        assert allowed.min() >= bounds.least[i] - 1e-12
        assert allowed.max() <= bounds.most[i] + 1e-12
        assert allowed.max() - bounds.most[i] > -2e-3
        assert allowed.min() - bounds.least[i] < 2e-3


@pytest.mark.parametrize(("T_k", "d_v"), [(2, 1), (3, 1), (5, 3), (4, 3), (9, 2)])
def test_there_are_as_many_free_directions_as_words_exceed_equations(T_k, d_v):
    A = torch.cat([drawn(T_k, d_v, seed=T_k), torch.ones(T_k, 1, dtype=torch.float64)], dim=1)
    assert T_k - torch.linalg.matrix_rank(A) == max(0, T_k - d_v - 1)


def test_the_free_directions_move_the_weights_and_not_the_output():
    assert freedom.directions == freedom.T_k - freedom.d_v - 1
    assert near(freedom.moved.sum(dim=1), torch.ones(freedom.directions, dtype=torch.float64))
    assert freedom.moved.min() > 0
    for a, b in itertools.combinations([freedom.alpha, *freedom.moved], 2):
        assert not near(a, b, 1e-4)
    assert freedom.enough - 1 == freedom.head + 1


def test_greedy_decoding_misses_the_likeliest_string():
    assert greedy.strings.sum().item() == pytest.approx(1)
    assert greedy.greedy == greedy.strings[greedy.first.argmax(), greedy.second[0].argmax()]
    assert greedy.greedy < greedy.best == greedy.strings.flatten().max()


def test_the_multiply_adds_of_looking_back_are_those_that_torch_counts():
    from torch.utils.flop_counter import FlopCounterMode

    T, n, m, n_a = 5, 6, 4, 3
    layers = nn.Linear(n, n_a, bias=False), nn.Linear(2 * n, n_a, bias=False)
    G, H = torch.zeros(T, n), torch.zeros(T, 2 * n)
    layers = [layer.float() for layer in layers]
    G, H, last = G.float(), H.float(), torch.zeros(n_a, 1, dtype=torch.float32)
    with FlopCounterMode(display=False) as counter:
        hidden = (layers[0](G)[:, None] + layers[1](H)).tanh()
        alpha = (hidden.reshape(T * T, n_a) @ last).reshape(T, T).softmax(dim=1)
        alpha @ H
    ours = T * n * n_a + T * 2 * n * n_a + T * T * n_a + T * T * 2 * n
    assert counter.get_total_flops() == 2 * ours
    T, n, m, n_a = cost.T_q, cost.n, cost.m, cost.n_a
    assert cost.looking == T * n * n_a + T * 2 * n * n_a + T * T * n_a + T * T * 2 * n
    gru = sum(p.numel() for p in nn.GRU(4, 6, bias=False).parameters())
    assert gru == 3 * 6 * (4 + 6)  # as encoder and decoder are counted
    assert cost.encoder == 2 * T * 3 * n * (m + n)
    assert cost.decoder == T * 3 * n * (m + 2 * n + n)


def test_every_date_is_read_back_as_it_was():
    """Against the calendar and against a reader of numerals that shares no code."""
    values = {c: k for k, c in enumerate("〇一二三四五六七八九")}

    def value(text):
        if "十" not in text:
            return values[text]
        tens, ones = text.split("十")
        return 10 * (values[tens] if tens else 1) + (values[ones] if ones else 0)

    days = datetime.date(1900, 1, 1), datetime.date(2099, 12, 31)
    count = (days[1] - days[0]).days + 1 - sum(y % 4 == 0 and y != 1900 for y in range(1900, 2100))
    assert dates.number == count == len(set(dates.dates))
    for k in range(0, dates.number, 37):
        y, m, day = dates.dates[k]
        text = "".join(dates.READ[i] for i in dates.sources[k]).rstrip("·")
        year, rest = text.split("年")
        month, rest = rest.split("月")
        assert [values[c] for c in year] == [int(c) for c in str(y)]
        assert (value(month), value(rest.removesuffix("日"))) == (m, day)
        written = "".join(dates.WRITE[i] for i in dates.targets[k])
        assert written == datetime.date(y, m, day).isoformat()
    assert max(len(dates.chinese(*date).rstrip("·")) for date in dates.dates) == dates.T_k
    assert dates.targets.shape[1] == dates.T_q


def test_no_date_that_is_asked_for_was_trained_on():
    assert not set(dates.training.tolist()) & set(dates.held_out.nonzero()[:, 0].tolist())
    assert len(dates.training) + dates.unseen == dates.number
    assert dates.steps * dates.batch < len(dates.training) / 2


def test_a_forced_choice_changes_its_own_step_only():
    torch.manual_seed(3)
    model = Translator(7, 5, True).double().requires_grad_(False)
    source, target = torch.randint(7, (4, 6)), torch.randint(5, (4, 3))
    weights, right = forced.forced(model, source, target, forced.each_place)
    assert right.shape == (7, 4, 3)
    own = model(source, 3, target).argmax(dim=2) == target
    assert torch.equal(right[0], own)
    again, _ = forced.forced(model, source, target, forced.without_the_largest)
    assert torch.equal(weights, again)
    (rest,) = forced.without_the_largest(weights[:, 0])
    assert near(rest.sum(dim=1), torch.ones(4, dtype=torch.float64))
    assert (rest.gather(1, weights[:, 0].argmax(dim=1, keepdim=True)) == 0).all()


def test_strings_are_reversed():
    source, target = reversal.strings(5, 7, torch.Generator().manual_seed(0))
    assert all(a.tolist() == b.tolist()[::-1] for a, b in zip(source, target, strict=True))
    assert set(source.unique().tolist()) <= set(range(reversal.n))


def test_with_every_seed_looking_back_holds_where_one_vector_fails():
    fixed, looking = of("fixed", "exact"), of("looking", "exact")
    assert fixed.shape == looking.shape == (reversal.seeds, len(reversal.lengths))
    assert (fixed[:, 0] > 0.95).all()
    assert (fixed[:, 2] < 0.5).all()
    assert (fixed[:, 4:] < 0.02).all()
    assert (looking[:, :5] > 0.9).all()
    assert (looking[:, 5] < 0.5).all()
    assert (fixed.diff(dim=1) <= 0).all()


def test_with_every_seed_the_teacher_flatters_symbols_and_never_strings():
    taught, own = of("fixed", "taught"), of("fixed", "greedy")
    assert (taught[:, 1:] > own[:, 1:]).all()
    assert taught[:, 4].min() > 0.7
    assert own[:, 4].max() < 0.6
    for name in ("fixed", "looking"):
        assert of(name, "disagreements").item() == 0


def test_with_every_seed_dates_are_right_by_maps_that_differ():
    assert of("translated", "wrong").tolist() == [0, 0, 0]
    assert of("translated_fixed", "exact").max() < 0.3
    top = of("translated", "top").int()
    for t, character in ((2, 2), (3, 3), (5, 5), (6, 6), (8, 8), (9, 10)):
        assert (top[:, t] == character).all()
    for t in (0, 4, 7):  # the first digit and the hyphens, on the two seeds that are drawn
        assert top[0, t] != top[1, t]
    assert top[:2, 0].tolist() == [2, 4]
    assert top[:2, 4].tolist() == [5, 4]
    assert top[:2, 7].tolist() == [7, 4]


def test_with_every_seed_any_of_the_three_twos_would_do():
    places = of("translated", "places")
    twos = [k for k, c in enumerate(dates.chinese(2026, 11, 29)) if c == "二"]
    assert twos == [0, 2, 8]
    assert (places[:, 2][:, twos] == 1).all()
    assert (places[:, 3].sum(dim=1) <= 2).all()
    assert (places[:, 9].sum(dim=1) <= 2).all()
    assert (places[:, 3, 3] == 1).all()
    assert (places[:, 9, 10] == 1).all()
    assert (places[:, [4, 7]].sum(dim=2) > 3).all()


def test_with_every_seed_some_place_spoils_the_hyphen():
    places = of("translated", "places")
    assert (places[:, [4, 7]].sum(dim=2) < dates.T_k).all()


def test_on_the_two_seeds_drawn_almost_any_place_gives_the_first_digit():
    assert (of("translated", "places")[:2, 0].sum(dim=1) >= dates.T_k - 3).all()


@pytest.mark.parametrize("d_v", [1, 2, 3])
def test_behind_a_causal_mask_the_rows_that_see_enough_words_are_not_unique_and_the_others_are(d_v):
    T = d_v + 5
    V = drawn(T, d_v, seed=d_v)
    A = torch.cat([V, torch.ones(T, 1, dtype=torch.float64)], dim=1)
    for seen in range(1, T + 1):  # by the word of that number, counted from one
        free = seen - torch.linalg.matrix_rank(A[:seen]).item()
        assert (free > 0) == (seen >= d_v + 2)


def test_most_strings_of_four_symbols_are_met_in_training_and_hardly_any_of_twelve():
    drawn_in_training = reversal.steps // len(reversal.taught_lengths) * reversal.batch
    met = [1 - (1 - reversal.n**-T) ** drawn_in_training for T in (4, 8, 12)]
    assert met[0] > 0.7
    assert met[1] < 0.001
    assert met[2] < 1e-6


def test_with_every_seed_the_largest_weight_is_needed_for_a_digit_and_not_for_a_hyphen():
    spared = of("translated", "spared")
    assert (spared[:, [3, 9]] < 0.5).all()
    assert (spared[:, [4, 7]] > 0.98).all()
