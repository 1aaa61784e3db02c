"""The changes of `tests.mutate`: one digit, unit, exponent, sign or factor of a Markdown text, with the place where it stands."""

from __future__ import annotations

import random
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

CHANGES = ("digit", "unit", "exponent", "sign", "factor")
PLACES = ("bound number", "labelled formula", "verified chain", "table", "other formula", "other quantity", "name, date or small count")
"""In the order of their weight: a bound number inside a chain is a bound number."""

Spans = Mapping[str, Sequence[tuple[int, int]]]

_BOUND = re.compile(r"\[((?:[^\[\]\\]|\\.)*)\]\(calc:[^)\s]*\)")
_LABELLED = re.compile(r"\$\$((?:(?!\$\$).)+)\$\$\s*\{#eq:", re.S)
_MATH = re.compile(r"\$\$.*?\$\$|(?<!\\)\$[^$\n]+?(?<!\\)\$", re.S)
_ROW = re.compile(r"^\|.*$", re.M)
_HIDDEN = re.compile(r"\]\([^)\s]*(?:\s\"[^\"]*\")?\)|\{[#.=][^}\n]*\}|\[\^[^\]\n]*\]:?|^```.*?^```|^:::.*?$|<!--.*?-->|^---\n.*?^---$|(?m:^ {0,3}\d+[.)](?=\s))",
                     re.S | re.M)
"""Addresses, labels, notes' names, listings, numbers of list items: no printed number."""

_OTHER = {"GB": "GiB", "GiB": "GB", "KiB": "KB", "MiB": "MB", "MB": "GB", "KB": "MB", "TB": "GB", "GB/s": "Gbit/s", "TB/s": "GB/s",
          "Gbit/s": "GB/s", "TFLOP/s": "GFLOP/s", "GFLOP/s": "TFLOP/s", "PFLOP/s": "TFLOP/s", "TFLOP": "GFLOP", "GFLOP": "TFLOP",
          "MFLOP": "GFLOP", "ms": "s", "s": "ms", "ns": "ms", "µs": "ms", "GHz": "MHz", "W": "kW", "kW": "W", "J": "kJ", "h": "s",
          "ГБ": "ГиБ", "ГиБ": "ГБ", "КиБ": "КБ", "МиБ": "МБ", "МБ": "ГБ", "КБ": "МБ", "ТБ": "ГБ", "ТБ/с": "ГБ/с", "ГБ/с": "Гбит/с", "Гбит/с": "ГБ/с",
          "Тфлоп/с": "Гфлоп/с", "Гфлоп": "Тфлоп", "Тфлоп": "Гфлоп", "Мфлоп": "Гфлоп", "мс": "с", "нс": "мс", "мкс": "мс", "ГГц": "МГц",
          "Вт": "кВт", "кВт": "Вт", "Дж": "кДж", "万": "亿", "亿": "万", "萬": "億", "億": "萬", "万亿": "亿", "billion": "million",
          "million": "billion", "trillion": "billion", "млрд": "млн", "млн": "млрд", "%": "‰", "byte": "bit", "bytes": "bits", "字节": "比特",
          "位元組": "位元", "байт": "бит", "秒": "毫秒", "毫秒": "秒"}
_UNIT = re.compile(r"(?:(?<=\d)|(?<=\d[ \u00a0])|(?<=[\d ]\\mathrm\{)|(?<=[\d ]\\text\{)|(?<=\d\\ \\mathrm\{))(?:"
                   + "|".join(re.escape(unit) for unit in sorted(_OTHER, key=len, reverse=True)) + r")(?![A-Za-zА-Яа-яё/·²])")
_EXPONENT = re.compile(r"(?<=\^)\d(?!\d)|(?<=\^\{)-?\d+(?=\})|(?<=\d)[⁰¹²³⁴⁵⁶⁷⁸⁹]+|(?<=\d[eE])\d+")
_SIGN = re.compile(r"(?<=[\w})\]])(?P<sign> ?[+−-] ?)(?=[\w\\({])")
_FRACTION = re.compile(r"\\frac\{([^{}]+)\}\{([^{}]+)\}")
_TIMES = re.compile(r"\\times(?![a-z])|\\cdot(?![a-z])|(?<=[\d\w ])×(?= ?\d)")
_LEADING = re.compile(r"(?<![\d.,^_{])(?P<factor>[2-9])(?:\\,|\s)?(?=\\?[A-Za-z(])")
_EQUALS = re.compile(r"(?<![<>\\{])=\s*(?=\\?[A-Za-z(\d])")
_DECIMAL = {"en": re.compile(r"(?<![\d.,])(\d+)\.(\d)(\d*)(?![\d.])"), "ru": re.compile(r"(?<![\d.,])(\d+),(\d)(\d*)(?![\d,])")}
_SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹"


