"""Where the quantities of a chapter stand, like the coverage of tests: bound, checked, cited, given, or open (`number.unbound`).

A quantity is `checked` when it is part of a claim that was read and holds, or tells again a value of the chapter's ledger; `given`
when the ledger or a formula states it; `cited` when its sentence names a work. Numbers in words, small counts, dates, versions,
names and labels are no quantities.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import zip_longest

from book.checks.chapter import Mark, Piece
from book.checks.passage import Kind, Reading, Segment, Table
from book.findings import Code, Finding
from book.ledger import arithmetic
from book.ledger.entry import Kind as EntryKind
from book.ledger.errors import LedgerProblem
from book.ledger.lookup import Ledger
from book.ledger.printed import denominators, read_printed
from book.ledger.units import Dims, combined, from_printed, measured
from book.manuscript.reader import Chapter
from book.numbers import latex
from book.numbers.errors import NumberProblem
from book.numbers.literal import Literal
from book.numbers.scan import Mention, What, scan
from book.numbers.tokens import Kind as TokenKind
from book.numbers.units import PERCENT, Unit

SMALL = 12
"""Counts up to here, without a unit, are words of the language rather than quantities."""


WIDEST = 32
"""Widths of number formats, `4 bit` and `2 bytes`, up to here name a format."""
SIZE_NAME = re.compile(r"\d+(?:[.,]\d+)?[BM]")
"""`70B` is the name of a model's size."""
NAMED = re.compile(r"\b[A-Z][A-Za-z]*[ \u00a0]$")
"""`RTX PRO 6000` is a name."""


class Standing(Enum):
    """What stands behind a quantity."""

    BOUND = "bound"
    CHECKED = "checked"
    CITED = "cited"
    GIVEN = "given"
    OPEN = "open"


@dataclass(frozen=True)
class Quantity:
    """A quantity of the text with its place."""

    standing: Standing
    text: str
    at: int
    """Offset in the source."""
    sentence: str


class Values:
    """What a chapter's ledger knows: its values by dimension, and the numbers that are typed in it."""

    def __init__(self, ledger: Ledger, slugs: Iterable[str], pieces: Sequence[Piece]) -> None:
        self.by_dims: dict[Dims, list[Fraction]] = {}
        self.given: dict[Dims, list[Fraction]] = {}
        printed = [read_printed(text, language) for text, language in _bound_texts(pieces)]
        self.printed = {each.literal.value for each in printed if each}
        """Digits of the bound numbers, which the text repeats without their units."""
        for number in (each for slug in slugs for each in ledger.numbers(slug)):
            group = self.given if number.entry.kind is EntryKind.GIVEN else self.by_dims
            for scale, below in denominators(number):
                _add(group, number.amount.value * scale, combined(number.amount.dims, below))
            typed = [*number.entry.arguments.values()] if number.entry.kind is EntryKind.CALC else []
            typed += arithmetic.numbers(number.entry.text) if number.entry.kind is EntryKind.EXPR else []
            for text in typed:
                _typed(self.given, text)
        for group in (self.by_dims, self.given):
            for values in group.values():
                values.sort()

    def knows(self, group: dict[Dims, list[Fraction]], literal: Literal, unit: Unit | None) -> bool:
        """Whether a printed number is one of these values, rounded to its last digit."""
        factor, dims = from_printed(unit) if unit is not None else (Fraction(1), ())
        half = literal.step / 2
        if unit is None and literal.value in self.printed and (literal.digits > 2 or not literal.integer):
            return True
        return _within(group.get(measured(dims), ()), (literal.value - half) * factor, (literal.value + half) * factor)


