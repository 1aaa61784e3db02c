"""The scene of a report: the place of the quote with its block, its section, and all numbers printed there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from book.checks.passage import Passage, Reading, Table, reading_of
from book.errata.around import Block, passage_of, section_of, table_of
from book.errata.figures import Figure, figures_of, table_figures
from book.errata.locate import Place
from book.errata.volume import Volume

_SENTENCE = re.compile(r"[。！？!?；;]|\.(?=\s+\S)")


@dataclass(frozen=True)
class Scene:
    """One place, read as far as its claims need it. Positions count in the reading of its block, or in the source for a table."""

    volume: Volume
    place: Place
    block: Block
    section: tuple[Block, ...]

    @property
    def language(self) -> str:
        """The tag of the edition's language."""
        return self.place.text.edition.language.tag

    @property
    def source(self) -> str:
        """The chapter's raw text."""
        return self.place.text.source

    @cached_property
    def table(self) -> Table | None:
        """The block as a table, if it is one."""
        return table_of(self.source, self.block, self.language) if self.block.kind == "table" else None

    @cached_property
    def passage(self) -> Passage:
        """The block as a passage."""
        at = self.section.index(self.block)
        return passage_of(self.source, self.block, self.language, self.section[at + 1 :])

    @cached_property
    def reading(self) -> Reading:
        """The passage as one text."""
        return reading_of(self.passage)

    @cached_property
    def span(self) -> tuple[int, int]:
        """Where the quote stands."""
        start, end = self.place.start, self.place.end
        if self.table is not None:
            return start, end
        inside = [i for i in range(len(self.reading.text)) if start <= self.reading.source_offset(i) < end]
        return (inside[0], inside[-1] + 1) if inside else (0, len(self.reading.text))

    @cached_property
    def sentence(self) -> tuple[int, int]:
        """The sentences that the quote touches."""
        if self.table is not None:
            return self.span
        text, (start, end) = self.reading.masked, self.span
        first = max((match.end() for match in _SENTENCE.finditer(text, 0, start)), default=0)
        last = _SENTENCE.search(text, max(start, end - 1))
        return first, last.end() if last else len(text)

    @cached_property
    def figures(self) -> list[Figure]:
        """The numbers of the block."""
        if self.table is not None:
            return [figure for _, _, figure in table_figures(self.table)]
        return figures_of(self.reading)

    @property
    def quoted(self) -> list[Figure]:
        """The numbers of the quote."""
        return [figure for figure in self.figures if self.span[0] <= figure.start < self.span[1]]

    @cached_property
    def readings(self) -> list[Reading]:
        """The passages of the section, that of the quote first."""
        others = [
            reading_of(passage_of(self.source, block, self.language))
            for block in self.section
            if block.kind not in ("table", "code") and block != self.block
        ]
        return ([self.reading] if self.table is None else []) + others

    @cached_property
    def tables(self) -> list[Table]:
        """The tables of the section."""
        return [table_of(self.source, block, self.language) for block in self.section if block.kind == "table"]

    @cached_property
    def all_figures(self) -> list[Figure]:
        """The numbers of the whole section."""
        return [figure for reading in self.readings for figure in figures_of(reading)] + [
            figure for table in self.tables for _, _, figure in table_figures(table)
        ]

    @property
    def words(self) -> str:
        """The words of the section."""
        return self.source[self.section[0].start : self.section[-1].end]

    def offset(self, position: int) -> int:
        """The place in the source of a position."""
        return position if self.table is not None else self.reading.source_offset(position)

    def text_of(self, span: tuple[int, int]) -> str:
        """The words of a span."""
        return self.source[span[0] : span[1]] if self.table is not None else self.reading.text[span[0] : span[1]]


def block_at(place: Place, blocks: list[Block]) -> Block | None:
    """The block that holds most of a place."""
    touched = [block for block in blocks if block.start < place.end and place.start < block.end]
    return max(touched, key=lambda each: min(each.end, place.end) - max(each.start, place.start), default=None)


def scene_of(place: Place, volume: Volume) -> Scene | None:
    """The scene of a place; None where the text has no block that can be read."""
    blocks = place.text.blocks
    block = block_at(place, blocks)
    if block is None:
        return None
    section = section_of(blocks, block.start)
    if block not in section:
        section = [block]
    return Scene(volume, place, block, tuple(section))
