"""Rule: a price after a Chinese discount (`原价 1,200 元，打八五折后是 1,020 元`): 八五折 leaves 85 per cent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from book.checks.claim import Claim
from book.checks.compare import claim, outcome
from book.checks.sentence import Sentence
from book.numbers.interval import Interval
from book.numbers.scan import Hedge, What
from book.numbers.words import chinese

_CUT = re.compile(r"打(?:了)?\s?(?P<rate>[一二三四五六七八九]{1,2}|\d(?:\.\d)?|[1-9]\d)\s?折")
_FAR = 24
"""Characters from the discount to the price after it."""


def rate_of(word: str) -> Fraction | None:
    """What is left: 九折 is 9/10, 八五折 85/100, 8.5 折 85/100."""
    if re.fullmatch(r"[\d.]+", word):
        value = Fraction(word)
        return value / (100 if value >= 10 else 10)
    digits = [chinese(char) for char in word]
    if any(digit is None for digit in digits):
        return None
    return sum((digit / Fraction(10) ** place for place, digit in enumerate(digits, start=1) if digit is not None), Fraction(0))


def _times(left: Interval, values: Sequence[Interval]) -> Interval:
    return values[0] * left


def claims_of(sentence: Sentence) -> Iterator[Claim]:
    """Amounts before and after a discount of the sentence."""
    if sentence.family != "zh" or "折" not in sentence.skeleton:
        return
    text = sentence.reading.narrow
    start = sentence.start
    for match in _CUT.finditer(text, start, sentence.end):
        rate = rate_of(match["rate"])
        before = [m for m in sentence.mentions if m.end <= match.start() and m.what is What.QUANTITY]
        after = [m for m in sentence.mentions if match.end() <= m.start <= match.end() + _FAR and m.what is What.QUANTITY]
        if rate is None or not before or not after or after[0].hedge is Hedge.BOUND:
            continue
        stated = after[0]
        prices = [m for m in reversed(before) if m.dims in (stated.dims, ())]
        after_cut = [partial(_times, Interval.exact(rate))]
        price = next((m for m in prices if outcome(stated, [m], after_cut) == "holds"), prices[0] if prices else None)
        if price is not None:
            yield from claim(sentence, stated, [price], after_cut, "the price after the discount", alone=True)

