"""How a stated quantity stands to what its operands give: exactly, with rounded operands, or not at all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from book.checks.claim import Claim
from book.checks.explanation import explained
from book.checks.sentence import Sentence
from book.findings import Code
from book.numbers.chain import show
from book.numbers.errors import NumberProblem
from book.numbers.interval import Interval
from book.numbers.scan import Hedge, Mention
from book.numbers.units import CURRENCIES

Formula = Callable[[Sequence[Interval]], Interval]
"""Computes a result from operands in base units."""


def exact(mention: Mention) -> Interval:
    """The printed value in base units."""
    return Interval.exact(mention.literal.value * (mention.unit.factor if mention.unit else 1))


def rounded(mention: Mention) -> Interval:
    """All values that may have been printed so, in base units; counts are exact."""
    literal = mention.literal
    if mention.unit is None or (mention.unit.dims and not mention.unit.hard):
        value = literal.operand()
    else:
        value = literal.measured() if mention.unit.dims else literal.rounded()
    if mention.hedge is Hedge.ABOUT:
        half = literal.last_digit / 2
        value = Interval(min(value.low, literal.value - half), max(value.high, literal.value + half))
    return value * Interval.exact(mention.unit.factor if mention.unit else 1)


def outcome(stated: Mention, operands: Sequence[Mention], formulas: Sequence[Formula], *, loose: bool = False) -> str:
    """`holds`, `rounding`, `fails`, or `none` if nothing can be computed; the formulas are alternative readings."""
    computed = False
    readings = [(stated, list(operands))]
    everything = [stated, *operands]
    if any(m.unit and m.unit.decimal_bytes for m in everything) and not any(m.unit and m.unit.binary for m in everything):
        readings.append((_in_1024s(stated), [_in_1024s(m) for m in operands]))
    for take, word in ((exact, "holds"), (rounded, "rounding")):
        for formula in formulas:
            for result, taken in readings:
                try:
                    value = formula([take(m) for m in taken])
                except NumberProblem:
                    continue
                computed = True
                factor = Interval.exact(result.unit.factor if result.unit else 1)
                about = loose or stated.hedge is Hedge.ABOUT
                if result.literal.admits(value / factor, loose=about, truncated=take is exact):
                    return word
    return "fails" if computed else "none"


def _in_1024s(mention: Mention) -> Mention:
    """The mention with KB, MB, GB read as powers of 1024."""
    if not mention.unit or not mention.unit.decimal_bytes:
        return mention
    return replace(mention, unit=replace(mention.unit, factor=mention.unit.binary_factor))


def claim(sentence: Sentence, stated: Mention, operands: Sequence[Mention], formulas: Sequence[Formula], how: str,
          code: Code = Code.ARITH_MISMATCH, *, mixups: Sequence[Formula] = (), loose: bool = False, guard: bool = True, alone: bool = False) -> Iterator[Claim]:
    """The claim that a stated quantity follows from operands; `guard` drops failures that look like a misreading,
    and unless the words leave it `alone`, those that other numbers of the sentence explain. Where only rounded operands would
    excuse the value, and one of the known `mixups` gives it exactly, it is a mixup.
    """
    if stated.hedge is Hedge.BOUND or any(m.hedge is Hedge.BOUND for m in operands):
        return
    result = outcome(stated, operands, formulas, loose=loose)
    if result == "none":
        return
    start = min(m.start for m in [stated, *operands])
    end = max(m.end for m in [stated, *operands])
    if result == "holds":
        yield Claim(start, end, None, at=stated.start)
        return
    if result == "rounding" and _too_exact(stated, operands) and slip(stated, operands, formulas[0]):
        result, alone = "fails", True
    if result == "rounding" and mixups and outcome(stated, operands, mixups) == "holds":
        result, alone = "fails", True
    if result == "fails" and stated.dims and any(not m.dims for m in operands) and _PER_MANY.search(sentence.skeleton):
        return  # a price for a million of them: the scale stands in the words
    if result == "fails" and guard and not alone and explained(stated, _so_far(sentence, end)):
        return
    factor = stated.unit.factor if stated.unit else Fraction(1)
    value = _nearest(formulas, [exact(m) for m in operands], stated.literal.value * factor)
    forgotten = alone and len(operands) > 2 and stated.literal.value and value / factor / stated.literal.value in {m.literal.value for m in operands}
    if result == "fails" and guard and not forgotten and not plausible(stated.literal.value, value / factor):
        return
    unit = stated.unit.spelling if stated.unit else ""
    computed = show(value / factor) + ("" if unit in ("", "%") else " ") + unit
    yield Claim(start, end, Code.ARITH_ROUNDING if result == "rounding" else code,
                sentence.reading.text[stated.start:stated.end], computed, how, stated.start, value / factor, firm=not guard)


_PER_MANY = re.compile(r"\b(?:per|a|for each|every)\s(?:million|billion|thousand|hundred)\b|(?<!\w)(?:за|на)\s(?:кажд\w+\s)?(?:миллион|миллиард|тысячу|сотню|млн|млрд|тыс)|每[百千万亿]",
                       re.IGNORECASE)
_CONFUSED = [Fraction(10) ** k for k in (1, 2, 3, 4, 6, 9)] + [Fraction(n) for n in (8, 60, 3600, 24, 7, 16, 4)] \
    + [Fraction(1024), Fraction(1024**2), Fraction(1024**3), Fraction(8000), Fraction(8192), Fraction(80)]


def _nearest(formulas: Sequence[Formula], values: Sequence[Interval], stated: Fraction) -> Fraction:
    """What the first reading gives, or the one that comes nearest to the printed value, if the first is far from it."""
    first = formulas[0](values).middle
    if plausible(stated, first):
        return first
    found = [first]
    for formula in formulas[1:]:
        with suppress(NumberProblem):
            found.append(formula(values).middle)
    return min(found, key=lambda value: abs(value - stated))


def plausible(stated: Fraction, computed: Fraction) -> bool:
    """Whether a mismatch looks like a slip of the pen: near the right value, or off by a factor that people confuse."""
    if stated <= 0 or computed <= 0:
        return stated * computed < 0
    ratio = max(stated / computed, computed / stated)
    if ratio <= Fraction(5, 2) or _swapped(stated, computed):
        return True
    return any(abs(ratio / factor - 1) <= Fraction(4, 100) for factor in _CONFUSED)


def _swapped(stated: Fraction, computed: Fraction) -> bool:
    """Whether the digits of one are those of the other in another order (71 for 17)."""
    digits = show(stated).replace(",", "").replace(".", "").strip("0")
    if not 2 <= len(digits) <= 8 or "e" in digits:
        return False
    return sorted(digits) == sorted(show(computed).replace(",", "").replace(".", "").strip("0")[:len(digits)])


_TENS = frozenset(Fraction(10) ** k for k in (-3, -2, -1, 1, 2, 3))


def slip(stated: Mention, operands: Sequence[Mention], formula: Formula) -> bool:
    """Whether the printed digits are the right ones with two exchanged or one changed, or a power of ten off."""
    try:
        value = formula([exact(m) for m in operands]).middle / (stated.unit.factor if stated.unit else 1)
    except NumberProblem:
        return False
    printed = stated.literal.value
    if value <= 0 or printed <= 0:
        return False
    if any(stated.literal.scaled(power).admits(Interval.exact(value)) for power in _TENS) or _swapped(printed, value):
        return True
    first, second = (show(each).replace(",", "") for each in (printed, value))
    return len(first) == len(second) >= 3 and sum(a != b for a, b in zip(first, second, strict=True)) == 1


def _so_far(sentence: Sentence, end: int) -> list[Mention]:
    """The numbers up to the semicolon after a claim: what comes later explains nothing before it."""
    text = sentence.reading.masked
    return [m for m in sentence.mentions if m.start < end or not re.search("[;；]", text[end:m.start])]


def _too_exact(stated: Mention, operands: Sequence[Mention]) -> bool:
    """Whether a result has so many digits that rounded operands are no excuse for a slip in them: five, and four of a sum of money."""
    digits = len(str(round(stated.literal.value / stated.literal.step)).rstrip("0")) if stated.literal.step else 0
    money = any(base in CURRENCIES for base, _ in stated.dims)
    return digits >= (4 if money else 5) and all(m.hedge is Hedge.PLAIN for m in (stated, *operands))


def close(a: Fraction, b: Fraction, tolerance: Fraction) -> bool:
    """Whether two values differ by less than a part of the larger."""
    return abs(a - b) <= tolerance * max(abs(a), abs(b))
