"""Chapter positions against torch, closed forms, brute force and searches."""

import itertools
import math
from pathlib import Path

import pytest
import torch
import torch.nn.functional as F

from snippets.attention.forward import W_K, W_Q, W_V, K, Q, V
from snippets.positions import (
    added,
    alibi,
    alibi_law,
    beside,
    binary,
    by_hand,
    causal,
    counting,
    distance,
    dots,
    equivariance,
    four,
    general,
    layouts,
    learnt,
    learnt_law,
    other_turn,
    prefixes,
    previous,
    relative,
    relative_law,
    returns,
    rope,
    rope_law,
    rope_pairing,
    rotation,
    shift,
    sinusoids,
    slopes,
    task,
    terms,
    unseen,
    values_turned,
    wavelengths,
)

torch.set_default_dtype(torch.float64)

HERE = Path(__file__).parent


def close(a, b, tolerance=1e-12):
    """Whether two arrays of the same shape agree entry by entry."""
    a, b = torch.as_tensor(a), torch.as_tensor(b)
    return a.shape == b.shape and (a - b).abs().max().item() < tolerance


def drawn(*shape, seed=0):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def whole_positions(start, n):
    return torch.arange(float(start), float(start + n))


def test_each_identity_of_the_page_holds():
    pairs = [
        (equivariance.S_moved, equivariance.moved_S),
        (equivariance.Z_moved, equivariance.moved_Z),
        (counting.z, counting.closed),
        (layouts.P_half, layouts.P_moved),
        (rotation.P_later, rotation.rotated),
        (dots.dots, dots.cosines_everywhere),
        (terms.S, terms.S_terms),
        (learnt_law.G_P, learnt_law.G_P_by_words),
        (relative_law.by_keys, relative_law.by_products),
        (rope_law.S_own, rope_law.S_difference),
        (rope_pairing.S_halves, rope_pairing.S_neighbours),
        (alibi_law.by_distance, alibi_law.by_key),
        (alibi_law.equal, alibi_law.geometric),
        (other_turn.S_mended, other_turn.S_own),
        (beside.added, beside.beside_tied),
        (beside.beside, beside.two_products),
    ]
    for ours, theirs in pairs:
        assert close(ours, theirs, 1e-10)


def test_no_two_sizes_of_the_sentence_agree():
    assert len({general.T, general.d, general.d_k, general.W_V.shape[1]}) == 4
    assert rotation.d != rotation.T
    assert dots.dots.shape == (5, 3)


# Order without positions


def test_the_general_layer_is_that_of_torch():
    Q, K, V = (general.X @ W for W in (general.W_Q, general.W_K, general.W_V))
    assert close(general.attention(general.X), F.scaled_dot_product_attention(Q, K, V))


def test_every_order_of_the_words_moves_the_outputs_along():
    Z = general.attention(general.X)
    for order in itertools.permutations(range(general.T)):
        assert close(general.attention(general.X[[*order]]), Z[[*order]])


@pytest.mark.parametrize("H", [1, 2, 5])
@pytest.mark.parametrize("layers", [1, 2, 3])
def test_no_number_of_layers_or_heads_nor_any_network_for_each_word_tells_the_order(H, layers):
    """With drawn parameters; the network has a bias, a kink and a normalisation."""
    torch.manual_seed(10 * H + layers)
    d = 2 * H
    heads = [torch.nn.MultiheadAttention(d, H) for _ in range(layers)]
    networks = [
        torch.nn.Sequential(
            torch.nn.LayerNorm(d), torch.nn.Linear(d, 7), torch.nn.ReLU(), torch.nn.Linear(7, d)
        )
        for _ in range(layers)
    ]

    @torch.no_grad()
    def stack(X):
        for attention, network in zip(heads, networks, strict=True):
            X = X + attention(X, X, X)[0]
            X = X + network(X)
        return X

    for seed in range(3):
        X = drawn(4, d, seed=seed)
        Z = stack(X)
        for order in itertools.permutations(range(4)):
            assert close(stack(X[[*order]]), Z[[*order]])
        assert not close(Z[:1], Z[1:2], 1e-2)


