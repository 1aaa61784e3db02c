"""Ways in which a number follows from the numbers beside it: by dimensions, or by any of the usual operations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from book.errata.figures import Figure
from book.errata.value import Value
from book.numbers.errors import NumberProblem
from book.numbers.interval import Interval
from book.numbers.quantity import Quantity
from book.numbers.scan import What
from book.numbers.units import PERCENT, hard

MAX_NUMBERS = 8
"""The nearest numbers that are combined."""
SHARP = Fraction(3, 100)
"""A number that leaves more room than this follows from too much to mean anything."""


@dataclass(frozen=True)
class Way:
    """One way to get a number."""

    words: str
    """As `42 × 17.5`."""
    operands: frozenset[int]
    """Places of the numbers that it takes."""


def ways(value: Value, at: int, figures: Sequence[Figure], *, loose: bool = False) -> list[Way]:
    """The ways to get a value at a place from the other numbers. Strictly, units must come out and unlike things are not added;
    loosely, units may be dropped and unusual operations count too, so that no way of the author's is overlooked."""
    literal = value.literal
    if literal is None or (not loose and not _sharp(value)):
        return []
    others = sorted((f for f in figures if f.start != at and _usable(f, value, loose=loose)), key=lambda f: abs(f.start - at))
    out: list[Way] = []
    for count, ways_of in ((1, _one), (2, _two), (3, _three)):
        for chosen in combinations(others[: MAX_NUMBERS - (count == 3)], count):
            found = _first(value, chosen, ways_of, loose)
            if found:
                out.append(Way(found, frozenset(f.start for f in chosen)))
    return out


def independent(found: Sequence[Way]) -> int:
    """How many of the ways have no number in common."""
    used: set[int] = set()
    count = 0
    for way in sorted(found, key=lambda each: len(each.operands)):
        if not way.operands & used:
            used |= way.operands
            count += 1
    return count


def beside(value: Quantity, at: int, figures: Sequence[Figure]) -> bool:
    """Whether a quantity is the product or quotient of two quantities beside it, as they are rounded."""
    terms = [_quantity(f, rounded=True) for f in figures if f.start != at and f.unit is not None and hard(f.unit.dims)]
    for a, b in combinations(terms, 2):
        for result in (a * b, *_over(a, b), *_over(b, a)):
            if hard(result.dims) == hard(value.dims) and result.value.meets(value.value):
                return True
    return False


def _over(a: Quantity, b: Quantity) -> Iterator[Quantity]:
    if b.value.low > 0:
        yield a / b


def _sharp(value: Value) -> bool:
    """Whether a value is printed finely enough that a way to get it means something."""
    literal = value.literal
    return literal is not None and literal.digits > 1 and bool(literal.value) and literal.step / 2 <= abs(literal.value) * SHARP


def _usable(figure: Figure, value: Value, *, loose: bool) -> bool:
    if figure.literal.value <= 0 or (figure.unit is None and 1900 < figure.literal.value < 2100 and figure.literal.integer):
        return False
    return loose or figure.what is not What.POINTS


def _quantity(figure: Figure, *, rounded: bool = False) -> Quantity:
    return Quantity.of(figure.literal, figure.unit, rounded=rounded)


_Ways = Iterator[tuple[Quantity, str]]
_Operations = Callable[[list[Quantity], tuple[Figure, ...], bool], _Ways]


def _first(value: Value, chosen: tuple[Figure, ...], ways_of: _Operations, loose: bool) -> str:
    """The first operation on some numbers that gives the value, in words."""
    names = [figure.literal.written for figure in chosen]
    for result, words in ways_of([_quantity(f) for f in chosen], chosen, loose):
        if _is(value, result, loose=loose):
            return words.format(*names)
    if loose:
        bare = [Quantity(Interval.exact(f.literal.value), (), True) for f in chosen]
        for result, words in ways_of(bare, chosen, loose):
            if _is(value, result, loose=True):
                return words.format(*names)
    return ""


def _is(value: Value, result: Quantity, *, loose: bool) -> bool:
    """Whether a value is printed for this result: in its unit, in per cent, or (loosely) bare."""
    literal, unit = value.literal, value.unit
    if literal is None or not result.value.middle:
        return False
    exact = result.value.middle
    half = literal.step / 2
    if loose:
        factor = unit.factor if unit is not None else Fraction(1)
        return bool(literal.step) and (
            abs(exact / factor - literal.value) <= half or (unit is PERCENT and abs(exact - literal.value) <= half)
        )
    if hard(unit.dims if unit is not None else ()) != hard(result.dims) or (unit is not None and hard(unit.dims) and result.bare):
        return False
    return literal.admits(Interval.exact(exact / (unit.factor if unit is not None else Fraction(1))))


def _one(terms: list[Quantity], chosen: tuple[Figure, ...], loose: bool) -> _Ways:
    one = Quantity(Interval.exact(Fraction(1)), (), True)
    if loose or chosen[0].what in (What.PERCENT, What.FRACTION):
        yield Quantity(one.value - terms[0].value, terms[0].dims, True), "1 − {0}"
    if loose:
        yield one / terms[0], "1 / {0}"


def _two(terms: list[Quantity], chosen: tuple[Figure, ...], loose: bool) -> _Ways:
    a, b = terms
    yield a * b, "{0} × {1}"
    yield a / b, "{0} / {1}"
    yield b / a, "{1} / {0}"
    if _addable(chosen, loose):
        yield from _sums(a, b)
    if loose:
        yield from _unusual(a, b)


def _sums(a: Quantity, b: Quantity) -> _Ways:
    """Of two things of one kind."""
    try:
        total, difference = a + b, (a - b if a.value.low >= b.value.low else b - a)
    except NumberProblem:
        return
    yield total, "{0} + {1}"
    yield difference, "|{0} − {1}|"
    yield difference / a, "the change relative to {0}"
    yield difference / b, "the change relative to {1}"
    yield a / total, "{0} / ({0} + {1})"
    yield b / total, "{1} / ({0} + {1})"


def _addable(chosen: tuple[Figure, ...], loose: bool) -> bool:
    """Whether numbers may be added: of one kind, and no factors."""
    kinds = {(f.what, hard(f.unit.dims) if f.unit is not None else ()) for f in chosen}
    return loose or (len(kinds) == 1 and chosen[0].what is not What.MULTIPLE)


def _unusual(a: Quantity, b: Quantity) -> _Ways:
    """Means and powers."""
    try:
        two = Quantity(Interval.exact(Fraction(2)), (), True)
        yield two * a * b / (a + b), "the harmonic mean of {0} and {1}"
        yield (a + b) / two, "the mean of {0} and {1}"
    except NumberProblem:
        pass
    for x, y, words in ((a, b, "{0}^{1}"), (b, a, "{1}^{0}")):
        base, power = x.value.middle, y.value.middle
        if power.denominator == 1 and 2 <= power <= 64 and base.numerator.bit_length() + base.denominator.bit_length() < 64:
            result = base ** int(power)
            yield Quantity(Interval.exact(result), (), True), words
            yield Quantity(Interval.exact(1 - result), (), True), "1 − " + words


def _three(terms: list[Quantity], chosen: tuple[Figure, ...], loose: bool) -> _Ways:
    yield terms[0] * terms[1] * terms[2], "{0} × {1} × {2}"
    for x, y, z in ((0, 1, 2), (0, 2, 1), (1, 2, 0)):
        yield terms[x] * terms[y] / terms[z], f"{{{x}}} × {{{y}}} / {{{z}}}"
        yield terms[z] / terms[x] / terms[y], f"{{{z}}} / ({{{x}}} × {{{y}}})"