def _bound_texts(pieces: Sequence[Piece]) -> Iterator[tuple[str, str]]:
    """The bound texts of a chapter and their language."""
    for piece in pieces:
        if isinstance(piece.block, Table):
            cells = [(cell.text, marks) for row, found in zip(piece.block.rows, piece.cells, strict=True)
                     for cell, marks in zip(row, found, strict=True)]
        else:
            cells = [(piece.reading.text, piece.marks)]
        for text, marks in cells:
            for mark in marks:
                if mark.kind == "calc":
                    yield text[mark.start:mark.end], piece.block.language


def _add(group: dict[Dims, list[Fraction]], value: Fraction, dims: Dims) -> None:
    group.setdefault(measured(dims), []).append(value)


def _typed(group: dict[Dims, list[Fraction]], text: str) -> None:
    """A number or quantity that is typed in an expression or as an argument."""
    if not arithmetic.is_number(text.partition(" ")[0]):
        return
    try:
        amount, unit = arithmetic.quantity(text)
    except LedgerProblem:
        return
    _add(group, amount.value, amount.dims)
    _add(group, amount.value / unit.scale, ())


def _within(values: Sequence[Fraction], low: Fraction, high: Fraction) -> bool:
    at = bisect_left(values, low)
    return at < len(values) and values[at] <= high


Stretches = Sequence[tuple[int, int]]


def quantities_of(pieces: Sequence[Piece], sound: Sequence[Stretches], values: Values, language: str) -> Iterator[Quantity]:
    """The quantities of a chapter with their standing, in the order of the text; `sound` is `run.Report.sound` of its pieces."""
    for piece, holds in zip(pieces, sound, strict=True):
        yield from _table(piece, holds, values, language) if isinstance(piece.block, Table) else _passage(piece, holds, values)


def findings_of(chapter: Chapter, quantities: Sequence[Quantity]) -> Iterator[Finding]:
    """The open quantities."""
    for each in quantities:
        if each.standing is Standing.OPEN:
            line, column = chapter.lines.place(each.at)
            message = f"`{each.text}` has no source: bind it, cite it, or give it in the ledger"
            yield Finding(chapter.path, line, column, Code.NUMBER_UNBOUND.id, each.sentence, each.text, "", message)


# passages

def _passage(piece: Piece, sound: Stretches, values: Values) -> Iterator[Quantity]:
    reading = piece.reading
    operands = _operands(reading, sound)
    for start, end, literal, unit in [*_mentions(piece), *_in_formulas(piece)]:
        sentence = _around(reading.text, start, end)
        marks = _kinds(piece.marks, start, end)
        cites = any(mark.kind == "cite" and _same_sentence(reading.text, mark, start) for mark in piece.marks)
        inside = literal.value in operands or any(low <= start and end <= high for low, high in sound)
        standing = _standing(marks, inside=inside, cites=cites, values=values, literal=literal, unit=unit)
        yield Quantity(standing, reading.text[start:end], reading.source_offset(start), sentence)


def _standing(marks: Sequence[str], *, inside: bool, cites: bool, values: Values, literal: Literal, unit: Unit | None) -> Standing:
    if "calc" in marks:
        return Standing.BOUND
    if "cite" in marks:
        return Standing.CITED
    if values.knows(values.given, literal, unit):
        return Standing.GIVEN
    if inside or values.knows(values.by_dims, literal, unit):
        return Standing.CHECKED
    return Standing.CITED if cites else Standing.OPEN


def _kinds(marks: Sequence[Mark], start: int, end: int) -> list[str]:
    """What links a stretch is part of."""
    return [mark.kind for mark in marks if mark.start < end and start < mark.end]


def _mentions(piece: Piece) -> Iterator[tuple[int, int, Literal, Unit | None]]:
    reading = piece.reading
    for mention in scan(reading.masked, reading.language):
        if _told(mention, reading.masked, _kinds(piece.marks, mention.start, mention.end)):
            yield mention.start, mention.end, mention.literal, _unit(mention)


def _unit(mention: Mention) -> Unit | None:
    return PERCENT if mention.what in (What.PERCENT, What.POINTS) else mention.unit


