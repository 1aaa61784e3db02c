"""A printed number: its exact value, and how far the printed digits let the true value lie from it.

A literal of digits stands for everything that rounds to it; words and fractions are exact. Reading and writing
follow a `Style` (decimal mark, group mark), one for each language; `parse(write(x)) == x` in every style.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache

from book.numbers import words
from book.numbers.errors import TooLarge, Unreadable
from book.numbers.interval import Interval

MAX_DIGITS = 120
"""More digits in one literal are refused."""
MAX_EXPONENT = 400
"""Larger powers of ten are refused."""


@dataclass(frozen=True)
class Style:
    """How a language prints numbers."""

    decimal: str
    """The decimal mark when writing; both are read where no group could be meant."""
    group: str
    """The mark between groups of three digits when writing."""
    groups: str
    """All marks that are read between groups of three digits."""


_THIN = "\u00a0\u202f\u2009"
STYLES = {"en": Style(".", ",", "," + _THIN), "zh-Hans": Style(".", ",", "," + _THIN),
          "zh-Hant-TW": Style(".", ",", "," + _THIN), "ru": Style(",", "\u00a0", " " + _THIN)}
"""The number style of each language, by its tag."""


def style_of(language: str) -> Style:
    """The style of a language tag (`ru-RU`, `zh-Hant`); the English one if the language is unknown."""
    if language in STYLES:
        return STYLES[language]
    return STYLES["ru"] if language.split("-")[0] == "ru" else STYLES["en"]


@dataclass(frozen=True)
class Literal:
    """A number as printed."""

    value: Fraction
    """The exact value of the digits."""
    step: Fraction
    """Weight of the last printed digit; 0 for a word or a fraction, which is exact."""
    integer: bool = True
    """Printed without decimals, exponent or scale word: a count is exact when it is an operand."""
    slack: Fraction = Fraction(0)
    """Relative freedom of the notation itself (`32K` is 32,000 or 32,768)."""
    written: str = ""
    """The characters as printed."""
    whole: bool = True
    """No decimals: trailing zeros may be no digits of it."""

    @cached_property
    def digits(self) -> int:
        """Significant digits, trailing zeros of an integer not counted."""
        if not self.value or not self.step:
            return 1
        whole = abs(self.value / self.step)
        return len(str(int(whole)).rstrip("0")) if self.whole else len(str(int(whole)))

    @cached_property
    def last_digit(self) -> Fraction:
        """Weight of the last digit that is not a trailing zero of a number without decimals."""
        if not self.step or not self.value or not self.whole:
            return self.step
        whole, weight = abs(self.value / self.step), self.step
        while whole % 10 == 0:
            whole, weight = whole / 10, weight * 10
        return weight

    def rounded(self) -> Interval:
        """All numbers that round to this literal."""
        half = max(self.step / 2, abs(self.value) * self.slack)
        return Interval(self.value - half, self.value + half)

    def operand(self) -> Interval:
        """What it stands for as an operand: a count is exact (2,550 may be a rounded one), a measured number may be rounded."""
        if self.integer and not self.slack:
            half = self.last_digit / 2 if self.digits >= 3 and self.last_digit > self.step else Fraction(0)
            return Interval(self.value - half, self.value + half)
        return self.rounded()

    def measured(self) -> Interval:
        """What it stands for as an operand with a unit: an integer of one or two digits is nominal, others may be rounded."""
        if self.integer and not self.slack and abs(self.value) < 100:
            return Interval.exact(self.value)
        return self.rounded()

    def admits(self, computed: Interval, *, loose: bool = False, truncated: bool = True) -> bool:
        """Whether the computed value can have been printed like this, by rounding or by truncation.

        `loose` is for results called approximate: trailing zeros say nothing, and of two significant digits the
        last one may be off by one; a word or a fraction by a tenth. `truncated` allows digits that were cut off.
        """
        unit = self.last_digit if loose or (self.whole and not self.integer) else self.step
        reach = unit if loose and self.digits == 2 else unit / 2
        if loose and not self.step:
            reach = abs(self.value) / 10
        reach = max(reach, abs(self.value) * self.slack)
        value, low, high = self.value, computed.low, computed.high
        if low <= value + reach and value - reach <= high:
            return True
        if not truncated:
            return False
        if value > 0:
            return low < value + unit and value <= high
        return value < 0 and value - unit < high and low <= value

    def scaled(self, factor: Fraction) -> Literal:
        """The same digits times a scale word or a power of ten."""
        return replace(self, value=self.value * factor, step=self.step * factor, integer=False)


_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
_PLAIN = re.compile(r"(?P<whole>\d+)(?:\.(?P<part>\d+))?(?:[eE](?P<power>[+-]?\d+))?\Z")
_HEX = re.compile(r"0[xX][0-9a-fA-F]{1,32}\Z")


def plain(text: str) -> Literal:
    """Read `4096`, `20.90`, `9.89e14`, `4_194_304` or `0x1F4`, the way programs write numbers."""
    digits = text.replace("_", "")
    if _HEX.match(digits):
        return Literal(Fraction(int(digits, 16)), Fraction(1), written=text)
    match = _PLAIN.match(digits)
    if match is None:
        raise Unreadable(f"{text[:40]!r} is no number")
    return _from_parts(match["whole"], match["part"], match["power"], text)


@lru_cache(maxsize=512)
def ten_to(power: int) -> Fraction:
    """A power of ten."""
    return Fraction(10) ** power


def _from_parts(whole: str, part: str | None, power: str | None, written: str) -> Literal:
    """A literal from its digits before and after the mark and its exponent."""
    decimals = part or ""
    if len(whole) + len(decimals) > MAX_DIGITS:
        raise TooLarge("a number of more than a hundred digits")
    if power and (len(power) > 5 or abs(int(power)) > MAX_EXPONENT):
        raise TooLarge("an exponent of more than three digits")
    step = ten_to(int(power or 0) - len(decimals))
    value = Fraction(int(whole)) if step == 1 else int(whole + decimals) * step
    return Literal(value, step, integer=not decimals and not power, written=written, whole=not decimals)


def parse(text: str, language: str = "en") -> Literal:
    """Read a number as a language prints it: `1,234.5`, `1 234,5`, `9.89e14`, `705.54 亿`, `2.1×10⁹`, `三千二百万`."""
    match = number_pattern(language).fullmatch(text.strip())
    if match is None:
        value = in_words(text.strip(), language)
        if value is None:
            raise Unreadable(f"{text[:40]!r} is no number")
        return Literal(value, Fraction(0), written=text)
    return from_match(match, language)


def in_words(text: str, language: str) -> Fraction | None:
    """Value of a number in words in one of the languages; None if it is none."""
    if text.lower() in words.FRACTIONS:
        return words.FRACTIONS[text.lower()]
    if language.startswith("zh"):
        return words.chinese(words.simplify(text))
    return words.russian(text) if language.startswith("ru") else words.english(text)


def _patterns() -> dict[str, re.Pattern[str]]:
    """One pattern for each way of grouping: digits, mark, exponent, power of ten, scale word."""
    scales = "|".join(re.escape(w) for w in sorted(words.SCALES, key=len, reverse=True))
    traditional = scales.replace("万", "[万萬]").replace("亿", "[亿億]")
    tail = (r"(?:[eE](?P<power>[+-]?\d{1,6})(?![\w]))?"
            r"(?:\s?[×x·*⋅∙]\s?10(?:\^\{?(?P<caret>[-−]?\d{1,6})\}?|(?P<super>[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]{1,6})))?"
            r"(?:\^\{?(?P<raised>[-−]?\d{1,6})\}?|(?P<high>[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]{1,6}))?"
            rf"(?:[\s\u00a0\u202f-]?(?P<scale>(?:{traditional}))(?![a-zа-яё])(?<!千(?=[瓦克米]))(?<!兆(?=[瓦字赫比]))|(?P<letter>[kKMT](?![\w/]))|(?P<bn>B(?![\w/])))?")
    digits = {"en": rf"(?P<grouped>\d{{1,3}}(?:[,{_THIN}]\d{{3}})+(?!\d)(?:\.\d+)?)|(?P<digits>\d+(?:\.\d+)?)",
              "ru": rf"(?P<grouped>\d{{1,3}}(?:[ {_THIN}]\d{{3}})+(?!\d)(?:,\d+)?)|(?P<digits>\d+(?:[.,]\d+)?)"}
    return {name: re.compile(rf"(?:{body}){tail}") for name, body in digits.items()}


_PATTERNS = _patterns()


def number_pattern(language: str) -> re.Pattern[str]:
    """The pattern of a number in digits; `from_match` reads what it found."""
    return _PATTERNS["ru" if language.startswith("ru") else "en"]


_GROUP_MARKS = re.compile(rf"[, {_THIN}]")
_LETTERS = {"k": (3, Fraction(3, 100)), "K": (3, Fraction(3, 100)), "M": (6, Fraction(5, 100)),
            "T": (12, Fraction(1, 100)), "B": (9, Fraction(0))}


def from_match(match: re.Match[str], language: str) -> Literal:
    """The literal that a match of `number_pattern` found."""
    text = match["grouped"] or match["digits"]
    russian = language.startswith("ru")
    if match["grouped"]:
        text = _GROUP_MARKS.sub("", text.replace(",", ".")) if russian else _GROUP_MARKS.sub("", text)
    elif russian:
        text = text.replace(",", ".")
    whole, _, part = text.partition(".")
    literal = _from_parts(whole, part or None, match["power"], match[0])
    power = match["caret"] or (match["super"] or "").translate(_SUPERSCRIPT)
    if power:
        literal = literal.scaled(_power_of_ten(power))
    raised = match["raised"] or (match["high"] or "").translate(_SUPERSCRIPT)
    if raised:
        literal = _raise(literal, raised)
    if match["scale"]:
        literal = literal.scaled(ten_to(words.SCALES[words.simplify(match["scale"])]))
    letter = match["letter"] or match["bn"]
    if letter:
        exponent, slack = _LETTERS[letter]
        literal = replace(literal.scaled(ten_to(exponent)), slack=slack)
    return literal if literal.written == match[0] else replace(literal, written=match[0])


def _power_of_ten(exponent: str) -> Fraction:
    """Ten to a printed exponent."""
    number = int(exponent.replace("−", "-"))
    if abs(number) > MAX_EXPONENT:
        raise TooLarge("an exponent of more than three digits")
    return ten_to(number)


def _raise(literal: Literal, exponent: str) -> Literal:
    """An exact power such as 10^9 or 2²⁰."""
    try:
        power = Interval.exact(literal.value).power(Interval.exact(int(exponent.replace("−", "-"))))
    except ValueError as problem:
        raise TooLarge("a power with thousands of digits") from problem
    return Literal(power.low, Fraction(0), integer=True, written=literal.written)


def write(literal: Literal, language: str = "en") -> str:
    """Print the digits of a literal in a language's style (no scale words; an exponent beyond 18 digits)."""
    style = style_of(language)
    if not literal.step:
        raise Unreadable("a number in words has no digits to write")
    sign = "-" if literal.value < 0 else ""
    count = abs(literal.value / literal.step)
    if count.denominator != 1:
        raise Unreadable("the value is no multiple of its last digit")
    places = _places(literal.step)
    digits = str(count.numerator)
    if literal.integer or -18 <= places <= 0:
        decimals = -places
        digits = digits.rjust(decimals + 1, "0")
        whole, part = (digits[:-decimals], digits[-decimals:]) if decimals else (digits, "")
        return sign + _grouped(whole, style) + (style.decimal + part if part else "")
    return f"{sign}{digits}e{places}"


def _places(step: Fraction) -> int:
    """The power of ten that a step is."""
    power = len(str(step.numerator)) - 1 if step >= 1 else -(len(str(step.denominator)) - 1)
    if Fraction(10) ** power != step:
        raise Unreadable("the last digit has no decimal weight")
    return power


def _grouped(whole: str, style: Style) -> str:
    """Groups of three for five digits and more."""
    if len(whole) < 5:
        return whole
    head = len(whole) % 3
    groups = [whole[:head]] * bool(head) + [whole[i:i + 3] for i in range(head, len(whole), 3)]
    return style.group.join(groups)
