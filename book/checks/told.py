"""The numbers that a block of a text tells, in digits with their units and in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from book.checks.chapter import Piece, pieces
from book.checks.magnitudes import magnitudes_in
from book.checks.passage import Table
from book.checks.spoken import LETTER_WORD, in_words
from book.editions.block import Block
from book.manuscript.reader import Chapter
from book.numbers.errors import NumberProblem
from book.numbers.literal import from_match, number_pattern
from book.numbers.scan import family, narrow, unit_after
from book.numbers.units import UNITS, Dimension, Unit, hard

PLACEHOLDER = re.compile(
    r"\{\{[^{}\n]{1,60}\}\}|\$\{\w+\}|%\d+\$?[sd]?(?![\w%])|%[sd](?!\w)|\{\d+\}|__[A-Z]\w+__|<<\w+>>|\bPLACEHOLDER[\w-]*", re.I
)
"""What programs leave in a text for a value, and forget."""
SIGN = re.compile(r"(?:^|[\s\u00a0\u202f(\[（「“«:：=,，、≈~<>≤≥|])[-−]$")
MONTHS = {name: month for month, names in enumerate((
    "january jan января январь январе", "february feb февраля февраль феврале", "march mar марта март марте",
    "april apr апреля апрель апреле",
    "may мая май мае", "june jun июня июнь июне", "july jul июля июль июле", "august aug августа август августе",
    "september sept sep сентября сентябрь сентябре", "october oct октября октябрь октябре", "november nov ноября ноябрь ноябре",
    "december dec декабря декабрь декабре"), 1) for name in names.split()}


@dataclass(frozen=True)
class Number:
    """A number in digits."""

    value: Fraction
    unit: Unit | None
    written: str
    at: int
    """Offset in the source."""
    bound: str = ""
    """The id of its entry in the ledger, if it is bound."""
    slack: Fraction = Fraction(0)
    """Relative freedom of the notation: 32K is 32,000 or 32,768."""
    shares: bool = False
    """A number with a unit follows at once, which may be this one's too: `5–7 %`."""

    def says(self, other: Number) -> bool:
        """Whether the digits tell the same value."""
        return abs(self.value - other.value) <= max(self.slack * abs(self.value), other.slack * abs(other.value))

    @property
    def dims(self) -> Dimension:
        """What it measures, as far as a mismatch counts."""
        return hard(self.unit.dims) if self.unit else ()

    @property
    def amount(self) -> Fraction:
        """Its value in base units."""
        return self.value * (self.unit.factor if self.unit else 1)


@dataclass(frozen=True)
class Told:
    """All numbers of a block."""

    numbers: list[Number]
    words: list[Fraction]
    """Values told in words; they may stand for digits of the other text."""
    grid: list[list[list[Number]]] | None = None
    """Of a table: the numbers of each cell, row by row."""
    magnitudes: tuple[Fraction, ...] = ()
    """Scale words that stand alone: per million."""


def told_in(chapter: Chapter, block: Block, language: str) -> Told:
    """The numbers of a block; those of formulas and code are compared as formulas and code."""
    numbers: list[Number] = []
    spoken: list[Fraction] = []
    grid: list[list[list[Number]]] | None = None
    alone: list[Fraction] = []
    for piece in pieces(block.nodes, language):
        if "footnote" in piece.classes:
            continue
        if isinstance(piece.block, Table):
            grid = list(_grid(piece.block, language))
            numbers += [number for row in grid for cell in row for number in cell]
            for cell in (cell for row in (piece.block.head, *piece.block.rows) for cell in row):
                spoken += in_words(cell.text, language)
                alone += magnitudes_in(cell.text, language)
        else:
            numbers += _numbers(piece, language)
            spoken += in_words(piece.reading.masked, language)
            alone += magnitudes_in(piece.reading.masked, language)
    return Told(numbers, spoken, grid, tuple(alone))


def _numbers(piece: Piece, language: str) -> Iterator[Number]:
    for number in numbers_in(piece.reading.masked, language):
        mark = next((mark for mark in piece.marks if mark.start <= number.at < mark.end), None)
        bound = mark.target if mark and mark.kind == "calc" else ""
        yield replace(number, at=piece.reading.source_offset(number.at), bound=bound)


def _grid(table: Table, language: str) -> Iterator[list[list[Number]]]:
    for row in (table.head, *table.rows):
        yield [[replace(n, at=cell.at + n.at) for n in numbers_in(cell.text, language)] for cell in row]


def numbers_in(text: str, language: str) -> Iterator[Number]:
    """Every number in digits, names and dates included: a digit of a name must not change either."""
    flat = PLACEHOLDER.sub(lambda match: " " * len(match[0]), narrow(text))
    matches = list(number_pattern(language).finditer(flat))
    for i, match in enumerate(matches):
        try:
            literal = from_match(match, language)
        except NumberProblem:
            continue
        unit, end = _unit(flat, match.start(), match.end(), language)
        sign = -1 if SIGN.search(flat[max(0, match.start() - 2):match.start()]) else 1
        start = match.start() - (sign < 0)
        following = matches[i + 1] if unit is None and i + 1 < len(matches) else None
        shares = following is not None and following.start() - end <= _NEAR and \
            _unit(flat, following.start(), following.end(), language)[0] is not None
        yield Number(literal.value * sign, unit, text[start:end], start, slack=literal.slack, shares=shares)
    for match in LETTER_WORD.finditer(flat):
        month = MONTHS.get(match[0].lower())
        beside = flat[max(0, match.start() - 3):match.start()] + " " + flat[match.end():match.end() + 3]
        if month and (match[0][0].isupper() or family(language) == "ru") and re.search(r"\d", beside):
            yield Number(Fraction(month), None, match[0], match.start())


_NEAR = 14
"""Characters between two numbers of one range or list."""
CURRENCY = re.compile(r"(US\$|NT\$|\$|€|£|¥|￥|₽)\s?$")
STEM = re.compile(r"[-\s\u00a0](?:(?P<bit>bit|бит)|(?P<byte>byte|байт))[а-яё]{0,4}(?![A-Za-zА-Яа-яё/])")
"""8-bit, 8-битный, в 8 битах."""


def _unit(flat: str, start: int, end: int, language: str) -> tuple[Unit | None, int]:
    """The unit of a number: behind it, in an adjective, or a currency before it."""
    unit, stop = unit_after(flat, end, language)
    if unit is None and (stem := STEM.match(flat, end)):
        return UNITS["bit" if stem["bit"] else "byte"], stem.end()
    if unit is None and (money := CURRENCY.search(flat[max(0, start - 4):start])):
        return UNITS[{"￥": "¥"}.get(money[1], money[1])], end
    return unit, stop
