"""Whether a number follows from the numbers beside it at all, so that a reader's way does not rule out the author's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations

from book.errata.figures import Figure
from book.numbers.units import PERCENT

MAX_NUMBERS = 7
"""The nearest numbers that are combined."""


def derivable(target: Figure, figures: Sequence[Figure]) -> str:
    """One way in which a printed number follows from others near it, as words; empty if none of the usual ones gives it."""
    others = sorted(
        (f for f in figures if f.start != target.start and f.literal.value > 0 and not 1900 < f.literal.value < 2100),
        key=lambda f: abs(f.start - target.start),
    )[:MAX_NUMBERS]
    for count, ways in ((1, _one), (2, _two), (3, _three)):
        for chosen in combinations(others[: MAX_NUMBERS - (count == 3)], count):
            for value, words in ways([f.amount for f in chosen]):
                if _is(target, value):
                    shown = [f"{f.literal.written}" for f in chosen]
                    return words.format(*shown)
            bare = [f.literal.value for f in chosen]
            if bare != [f.amount for f in chosen]:
                for value, words in ways(bare):
                    if _is(target, value):
                        return words.format(*[f.literal.written for f in chosen])
    return ""


def _is(target: Figure, value: Fraction) -> bool:
    """Whether the target is printed for this value, in its unit, in per cent or bare."""
    literal = target.literal
    if not literal.step or not value:
        return False
    factor = target.unit.factor if target.unit is not None else Fraction(1)
    half = literal.step / 2
    return abs(value / factor - literal.value) <= half or (target.unit is PERCENT and abs(value - literal.value) <= half)


def _one(values: list[Fraction]) -> Iterator[tuple[Fraction, str]]:
    a = values[0]
    yield 1 - a, "1 − {0}"
    yield 1 / a, "1 / {0}"


def _two(values: list[Fraction]) -> Iterator[tuple[Fraction, str]]:
    a, b = values
    yield a * b, "{0} × {1}"
    yield a / b, "{0} / {1}"
    yield b / a, "{1} / {0}"
    yield a + b, "{0} + {1}"
    yield abs(a - b), "|{0} − {1}|"
    yield abs(a - b) / a, "the change relative to {0}"
    yield abs(a - b) / b, "the change relative to {1}"
    yield a / (a + b), "{0} / ({0} + {1})"
    yield b / (a + b), "{1} / ({0} + {1})"
    yield 2 * a * b / (a + b), "the harmonic mean of {0} and {1}"
    yield (a + b) / 2, "the mean of {0} and {1}"
    for x, y, words in ((a, b, "{0}^{1}"), (b, a, "{1}^{0}")):
        if y.denominator == 1 and 2 <= y <= 64 and x.numerator.bit_length() + x.denominator.bit_length() < 64:
            yield x ** int(y), words
            yield 1 - x ** int(y), "1 − " + words


def _three(values: list[Fraction]) -> Iterator[tuple[Fraction, str]]:
    yield values[0] * values[1] * values[2], "{0} × {1} × {2}"
    for x, y, z in permutations(range(3)):
        if x < y:
            yield values[x] * values[y] / values[z], f"{{{x}}} × {{{y}}} / {{{z}}}"
        if y < z:
            yield values[x] / values[y] / values[z], f"{{{x}}} / ({{{y}}} × {{{z}}})"
