"""The witness about rows: the numbers of a sum stand in the row of the thing that the sentence names, the other's in another row."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from book.checks.passage import Table
from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import table_figures
from book.errata.rivals import Told, on_rivals
from book.errata.working import Working, workings_of


@dataclass(frozen=True)
class Row:
    """A row by its label, and where its numbers stand."""

    label: str
    columns: dict[Fraction, int]
    """A number to its column; one that stands twice is left out."""


@on_rivals
def rows(dispute: Dispute, printed: Told, wanted: Told) -> Iterator[Evidence]:
    """The printed sum against the reader's, by the rows that their numbers stand in."""
    scene = dispute.scene
    text = scene.reading.text[slice(*scene.sentence)]
    mine = [each for each in workings_of(text, scene.language) if each.gives(printed)]
    theirs = [each for each in dispute.workings if each.gives(wanted)]
    for table in scene.tables:
        named, others = _named(table, text)
        if named is None:
            continue
        for first, second in ((a, b) for a in mine for b in theirs):
            swapped = _swapped(first, second)
            if not swapped:
                continue
            shown = {"row": named.label, "printed": printed.text, "proposed": wanted.text,
                     "ours": ", ".join(str(ours) for ours, _ in swapped), "other": ", ".join(str(foreign) for _, foreign in swapped)}
            if all(ours in named.columns and _elsewhere(foreign, named.columns[ours], named, others) for ours, foreign in swapped):
                yield Evidence.of("row", For.TEXT, "row-right", **shown)
                return
            if all(foreign in named.columns and _elsewhere(ours, named.columns[foreign], named, others) for ours, foreign in swapped):
                yield Evidence.of("row", For.PROPOSAL, "row-wrong", **shown)
                return


def _swapped(first: Working, second: Working) -> list[tuple[Fraction, Fraction]]:
    """The numbers in which two sums of one form differ, in whatever order the second one writes them."""
    a, b = [o.value for o in first.operands], [o.value for o in second.operands]
    if len(a) != len(b) or len(a) < 2:
        return []
    return [(x, y) for x, y in zip(a, b, strict=True) if x != y]


def _elsewhere(value: Fraction, column: int, named: Row, others: list[Row]) -> bool:
    """Whether a number stands in the same column of another row, and nowhere in the named one."""
    return value not in named.columns and any(row.columns.get(value) == column for row in others)


def _named(table: Table, text: str) -> tuple[Row | None, list[Row]]:
    """The one row that a sentence names, and the others."""
    numbers = table_figures(table)
    found: list[Row] = []
    for r, cells in enumerate(table.rows):
        values = [(figure.literal.value, column) for at, column, figure in numbers if at == r and column > 0]
        columns = {value: column for value, column in values if sum(value == other for other, _ in values) == 1}
        found.append(Row(cells[0].text.strip() if cells else "", columns))
    named = [row for row in found if row.label and re.search(rf"(?<![A-Za-z0-9]){re.escape(row.label)}(?![A-Za-z0-9])", text)]
    return (named[0], [row for row in found if row is not named[0]]) if len(named) == 1 else (None, found)
