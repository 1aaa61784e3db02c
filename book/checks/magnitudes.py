"""Scale words that stand for a number by themselves: per million, 每百万, за миллион. Beside digits they are part of a literal."""

from __future__ import annotations

import re
from fractions import Fraction

from book.numbers import words
from book.numbers.scan import family

LEAST = 10**6
_CHINESE = re.compile(r"(?<![\d.几数幾數多零一二三四五六七八九十百千万亿])(?<!\d\s)[一二两三四五六七八九十百千万亿兆]*[万亿兆](?!分)")
_ENGLISH = re.compile(r"(?<![\d.])(?<!\d[\s\u00a0-])\b(?:(?P<ten>ten|hundred|thousand)[\s-])?(?P<scale>million|billion|trillion)(?!s)\b", re.I)
_RUSSIAN = re.compile(r"(?<![\d\w-])(?<!\d[\s\u00a0])(?P<scale>(?:миллион|миллиард|триллион)(?:а|у|е|ом)?|млн|млрд|трлн)(?!\w)", re.I)
_TENS = {"": 1, "ten": 10, "hundred": 100, "thousand": 1000}


def magnitudes_in(text: str, language: str) -> list[Fraction]:
    """The values from a million on; plural ones (millions, 数百万) tell none."""
    lang = family(language)
    if lang == "zh":
        found = (match[0] for match in _CHINESE.finditer(words.simplify(text)))
        values = [Fraction(10 ** words.SCALES[each]) if each in words.SCALES else words.chinese(each) for each in found]
    elif lang == "en":
        values = [Fraction(_TENS[(match["ten"] or "").lower()] * 10 ** words.SCALES[match["scale"].lower()])
                  for match in _ENGLISH.finditer(text) if _before(text, match) not in words.ENGLISH]
    else:
        values = [Fraction(10 ** words.SCALES[match["scale"].lower()])
                  for match in _RUSSIAN.finditer(text) if _before(text, match) not in words.RUSSIAN]
    return [value for value in values if value is not None and value >= LEAST]


def _before(text: str, match: re.Match[str]) -> str:
    """The word before a match: `two million` is a numeral."""
    return re.split(r"[\s\u00a0-]+", text[max(0, match.start() - 24):match.start()].strip(" \u00a0-"))[-1].lower()
