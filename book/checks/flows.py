"""An amount, a rate and a time in one clause: the third follows from the other two by its dimension."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from book.checks.compare import Formula
from book.checks.derivation import Derivation
from book.checks.scene import Place, Scene, shared, usable
from book.numbers.interval import Interval
from book.numbers.units import UNITS, Dimension, dimension, hard

_THING = re.compile(r"\s?-?[个张台块颗条名]?(?P<thing>[A-Za-z]+|[А-Яа-яё]+|[\u4e00-\u9fff]{1,2})")


def derivations(scene: Scene, at: int) -> Iterator[Derivation]:
    """The number as the product or the quotient of the two others of its clause."""
    stated, words = scene.places[at], scene.words
    if not scene.runs(at):
        return
    told = words.result_before.search(stated.before) or words.total_before.search(stated.before) or words.result_after.match(stated.after) \
        or words.mean_before.search(stated.before)
    if not usable([stated]):
        return
    for run in scene.runs(at):
        if len(run) == 1:
            if told:
                yield from _span(run[0], stated)
        elif told and len({place.mention.dims for place in run}) == 1:
            yield from _span(run[-1], stated)  # a rate told twice
        if len(run) == 1:
            yield from _one(scene, run[0], stated)
        if len(run) != 2 or not usable(run) or not all(map(_dims, run)):
            continue
        formula = _formula(run[0], run[1], stated)
        between = " ".join((run[1].before, stated.before, stated.after[:40]))
        if formula is not None and not words.aside.search(between) and not _elsewhere(run, stated):
            yield Derivation(stated.mention, [run[0].mention, run[1].mention], [formula], "the amount and the rate", slip=not told, alone=bool(told) and run[0].starts)


_LENGTHS: dict[str, tuple[str, ...]] = {
    "second": ("second", "секунду"), "minute": ("minute", "минуту", "分钟"), "hour": ("hour", "час", "小时"),
    "day": ("day", "сутки", "день", "天"), "week": ("week", "неделю", "неделя", "周", "星期"),
}
_SECONDS = {word: UNITS[unit].factor for unit, words in _LENGTHS.items() for word in words}
_YEARS = ("year", "год", "年")
_DAYS_OF_A_YEAR = (Fraction(365), Fraction(1461, 4), Fraction(366))


_SINGLE = re.compile(r"\b(?:one|each|every|a single)\s[a-z]+\s(?:[a-z]+\s)?(?:takes?|needs?|lasts?|requires?)\s(?:about\s|only\s)?$|"
                     r"(?<!\w)(?:один|одна|одно|одну|каждый|каждая|каждое)\s[а-яё]+\s(?:занимает|требует|идёт|длится)\s(?:около\s|примерно\s)?$|"
                     r"(?:每|一)[个张条次步帧][^，。；\ue000-\uf8ff]{0,5}(?:要|需要?|用时|耗时|花费?|用)(?:约|大约)?$", re.IGNORECASE)
"""`One image takes`."""


def _one(scene: Scene, rate: Place, stated: Place) -> Iterator[Derivation]:
    """The time of one where a rate is told: `400 images a second, one image takes 2.5 ms`."""
    if usable([rate]) and ("second", -1) in _dims(rate) and stated.mention.dims == (("second", 1),) and len(rate.mention.dims) == 1 \
            and _SINGLE.search(stated.before):
        yield Derivation(stated.mention, [rate.mention], [lambda v: Interval.exact(1) / v[0]], "one over the rate", alone=True)


def over_a_span(place: Place) -> list[Formula]:
    """The first operand over a time that is told in words before a number; a year may have 365 days or a little more."""
    span = place.words.span.search(place.before)
    if span is None:
        return []
    name = next(text for text in span.groupdict().values() if text).lower()
    lengths = [days * UNITS["day"].factor for days in _DAYS_OF_A_YEAR] if name in _YEARS else [_SECONDS[name]]
    return [partial(_over, Interval.exact(length)) for length in lengths]


def _over(length: Interval, values: Sequence[Interval]) -> Interval:
    return values[0] * length


def _span(rate: Place, stated: Place) -> Iterator[Derivation]:
    """A rate over a time that is told without a number: `за сутки`."""
    formulas = over_a_span(stated) or over_a_span(rate)
    if not formulas or not usable([rate]) or ("second", -1) not in _dims(rate):
        return
    if dimension([*rate.mention.dims, ("second", 1)]) == stated.mention.dims:
        yield Derivation(stated.mention, [rate.mention], formulas, "the rate over the time")


def _formula(first: Place, second: Place, stated: Place) -> Formula | None:
    """How the dimension of the result comes from the two others, if it does in one way and a rate or a product is among them."""
    for take in (_full, hard):
        one, two, three = (take(_full(_dims(p))) for p in (first, second, stated))
        if not one or not two or (not three and take is _full):
            continue
        found: list[Formula] = []
        if dimension([*one, *two]) == three:
            found.append(lambda v: v[0] * v[1])
        if dimension([*one, *_inverse(two)]) == three:
            found.append(lambda v: v[0] / v[1])
        if dimension([*two, *_inverse(one)]) == three:
            found.append(lambda v: v[1] / v[0])
        if len(found) == 1 and _telling(one, two, three):
            return found[0]
    return None


def _elsewhere(run: Sequence[Place], stated: Place) -> bool:
    """Whether a clause without a number, or a semicolon and the name of other things, separates the number from the two."""
    breaks = len(_BREAK.findall(stated.before))
    rate = next((place for place in run if any(exponent < 0 for _, exponent in place.mention.dims)), None)
    other = rate is not None and rate.noun and stated.noun and not stated.mention.dims and not shared(rate.noun, stated.noun)
    return breaks > 1 or (breaks == 1 and bool(other))


_BREAK = re.compile("[;；]")


def _dims(place: Place) -> Dimension:
    """The dimension; of a bare number that of the thing that is named after it."""
    if place.mention.unit is not None:
        return place.mention.unit.dims
    words = [match["thing"] for match in _THING.finditer(re.split(r"[,.;:，。；：]", place.after[:40])[0])][:3]
    units = [unit for word in words for key in (word, word[:1]) if (unit := UNITS.get(key)) and not unit.hard and (len(key) > 1 or key > "\u4e00")]
    return units[0].dims if units else ()


def _full(dims: Dimension) -> Dimension:
    return dims


def _inverse(dims: Dimension) -> list[tuple[str, int]]:
    return [(base, -exponent) for base, exponent in dims]


def _telling(*dims: Dimension) -> bool:
    """Whether a rate, or a product of two things such as GPU-hours, is among them."""
    return any(any(exponent < 0 for _, exponent in each) or len(each) > 1 for each in dims)
