"""A printed number held against the ledger's value: in its own unit, to its last digit, in the language's style."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import ceil, floor

from infra_calc.units import COUNTED

from book.ledger.entry import Kind, Rounding
from book.ledger.number import Number, decimal_text
from book.ledger.units import Dims, combined, dims_of, from_printed, measured, parse_unit, told
from book.numbers.errors import NumberProblem
from book.numbers.literal import Literal, Style, from_match, in_words, number_pattern, style_of
from book.numbers.scan import What, scan, unit_after
from book.numbers.units import PATTERN, PERCENT
from book.numbers.units import Unit as PrintedUnit
from book.numbers.units import parse_unit as parse_printed

SENTENCE = re.compile(r"[。；！？]|[.;!?](?=\s)")
NEAR = 60
"""Characters beside a number that may say `per second`."""


@dataclass(frozen=True)
class Around:
    """What stands around a printed number and may say its unit."""

    before: str = ""
    after: str = ""
    heads: tuple[str, ...] = ()
    """In a table: the head of the column, the first cell of the row, the caption."""

    @property
    def near(self) -> str:
        """The words that can belong to the number: those beside it, and the head of its column."""
        before = SENTENCE.split(self.before[-NEAR:])[-1]
        return " ".join((*self.heads[:1], before, "…", SENTENCE.split(self.after[:NEAR])[0]))


@dataclass(frozen=True)
class Printed:
    """A number as the text prints it."""

    text: str
    literal: Literal
    unit: PrintedUnit | None


@dataclass(frozen=True)
class Comparison:
    """How a printed number stands to its value."""

    agrees: bool
    expected: str
    """The text as it should be."""
    reason: str = ""
    """Where they differ: what is wrong."""


PER_TIME = re.compile(r"每\s?(?:一\s?)?(?:秒|小时|小時|分|天|日|年|千瓦|度)|\bper[ -](?:second|hour|minute|day|year|kilowatt|kWh)|"
                      r"\b(?:a|an|each|every|one) (?:second|hour|minute|day|year|kilowatt)|\bhourly\b|"
                      r"\b(?:в|за|каждую)[ \u00a0](?:одну[ \u00a0])?(?:секунду|час|минуту|день|сутки|год)|\bчас\b|кВт",
                      re.IGNORECASE)
"""Words that make `50 GB` a rate."""


def read_printed(text: str, language: str) -> Printed | None:
    """The one number of a bound text; None if it has none or several."""
    mentions = [mention for mention in scan(text, language) if mention.what is not What.STRUCTURE]
    if len(mentions) > 1:
        return None
    if mentions:
        mention = mentions[0]
        unit = PERCENT if mention.what in (What.PERCENT, What.POINTS) else mention.unit
        return Printed(text, _signed(text, mention.start, mention.literal), unit)
    matches = list(number_pattern(language).finditer(text))
    try:
        if len(matches) == 1:
            unit, _ = unit_after(text, matches[0].end(), language)
            return Printed(text, _signed(text, matches[0].start(), from_match(matches[0], language)), unit)
    except NumberProblem:
        return None
    value = in_words(text.strip(), language) if not matches else None
    return Printed(text, Literal(value, Fraction(0), written=text), None) if value is not None else None


def _signed(text: str, start: int, literal: Literal) -> Literal:
    """The literal with the minus sign before it."""
    sign = text[:start].rstrip()[-1:]
    return replace(literal, value=-literal.value) if sign in "-−–" and sign and literal.value > 0 else literal


def compare(number: Number, text: str, language: str, around: Around) -> Comparison:
    """Hold a printed text against the value of its number."""
    printed = read_printed(text, language)
    if printed is None:
        return Comparison(False, number.shown(), "holds no number that can be read, or several; link one number with its unit")
    scales = list(dict.fromkeys(_scales(number, printed, language, around)))
    if not scales:
        unit = printed.unit.spelling if printed.unit else "no unit"
        return Comparison(False, number.shown(), f"is printed with {unit}, and the value is {told(measured(number.amount.dims))}")
    typed = _typed(number)
    for scale in scales:
        if typed == printed.literal.value and scale != number.unit.scale:
            continue  # 2 GB printed for a given 2 GiB
        if _fits(printed.literal, number.amount.value / scale, number.entry.rounding, exact=number.amount.exact):
            return Comparison(True, text)
    nearest = min(scales, key=lambda scale: _distance(printed.literal.value, number.amount.value / scale))
    value = number.amount.value / nearest
    return Comparison(False, expected_text(printed, value, number.entry.rounding, language),
                      f"the value is {decimal_text(value, 8)}{_unit_words(printed)}")


def _typed(number: Number) -> Fraction | None:
    """The digits of a given quantity."""
    return number.value if number.entry.kind is Kind.GIVEN else None


def _unit_words(printed: Printed) -> str:
    return "" if printed.unit is None else "%" if printed.unit is PERCENT else f" {printed.unit.spelling}"


def _distance(stated: Fraction, value: Fraction) -> Fraction:
    """How far apart two values are, as a factor."""
    if stated * value <= 0:
        return Fraction(10**40) + abs(stated - value)
    return max(stated / value, value / stated)


def _fits(literal: Literal, value: Fraction, rounding: Rounding, *, exact: bool) -> bool:
    """Whether a value is printed as this literal, rounded to its last digit."""
    if literal.value == 0 != value:
        return False  # 0.00 says nothing about a value that is not zero
    room = Fraction(0) if exact else abs(value) / 10**13
    candidates = [literal.value]
    if literal.slack and literal.value:  # 32K for 32,768
        power = (len(str(int(abs(literal.value)))) - 1) // 3
        candidates.append(literal.value * Fraction(1024**power, 1000**power))
    for stated in candidates:
        difference = value - stated
        if not difference:
            return True
        half = literal.step / 2
        if rounding is Rounding.NEAREST and (-half <= difference < half if stated > 0 else -half < difference <= half):
            return True  # halves go away from zero
        if rounding is Rounding.NEAREST and not exact and abs(difference) <= half + room:
            return True
        if rounding is Rounding.DOWN and -room <= difference < literal.step:
            return True
        if rounding is Rounding.UP and -literal.step < difference <= room:
            return True
    return False


# units

def _scales(number: Number, printed: Printed, language: str, around: Around) -> Iterator[Fraction]:
    """How many base units one printed unit may be; none if the units cannot belong together."""
    if printed.unit is not None:
        yield from _with_unit(number, printed.unit, around)
        return
    unit, _ = unit_after(around.after, 0, language)
    named = [unit] if unit is not None and around.after else []
    if around.heads and not named:
        named = [found for head in around.heads[:1] for found in _units_in(head)]
    found = [scale for each in named for scale in _with_unit(number, each, around)]
    yield from found or [number.unit.scale]
    if not found and not measured(number.amount.dims):
        yield Fraction(1)


def _units_in(head: str) -> list[PrintedUnit]:
    """The units that a column's head names."""
    found = []
    for match in PATTERN.finditer(head):
        try:
            found.append(parse_printed(match[0]))
        except NumberProblem:
            continue
    return found + ([PERCENT] if re.search(r"[%％]", head) else [])


