"""Rule: a range and how many of it (`a worker takes 6–8 GB, so twelve need 72–96 GB`).

No words are read: two ranges of one kind and one number in a sentence, and one end of the second range is exactly the number times
the same end of the first. Then the other end has to be so, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from book.checks.claim import Claim
from book.checks.passage import Reading
from book.findings import Code
from book.numbers.chain import show
from book.numbers.scan import Hedge, Mention, What, scan
from book.numbers.units import Dimension

_DASH = re.compile(r"\s?(?:[–—~～−-]|\.\.\.?|…|\bto\b|至|到|до)\s?")
_RANGE = re.compile(r"\d\s?(?:[–—~～−-]|至|到|to|до)\s?\d|\d\s?\S{1,6}\s?(?:[–—~～]|至|到)\s?\d")
_MOST = 8
"""A sentence with more numbers is a list."""
_END = re.compile(r"[。！？!?\n]|\.(?=\s)")


@dataclass(frozen=True)
class Range:
    """Two ends of one unit."""

    low: Mention
    high: Mention

    @property
    def dims(self) -> Dimension:
        """What the ends measure."""
        return self.high.dims or self.low.dims

    def size(self, mention: Mention) -> Fraction:
        """The value of an end in base units; the first end has the unit of the second if it has none."""
        unit = mention.unit or self.high.unit or self.low.unit
        return mention.literal.value * (unit.factor if unit else 1)


def claims_of(reading: Reading) -> Iterator[Claim]:
    """Second ranges of a passage that are many times the first one."""
    if len(_RANGE.findall(reading.narrow)) < 2:
        return
    start = 0
    for stop in [*(match.end() for match in _END.finditer(reading.masked)), len(reading.masked)]:
        if len(_RANGE.findall(reading.narrow[start:stop])) == 2:
            yield from _sentence(reading, start, stop)
        start = stop


def _sentence(reading: Reading, start: int, stop: int) -> Iterator[Claim]:
    text = reading.masked[start:stop]
    found = [m for m in scan(text, reading.language) if m.what in (What.QUANTITY, What.MULTIPLE)]
    if not 5 <= len(found) <= _MOST:
        return
    ranges, single = _parted(text, found)
    if len(ranges) != 2:
        return
    one, other = ranges
    if one.dims != other.dims:
        return
    counts = [m for m in single if not m.dims and m.hedge is not Hedge.BOUND and m.literal.value > 1]
    if len(counts) != 1:
        return
    yield from _judged(reading, start, one, other, counts[0])


def _parted(text: str, found: list[Mention]) -> tuple[list[Range], list[Mention]]:
    """The ranges, and the numbers that belong to none."""
    ranges, single, i = [], [], 0
    while i < len(found):
        if i + 1 < len(found) and _DASH.fullmatch(text[found[i].end:found[i + 1].start]) and found[i].literal.value < found[i + 1].literal.value:
            ranges.append(Range(found[i], found[i + 1]))
            i += 2
        else:
            single.append(found[i])
            i += 1
    return ranges, single


def _judged(reading: Reading, start: int, one: Range, other: Range, count: Mention) -> Iterator[Claim]:
    """The end of the second range that is not the number times that of the first, where the other end is."""
    pairs = [(one.low, other.low), (one.high, other.high)]
    fits = [other.size(b) == one.size(a) * count.literal.value for a, b in pairs]
    if not any(fit and b.literal.value for fit, (_, b) in zip(fits, pairs, strict=True)):  # nought times any number is nought
        return
    begin, end = start + min(one.low.start, count.start), start + max(other.high.end, count.end)
    if all(fits):
        yield Claim(begin, end, None, at=start + other.high.start)
        return
    base, wrong = pairs[fits.index(False)]
    unit = wrong.unit or other.high.unit
    value = one.size(base) * count.literal.value / (unit.factor if unit else 1)
    yield Claim(begin, end, Code.ARITH_MISMATCH, reading.text[start + wrong.start:start + wrong.end],
                show(value) + (f" {unit.spelling}" if unit and wrong.unit else ""), "the range times the number", start + wrong.start)