@dataclass(frozen=True)
class Mutation:
    """One change of a source."""

    place: str
    change: str
    at: int
    old: str
    new: str


class _Stretches:
    """Stretches of a text; answers in which one an offset lies."""

    def __init__(self, spans: Sequence[tuple[int, int]]) -> None:
        self.spans = sorted(spans)
        self.starts = [start for start, _ in self.spans]

    def has(self, start: int, end: int) -> bool:
        """Whether one of the last few stretches that begin before it holds it; they hardly overlap."""
        at = bisect_right(self.starts, start)
        return any(low <= start and end <= high for low, high in self.spans[max(0, at - 6):at])


def spans_of(source: str) -> dict[str, list[tuple[int, int]]]:
    """The places that the Markdown itself shows."""
    return {"bound number": [match.span(1) for match in _BOUND.finditer(source)],
            "labelled formula": [match.span(1) for match in _LABELLED.finditer(source)],
            "table": [match.span() for match in _ROW.finditer(source)],
            "other formula": [match.span() for match in _MATH.finditer(source)]}


def mutations_of(source: str, spans: Spans, language: str, rng: random.Random) -> Iterator[Mutation]:
    """Every place of a source that can be changed, each kind of change with one new text."""
    stretches = {place: _Stretches(spans.get(place, ())) for place in PLACES[:-1]}
    hidden = _Stretches([match.span() for match in _HIDDEN.finditer(source)])
    for change, at, old, new in _changes(source, stretches, language, rng):
        if not hidden.has(at, at + len(old)):
            place = next((name for name in PLACES[:-1] if stretches[name].has(at, at + len(old))), PLACES[-1])
            yield Mutation(place, change, at, old, new)


Change = tuple[str, int, str, str]


def _changes(source: str, stretches: Mapping[str, _Stretches], language: str, rng: random.Random) -> Iterator[Change]:
    exponents = {i for match in _EXPONENT.finditer(source) for i in range(*match.span())}
    for i, char in enumerate(source):
        if char in "0123456789" and i not in exponents:
            yield "digit", i, char, rng.choice([digit for digit in "0123456789" if digit != char])
    for match in _UNIT.finditer(source):
        yield "unit", match.start(), match[0], _OTHER[match[0]]
    for match in _EXPONENT.finditer(source):
        yield "exponent", match.start(), match[0], _exponent(match[0], rng)
    for match in _DECIMAL["ru" if language.startswith("ru") else "en"].finditer(source):
        mark = match[0][len(match[1])]
        yield "factor", match.start(), match[0], match[1] + match[2] + (mark + match[3] if match[3] else "")
    inside = [stretches[place] for place in ("labelled formula", "verified chain", "other formula")]
    for change in _in_formulas(source):
        if any(each.has(change[1], change[1] + len(change[2])) for each in inside):
            yield change


def _exponent(text: str, rng: random.Random) -> str:
    """One more or one less."""
    step = rng.choice((1, -1))
    if text[0] in _SUPERSCRIPT:
        number = int("".join(str(_SUPERSCRIPT.index(char)) for char in text))
        return "".join(_SUPERSCRIPT[int(char)] for char in str(max(0, number + step) if number + step != number else number + 1))
    return str(int(text) + step)


def _in_formulas(source: str) -> Iterator[Change]:
    """Signs and factors, which only formulas and chains have."""
    for match in _SIGN.finditer(source):
        yield "sign", match.start(), match[0], match[0].translate(str.maketrans("+-−", "-++"))
    for match in _FRACTION.finditer(source):
        yield "factor", match.start(), match[0], rf"\frac{{{match[2]}}}{{{match[1]}}}"
    for match in _TIMES.finditer(source):
        yield "factor", match.start(), match[0], "+"
    for match in _LEADING.finditer(source):
        yield "factor", match.start(), match[0], ""
    for match in _EQUALS.finditer(source):
        yield "factor", match.start(), match[0], match[0] + ("2 \\times " if "\\" in source[match.start():match.start() + 40] else "2 × ")