def test_the_causal_layer_is_that_of_torch():
    for X in (four.X, four.X.flip(0)):
        Z = F.scaled_dot_product_attention(X @ W_Q, X @ W_K, X @ W_V, is_causal=True)
        assert close(four.attention(X, four.M), Z)


def test_a_causal_mask_breaks_equivariance_and_no_mask_does_not():
    assert causal.gap < 1e-14 < 1 < causal.gap_causal


def test_every_order_but_the_first_shows_under_a_causal_mask():
    M = torch.ones(5, 5).tril().bool()

    def layer(X):
        S = general.scores(X).where(M, -torch.inf)
        return S.softmax(dim=-1) @ (X @ general.W_V)

    Z = layer(general.X)
    for order in itertools.permutations(range(5)):
        same = close(layer(general.X[[*order]]), Z[[*order]])
        assert same == (order == (0, 1, 2, 3, 4))


def test_one_causal_layer_sees_sets_and_two_see_orders():
    """On drawn sentences, too."""
    for seed in range(20):
        X = drawn(4, 2, seed=seed)
        orders = [X[[*order, 3]] for order in itertools.permutations(range(3))]
        one = torch.stack([four.attention(Y, four.M)[3] for Y in orders])
        two = torch.stack([four.attention(four.attention(Y, four.M), four.M)[3] for Y in orders])
        assert close(one, one[:1].expand_as(one))
        apart = (two[:, None] - two).norm(dim=-1) + torch.eye(6)
        assert apart.min() > 1e-9
    assert (prefixes.n_one, prefixes.n_two) == (1, prefixes.n_orders)


def test_without_a_mark_equal_words_are_not_told_apart():
    assert counting.n_same == 1


# Sinusoids


