"""A table as columns of numbers: what the rules of tables look at."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import inf

from book.checks.passage import Cell, Table
from book.numbers.interval import Interval
from book.numbers.literal import Literal
from book.numbers.scan import What, scan
from book.numbers.units import PATTERN, PERCENT, Unit, parse_unit

MAX_COLUMNS = 9
"""Only so many numeric columns are compared with each other."""
_TOTAL = re.compile(
    r"^\W*(?:grand |sub)?total\b|^\W*(?:sum|sum total|all|overall|together|in all)\W*$|^\W*(?:合[计計]|[总總][计計]|小[计計]|[总總][数數和共]|[总總][额額]|"
    r"итого|всего|сумма|вместе)\b\W*|^\W*(?:合[计計]|[总總][计計和])|\b(?:total|sum|overall)\W*$|(?:合[计計]|[总總][计計]|小[计計]|共[计計])\W*$|"
    r"(?<!\w)(?:итого|всего|в сумме)\W*$|^\W*(?:both|all (?:two|three|four)|обе|оба|两者|兩者|二者|全部)\W*$", re.IGNORECASE)


_HEAD_UNIT = re.compile(rf"[(（\[,，]\s?(?P<unit>{PATTERN.pattern})\s?(?:[)）\]]|$)")


@dataclass(frozen=True)
class Value:
    """A number in a cell."""

    literal: Literal
    unit: Unit | None
    cell: Cell
    text: str

    @cached_property
    def rough(self) -> float:
        """Its size, for tests that only spare work; far too large ones are all alike."""
        return floating(self.literal.value)

    @cached_property
    def half(self) -> float:
        """Roughly how far the number may lie from its digits when they are rounded."""
        return floating(max(self.literal.last_digit / 2, abs(self.literal.value) * self.literal.slack))

    @cached_property
    def share(self) -> float:
        """The same as a share of it."""
        return self.half / abs(self.rough) if self.rough else inf

    @cached_property
    def percent(self) -> bool:
        """Printed as a percentage."""
        return self.unit is PERCENT


@dataclass(frozen=True)
class Column:
    """A column that is mostly numbers."""

    index: int
    head: str
    values: tuple[Value | None, ...]

    @cached_property
    def title(self) -> str:
        """The head without units in brackets or after a comma."""
        return _HEAD_UNIT.sub("", re.sub(r"[(（\[][^)）\]]*[)）\]]", "", self.head))

    @cached_property
    def unit(self) -> Unit | None:
        """A unit that the head names: `power (kW)`, `время, мс`."""
        match = _HEAD_UNIT.search(self.head)
        return parse_unit(match["unit"]) if match else None


@dataclass(frozen=True)
class Grid:
    """The numeric columns of a table and the rows that are called totals."""

    columns: tuple[Column, ...]
    totals: tuple[int, ...]
    rows: int


def is_total(label: str) -> bool:
    """Whether a row or a column is called a total."""
    return bool(_TOTAL.search(label.strip(" *_")))


def grid_of(table: Table) -> Grid:
    """The numbers of a table."""
    cells = [[_value(cell, table.language) for cell in row] for row in table.rows]
    labels = [row[0].text if row else "" for row in table.rows]
    totals = tuple(i for i, label in enumerate(labels) if is_total(label))
    columns = [Column(i, head.text, tuple(row[i] if i < len(row) else None for row in cells)) for i, head in enumerate(table.head)]
    columns = [c for c in columns if sum(v is not None for v in c.values) >= max(1, (len(cells) + 1) // 2)][:MAX_COLUMNS]
    return Grid(tuple(columns), totals, len(cells))


_NUMBER_ONLY = re.compile(r"^[\s*_~≈约約+\-−–(]*$")


def _value(cell: Cell, language: str) -> Value | None:
    """The number of a cell that holds one number and little else."""
    text = cell.text.strip(" \n\ufffc")
    if not text or len(text) > 40 or not any(c.isdigit() for c in text):
        return None
    mentions = scan(text, language)
    if len(mentions) != 1 or mentions[0].what is What.STRUCTURE or mentions[0].what is What.FRACTION:
        return None
    mention = mentions[0]
    before, after = text[:mention.start], text[mention.end:].strip(" *_~")
    if not _NUMBER_ONLY.match(before) or len(after) > 14 or re.search(r"[-–—~/^=<>±]\s*\d|[×x]\s*\d", text[mention.start:]):
        return None
    literal = mention.literal
    if re.search(r"[-−–]\s*$", before.rstrip("*_ ")):
        literal = Literal(-literal.value, literal.step, literal.integer, literal.slack, literal.written)
    return Value(literal, PERCENT if mention.what is What.PERCENT else mention.unit, cell, text)


def scaled(column: Column, factor: Fraction) -> Column:
    """The column with its numbers in a unit that is this many times smaller."""
    values = tuple(value and replace(value, literal=value.literal.scaled(factor)) for value in column.values)
    return replace(column, values=values)


_HUGE = 10**100


def floating(value: Fraction) -> float:
    """A value that fits."""
    return float(value) if abs(value) < _HUGE else float(_HUGE) if value > 0 else -float(_HUGE)


def exact(value: Value) -> Interval:
    """The printed number."""
    return Interval.exact(value.literal.value)


def rounded(value: Value) -> Interval:
    """All numbers that round to it; integers below 1000 are counts."""
    return value.literal.operand() if abs(value.literal.value) < 1000 else value.literal.rounded()


def measured(value: Value) -> Interval:
    """All numbers that round to it, if it has two digits and more."""
    return value.literal.rounded() if abs(value.literal.value) >= 10 or not value.literal.integer else value.literal.operand()
