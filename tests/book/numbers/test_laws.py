"""Laws of numbers: an interval contains every exact result, writing and reading are inverse, units convert exactly."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from book.numbers import latex, plain
from book.numbers.chain import judge, relations
from book.numbers.errors import DimensionError, NumberProblem
from book.numbers.interval import Interval
from book.numbers.literal import STYLES, Literal, parse, write
from book.numbers.quantity import convert
from book.numbers.scan import scan
from book.numbers.units import UNITS

FRACTIONS = st.fractions(min_value=-10**6, max_value=10**6, max_denominator=10**4)
POSITIVE = st.fractions(min_value=Fraction(1, 10**4), max_value=10**6, max_denominator=10**4)


@st.composite
def interval_with_member(draw: st.DrawFn, numbers: st.SearchStrategy[Fraction] = FRACTIONS) -> tuple[Interval, Fraction]:
    """An interval and a number in it."""
    ends = sorted((draw(numbers), draw(numbers)))
    part = draw(st.fractions(min_value=0, max_value=1, max_denominator=1000))
    return Interval(ends[0], ends[1]), ends[0] + part * (ends[1] - ends[0])


@given(interval_with_member(), interval_with_member())
def test_operations_contain_the_exact_result(a: tuple[Interval, Fraction], b: tuple[Interval, Fraction]) -> None:
    """For every choice of operands."""
    (first, x), (second, y) = a, b
    assert x + y in first + second
    assert x - y in first - second
    assert x * y in first * second
    assert abs(x) in first.absolute()
    if not second.low <= 0 <= second.high:
        assert x / y in first / second


@given(interval_with_member(), st.integers(-6, 6))
def test_integer_power_contains_the_exact_result(a: tuple[Interval, Fraction], exponent: int) -> None:
    """Even powers over zero, and negative ones."""
    interval, x = a
    if exponent < 0 and interval.low <= 0 <= interval.high:
        return
    assert x**exponent in interval.power(Interval.exact(exponent))


@given(interval_with_member(POSITIVE))
def test_roots_and_logarithms_enclose(a: tuple[Interval, Fraction]) -> None:
    """The inverse function brings back the number; the enclosures are narrow."""
    interval, x = a
    root, logarithm = interval.sqrt(), interval.ln()
    assert x in root * root
    assert x in logarithm.exp()
    narrow = Interval.exact(x).sqrt()
    assert narrow.high - narrow.low < x / 10**20 + Fraction(1, 10**20)
    assert x in Interval.exact(x).sqrt().power(Interval.exact(2))


@given(interval_with_member(POSITIVE), st.fractions(min_value=-3, max_value=3, max_denominator=7))
def test_fractional_power_agrees_with_the_integer_one(a: tuple[Interval, Fraction], exponent: Fraction) -> None:
    """x^(p/q) to the q-th is x^p."""
    interval, x = a
    raised = interval.power(Interval.exact(exponent))
    assert x**exponent.numerator in raised.power(Interval.exact(exponent.denominator))


@pytest.mark.parametrize("language", STYLES)
@given(digits=st.integers(0, 10**15), places=st.integers(0, 9), negative=st.just(False))
def test_reading_what_was_written(language: str, digits: int, places: int, negative: bool) -> None:
    """format and parse are inverse in each language."""
    step = Fraction(1, 10**places)
    literal = Literal(digits * step, step, integer=places == 0, whole=places == 0)
    back = parse(write(literal, language), language)
    assert (back.value, back.step, back.integer) == (literal.value, literal.step, literal.integer)


PAIRS = [(a, b) for a in UNITS for b in UNITS if a < b and UNITS[a].dims == UNITS[b].dims]


@given(value=st.fractions(max_denominator=10**6), pair=st.sampled_from(PAIRS))
def test_units_convert_exactly_both_ways(value: Fraction, pair: tuple[str, str]) -> None:
    """There and back is the same amount."""
    source, target = UNITS[pair[0]], UNITS[pair[1]]
    assert convert(convert(value, source, target), target, source) == value


def test_unlike_units_do_not_convert() -> None:
    """A time is no amount of data."""
    with pytest.raises(DimensionError):
        convert(Fraction(1), UNITS["GB"], UNITS["ms"])


@given(digits=st.integers(1, 10**9), places=st.integers(0, 6), part=st.fractions(min_value=0, max_value=1, max_denominator=10**6))
def test_a_literal_admits_what_rounds_or_truncates_to_it(digits: int, places: int, part: Fraction) -> None:
    """And nothing a whole step away."""
    step = Fraction(1, 10**places)
    literal = Literal(digits * step, step, integer=places == 0, whole=places == 0)
    assert literal.admits(Interval.exact(literal.value - step / 2 + part * step))
    assert literal.admits(Interval.exact(literal.value + part * step * Fraction(999, 1000)))
    assert not literal.admits(Interval.exact(literal.value + step))
    assert not literal.admits(Interval.exact(literal.value - step * Fraction(501, 1000)))


@given(a=st.integers(1, 10**4), b=st.integers(1, 10**4), c=st.integers(0, 10**4), off=st.integers(1, 10**6))
def test_a_right_chain_holds_and_a_wrong_one_does_not(a: int, b: int, c: int, off: int) -> None:
    """Integers are exact, in LaTeX and in code."""
    right = [relations(latex.tokens_of(rf"{a}\times{b}+{c} = {a * b + c}")), relations(plain.tokens_of(
        f"{a} * {b} + {c} = {a * b + c}"))]
    wrong = relations(latex.tokens_of(rf"3\times{a} - {c} = {3 * a - c + off * 7}"))
    assert [judge(chain[0]).judgement.value for chain in right] == ["holds", "holds"]
    assert judge(wrong[0]).judgement.value in ("value", "rounding")


NOISE = st.text(alphabet=st.sampled_from("0123456789.,eE+-−×*/^=≈(){}[]\\% "
                                         "\u00a0GBMikКбс/秒万亿两xfrac\u200b\u202e\x00'\"<>:;"), max_size=60)


@given(text=NOISE, language=st.sampled_from(list(STYLES)))
def test_nothing_makes_the_readers_fail(text: str, language: str) -> None:
    """Every text is read or refused by an exception of the tree; mentions lie inside the text and do not overlap."""
    end = 0
    for mention in scan(text, language):
        assert end <= mention.start < mention.end <= len(text)
        end = mention.end
    for tokens in (latex.tokens_of, plain.tokens_of):
        try:
            for relation in relations(tokens(text)):
                judge(relation)
        except NumberProblem:
            continue
