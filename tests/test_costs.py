"""Chapter costs against torch's layers and counters, closed forms, brute force and searches."""

import math

import pytest
import torch
import torch.nn.functional as F
from torch.utils.flop_counter import FlopCounterMode

from bench import lengths as bench_lengths
from snippets.attention import forward as four_words
from snippets.convolution.counting import flops
from snippets.convolution.reach import last_sees_first, layers_until
from snippets.costs import (
    again,
    block,
    blocks,
    cache,
    extra,
    fixed,
    four,
    generating,
    groups,
    growth,
    halves,
    linear,
    memory,
    merging,
    models,
    online,
    order,
    overtake,
    paths,
    reach,
    room,
    saved,
    sharp,
    skipped,
    steps,
    steps_cached,
    sums,
    thin,
    wall,
    window,
    work,
)
from snippets.costs.layers import layers

torch.set_default_dtype(torch.float64)


def drawn(*shape, seed=0, scale=1.0):
    return scale * torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def torch_attention(Q, K, V, **options):
    return F.scaled_dot_product_attention(Q[None, None], K[None, None], V[None, None], **options)[
        0, 0
    ]


def test_every_identity_of_the_chapter_holds():
    pairs = [
        (blocks.Z_one, blocks.Z),
        (blocks.Z_blocks, blocks.Z),
        (merging.merged, merging.whole),
        (torch.cat(merging.merge(merging.right, merging.left), dim=1), merging.whole),
        (steps_cached.cached, steps_cached.uncached),
        (steps_cached.chunked, steps_cached.whole),
        (groups.Z, groups.Z_torch),
        (order.left, order.right),
        (order.Z_recurrent, order.Z_masked),
        (again.rows_long, again.rows),
        (again.gradients, again.gradients_autograd),
        (online.z, online.z_plain),
        (linear.z_4, linear.Z[3]),
        (halves.z, four_words.alpha[3] @ four_words.V),
        (cache.Z, cache.Z_whole),
    ]
    for ours, theirs in pairs:
        assert torch.allclose(ours, theirs, rtol=0, atol=1e-12)
    counts = [
        (work.counted, work.formula),
        (overtake.found, overtake.law),
        (paths.found, paths.law),
        (sums.attention_depths, sums.law),
        (saved.counted, saved.law),
        (generating.counted, generating.closed),
        (groups.numbers, groups.law),
        (order.counted, order.formula),
        (reach.found, reach.law),
        (reach.pairs, reach.pairs_law),
    ]
    for ours, theirs in counts:
        assert ours == theirs


def test_the_sizes_of_the_laws_are_all_different():
    assert len({work.T_odd, work.d_odd, work.k}) == 3
    assert len({blocks.T_q, blocks.T_k, blocks.d_k, blocks.d_v}) == 4
    assert len({groups.T, groups.d, groups.H, groups.H_K, groups.d_k, groups.d_v}) == 6
    assert len({order.T, order.r, order.d_v}) == 3


@pytest.mark.parametrize("name", layers)
def test_the_hook_counts_what_torch_counts(name):
    X = torch.ones(11, 5)
    layer = layers[name](5)
    assert flops(layer, X) == 2 * work.work(name, 11, 5)


def test_the_recurrent_layer_is_that_of_torch():
    ours, theirs = layers["RNN"](5), torch.nn.RNN(5, 5, bias=False)
    theirs.weight_ih_l0.data.copy_(ours.W_x.weight)
    theirs.weight_hh_l0.data.copy_(ours.W_h.weight)
    X = drawn(7, 5)
    assert torch.allclose(ours(X), theirs(X)[0], rtol=0, atol=1e-12)


def test_the_four_words_by_hand_are_the_count():
    by_hand = [four.CNN, four.RNN, four.attention, four.with_O]
    assert by_hand == work.four


def test_exponents_are_exact_for_the_powers_and_between_one_and_two_for_attention():
    assert growth.CNN_T == growth.RNN_T == [1.0] * 3
    assert growth.CNN_d == growth.RNN_d == [2.0] * 3
    assert growth.attention_T == sorted(growth.attention_T)
    assert all(1 < e < 2 for e in growth.attention_T + growth.attention_d)
    total = [a + b for a, b in zip(growth.attention_T, growth.attention_d, strict=True)]
    assert all(2.9 < t < 3.2 for t in total)