def _with_unit(number: Number, unit: PrintedUnit, around: Around) -> Iterator[Fraction]:
    """Scales under which a printed unit measures the number, what the text says in other words included."""
    factor, dims = from_printed(unit)
    if _other_things(dims, number.amount.dims):
        return
    if unit is PERCENT:
        if not measured(number.amount.dims):
            yield factor
        return
    for scale, below in denominators(number):
        balances = measured(combined(dims, below, -1)) == measured(number.amount.dims)
        if balances and (not measured(below) or PER_TIME.search(around.near)):
            yield factor / scale


def _other_things(printed: Dims, value: Dims) -> bool:
    """Whether the text counts tokens where the value counts requests."""
    counted = [base for base, power in printed if power > 0 and base in COUNTED]
    own = [base for base, power in value if power > 0 and base in COUNTED]
    return bool(counted and own) and not set(counted) & set(own)


def denominators(number: Number) -> Iterator[tuple[Fraction, Dims]]:
    """What a text may leave to other words: per second, per million tokens; nothing first."""
    yield Fraction(1), ()
    parts = [parse_unit(part) for part in re.split(r"[*/]", number.unit.text)[1:] if part]
    for count in (1, 2):
        for chosen in combinations(parts, count):
            scale, below = Fraction(1), dims_of({})
            for part in chosen:
                scale, below = scale * part.scale, combined(below, part.dims)
            yield scale, below
    if ("token", -1) in number.amount.dims and "dollar" in dict(number.amount.dims):
        yield Fraction(10**6), (("token", 1),)


# what should stand there

def expected_text(printed: Printed, value: Fraction, rounding: Rounding, language: str) -> str:
    """The printed text with the digits that the value has."""
    match = next(iter(number_pattern(language).finditer(printed.text)), None)
    if match is None or not printed.literal.step:
        return decimal_text(value, 6)
    style = style_of(language)
    group = "grouped" if match["grouped"] else "digits"
    decimals = len(match[group].partition(style.decimal)[2])
    count = abs(value) / printed.literal.step
    whole = floor(count) if rounding is Rounding.DOWN else ceil(count) if rounding is Rounding.UP else floor(count + Fraction(1, 2))
    sign = "−" if value < 0 <= printed.literal.value else ""
    start, end = match.span(group)
    return printed.text[:start] + sign + _digits(whole, decimals, match[group], style) + printed.text[end:]


def _digits(count: int, decimals: int, like: str, style: Style) -> str:
    """A count of last digits in the style of the digits that it replaces; five digits and more are grouped in any case."""
    text = str(count).rjust(decimals + 1, "0")
    whole, part = (text[:-decimals], text[-decimals:]) if decimals else (text, "")
    mark = next((char for char in like if char in style.groups), "")
    if len(whole) > 3 and (mark or len(whole) > 4):
        head = len(whole) % 3
        parts = [whole[:head]] * bool(head) + [whole[i:i + 3] for i in range(head, len(whole), 3)]
        whole = (mark or style.group).join(parts)
    return whole + (style.decimal + part if part else "")
