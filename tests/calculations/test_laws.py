"""Laws that tie formulas together, whatever the numbers."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from infra_calc import architecture, budget, distributed, memory, network, routing, serving, supernode, training, workload
from infra_calc.amount import amount, share, size

counts = st.integers(1, 10**6)
small = st.integers(1, 40)
positive = st.fractions(Fraction(1, 10**6), 10**6)
shares = st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=100)


@given(counts, counts, counts)
def test_twice_the_batch_is_twice_the_cache(requests: int, context: int, per_token: int) -> None:
    assert memory.kv_bytes_batch(2 * requests, context, per_token) == 2 * memory.kv_bytes_batch(requests, context, per_token)


@given(counts, counts, counts)
def test_the_largest_batch_fits_and_one_more_does_not(context: int, per_token: int, free: int) -> None:
    weights, workspace = 1000, 10
    capacity = weights + workspace + free
    most = memory.max_batch(capacity, weights, workspace, context, per_token)
    assert memory.capacity_margin(capacity, weights, most, context, per_token, workspace) >= 0
    assert memory.capacity_margin(capacity, weights, most + 1, context, per_token, workspace) < 0


@given(small, small)
def test_a_prefill_attends_like_its_chunks(tokens: int, more: int) -> None:
    whole = architecture.attn_pairs_causal(1, tokens + more, 0)
    assert whole == serving.chunk_pairs(tokens, 0) + serving.chunk_pairs(more, tokens)


@given(small, small)
def test_a_prefill_attends_like_single_steps(tokens: int, history: int) -> None:
    steps = sum(architecture.attn_pairs_causal(1, 1, history + done) for done in range(tokens))
    assert architecture.attn_pairs_causal(1, tokens, history) == steps


@given(small, small)
def test_reads_of_a_generation_are_the_sum_of_its_steps(output: int, prompt: int) -> None:
    assert architecture.cumulative_kv_reads(output, prompt) == sum(prompt + step for step in range(output - 1))


@given(counts, counts, counts, counts, counts)
def test_gqa_without_sharing_is_mha_and_full_windows_are_full(kv: int, dim: int, layers: int, context: int, window: int) -> None:
    full = memory.kv_bytes_batch(1, context, memory.kv_bytes_per_token(2 * layers, kv, dim, 2))
    mixed = architecture.swa_kv_bytes(kv, dim, 2, layers, context, layers, window)
    assert mixed <= full
    assert (mixed == full) == (window >= context)


@given(st.integers(1, 64), st.integers(1, 64), small)
def test_coverage_lies_between_one_token_and_experts(chosen: int, others: int, tokens: int) -> None:
    experts = chosen + others
    touched = routing.expert_coverage(Fraction(experts), chosen, tokens)
    assert chosen <= touched < experts
    assert touched <= chosen * tokens


@given(positive, positive, positive, positive)
def test_a_step_is_bound_by_the_slower_side(operations: Fraction, peak: Fraction, data: Fraction, bandwidth: Fraction) -> None:
    both = budget.compute_time(operations, peak), budget.transfer_time(data, bandwidth)
    assert budget.step_time(operations, peak, data, bandwidth) == max(both)


@given(counts, positive, counts, counts, positive)
def test_batch_for_step_inverts_step_read(
    requests: int, weights: Fraction, context: int, per_token: int, bandwidth: Fraction
) -> None:
    step = serving.step_read(weights, requests, context, per_token, bandwidth)
    assert budget.batch_for_step(step, bandwidth, weights, context, per_token) == requests
    rate = budget.decode_rate(requests, weights, context, per_token, bandwidth)
    assert rate * step == requests
    assert rate == serving.throughput(requests, bandwidth, weights, context, per_token)
    assert rate < serving.throughput_limit(bandwidth, context, per_token)
    assert budget.batch_for_rate(rate, weights, bandwidth, context, per_token) == requests


@given(shares, small)
def test_one_server_of_erlang_c_is_mm1(load: Fraction, rate: int) -> None:
    assert workload.erlang_c(load, 1) == load
    waiting = workload.mmc_wait(load, Fraction(1, rate), 1, load)
    assert waiting == workload.mm1_wait(Fraction(1, rate), load) == workload.mg1_wait(load * rate, Fraction(1, rate), 1)
    assert waiting + Fraction(1, rate) == workload.mm1_time(rate, load * rate)
    assert workload.little(load * rate, waiting) == workload.mm1_queue(load)


@given(shares, small)
def test_more_servers_wait_and_block_less(load: Fraction, servers: int) -> None:
    assert workload.erlang_c(load, servers + 1) < workload.erlang_c(load, servers)
    assert workload.erlang_b(load, servers) <= workload.erlang_c(load, servers)


@given(shares)
def test_two_choices_beat_one(load: Fraction) -> None:
    assert 1 < distributed.two_choices(load) < distributed.random_routing(load)


@given(shares, small)
def test_expected_tokens_are_a_finite_geometric_sum(acceptance: Fraction, draft: int) -> None:
    expected = sum(acceptance**i for i in range(draft + 1))
    assert serving.spec_tokens(acceptance, draft) == expected
    assert serving.spec_speedup(acceptance, draft, 0) == expected


@given(counts, st.integers(2, 4096))
def test_each_stage_of_zero_keeps_less(parameters: int, ranks: int) -> None:
    n = Fraction(ranks)
    stages = [training.zero1(parameters, n), training.zero2(parameters, n), training.zero3(parameters, n)]
    assert training.adam_state(parameters) > stages[0] > stages[1] > stages[2]
    assert {training.zero1(parameters, 1), training.zero2(parameters, 1), training.zero3(parameters, 1)} == {16 * parameters}


@given(st.integers(2, 64), positive, positive)
def test_an_allreduce_is_a_reduce_scatter_and_a_gather(ranks: int, data: Fraction, bandwidth: Fraction) -> None:
    whole = supernode.ring_allreduce(ranks, 0, data, bandwidth)
    assert whole == 2 * supernode.allgather(ranks, 0, data, bandwidth) == network.dp_allreduce(Fraction(ranks), data, bandwidth)
    assert supernode.busbw(data, whole, Fraction(ranks)) == bandwidth
    one_level = supernode.hier_allreduce(Fraction(ranks), data, bandwidth, 1, bandwidth)
    assert one_level == whole


@given(st.integers(2, 64), st.integers(1, 512))
def test_the_two_bubbles_are_one(stages: int, microbatches: int) -> None:
    ideal = training.bubble_ideal(Fraction(stages), 1, microbatches)
    assert supernode.pp_bubble(Fraction(stages), microbatches) == ideal / (1 + ideal)


@given(st.floats(1, 600), st.floats(10_000, 10**6))
def test_young_minimises_the_lost_time(checkpoint: float, mtbf: float) -> None:
    best = training.young(checkpoint, mtbf)
    lost = training.lost_time(checkpoint, best, mtbf, 0)
    assert all(training.lost_time(checkpoint, best * factor, mtbf, 0) >= lost for factor in (0.9, 0.99, 1.01, 1.1))


@given(positive, positive, positive, positive, st.integers(1, 100), positive)
def test_handing_over_by_layers_hides_what_the_prefill_covers(
    data: Fraction, bandwidth: Fraction, prefill: Fraction, latency: Fraction, layers: int, more: Fraction
) -> None:
    """The last layer always remains; never more than the whole transfer."""
    visible = distributed.kv_transfer_layered(data, layers, bandwidth, prefill)
    assert data / bandwidth / layers <= visible <= data / bandwidth
    assert distributed.kv_transfer_layered(data, layers, bandwidth, prefill + more) <= visible
    assert supernode.alpha_beta(latency, data, bandwidth) >= data / bandwidth


@given(st.integers(1, 10**9))
def test_amounts_are_read_exactly(number: int) -> None:
    assert amount(str(number)) == amount(f"{number:,}") == number
    assert amount(f"{number}e-3") == Fraction(number, 1000)
    assert amount(f"{number}B") == number * 10**9
    assert size(f"{number}GiB") == number * 2**30


@pytest.mark.parametrize("text", ["", "0", "-1", "nan", "inf", "1/2", "1e400", "9" * 50, "٣", "1e-99999999", "B", "0x10", "1e31"])
def test_what_is_no_amount_is_refused(text: str) -> None:
    for read in (amount, size, share):
        with pytest.raises(ValueError, match=r"^must be "):
            read(text)


def test_shares() -> None:
    assert share("40%") == share("0.4") == Fraction(2, 5)
    with pytest.raises(ValueError, match="at most 1"):
        share("1.1")
