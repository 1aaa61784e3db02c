"""Rule: a number that all the others of its clause give, but for one slip of the pen.

The words between the numbers are not looked at, so this reads what no other rule can. In exchange the mistake must be of one kind:
two digits exchanged, one digit changed, or a power of ten, in a number of three digits or more. In 34,000 sentences of other
people's books 1,500 numbers followed from all others of their clause, and one looked like a slip without being one.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from book.checks import flows
from book.checks.claim import Claim
from book.checks.compare import Formula, claim, exact, outcome
from book.checks.scene import Place, Scene, scene_of
from book.checks.sentence import Sentence
from book.numbers.interval import Interval, product, total
from book.numbers.scan import Hedge, Mention, What
from book.numbers.units import Dimension, dimension

_LEAST_DIGITS = 3
"""Of shorter numbers too many look like a slip of one another."""
_MOST_DIGITS = 9
_MOST_OPERANDS = 4
_MOST_NUMBERS = 12
"""A sentence with more is a list or a log."""
_WORDS_BETWEEN = 60
"""Characters between two numbers of one calculation."""
_TENS = frozenset(Fraction(10) ** k for k in (-3, -2, -1, 1, 2, 3))
_FAR = 1001
_SPAN_IS = re.compile(r"(?:day|hour|week|year|сутки|сутках|день|час|часе|неделя|неделе|год|году|天|小时|周|年)(?:\s?(?:\([^()]*\))?\s?(?:has|is|of|makes|lasts|counts|это|—|"
                      r"длится|содержит|составляет|共|有|是|为|合|等于|即|就是)?){1,2}\s?$", re.IGNORECASE)
_UNKNOWN = re.compile(r"\s?[kMGTm]?[A-Z]{2,5}\b")
"""A unit that the list lacks: `2.88 MUSD`, `720 kUSD`."""
_OPEN, _CLOSE = re.compile(r"[(（]"), re.compile(r"[)）]")


def claims_of(sentence: Sentence) -> Iterator[Claim]:
    """Numbers that nothing else explains and that are one slip away from what all numbers before them give."""
    if not 1 <= len(sentence.mentions) <= _MOST_NUMBERS or not any(map(_long, sentence.mentions)):
        return
    scene = scene_of(sentence)
    for at, place in enumerate(scene.places):
        if _long(place.mention) and not _again(place.mention, sentence.mentions):
            yield from _spanned(sentence, place)
            yield from _at(scene, at, place.mention)


def _long(mention: Mention) -> bool:
    """Whether it is a plain quantity with enough digits to show a slip."""
    literal = mention.literal
    return mention.what is What.QUANTITY and mention.hedge is not Hedge.BOUND and literal.step > 0 and not literal.slack \
        and literal.value >= literal.step * 10 ** (_LEAST_DIGITS - 1)


def _spanned(sentence: Sentence, place: Place) -> Iterator[Claim]:
    """`A day has 84,600 seconds`: a time in words told in a smaller unit."""
    stated = place.mention
    if stated.dims != (("second", 1),) or not _SPAN_IS.search(place.before):
        return
    one = replace(stated, literal=replace(stated.literal, value=Fraction(1), step=Fraction(0)), unit=replace(stated.unit, factor=Fraction(1)) if stated.unit else None)
    formulas = flows.over_a_span(place)
    if formulas and outcome(stated, [one], formulas) == "fails" and _slip(stated, [one], formulas[0]):
        yield from claim(sentence, stated, [one], formulas[:1], "the length of that time")


def _again(mention: Mention, mentions: Sequence[Mention]) -> bool:
    """Whether another number of the sentence tells the same value, in whatever unit."""
    return any(m is not mention and m.dims == mention.dims and exact(m) == exact(mention) for m in mentions)


def _at(scene: Scene, at: int, stated: Mention) -> Iterator[Claim]:
    for run in _rows(scene, at):
        operands = [place.mention for place in run]
        if not (2 <= len(run) <= _MOST_OPERANDS or _converted(operands, stated)) or not _near([*run, scene.places[at]]) or not all(map(_operand, operands)):
            continue
        if not any(m.dims for m in operands) and (not _announced(scene.places[at]) or any(_UNKNOWN.match(p.after) for p in (*run, scene.places[at]))):
            continue
        formulas = [formula for formula, dims in _combinations(operands) if dims == stated.dims] or _priced(operands, stated)
        slipped = [formula for formula in formulas if _slip(stated, operands, formula)]
        if slipped and outcome(stated, operands, formulas) == "fails":
            yield from claim(scene.sentence, stated, operands, slipped[:1], "all other numbers of the clause")
            return


def _announced(place: Place) -> bool:
    """Whether words tell a bare number as a result; else bare numbers side by side are a list of settings."""
    words = place.words
    return bool(words.result_before.search(place.before) or words.total_before.search(place.before) or words.total_after.match(place.after)
                or words.left_before.search(place.before) or words.mean_before.search(place.before))


def _converted(operands: Sequence[Mention], stated: Mention) -> bool:
    """Whether the only number before is of the same kind in another unit: `30 days make 720 hours`."""
    if len(operands) != 1:
        return False
    one, other = operands[0].unit, stated.unit
    return one is not None and other is not None and bool(stated.dims) and one.factor != other.factor


def _rows(scene: Scene, at: int) -> Iterator[Sequence[Place]]:
    """The rows of numbers before one, and without what only stands in brackets."""
    for run in scene.runs(at):
        yield run
        if len(run) > 2 and all(place.mention.dims for place in run[-2:]) and run[-1].mention.dims != run[-2].mention.dims:
            yield run[-2:]
        depth, told = 0, []
        for place in run:
            depth = max(0, depth + len(_OPEN.findall(place.before)) - len(_CLOSE.findall(place.before)))
            if not depth:
                told.append(place)
        if len(told) < len(run):
            yield told
            if len(told) > 2:
                yield told[-2:]


def continued(sentence: Sentence, right: Mapping[int, Fraction]) -> Iterator[Claim]:
    """Numbers that go on from the result of the clause before: `… 48 kW; over 30 days that comes to 6,048 kWh`.

    Where that result is wrong, its right value by place stands in `right`: the text may go on from either.
    """
    if not 2 <= len(sentence.mentions) <= _MOST_NUMBERS or not any(map(_long, sentence.mentions)):
        return
    scene = scene_of(sentence)
    for at, place in enumerate(scene.places):
        first = at - len(run) if (run := _clause(scene, at)) is not None else 0
        if first > 0 and _long(place.mention) and not _again(place.mention, sentence.mentions) and _operand(scene.places[first - 1].mention):
            yield from _from_result(sentence, place, scene.places[first - 1].mention, scene.places[first:at], right)


def _clause(scene: Scene, at: int) -> Sequence[Place] | None:
    """The numbers of a clause before one of them; None where it goes on from the very start."""
    for start in range(at, max(-1, at - 3), -1):
        if scene.places[start].starts:
            return scene.places[start:at]
    return None


def _from_result(sentence: Sentence, place: Place, result: Mention, run: Sequence[Place], right: Mapping[int, Fraction]) -> Iterator[Claim]:
    """The claim about one number, if neither the printed nor the right result before it leads there."""
    stated, others = place.mention, [each.mention for each in run]
    if not all(map(_operand, others)) or not _near([*run, place]):
        return
    starts = [result]
    if result.start in right:
        starts.insert(0, replace(result, literal=replace(result.literal, value=right[result.start], step=Fraction(0))))
    ways = [([start, *others], _leading(place, [start, *others])) for start in starts]
    if any(not formulas or outcome(stated, operands, formulas) != "fails" for operands, formulas in ways):
        return
    for operands, formulas in ways:
        slipped = [formula for formula in formulas if _slip(stated, operands, formula)]
        if slipped:
            yield from claim(sentence, stated, operands, slipped[:1], "the result before it and the other numbers of the clause")
            return


def _leading(place: Place, operands: Sequence[Mention]) -> list[Formula]:
    """How the operands may lead to a number; a single one only over a time that is told in words: `in one day`."""
    if len(operands) > 1:
        return [formula for formula, dims in _combinations(operands) if dims == place.mention.dims] or _priced(operands, place.mention)
    return flows.over_a_span(place) if dimension([*operands[0].dims, ("second", 1)]) == place.mention.dims else []


def _operand(mention: Mention) -> bool:
    return mention.hedge is not Hedge.BOUND and mention.literal.value > 0 and mention.what is not What.POINTS


def _near(places: Sequence[Place]) -> bool:
    """Whether the numbers stand close enough to be one calculation."""
    return all(len(place.before) <= _WORDS_BETWEEN for place in places[1:])


def _combinations(operands: Sequence[Mention]) -> Iterator[tuple[Formula, Dimension]]:
    """Products and quotients of all, with their dimension; the sum of three or more of one unit."""
    for signs in itertools.product((1, -1), repeat=len(operands)):
        if (signs.count(-1) <= 1 or (len(operands) > 3 and 1 in signs)) and all(sign > 0 or m.what is What.QUANTITY
                                                                                for m, sign in zip(operands, signs, strict=True)):
            pairs = [(base, sign * power) for m, sign in zip(operands, signs, strict=True) for base, power in m.dims]
            yield partial(_signed, signs), dimension(pairs)
    kinds = {(m.dims, m.unit.factor if m.unit else None, m.what) for m in operands}
    if len(operands) > 2 and len(kinds) == 1:
        yield total, operands[0].dims


def _priced(operands: Sequence[Mention], stated: Mention) -> list[Formula]:
    """The product of the printed numbers where one has the unit of the result and words say for what: `12 TB，每 TB 23 元`."""
    alike = [m for m in operands if m.unit and stated.unit and m.unit.spelling == stated.unit.spelling]
    if len(alike) != 1 or any(m.what is not What.QUANTITY for m in operands):
        return []
    factors = [Interval.exact(1 if m is alike[0] or m.unit is None else m.unit.factor) for m in operands]
    return [lambda values: product(value / factor for value, factor in zip(values, factors, strict=True))]


def _signed(signs: Sequence[int], values: Sequence[Interval]) -> Interval:
    """The product of the values, those with a negative sign below the line."""
    one = Interval.exact(1)
    return product(value if sign > 0 else one / value for value, sign in zip(values, signs, strict=True))


def _slip(stated: Mention, operands: Sequence[Mention], formula: Formula) -> bool:
    """Whether the printed digits are those of the result with one slip."""
    literal, factor = stated.literal, stated.unit.factor if stated.unit else Fraction(1)
    value = formula([exact(m) for m in operands]).middle / factor
    if not value / _FAR < literal.value < value * _FAR:
        return False
    if any(literal.scaled(power).admits(Interval.exact(value)) for power in _TENS):
        return _significant(literal.value / literal.step) >= (_LEAST_DIGITS if len(operands) > 2 else 2)
    return _one_slip(round(literal.value / literal.step), round(value / literal.step))


def _one_slip(printed: int, right: int) -> bool:
    """Whether two numbers of one length differ in one digit or in the order of two, zeros at the end of both not counted."""
    first, second = str(printed), str(right)
    shared = min(len(first) - len(first.rstrip("0")), len(second) - len(second.rstrip("0")))
    if len(first) != len(second) or not _LEAST_DIGITS <= len(first) - shared <= _MOST_DIGITS:
        return False
    changed = [(a, b) for a, b in zip(first, second, strict=True) if a != b]
    return len(changed) == 1 or (len(changed) == 2 and changed[0] == changed[1][::-1])


def _significant(number: Fraction) -> int:
    """Digits of a whole number without the zeros at its end."""
    return len(str(round(number)).rstrip("0"))
