"""The raw texts of a book: every chapter of every edition as its characters, read when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from book.errata.around import Block, blocks_of
from book.errata.squeeze import Squeezed, squeeze
from book.errors import BadInput
from book.manuscript.positions import Lines
from book.manuscript.reader import read_source
from book.project import Edition, Project

if TYPE_CHECKING:
    from book.ledger.lookup import Ledger


@dataclass(frozen=True)
class Text:
    """One chapter of one edition."""

    edition: Edition
    file: str
    """The chapter's file name, the same in every edition."""
    path: str
    """Relative to the book's folder."""
    source: str

    @cached_property
    def lines(self) -> Lines:
        """Offsets to lines and columns."""
        return Lines(self.source)

    @cached_property
    def blocks(self) -> list[Block]:
        """The raw blocks in order."""
        return blocks_of(self.source)

    @cached_property
    def squeezed(self) -> Squeezed:
        """The letters and digits alone, for a search that overlooks markup and spacing."""
        return squeeze(self.source)


class Volume:
    """All texts of a book; a chapter that an edition lacks or that cannot be read is left out."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._texts: dict[tuple[str, str], Text | None] = {}

    @cached_property
    def ledger(self) -> Ledger:
        """The ledgers of the book; imported and read only when a bound number is doubted."""
        from book.ledger.lookup import Ledger

        return Ledger(self.project.root)

    def text(self, edition: str, file: str) -> Text | None:
        """One chapter; None if there is none."""
        key = (edition, file)
        if key not in self._texts:
            self._texts[key] = self._read(self.project.editions[edition], file)
        return self._texts[key]

    def texts(self, edition: str) -> Iterator[Text]:
        """The chapters of an edition in order."""
        for file in self.project.chapters:
            found = self.text(edition, file)
            if found is not None:
                yield found

    def _read(self, edition: Edition, file: str) -> Text | None:
        path = edition.folder / file
        name = self.project.relative(path)
        if not path.resolve().is_relative_to(self.project.root.resolve()):
            return None
        try:
            return Text(edition, file, name, read_source(path, name))
        except BadInput:
            return None
