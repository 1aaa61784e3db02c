"""The index of numbers: each bound number of an edition once, in the order of the text, with its derivation and its places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from book.errors import BadInput
from book.ledger.errors import UnknownNumber
from book.ledger.lookup import Ledger
from book.ledger.number import Number
from book.manuscript.reader import Chapter
from book.manuscript.references import Resolved
from book.manuscript.tree import stringify, walk


@dataclass(frozen=True)
class Mentioned:
    """Where a number stands in the edition."""

    chapter: str
    """Slug."""
    path: str
    line: int
    column: int
    text: str
    """As printed there."""


@dataclass(frozen=True)
class IndexEntry:
    """One bound number of the edition."""

    number: Number
    places: tuple[Mentioned, ...]

    @property
    def id(self) -> str:
        """Unique in the book."""
        return self.number.id

    @property
    def printed(self) -> tuple[str, ...]:
        """The ways in which it is printed, each once."""
        return tuple(dict.fromkeys(place.text for place in self.places))


def index_entries(chapters: Mapping[str, Chapter], resolved: Mapping[str, Resolved], ledger: Ledger) -> Sequence[IndexEntry]:
    """The entries of an edition in the order of first mention; numbers that the ledger lacks are left to the checks."""
    found: dict[str, list[Mentioned]] = {}
    for name, result in resolved.items():
        chapter = chapters[name]
        for node in walk(result.blocks):
            if node["t"] == "Span" and "bound" in node["c"][0][1]:
                target = dict(node["c"][0][2])["calc"]
                full = target if "/" in target else f"{chapter.slug}/{target}"
                line, column = chapter.lines.place(int(node.get("p", 0)))
                found.setdefault(full, []).append(Mentioned(chapter.slug, chapter.path, line, column, stringify(node["c"][1])))
    entries = []
    for full, places in found.items():
        try:
            entries.append(IndexEntry(ledger.number(full), tuple(places)))
        except (UnknownNumber, BadInput):
            continue
    return entries
