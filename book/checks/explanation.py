"""Whether any simple combination of a sentence's numbers gives a number: then it is not called wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import inf, isfinite

from book.numbers.scan import Mention, What
from book.numbers.units import dimension, hard

_Value = tuple[float, tuple[tuple[str, int], ...], bool]
"""Size in base units, hard dimension, printed without a unit."""
_NEAR = 6
"""Only so many other numbers are tried."""


def explained(stated: Mention, mentions: Sequence[Mention]) -> bool:
    """Whether two or three of a sentence's other numbers give this one in some simple way."""
    others = sorted((abs(m.start - stated.start), i) for i, m in enumerate(mentions) if m.start != stated.start)[:_NEAR]
    singles = [_value(mentions[i]) for _, i in others]
    pairs = [(value, {i, j}) for i, a in enumerate(singles) for j, b in enumerate(singles) if i != j for value in _combine(a, b)]
    goal = _goal(stated)
    if any(_is(value, goal) for value, _ in pairs):
        return True
    if len(singles) > 4:
        singles = singles[:4]
        pairs = [(value, used) for value, used in pairs if max(used) < 4]
    for value, used in pairs:
        for k, single in enumerate(singles):
            if k not in used and any(_is(each, goal) for each in (*_combine(value, single), *_combine(single, value))):
                return True
    return False


def _near(value: Fraction) -> float:
    """A value as a float, infinite if it is too large for one."""
    try:
        return float(value)
    except OverflowError:
        return inf if value > 0 else -inf


def _value(mention: Mention) -> _Value:
    value = _near(mention.literal.value) * (_near(mention.unit.factor) if mention.unit else 1.0)
    return value, mention.dims, mention.unit is None and isfinite(value)


def _combine(a: _Value, b: _Value) -> Iterator[_Value]:
    """Sum, difference, product, quotient and the change of two values."""
    bare = a[2] and b[2]
    if a[1] == b[1]:
        yield a[0] + b[0], a[1], bare
        yield a[0] - b[0], a[1], bare
    yield a[0] * b[0], hard(dimension([*a[1], *b[1]])), bare
    if b[0]:
        yield a[0] / b[0], hard(dimension([*a[1], *((base, -power) for base, power in b[1])])), bare
        if a[1] == b[1]:
            yield (a[0] - b[0]) / b[0], (), True
            yield 1 + (a[0] - b[0]) / b[0], (), True


_Goal = tuple[float, float, float, tuple[tuple[str, int], ...], bool]
"""The printed number, how far a value may lie from it, the size of its unit, its dimension, and whether it is a bare quantity."""


def _goal(stated: Mention) -> _Goal:
    target = _near(stated.literal.value)
    reach = max(_near(stated.literal.step) * 0.51, min(abs(target) * 0.004, _near(stated.literal.last_digit)))
    return target, reach, _near(stated.unit.factor) if stated.unit else 1.0, stated.dims, stated.what is What.QUANTITY


def _is(value: _Value, goal: _Goal) -> bool:
    """Whether a value can have been printed so."""
    size, dims, bare = value
    target, reach, factor, wanted, quantity = goal
    if dims != wanted and not (bare and quantity):
        return False
    return any(abs(abs(size / scale) - target) <= reach for scale in {factor, 1.0 if bare else factor})