@pytest.mark.parametrize("d", [2, 6, 64, 100])
@pytest.mark.parametrize("output", [False, True])
def test_the_products_overtake_at_the_length_said_and_not_a_word_before(d, output):
    T = 2 * d if output else 3 * d // 2
    assert overtake.first(d, output) == T
    projections, products = overtake.parts(T - 1, d, output)
    assert products < projections


def test_the_longest_chain_grows_with_the_words_in_the_recurrent_layer_only():
    assert len(set(steps.CNN)) == len(set(steps.attention)) == 1
    differences = {b - a for a, b in zip(steps.RNN, steps.RNN[1:], strict=False)}
    assert differences == {steps.each * n for n in (4, 8, 16)}


def test_a_sum_takes_as_many_rounds_as_the_logarithm_says():
    for n in range(1, 70):
        assert sums.summed([0] * n) == math.ceil(math.log2(n))


def test_attention_waits_for_a_logarithm_and_the_recurrent_layer_for_every_word():
    each = sums.RNN(65) - sums.RNN(64)
    for T in range(2, 200):
        assert sums.attention(T) == 7 + 6 + 3 * math.ceil(math.log2(T))
        assert sums.RNN(T + 1) - sums.RNN(T) == each
        assert sums.CNN(T) == sums.CNN(2)


@pytest.mark.parametrize("T", [5, 16, 23])
@pytest.mark.parametrize("k", [3, 5])
def test_paths_agree_with_lit_words(T, k):
    assert paths.centred(T, k) == layers_until(last_sees_first, T, k=k)
    assert paths.causal(T, k) == layers_until(last_sees_first, T, k=k, causal=True)


def test_paths_agree_with_the_jacobians_of_real_layers():
    T, d = 9, 2
    X = drawn(T, d)
    for name, layer_count in (("CNN", paths.centred(T, 3)), ("attention", paths.attention(T))):
        layer = layers[name](d)

        def stacked(X, n, layer=layer):
            for _ in range(n):
                X = layer(X)
            return X

        for n in (layer_count - 1, layer_count):
            J = torch.autograd.functional.jacobian(lambda X, n=n: stacked(X, n), X)
            reached = (J.abs().sum(dim=(1, 3)) > 0).all().item()
            assert reached == (n == layer_count)


def test_the_weights_of_the_models_add_up():
    assert memory.layer[1] == 96 * 2048 * 2048 * 2
    assert memory.model_GB[1] == pytest.approx(77.309411328)
    assert wall.cards == pytest.approx(memory.model_GB[1] / 40)


def test_weights_outnumber_the_states_beyond_d_k_words_and_the_work_beyond_twice_the_width():
    assert memory.times == [16, 16, 64]
    assert memory.heads[1] * memory.d_k[1] == overtake.d_large
    assert overtake.with_O[2] == 2 * memory.heads[1] * memory.d_k[1]


@pytest.mark.parametrize("T", [64, 320])
def test_bytes_saved_follow_the_formulas_at_other_lengths(T):
    assert saved.saved(saved.plain, *saved.three(T)) == 4 * (3 * T * saved.d + T**2)
    assert saved.saved(saved.fused, *saved.three(T)) == 4 * (4 * T * saved.d + T)


def test_one_pass_equals_softmax_on_hard_scores():
    for seed in range(20):
        Q, K, V = drawn(3, 2, seed=seed, scale=30.0), drawn(13, 2, seed=seed + 1), drawn(13, 4)
        for B_q, B_k in ((1, 1), (2, 5), (3, 13)):
            found = blocks.blockwise(Q, K, V, B_q, B_k)
            assert torch.allclose(found, torch_attention(Q, K, V), rtol=0, atol=1e-12)


