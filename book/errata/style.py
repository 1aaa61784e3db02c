"""A number written as the text writes the one in its place: the same scale word, the same marks of groups and of decimals."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

from book.errata.figures import Figure
from book.errata.value import Value
from book.numbers.literal import number_pattern, style_of

PLACES = 12
"""Decimals that are tried."""
_MATH_DIGITS = re.compile(r"(?P<digits>\d(?:[\d.,]|\{,\}|\\,(?=\d))*)")
_MARKS = {"prose": r"[,\u00a0\u202f\u2009]", "math": r"\{,\}|\\,|,"}


def restyled(words: str, figure: Figure, value: Value, ratio: Fraction, language: str, source: str) -> str | None:
    """`value` (times `ratio`) written like `words`, the number of the text; None if it cannot be written so exactly."""
    literal = value.literal
    lead = re.match(r"\D*", words)
    prefix, number = (words[: lead.end()], words[lead.end() :]) if lead else ("", words)
    match = number_pattern(language).match(number) if figure.form == "prose" else _MATH_DIGITS.match(number)
    if match is None or literal is None or not literal.step:
        return None
    groups = match.groupdict()
    digits, name = (groups["grouped"], "grouped") if groups.get("grouped") else (groups["digits"], "digits")
    old = _plain(digits, language)
    if not old or not figure.literal.value:
        return None
    scale = abs(figure.literal.value) / old
    wanted, step = abs(literal.value) * ratio / scale, literal.step * ratio / scale
    places = next((n for n in range(PLACES) if (wanted * 10**n).denominator == 1), None)
    if places is None or (places == 0 and step > 1 and wanted >= 10**7):
        return None
    while places < PLACES and Fraction(1, 10**places) > step and not literal.integer:
        places += 1
    return prefix + _written(wanted, places, digits, figure.form, language, source) + number[match.end(name) :]


def _written(wanted: Fraction, places: int, old: str, form: str, language: str, source: str) -> str:
    """The digits of a value with the marks of the old number."""
    count = str(int(wanted * 10**places)).rjust(places + 1, "0")
    whole, part = (count[:-places], count[-places:]) if places else (count, "")
    decimal = style_of(language).decimal
    if form == "math" and decimal == ",":
        decimal = "{,}"
    return _grouped(whole, _mark(old, form, language, source)) + (decimal + part if part else "")


def _grouped(whole: str, mark: str) -> str:
    return re.sub(r"(?<=\d)(?=(?:\d{3})+$)", lambda _: mark, whole) if mark else whole


def _mark(old: str, form: str, language: str, source: str) -> str:
    """The mark between groups: that of the old number; none if that had a chance of one; else the one that the text uses most."""
    if form == "code":
        return ""
    marks = _MARKS["math" if form == "math" else "prose"]
    comma = style_of(language).decimal == ","
    pattern = re.compile(rf"(?<=\d)(?P<mark>{marks})(?=\d{{3}}(?!\d))")
    found = [each["mark"] for each in pattern.finditer(old) if not (comma and "," in each["mark"] and each["mark"] != "\\,")]
    if found:
        return found[0]
    if re.match(r"\d{4}", old):
        return ""
    used = Counter(each["mark"] for each in pattern.finditer(source) if not (comma and each["mark"] in (",", "{,}")))
    return used.most_common(1)[0][0] if used else ""


def _plain(digits: str, language: str) -> Fraction | None:
    """The value of digits with their marks."""
    bare = digits.replace("{,}", ",").replace("\\,", "").replace("\\", "")
    if style_of(language).decimal == ",":
        bare = re.sub(r"[\s\u00a0\u202f\u2009]", "", bare).replace(",", ".")
    else:
        bare = re.sub(r"[,\s\u00a0\u202f\u2009]", "", bare)
    return Fraction(bare) if re.fullmatch(r"\d+(?:\.\d+)?", bare) else None
