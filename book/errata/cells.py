"""The witness about cells: what the text says of a thing against the row of a table of the section that is about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import Figure, table_figures
from book.errata.rivals import Told, on_rivals
from book.errata.value import Value
from book.errata.working import fits
from book.numbers.interval import Interval
from book.numbers.scan import What
from book.numbers.units import hard


@on_rivals
def cells(dispute: Dispute, printed: Told, wanted: Told) -> Iterator[Evidence]:
    """A cell of a table of the section, in the row that the quote names, that prints the proposed value and not the doubted one."""
    scene = dispute.scene
    words = scene.text_of(scene.sentence)
    for table in scene.tables:
        numbers = table_figures(table)
        labels = [row[0].text.strip() if row else "" for row in table.rows]
        before = scene.text_of((scene.sentence[0], dispute.targets[0].start))
        named = [label for label in labels if _named(label, labels, words)]
        nearest = max(named, key=lambda label: before.lower().rfind(label.lower()), default="")
        for r, label in enumerate(labels):
            if label != nearest or not label:
                continue  # of two rows that the sentence names, the one told last before the number
            row = [(column, figure) for at, column, figure in numbers if at == r and column > 0]
            mine = [figure for _, figure in row if _prints(printed, figure)]
            theirs = [(column, figure) for column, figure in row if _prints(wanted, figure)]
            if theirs and not mine:
                yield Evidence.of(
                    "arithmetic",
                    For.PROPOSAL,
                    "cell",
                    row=label,
                    cell=theirs[0][1].literal.written,
                    proposed=wanted.text,
                    printed=printed.text,
                )
                return


def _named(label: str, labels: list[str], words: str) -> bool:
    """Whether the words name a row and no other row of the table more exactly."""
    if not label or not re.search(
        rf"(?<![A-Za-z0-9]){re.escape(label)}(?![A-Za-z0-9])", words, re.IGNORECASE if len(label) > 2 else 0
    ):
        return False
    return sum(bool(other) and other != label and other in words and label in other for other in labels) == 0


def _prints(value: Value, figure: Figure) -> bool:
    """Whether a value prints a cell's number, in per cent too, if their units agree."""
    if figure.unit is not None and value.unit is not None and hard(figure.unit.dims) != hard(value.unit.dims):
        return False
    if value.what is What.MULTIPLE or (figure.what is What.PERCENT and value.what is not What.PERCENT):
        return False
    amount = figure.amount if figure.unit is not None and value.unit is not None else figure.literal.value
    literal = value.literal
    factor = value.unit.factor if value.unit is not None and figure.unit is not None else Fraction(1)
    rounds = literal is not None and bool(literal.step) and abs(amount / factor - literal.value) <= literal.step / 2
    return rounds or (value.what is What.PERCENT and fits(value, Interval.exact(amount)))