def test_without_the_maximum_the_exponential_overflows_and_with_it_does_not():
    Q, K, V = torch.full((1, 1), 1000.0), torch.tensor([[1.0], [2.0]]), torch.eye(2)
    assert (Q @ K.T).exp().isinf().all()
    assert torch.equal(blocks.blockwise(Q, K, V, 1, 1), torch.tensor([[0.0, 1.0]]))


def test_merging_is_associative_and_commutative():
    S, V = drawn(4, 12, scale=5.0), drawn(12, 3, seed=1)
    a, b, c = (merging.part(S[:, i : i + 4], V[i : i + 4]) for i in (0, 4, 8))
    left = merging.merge(merging.merge(a, b), c)
    for other in (merging.merge(a, merging.merge(b, c)), merging.merge(c, merging.merge(b, a))):
        for ours, theirs in zip(left, other, strict=True):
            assert torch.allclose(ours, theirs, rtol=0, atol=1e-12)


def test_the_rows_of_the_pass_are_softmaxes_of_prefixes():
    for j, row in enumerate(online.weights, start=1):
        assert torch.allclose(row[:j], online.s[:j].softmax(dim=0), rtol=0, atol=1e-15)
        assert torch.equal(row[j:], torch.zeros(4 - j))


def test_extra_memory_in_blocks_does_not_depend_on_the_length_and_the_work_is_the_same():
    assert len(set(extra.extra_blocks)) == 1
    assert extra.work_plain == extra.work_blocks
    assert list(extra.extra_plain) == [2 * 4 * T**2 for T in extra.lengths]


def test_the_way_back_costs_exactly_one_product_more():
    assert again.more == again.product


def test_the_new_word_sees_everything_and_is_causal_shows_it_the_first_word_only():
    assert torch.equal(cache.Z_wrong, four_words.V[:1].expand(4, -1))
    assert torch.allclose(cache.Z[0], cache.Z_wrong[0])
    for t in range(1, 4):
        assert not torch.allclose(cache.Z[t], cache.Z_wrong[t], atol=1e-3)


def test_the_lower_right_corner_is_that_of_torch():
    from torch.nn.attention.bias import causal_lower_right

    Q, K, V = drawn(3, 2), drawn(7, 2, seed=1), drawn(7, 4, seed=2)
    theirs = torch_attention(Q, K, V, attn_mask=causal_lower_right(3, 7))
    seen = steps_cached.lower_right(3, 7)
    assert torch.allclose(steps_cached.masked(Q, K, V, seen), theirs, rtol=0, atol=1e-12)


@pytest.mark.parametrize("chunks", [[1] * 5, [5], [3, 2], [1, 4], [2, 2, 1]])
def test_words_may_arrive_in_any_portions(chunks):
    found = steps_cached.generated(chunks, steps_cached.lower_right)
    assert torch.allclose(found, steps_cached.whole, rtol=0, atol=1e-12)


def test_the_wrong_corner_is_right_only_for_the_first_portion():
    assert steps_cached.wrong_words == steps_cached.T - 1
    assert steps_cached.wrong_chunked == steps_cached.T - 2


def test_the_work_of_writing_has_a_closed_form():
    for T, d in ((1, 3), (6, 2), (17, 5)):
        again_work, once = generating.formula(T, d)
        first, second = T * (T + 1) // 2, T * (T + 1) * (2 * T + 1) // 6
        assert again_work == 3 * first * d**2 + 2 * second * d
        assert once == sum(3 * d**2 + 2 * t * d for t in range(1, T + 1))


def test_grouped_heads_are_plain_heads_with_keys_repeated():
    K, V = (A.repeat_interleave(groups.group, 0) for A in (groups.K, groups.V))
    theirs = F.scaled_dot_product_attention(groups.Q, K, V)
    assert torch.allclose(groups.Z, theirs, rtol=0, atol=1e-12)
    g = [math.ceil((r + 1) * groups.H_K / groups.H) - 1 for r in range(groups.H)]
    for r in range(groups.H):
        alone = torch_attention(groups.Q[r], groups.K[g[r]], groups.V[g[r]])
        assert torch.allclose(groups.Z[r], alone, rtol=0, atol=1e-12)


