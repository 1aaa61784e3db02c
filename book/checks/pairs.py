"""The old and the new value of a change, brought to one unit and one scale."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from book.checks.compare import exact
from book.numbers.scan import Mention, What


def of_each(old: Mention, new: Mention) -> tuple[Mention, Mention]:
    """`从每日 90 TB 降为 25 TB`: both are for a day."""
    if not old.literal.written[-1:].isalpha() and new.literal.written.rstrip(".")[-1:].isalpha() and (scale := _scale(new)) > 1 \
            and abs(old.literal.value) < 1000 <= new.literal.value:
        old = replace(old, literal=old.literal.scaled(scale))
    if old.unit is None or new.unit is None or old.dims == new.dims:
        return old, new
    if old.unit.spelling.startswith(new.unit.spelling):
        return replace(old, unit=new.unit), new
    if new.unit.spelling.startswith(old.unit.spelling):
        return old, replace(new, unit=old.unit)
    return old, new


def _scale(mention: Mention) -> Fraction:
    """The scale word of a number: a million of `2.6 million`."""
    digits = re.match(r"[\d.,]+", mention.literal.written)
    try:
        value = Fraction(digits[0].replace(",", ".")) if digits else Fraction(0)
    except ValueError:
        value = Fraction(0)
    return mention.literal.value / value if value else Fraction(1)


def alike(old: Mention, new: Mention) -> bool:
    """Whether the two are values of one quantity."""
    if old.what is not new.what and What.FRACTION in (old.what, new.what):
        return False
    if (old.what is What.PERCENT) != (new.what is What.PERCENT):
        return False
    return old.dims == new.dims or old.unit is None or (new.unit is None and not new.dims)


def with_unit(mention: Mention, other: Mention) -> Mention:
    """`from 18 to 21 ms`, `从每秒 12 个升到 36 个`: one unit for both."""
    if mention.unit is None and other.unit is not None:
        return Mention(mention.what, mention.start, mention.end, mention.literal, other.unit, mention.hedge)
    return mention


def opposed(words: str, old: Mention, new: Mention) -> bool:
    """Whether words tell a rise while the values fall, or the reverse: then they speak of something else (`1000 files became 50, the speed
    rose by 66%`)."""
    rises, sinks = _RISES.search(words), _FALLS.search(words)
    return bool(rises and not sinks) if exact(new).low < exact(old).low else bool(sinks and not rises)


_RISES = re.compile(r"\b(?:rose|rise|grew|growth|increase[sd]?|went up|climbed)\b|上升|上涨|增加|增长|提升|提高|(?<!\w)(?:вырос|рост|возрос|увелич|повыс|поднял)\w*",
                    re.IGNORECASE)
_FALLS = re.compile(r"\b(?:fell|drop(?:ped|s)?|reduc(?:ed|tion)|decrease[sd]?|declined?|went down|sank)\b|下降|降低|减少|缩短|下跌|(?<!\w)(?:упал|паден|сниж|сниз|сократ|сокращ|уменьш)\w*",
                    re.IGNORECASE)
