"""The witness about tables that print a formula and its value in each row: what a row's formula comes to, borne out by the other rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from book.checks.passage import Table
from book.errata.bindings import bindings_of
from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import Figure, table_figures
from book.errata.symbols import compute, symbols_in, tree_of
from book.errata.value import Value
from book.errata.working import fits
from book.numbers.chain import show
from book.numbers.errors import NumberProblem
from book.numbers.interval import Interval

SCALES = (
    *(Fraction(base) ** power for base in (1000, 1024) for power in range(-4, 5)),
    Fraction(100),
    Fraction(8),
    Fraction(1, 8),
)
"""What a column's unit may make of the value in base units."""


@dataclass(frozen=True)
class Row:
    """A row with the value of its formula and the number that it prints for it."""

    at: int
    formula: str
    value: Interval
    figure: Figure


def tabulated(dispute: Dispute) -> Iterator[Evidence]:
    """The doubted cell against the formula of its row, in the scale that all the other rows have."""
    table, printed, wanted = dispute.scene.table, dispute.printed, dispute.wanted
    if table is None or printed is None or printed.literal is None or not wanted.is_number or dispute.same or dispute.rounds:
        return
    found = next((each for each in table_figures(table) if each[2].start == dispute.targets[0].start), None)
    if found is None or found[0] < 0:
        return
    values = {name: each.value for name, each in bindings_of(dispute.scene.readings, dispute.scene.tables).items()}
    rows = list(_rows(table, found[1], values))
    mine = next((row for row in rows if row.at == found[0]), None)
    others = [row for row in rows if row is not mine]
    scales = [scale for scale in dict.fromkeys(SCALES) if others and all(_prints(row, scale) for row in others)]
    if mine is None or len(scales) != 1:
        return
    right = mine.value / Interval.exact(scales[0])
    ours, theirs = (fits(Value("", value.literal), right, strict=True) for value in (printed, wanted))
    shown = {"formula": mine.formula, "computed": show(right.middle), "printed": printed.text, "proposed": wanted.text}
    if theirs and not ours:
        yield Evidence.of("formula", For.PROPOSAL, "formula-gives", **shown)
    elif ours and not theirs:
        yield Evidence.of("formula", For.TEXT, "formula-verified", **shown)
    elif not ours and len(others) > 1:
        yield Evidence.of("formula", For.OTHER, "formula-other", **shown)


def _rows(table: Table, column: int, values: Mapping[str, Fraction]) -> Iterator[Row]:
    """The rows with one formula whose symbols the text binds, and one number in the column."""
    numbers = {r: figure for r, c, figure in table_figures(table) if c == column}
    for r, cells in enumerate(table.rows):
        formulas = [match for i, cell in enumerate(cells) if i != column for match in re.findall(r"\$([^$=]{1,80})\$", cell.text)]
        trees = [(text, tree) for text in formulas if (tree := tree_of(text, table.language)) is not None and symbols_in(tree)]
        if len(trees) != 1 or r not in numbers:
            continue
        try:
            yield Row(r, trees[0][0], compute(trees[0][1], values), numbers[r])
        except NumberProblem:
            continue


def _prints(row: Row, scale: Fraction) -> bool:
    return fits(Value("", row.figure.literal), row.value / Interval.exact(scale), strict=True)