def _told(mention: Mention, text: str, marks: Sequence[str]) -> bool:
    """Whether a mention is a quantity: bound, or neither the number of a reference nor part of a name."""
    if "reference" in marks:
        return False
    return "calc" in marks or (_counts(mention) and not (mention.literal.integer and NAMED.search(text[:mention.start])))


def _counts(mention: Mention) -> bool:
    """Whether a mention is a quantity: digits, and more than a small count."""
    literal = mention.literal
    if mention.what in (What.STRUCTURE, What.FRACTION) or not literal.step or SIZE_NAME.fullmatch(literal.written):
        return False
    if mention.what is not What.QUANTITY or not literal.integer:
        return True
    if mention.unit is None or not mention.dims:
        return literal.value > SMALL
    return literal.value > WIDEST or mention.unit.factor not in (1, Fraction(1, 8)) or mention.dims != (("byte", 1),)


def _in_formulas(piece: Piece) -> Iterator[tuple[int, int, Literal, Unit | None]]:
    """Numbers of three digits and more, or with decimals, in formulas that are no labelled equations."""
    labelled = [(mark.start, mark.end) for mark in piece.marks if mark.kind == "equation"]
    for at, segment in piece.reading.spans:
        if segment.kind not in (Kind.MATH, Kind.DISPLAY) or any(low <= at < high for low, high in labelled):
            continue
        yield from _numbers_of(segment, at, piece.reading.language)


def _numbers_of(segment: Segment, at: int, language: str) -> Iterator[tuple[int, int, Literal, Unit | None]]:
    try:
        tokens = latex.tokens_of(segment.text, language, at)
    except NumberProblem:
        return
    for token, after in zip_longest(tokens, tokens[1:]):
        literal = token.literal
        if literal is None or not literal.step or (literal.integer and literal.value < 100):
            continue
        if token.kind is TokenKind.NUMBER:
            unit = after.unit if after is not None and after.kind is TokenKind.UNIT else None
            yield token.start, after.end if unit is not None and after is not None else token.end, literal, unit


def _operands(reading: Reading, sound: Stretches) -> set[Fraction]:
    """The numbers of formulas that hold: the passage tells them in words as well."""
    found = set()
    for at, segment in reading.spans:
        if segment.kind in (Kind.MATH, Kind.DISPLAY):
            for start, end, literal, _ in _numbers_of(segment, at, reading.language):
                if any(low <= start and end <= high + 12 for low, high in sound):
                    found.add(literal.value)
    return found


_ENDS = "。！？!?；"


def _same_sentence(text: str, mark: Mark, at: int) -> bool:
    low, high = sorted((mark.start, at))
    return not any(end in text[low:high] for end in _ENDS) and ". " not in text[low:high]


def _around(text: str, start: int, end: int) -> str:
    """The words around a quantity, for a person who looks for it."""
    return text[max(0, start - 24):end + 16].strip()


# tables

def _table(piece: Piece, holds: Stretches, values: Values, language: str) -> Iterator[Quantity]:
    table = piece.block
    assert isinstance(table, Table)
    sound = {start for start, _ in holds}
    for row, marks in zip(table.rows, piece.cells, strict=True):
        for cell, found in zip(row, marks, strict=True):
            for mention in scan(cell.text, language):
                kinds = _kinds(found, mention.start, mention.end)
                if not _told(mention, cell.text, kinds):
                    continue
                cites = any(mark.kind == "cite" for each in marks for mark in each)
                standing = _standing(kinds, inside=cell.at in sound, cites=cites, values=values, literal=mention.literal,
                                     unit=_unit(mention))
                at = cell.at + mention.start
                yield Quantity(standing, cell.text[mention.start:mention.end], at, " | ".join(each.text for each in row))


def counted(quantities: Sequence[Quantity]) -> dict[str, int]:
    """How many quantities have each standing."""
    return {standing.value: sum(each.standing is standing for each in quantities) for standing in Standing}