def test_caches_are_products_of_their_sizes():
    assert models.word == [4718592, 524288, 131072, 8192]
    for N, H_K, d_k, T, total in zip(
        models.N, models.H_K, models.d_k, models.T, models.cache, strict=True
    ):
        assert total == 2 * N * H_K * d_k * T * 2
    assert models.saved[2] == 4
    assert 2 * models.cache[2] == models.cache[1]


def test_no_word_hears_anything_from_beyond_its_window():
    for seed in range(10):
        Q, K, V = drawn(9, 2, seed=seed), drawn(9, 2, seed=seed + 1), drawn(9, 3, seed=seed + 2)
        V = V.requires_grad_()
        S = (Q @ K.T).masked_fill(~reach.window(9, 4), -torch.inf)
        (S.softmax(dim=-1) @ V)[8].sum().backward()
        assert (V.grad[:5] == 0).all()
        assert (V.grad[5:] != 0).all()


def test_the_window_of_the_four_words_agrees_with_torch():
    theirs = torch_attention(four_words.Q, four_words.K, four_words.V, attn_mask=window.seen)
    assert torch.allclose(window.Z, theirs, rtol=0, atol=1e-12)
    assert window.layers == math.ceil(3 / (window.w - 1))


def test_windows_that_just_reach_compute_more_scores_and_pass_on_less():
    assert thin.times == sorted(thin.times, reverse=True)
    assert thin.shares == sorted(thin.shares)
    assert thin.shares[-1] == pytest.approx(1 / thin.T)
    for w, N in zip(thin.widths, thin.layers, strict=True):
        assert reach.reach(N, w, thin.T) == thin.T - 1
        assert reach.reach(N - 1, w, thin.T) < thin.T - 1


