"""Closed forms of attention pairs against the sums that they stand for."""

from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from infra_calc.reach import earlier, earlier_sum, kept, pairs, seen, square_pairs, written

Reach = tuple[Any, ...]

SIZES = st.integers(1, 40)
REACHES = st.one_of(
    st.just(("full",)),
    st.tuples(st.sampled_from(["window", "chunk", "top", "blocks"]), SIZES),
    st.tuples(st.just("top blocks"), SIZES, SIZES),
)
COUNTS = st.integers(0, 150)


@given(REACHES, COUNTS, COUNTS)
def test_pairs_are_the_sum_over_positions(reach: Reach, tokens: int, history: int) -> None:
    assert pairs(reach, tokens, history) == sum(seen(reach, history + i + 1) for i in range(tokens))


@given(REACHES, COUNTS, COUNTS, COUNTS)
def test_segments_add_up(reach: Reach, first: int, second: int, history: int) -> None:
    assert pairs(reach, first, history) + pairs(reach, second, history + first) == pairs(reach, first + second, history)


@given(REACHES, COUNTS, st.integers(1, 150))
def test_reads_of_steps_add_up(reach: Reach, steps: int, history: int) -> None:
    assert earlier_sum(reach, steps, history) == sum(earlier(reach, history + i) for i in range(steps))


@given(REACHES, st.integers(1, 150), COUNTS)
def test_the_square_contains_the_causal_pairs(reach: Reach, tokens: int, history: int) -> None:
    assert pairs(reach, tokens, history) <= square_pairs(reach, tokens, history) <= tokens * (tokens + history)


@given(REACHES, COUNTS, COUNTS)
def test_what_is_written_fills_the_cache(reach: Reach, tokens: int, history: int) -> None:
    assert kept(reach, tokens) == written(reach, tokens)
    assert kept(reach, history) <= kept(reach, history + tokens) <= kept(reach, history) + written(reach, tokens, history)


@given(REACHES, COUNTS, COUNTS)
def test_fractions_stay_exact(reach: Reach, tokens: int, history: int) -> None:
    exact: Any = Fraction
    assert pairs(reach, exact(tokens), exact(history)) == pairs(reach, tokens, history)
    assert isinstance(pairs(reach, exact(tokens), exact(history)), (int, Fraction))


def test_a_chunk_forgets_at_its_border_and_blocks_wait_for_theirs() -> None:
    assert [seen(("chunk", 3), position) for position in range(1, 8)] == [1, 2, 3, 1, 2, 3, 1]
    assert [seen(("blocks", 3), position) for position in range(1, 8)] == [0, 0, 1, 1, 1, 2, 2]
    assert [kept(("window", 3), context) for context in range(6)] == [0, 1, 2, 3, 3, 3]
