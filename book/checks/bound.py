"""Rule: a bound number prints what the ledger says (`number.unknown`, `number.stale`)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from book.checks.chapter import Mark, Piece
from book.checks.passage import Table
from book.errors import BadInput
from book.findings import Code, Finding
from book.ledger.errors import UnknownNumber
from book.ledger.lookup import Ledger
from book.ledger.printed import Around, compare
from book.manuscript.reader import Chapter


@dataclass(frozen=True)
class Bound:
    """A bound number where it is printed."""

    path: str
    line: int
    column: int
    at: int
    """Offset of the link in the source."""
    chapter: str
    """Slug."""
    target: str
    """As the link writes it: `decode-read` or `first-look/decode-read`."""
    text: str
    """As printed."""
    around: Around

    @property
    def id(self) -> str:
        """Unique in the book."""
        return self.target if "/" in self.target else f"{self.chapter}/{self.target}"


def bound_in(chapter: Chapter, pieces: list[Piece]) -> Iterator[Bound]:
    """The bound numbers of a chapter in the order of the text."""
    for piece in pieces:
        for mark, text, around in _marks(piece):
            line, column = chapter.lines.place(mark.at)
            yield Bound(chapter.path, line, column, mark.at, chapter.slug, mark.target, text, around)


def _marks(piece: Piece) -> Iterator[tuple[Mark, str, Around]]:
    if isinstance(piece.block, Table):
        for row, marks in zip(piece.block.rows, piece.cells, strict=True):
            for column, (cell, found) in enumerate(zip(row, marks, strict=True)):
                head = piece.block.head[column].text if column < len(piece.block.head) else ""
                for mark in found:
                    if mark.kind == "calc":
                        around = Around(cell.text[:mark.start], cell.text[mark.end:], (head, row[0].text, piece.reading.text))
                        yield mark, cell.text[mark.start:mark.end], around
        return
    text = piece.reading.text
    for mark in piece.marks:
        if mark.kind == "calc":
            yield mark, text[mark.start:mark.end], Around(text[:mark.start], text[mark.end:])


def findings_of(bound: Bound, ledger: Ledger, language: str) -> Iterator[Finding]:
    """What is wrong with one bound number."""
    def finding(code: Code, computed: str, message: str) -> Finding:
        return Finding(bound.path, bound.line, bound.column, code.id, bound.text, bound.text, computed, message)

    try:
        number = ledger.number(bound.target, bound.chapter)
    except UnknownNumber as problem:
        yield finding(Code.NUMBER_UNKNOWN, "", str(problem))
        return
    except BadInput as error:
        yield finding(Code.NUMBER_UNKNOWN, "", str(error.faults[0]))
        return
    result = compare(number, bound.text, language, bound.around)
    if not result.agrees:
        yield finding(Code.NUMBER_STALE, result.expected, f"`{number.entry.name}`: {result.reason}; print {result.expected}")