def test_windows_that_just_reach_always_compute_more_scores_than_one_full_layer():
    for T in range(3, 60):
        for w in range(2, T):
            layers_needed = math.ceil((T - 1) / (w - 1))
            assert layers_needed * (T * w - w * (w - 1) // 2) > T * (T + 1) // 2


def test_each_layer_of_windows_takes_the_w_th_part_of_the_only_path():
    """Every row on the path from the last word to the first is full, and gives 1/w to each."""
    for w, N, share in zip(thin.widths, thin.layers, thin.shares, strict=True):
        assert share == pytest.approx(float(w) ** -N, rel=1e-9)


def test_the_features_are_positive_and_so_are_the_weights():
    for seed in range(20):
        A = linear.phi(drawn(5, 3, seed=seed, scale=4.0))
        assert (A > 0).all()
    assert (linear.alpha > 0).all()
    assert torch.allclose(linear.alpha.sum(dim=-1), torch.ones(4))


def test_features_give_the_words_of_the_last_row_the_same_order_as_softmax():
    assert torch.equal(linear.last.argsort(), linear.last_softmax.argsort())
    assert linear.last.max() < linear.last_softmax.max()


def test_the_trace_of_weights_from_r_features_never_exceeds_r():
    for seed in range(200):
        T, r = 5 + seed % 7, 1 + seed % 4
        scale = 10.0 ** (seed % 5 - 2)
        A = drawn(T, r, seed=seed, scale=scale).exp() @ drawn(T, r, seed=-seed, scale=scale).exp().T
        alpha = sharp.normalised(A)
        assert alpha.diagonal().sum() <= r + 1e-9
        shuffled = alpha[:, torch.randperm(T, generator=torch.Generator().manual_seed(seed))]
        assert shuffled.diagonal().sum() <= r + 1e-9


def test_a_causal_mask_breaks_the_bound_but_not_for_later_words_that_ask():
    T = 9
    masked = sharp.normalised(torch.ones(T, T).tril())  # r = 1
    assert torch.linalg.matrix_rank(masked) == T
    assert masked.diagonal().mean() > 1 / T
    for seed in range(200):
        r = 1 + seed % 4
        scale = 10.0 ** (seed % 5 - 2)
        phi_Q, phi_K = (drawn(2 * T, r, seed=s, scale=scale).exp() for s in (seed, seed + 1000))
        asked = sharp.normalised((phi_Q @ phi_K.T).tril())[T:, :T]
        assert asked.diagonal().sum() <= r + 1e-9


def test_climbing_towards_a_sharp_lookup_stops_at_the_bound():
    T, r = 6, 2
    P, R = drawn(T, r, scale=0.1), drawn(T, r, seed=1, scale=0.1)
    P, R = P.requires_grad_(), R.requires_grad_()
    climber = torch.optim.Adam([P, R], lr=0.3)
    for _ in range(200):
        climber.zero_grad()
        trace = sharp.normalised(P.exp() @ R.exp().T).diagonal().sum()
        (-trace).backward()
        climber.step()
    assert 0.9 * r < trace.item() <= r


def test_the_bound_is_reached_by_words_in_r_groups():
    group = F.one_hot(torch.arange(12) % 3).double()
    alpha = sharp.normalised(group @ group.T)
    assert alpha.diagonal().mean().item() == pytest.approx(3 / 12)


def test_softmax_finds_every_word_and_features_do_not():
    assert sharp.best > 0.999
    assert sharp.best_2 < sharp.bound_2 < sharp.bound_4
    assert sharp.best_4 < sharp.bound_4
    assert (sharp.best_2, sharp.best_4) == (sharp.own_2[10], sharp.own_4[10])
    assert (sharp.rank, sharp.rank_2, sharp.rank_4) == (16, 2, 4)
    assert torch.equal(sharp.softmax[6].argmax(dim=-1), torch.arange(sharp.T))


@pytest.mark.parametrize("T", [3, 4, 16, 100, 256, 1000])
def test_keys_of_two_numbers_tell_any_number_of_words_apart_if_the_queries_are_long_enough(T):
    angle = torch.arange(T) * 2 * torch.pi / T
    U = torch.stack([angle.cos(), angle.sin()], dim=1)
    alpha = (T**2 * U @ U.T).softmax(dim=-1)
    assert alpha.diagonal().min() > 0.999
    assert torch.linalg.matrix_rank(alpha) == T


def test_the_work_of_linear_attention_has_no_square():
    r, d_v = 3, 5
    found = []
    for T in (10, 20):
        q, V = torch.ones(T, r), torch.ones(T, d_v)
        with FlopCounterMode(display=False) as counter:
            _ = q @ (q.T @ V)
        found.append(counter.get_total_flops())
    assert found[1] == 2 * found[0]


def test_a_block_is_twelve_matrices_and_equal_at_six_times_the_width():
    assert (block.matrices, block.T, block.equal) == (12, 6 * 768, True)


def test_the_words_that_fit_fit_and_one_more_does_not():
    for H_K, words in zip(room.heads, room.words, strict=True):
        word = 2 * room.N * H_K * room.d_k * 2
        assert words * word <= room.rest < (words + 1) * word
    assert room.parameters == 8030261248


@pytest.mark.parametrize("B", [1, 2, 8, 64])
def test_the_share_of_causal_blocks_falls_towards_one_half(B):
    T = 64
    seen = torch.ones(T, T).tril().reshape(T // B, B, T // B, B)
    n = T // B
    assert int(seen.amax(dim=(1, 3)).sum()) == n * (n + 1) // 2
    assert skipped.needed == 16 * 17 // 2


def test_the_state_is_smaller_than_the_cache_from_the_length_said():
    cache_of = lambda T: T * fixed.word  # noqa: E731
    assert cache_of(fixed.from_here - 1) <= fixed.state < cache_of(fixed.from_here)


def test_the_kinds_that_the_bench_times_agree_where_they_should():
    Q, K, V = (drawn(1, 1, 7, bench_lengths.WIDTH, seed=s) for s in range(3))
    kinds = bench_lengths.KINDS
    assert torch.allclose(kinds["table"](Q, K, V), kinds["one pass"](Q, K, V), atol=1e-12)
    A = linear.phi(Q[0, 0]) @ linear.phi(K[0, 0]).T
    assert torch.allclose(kinds["linear"](Q, K, V)[0, 0], sharp.normalised(A) @ V[0, 0], atol=1e-12)
