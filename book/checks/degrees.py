"""Rule: a temperature told in another scale (`45 °C (113 °F)`, `300 K, that is 26.85 °C`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from book.checks.claim import Claim
from book.checks.passage import Reading
from book.findings import Code
from book.numbers.chain import show
from book.numbers.errors import NumberProblem
from book.numbers.interval import Interval
from book.numbers.literal import from_match, number_pattern
from book.numbers.scan import family

_SCALES = {"C": (Fraction(1), Fraction(0)), "F": (Fraction(5, 9), Fraction(-160, 9)), "K": (Fraction(1), Fraction(-27315, 100))}
"""Degrees Celsius are the factor times the number, plus the offset."""
_VALUE = r"(?P<{0}>[−–-]?\d[\d., \u00a0\u202f]{{0,9}}?)\s?(?:°\s?(?P<{0}s>[CFСФ])|(?P<{0}t>℃|℉|K(?![A-Za-z0-9])))"
_PAIR = re.compile(
    _VALUE.format("a")
    + r"\s?(?:,\s|，|\s—\s|\s–\s)?[（(]?\s?(?:that is,?|i\.e\.,?|or|which is|equals|about|=|≈|即|也就是|合|约|約|等于|等於|相当于|相當於|то есть|или|это|около|"
    r"что равно)?\s?(?:about|约|約|около)?\s?" + _VALUE.format("b"))
_FEWEST_KELVINS = 150
"""Fewer are a difference and no temperature of a machine."""
_NAMES = {"℃": "C", "℉": "F", "С": "C", "Ф": "F"}


def claims_of(reading: Reading) -> Iterator[Claim]:
    """Pairs of temperatures in two scales."""
    text = reading.narrow
    if "°" not in text and "℃" not in text and "℉" not in text:
        return
    for match in _PAIR.finditer(text):
        first, second = (_NAMES.get(name := match[f"{each}s"] or match[f"{each}t"], name) for each in "ab")
        values = [value for each in "ab" if (value := _value(match[each], reading.language)) is not None]
        if first == second or len(values) < 2:
            continue
        there, back = turned(values[0][0], first, second), turned(values[1][0], second, first)
        holds = values[1][1].meets(there) or values[0][1].meets(back) or values[1][1].meets(apart(values[0][0], first, second))  # either may be the rounded one, or both tell a difference
        kelvins = values[0 if first == "K" else 1][0].middle
        if "K" in (first, second) and abs(kelvins) < _FEWEST_KELVINS and not holds:
            continue  # so few kelvins are a difference: `31 °C, 13 K above the inlet`
        stated = reading.text[match.start("b"):match.end()]
        yield Claim(match.start(), match.end(), None if holds else Code.UNIT_MISMATCH, stated, f"{show(there.middle)} {'K' if second == 'K' else '°' + second}",
                    "the same temperature", match.start("b"))


def _value(text: str, language: str) -> tuple[Interval, Interval] | None:
    """The printed number, and all that round to it."""
    sign = -1 if text[0] in "−–-" else 1
    match = number_pattern(family(language)).match(text.lstrip("−–-").strip())
    try:
        literal = from_match(match, family(language)) if match else None
    except NumberProblem:
        return None
    if literal is None:
        return None
    wide = literal.rounded()
    return Interval.exact(sign * literal.value), wide if sign > 0 else -wide


def turned(value: Interval, scale: str, wanted: str) -> Interval:
    """A temperature in another scale."""
    factor, offset = _SCALES[scale]
    celsius = value * Interval.exact(factor) + Interval.exact(offset)
    factor, offset = _SCALES[wanted]
    return (celsius - Interval.exact(offset)) / Interval.exact(factor)


def apart(difference: Interval, scale: str, wanted: str) -> Interval:
    """A difference of temperatures in another scale: 10 K are 18 °F."""
    return difference * Interval.exact(_SCALES[scale][0] / _SCALES[wanted][0])
