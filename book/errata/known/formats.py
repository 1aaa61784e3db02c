"""The bytes of one number: the format that the text names for a cache, for weights, gradients or states, or in so many words."""

from __future__ import annotations

import re
from fractions import Fraction

from book.errata.known.asked import Asked
from book.errata.known.attributes import BLOCK, SECTION, SENTENCE, Read
from book.errata.known.words import cue

DTYPES: tuple[tuple[str, Fraction], ...] = (
    (r"fp32|float32|single[- ]precision|单精度|單精度|одинарн\w+ точност\w+|32[- ]bit|32 位", Fraction(4)),
    (r"[bf][fp]16|b?float16|half[- ]precision|半精度|половинн\w+ точност\w+|16[- ]bit|sixteen[- ]bit|(?:16|十六) ?位", Fraction(2)),
    (r"fp8|int8|float8|8[- ]bit|eight[- ]bits?|(?:8|八) ?位|восьмибитн\w+", Fraction(1)),
    (r"int4|fp4|nf4|4[- ]bits?|four[- ]bits?|(?:4|四) ?位|четыр[её]хбитн\w+", Fraction(1, 2)),
)
_BYTES = re.compile(
    r"(?<![\d.,])(?P<digits>[1248]|0\.5|one|two|four|eight|a single|一|两|兩|四|八|один|одному?|двух?|два|две|четырёх|четыре)"
    r"[ \u00a0-]?(?:个|個)?[ \u00a0]?(?:bytes?|字节|字節|位元組|байт\w*)(?![/\w]*(?:/s|每秒))",
    re.IGNORECASE,
)
_DIGITS = {
    "one": 1, "a single": 1, "two": 2, "four": 4, "eight": 8, "一": 1, "两": 2, "兩": 2, "四": 4, "八": 8,
    "один": 1, "одном": 1, "одному": 1, "два": 2, "две": 2, "двух": 2, "четыре": 4, "четырёх": 4,
}  # fmt: skip


def widths_in(text: str) -> dict[Fraction, str]:
    """The bytes of one number that a text says, by the name of a format or in so many words."""
    found = {}
    for pattern, width in DTYPES:
        if match := re.search(rf"(?<![A-Za-z0-9])(?:{pattern})(?![A-Za-z0-9])", text, re.IGNORECASE):
            found[width] = match[0]
    for match in _BYTES.finditer(text):
        digits = match["digits"].lower()
        width = Fraction(_DIGITS[digits]) if digits in _DIGITS else Fraction(digits)
        found[width] = match[0]
    return found


_KEYS = r"(?:\bkeys\b|键|鍵|ключи)"
_VALUES = r"(?:\bvalues\b|值|значени[яй])"
_TWO_FORMATS = re.compile(rf"{_KEYS}(?P<keys>[^,，、;；。]{{1,24}})(?:[,，、;；]|\band\b|и)[^,，、;；。]{{0,4}}{_VALUES}(?P<values>[^,，、;；。]{{1,24}})", re.IGNORECASE)
"""Keys in one format and values in another."""


def _mean_width(asked: Asked) -> Read | None:
    """The mean of two formats, one of the keys and one of the values."""
    match = _TWO_FORMATS.search(asked.section)
    if match is None:
        return None
    keys, values = widths_in(match["keys"]), widths_in(match["values"])
    if len(keys) != 1 or len(values) != 1:
        return None
    return Read("bytes", (next(iter(keys)) + next(iter(values))) / 2, match[0], asked.dispute.scene.block.start, BLOCK)


def width_of(asked: Asked, subject: str) -> Read | None:
    """The bytes of one number in the sentences about a subject, the nearest first; else the only format of the section."""
    if subject == "cache" and (mean := _mean_width(asked)) is not None:
        return mean
    about = [(text, reach) for text, reach in asked.sentences if cue(subject).search(text)]
    others = [cue(name) for name in ("weights", "gradients", "optimizer", "cache", "quantized", "compute") if name != subject]
    neutral = [(text, reach) for text, reach in asked.sentences if not any(other.search(text) for other in others)]
    for sentences in (about, neutral):
        for reach in (SENTENCE, BLOCK, SECTION):
            found: dict[Fraction, str] = {}
            for text, at in sentences:
                if at == reach:
                    found |= widths_in(text)
            if len(found) > 1:
                return None
            if found:
                (width, words), = found.items()
                return Read("bytes", width, words, asked.dispute.scene.block.start, reach)
    return None