@pytest.mark.parametrize(("t", "d"), [(0, 2), (3, 6), (7, 8), (1023, 512)])
def test_the_encoding_is_that_of_the_formula(t, d):
    row = sinusoids.sinusoids(torch.tensor([float(t)]), d)[0]
    for r in range(d // 2):
        angle = t / 10000 ** (2 * r / d)
        assert row[2 * r].item() == pytest.approx(math.sin(angle), abs=1e-12)
        assert row[2 * r + 1].item() == pytest.approx(math.cos(angle), abs=1e-12)


def test_the_other_layout_is_another_table():
    assert not close(layouts.P_half, sinusoids.P_general, 0.5)
    assert layouts.same == pytest.approx(sinusoids.P_general.shape[1] / 2)
    assert abs(layouts.mixed - layouts.same) > 1


def test_the_permutation_of_the_columns_is_one():
    assert torch.equal(layouts.C.sum(dim=0), torch.ones(6))
    assert torch.equal(layouts.C.sum(dim=1), torch.ones(6))


def test_words_must_move_with_the_columns_of_their_positions():
    C, order = layouts.C, [0, 2, 4, 1, 3, 5]
    assert torch.equal(general.X @ C, general.X[:, order])
    parameters = (general.W_Q, general.W_K, general.W_V)
    Z = general.attention(general.X + sinusoids.P_general)
    both, rows_only = (X + layouts.P_half for X in (general.X[:, order], general.X))
    assert close(F.scaled_dot_product_attention(*(both @ W[order] for W in parameters)), Z)
    wrong = F.scaled_dot_product_attention(*(rows_only @ W[order] for W in parameters))
    assert not close(wrong, Z, 0.5)
    assert close(layouts.Q_moved, layouts.Q)
    assert layouts.gap_rows > 1


def test_a_column_taken_for_a_pair_gives_the_wrong_frequency():
    assert layouts.right == pytest.approx(sinusoids.omega[layouts.column // 2].item())
    assert layouts.wrong == pytest.approx(layouts.right**2)


def test_the_longest_wave_is_shorter_than_stated():
    assert wavelengths.longest < wavelengths.stated
    assert wavelengths.lowest > wavelengths.lowest_in_code == pytest.approx(1e-4)


# Rotation


@pytest.mark.parametrize("d", [2, 6, 16])
@pytest.mark.parametrize("delta", [1, 2, 7, -3])
def test_one_rotation_serves_every_position(d, delta):
    t = whole_positions(0, 50)
    later = sinusoids.sinusoids(t + delta, d)
    assert close(sinusoids.sinusoids(t, d) @ rotation.R(delta, d), later)
    assert not close(sinusoids.sinusoids(t, d) @ rotation.R(delta, d).T, later, 0.2)


def test_the_other_sign_goes_back():
    earlier = torch.arange(float(rotation.T)) - rotation.delta
    assert close(rotation.rotated_back, sinusoids.sinusoids(earlier, rotation.d))
    assert rotation.gap < 1e-14 < 1 < rotation.gap_other_sign


def test_columns_and_cosines_first_bring_back_the_rotation():
    """Columns need the transpose, cosines first need it, and both together need none."""
    t = whole_positions(0, 9)
    P, P_later = sinusoids.sinusoids(t, 6), sinusoids.sinusoids(t + 2, 6)
    cosines_first = [1, 0, 3, 2, 5, 4]
    R = rotation.R(2, 6)
    assert close(R.T @ P.T, P_later.T)
    assert close(P[:, cosines_first] @ R.T, P_later[:, cosines_first])
    assert close(R @ P[:, cosines_first].T, P_later[:, cosines_first].T)


def test_sines_alone_do_not_tell_the_next_step():
    """Two angles with the same sine lead to different sines a step later."""
    angles = torch.tensor([0.4, math.pi - 0.4])
    assert close(angles.sin()[:1], angles.sin()[1:])
    assert not close((angles + 1).sin()[:1], (angles + 1).sin()[1:], 0.5)


def test_rotations_add_up_and_are_no_projections():
    R = rotation.R
    assert close(R(3, 6) @ R(4, 6), R(7, 6))
    assert close(R(3, 6) @ R(3, 6).T, torch.eye(6))
    assert torch.linalg.det(R(3, 6)).item() == pytest.approx(1)
    assert rotation.not_idempotent > 1


def test_every_encoding_has_the_length_of_the_root_of_half_d():
    P = sinusoids.sinusoids(whole_positions(0, 3000), 64)
    assert close(P.norm(dim=1), torch.full((3000,), 32.0).sqrt())


# Bits


def test_the_bits_are_those_of_python():
    rows = ["".join(f"{int(bit)}" for bit in row) for row in binary.bits]
    assert rows == [f"{t:04b}" for t in range(16)]


def test_all_bits_change_at_eight_and_one_at_nine():
    assert binary.flips[7] == 4
    assert binary.flips[8] == 1


def test_steps_of_waves_are_equal_and_no_affine_map_adds_one_to_bits():
    assert close(binary.steps, binary.steps[0].expand(15))
    assert binary.miss_P < 1e-12 < 0.5 < binary.miss_bits
    assert close(binary.P[:-1] @ rotation.R(1, 8), binary.P[1:])


# Near and far


def test_the_dot_product_ignores_the_position_and_the_sign_of_the_distance():
    P = sinusoids.sinusoids(whole_positions(0, 40), 10)
    D = P @ P.T
    assert close(D[1:, 1:], D[:-1, :-1])
    assert close(D, D.T)


def test_the_dot_product_rises_somewhere_for_every_size():
    for k, d in enumerate(distance.sizes):
        P = sinusoids.sinusoids(whole_positions(0, 60), d)
        curve = P @ P[0] / (d / 2)
        assert close(curve, distance.curves[k, :60])
        first = int(distance.first[k])
        assert (curve[1 : first + 1] < curve[:first]).all()
        assert curve[first + 1] > curve[first]
    for d in range(2, 1026, 2):
        step = (whole_positions(0, 130)[:, None] * sinusoids.frequencies(d)).cos().sum(dim=1).diff()
        assert (step > 0).any()


def test_rises_are_far_from_ties():
    assert distance.curves.diff(dim=1).abs().min() > 1e-8


# Added


def test_the_four_terms_add_up_to_the_score_of_the_sum():
    assert sum(added.terms) == pytest.approx(added.product)
    assert added.terms[0] == 4
    S = general.scores(general.X)
    assert not close(terms.S, S, 0.1)


def test_order_shows_unless_position_moves_along():
    assert close(added.in_place, added.together, 1e-14)
    assert not close(added.in_place, added.up_front, 0.1)


def test_a_rotation_between_queries_and_keys_finds_the_word_before():
    for n in (4, 20, 43, 300):
        P = sinusoids.sinusoids(whole_positions(0, n), 2)
        S = P @ rotation.R(-1, 2) @ P.T
        assert torch.equal(S[1:].argmax(dim=1), torch.arange(n - 1))
    assert previous.on_previous.min() > 0.9


# Learnt, relative


def test_a_table_has_nothing_beyond_its_end():
    assert not learnt.beyond
    with pytest.raises(IndexError):
        torch.nn.Embedding(5, 2)(torch.tensor([5]))


def test_rows_that_no_sentence_reaches_get_no_gradient():
    assert (learnt_law.norms[5:] == 0).all()
    assert (learnt_law.norms[:5] > 0).all()


def test_the_bias_is_the_same_along_each_diagonal():
    assert torch.equal(relative.B[1:, 1:], relative.B[:-1, :-1])
    assert relative.B[3, 2] == relative.b.max()


def test_the_bias_is_the_mask_of_torch():
    Z = F.scaled_dot_product_attention(Q, K, V, attn_mask=relative.B)
    assert close(four.weights(four.X, B=relative.B) @ V, Z)


def test_distances_the_other_way_round_give_other_scores():
    other = (relative_law.Q @ relative_law.A.T).gather(1, relative_law.index.T)
    wrong = (relative_law.Q @ relative_law.K.T + other) / general.d_k**0.5
    assert not close(wrong, relative_law.by_keys, 0.1)


# RoPE


def test_turning_keeps_lengths_and_scores_see_differences_only():
    for seed in range(10):
        Q, K = drawn(6, 2, seed=seed), drawn(6, 2, seed=seed + 100)
        t = whole_positions(0, 6)
        assert close(rope.turned(Q, t).norm(dim=1), Q.norm(dim=1))
        here = rope.turned(Q, t) @ rope.turned(K, t).T
        there = rope.turned(Q, t + 11) @ rope.turned(K, t + 11).T
        assert close(here, there)


def test_the_rope_of_the_four_words_is_the_general_one():
    S = torch.stack(
        [torch.stack([Q[i] @ rotation.R(j - i, 2) @ K[j] for j in range(4)]) for i in range(4)]
    )
    assert close(rope.S, S / 2**0.5)


def test_the_other_sign_and_the_mixed_pairing_are_refused():
    assert rope_law.gap_other_sign > 1
    assert rope_pairing.gap > 1
    assert other_turn.gap == pytest.approx(rope_law.gap_other_sign)


def test_the_two_pairings_are_those_of_the_law():
    assert close(rope_pairing.S_neighbours, rope_law.S_own)


def test_for_ones_the_rotated_score_is_the_curve_of_the_sinusoids():
    ones, d = torch.ones(16), 16
    for delta in (0, 1, 5, 30):
        cosines = 2 * (delta * sinusoids.frequencies(d)).cos().sum()
        assert close(ones @ rotation.R(delta, d) @ ones, cosines)


def test_the_rotated_score_can_be_largest_at_any_distance():
    """A key that is the query turned back by a distance wants that distance."""
    q = drawn(8, seed=3)
    for wanted in range(-40, 41):
        k = q @ rotation.R(wanted, 8)
        at = torch.stack([q @ rotation.R(delta, 8) @ k for delta in range(-200, 201)])
        assert at.argmax() - 200 == wanted


@pytest.mark.parametrize("d", [64, 128])
def test_the_bound_of_the_paper_falls_on_the_whole_and_ripples(d):
    """Su and others, 2021: the mean size of the partial sums of exp(i omega_r delta) over r."""
    angles = whole_positions(0, 257)[:, None] * sinusoids.frequencies(d)
    bound = torch.polar(torch.ones_like(angles), angles).cumsum(dim=1).abs().mean(dim=1)
    assert (bound.diff() > 0).sum() > 50
    assert bound[:8].mean() > 1.5 * bound[32:64].mean() > 1.5 * bound[128:].mean()


def test_values_that_turn_betray_where_the_sentence_stands():
    assert close(values_turned.z_0, values_turned.z_7)
    assert not close(values_turned.turned_0, values_turned.turned_7, 1.0)
    assert values_turned.lengths[0] == pytest.approx(values_turned.lengths[1])


# ALiBi


def test_alibi_is_the_mask_of_torch():
    mask = alibi.B.where(four.M, -torch.inf)
    assert close(alibi.alpha @ V, F.scaled_dot_product_attention(Q, K, V, attn_mask=mask))


def test_both_ways_to_slope_hide_the_words_to_come_and_are_the_mask_of_torch():
    Q, K, V = (general.X @ W for W in (general.W_Q, general.W_K, general.W_V))
    hidden = torch.full((general.T, general.T), -torch.inf).triu(1)
    mask = hidden - alibi_law.m * alibi_law.distance
    Z = F.scaled_dot_product_attention(Q, K, V, attn_mask=mask)
    for alpha in (alibi_law.by_distance, alibi_law.by_key):
        assert close(alpha @ V, Z)
        assert torch.equal(alpha > 0, hidden == 0)


def test_the_slopes_halve():
    assert alibi.slopes.tolist() == [2.0**-k for k in range(1, 9)]


def test_the_geometric_weights_add_up_to_one():
    assert alibi_law.equal.sum(dim=1).tolist() == pytest.approx([1] * general.T)
    assert slopes.flatter == sum(100 * m < math.log(100) for m in alibi.slopes.tolist())


# Side by side, and beyond


def test_only_what_is_relative_does_not_notice_a_shift():
    absolute, relative_gaps = shift.gaps[:2], shift.gaps[2:]
    assert min(absolute) > 0.1
    assert max(relative_gaps) < 1e-14
    assert close(shift.relative(shift.t)[3], relative.last)
    assert close(shift.rope(shift.t), rope.alpha)
    assert close(shift.alibi(shift.t), alibi.alpha)


def test_pairs_that_do_not_turn_are_counted_one_by_one():
    for d, T, expected in ((512, 512, unseen.slow), (128, 4096, unseen.slow_llama)):
        slow = [r for r in range(d // 2) if T / 10000 ** (2 * r / d) < 2 * math.pi]
        assert len(slow) == expected


def test_a_layer_that_ignores_positions_is_equivariant_again():
    assert beside.gap_ignored < 1e-14 < 0.1 < beside.gap_used


def test_no_other_position_up_to_a_thousand_is_as_near_to_the_start():
    assert returns.nearest == returns.nearer == 710
    assert min(range(1, 1001), key=lambda t: 2 - 2 * math.cos(t)) == 710
    assert by_hand.p_200[2:].tolist() == pytest.approx(by_hand.p_2[:2].tolist())


@pytest.mark.parametrize("kind", task.kinds)
def test_a_network_of_the_task_sees_no_later_word(kind):
    parameters = task.start(torch.Generator().manual_seed(5))
    x = torch.arange(2 * 12).view(2, 12) % task.n
    other = x.clone()
    other[:, 7:] = (other[:, 7:] + 3) % task.n
    with torch.no_grad():
        before, after = (task.answers(kind, parameters, y) for y in (x, other))
    assert torch.equal(before[:, :7], after[:, :7])
    assert not close(before[:, 7:], after[:, 7:], 1e-3)


def test_the_printed_fates_are_those_of_the_page():
    lines = (HERE / "../snippets/positions/trained.out").read_text().splitlines()
    fates = {kind: (int(short), int(long)) for kind, short, long in map(str.split, lines)}
    held_out = {"relative", "ALiBi"}
    for kind, (short, long) in fates.items():
        assert short == (0 if kind == "none" else 3)
        assert long == (3 if kind in held_out else 0)
    assert list(fates) == task.kinds
