"""How two blocks that say the same may differ in the numbers that they tell: not at all, by value."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from book.checks.told import Number, Told
from book.numbers.units import CURRENCIES, Dimension


@dataclass(frozen=True)
class Problem:
    """A difference between two blocks."""

    here: Number | None
    """In the translation."""
    there: Number | None
    """In the source."""
    message: str


def compare(source: Told, target: Told) -> list[Problem]:
    """What differs; empty when every number of one text is a number of the other."""
    return [*_compared(source, target), *_magnitudes(source, target)]


def _magnitudes(source: Told, target: Told) -> Iterator[Problem]:
    """A million in one text where the other has a billion; what only one text tells in such a word is no fault."""
    there, here = (_only_in(one, two) for one, two in ((source, target), (target, source)))
    for one, two in zip(there, here, strict=False):
        yield Problem(None, None, f"the source tells {_power(one)} in words, here {_power(two)} is told")


def _only_in(one: Told, two: Told) -> list[Fraction]:
    """Scale words of one text for which the other has neither the word nor a number that explains it."""
    numbers = Counter(n.amount for n in two.numbers) - Counter(n.amount for n in one.numbers)
    spoken = Counter(two.words) - Counter(two.magnitudes)
    return sorted((Counter(one.magnitudes) - Counter(two.magnitudes) - numbers - spoken).elements())


def _power(value: Fraction) -> str:
    return f"{int(value):,}"


def _compared(source: Told, target: Told) -> list[Problem]:
    if source.grid is not None and target.grid is not None and _same_shape(source.grid, target.grid):
        inside = [problem for one, two in zip(source.grid, target.grid, strict=True) for left, right in zip(one, two, strict=True)
                  for problem in _compare(left, right, source.words, target.words)]
        cells = {id(n) for told in (source, target) for row in told.grid or () for cell in row for n in cell}
        return inside + _compare(
            [n for n in source.numbers if id(n) not in cells],
            [n for n in target.numbers if id(n) not in cells],
            source.words,
            target.words,
        )
    return _compare(source.numbers, target.numbers, source.words, target.words)


def _same_shape(one: Sequence[Sequence[object]], two: Sequence[Sequence[object]]) -> bool:
    return [len(row) for row in one] == [len(row) for row in two]


def _compare(
    source: Sequence[Number], target: Sequence[Number], said_there: list[Fraction], said_here: list[Fraction]
) -> list[Problem]:
    left, right = list(source), list(target)
    problems: list[Problem] = []
    _bound(left, right)
    for agree in (_identical, _equal, _restated):
        _match(left, right, agree)
    for one, two in _match(left, right, Number.says):
        problems.append(Problem(two, one, f"the source says {one.written}, here stands {two.written}: another unit"))
    _drop_spoken(left, right, said_there, said_here)
    while left and right:
        one, two = left.pop(0), right.pop(0)
        problems.append(Problem(two, one, f"the source says {one.written}, here stands {two.written}"))
    problems += [Problem(None, one, f"{one.written} of the source is missing here") for one in left]
    problems += [Problem(two, None, f"{two.written} is not in the source") for two in right]
    return problems


def _bound(left: list[Number], right: list[Number]) -> None:
    """Nothing but an order: numbers of the same entry of the ledger are compared with each other first."""
    place = {key: index for index, key in enumerate(dict.fromkeys(n.bound for n in left))}
    left.sort(key=lambda n: place[n.bound])
    right.sort(key=lambda n: place.get(n.bound, len(place)))


def _match(left: list[Number], right: list[Number], agree: Callable[[Number, Number], bool]) -> list[tuple[Number, Number]]:
    """Take pairs that agree out of both lists."""
    pairs = []
    by_value = defaultdict(list)
    for two in right:
        by_value[two.bound].append(two)
    for one in list(left):
        candidates = by_value.get(one.bound) or (right if not one.bound else [])
        found = next((two for two in candidates if two in right and agree(one, two)), None)
        if found is None and not one.bound:
            found = next((two for two in right if not two.bound and agree(one, two)), None)
        if found is not None:
            left.remove(one)
            right.remove(found)
            by_value[found.bound].remove(found)
            pairs.append((one, found))
    return pairs


def _identical(one: Number, two: Number) -> bool:
    """The same value in the same unit, or both without one."""
    if not one.says(two) or bool(one.unit) != bool(two.unit):
        return False
    return one.unit is None or two.unit is None or (one.unit.factor == two.unit.factor and one.dims == two.dims)


def _equal(one: Number, two: Number) -> bool:
    """The same value, in units that may be the same."""
    if not one.says(two):
        return False
    if one.unit is None or two.unit is None or not one.dims or not two.dims:
        return _droppable(one) and _droppable(two) and _same_ratio(one, two)
    money = any(base in CURRENCIES for base, _ in one.dims)
    same = (money or one.unit.factor == two.unit.factor) and _without_time(one.dims) == _without_time(two.dims)
    return same or one.amount == two.amount


def _same_ratio(one: Number, two: Number) -> bool:
    """Whether neither has lost its per cent or per mille: only in a range or a list is one sign enough for several numbers."""
    ratios = [n.unit.factor if n.unit and not n.unit.dims else None for n in (one, two)]
    if ratios[0] == ratios[1]:
        return True
    bare = [n for n, ratio in zip((one, two), ratios, strict=True) if ratio is None]
    return bool(bare) and bare[0].shares


def _droppable(number: Number) -> bool:
    """Whether a translation may tell its unit in another way: rates, counts and money are said in words at times."""
    return not number.dims or all(base == "second" or base in CURRENCIES for base, _ in number.dims)


def _without_time(dims: Dimension) -> Dimension:
    """`50 GB` each second and `50 GB/s` say the same; a price is told for an hour, a kilowatt-hour or for nothing."""
    money = tuple(pair for pair in dims if pair[0] in CURRENCIES)
    return money or tuple(pair for pair in dims if pair[0] != "second") or dims


def _restated(one: Number, two: Number) -> bool:
    """90 min and 1.5 h."""
    return bool(one.dims) and one.dims == two.dims and one.amount == two.amount


def _drop_spoken(left: list[Number], right: list[Number], said_there: list[Fraction], said_here: list[Fraction]) -> None:
    """Take out digits that the other text tells in words; words that both texts have stand for themselves.

    One and two are said all the time, and not as often in two languages: they explain a digit that one text has and the other
    lacks, but not a digit in the place of another.
    """
    there, here = Counter(said_there) - Counter(said_here), Counter(said_here) - Counter(said_there)
    changed = len(left) == len(right)
    for small in (Fraction(1), Fraction(2)):
        there[small], here[small] = (0, 0) if changed else (said_there.count(small), said_here.count(small))
    for numbers, spoken in ((left, here), (right, there)):
        for number in list(numbers):
            value = next((v for v in (number.value, number.amount) if spoken[v] > 0), None)
            if value is not None:
                numbers.remove(number)
                spoken[value] -= 1
