"""The neutral input of the checks on plain text: passages and tables, each piece with its offset in the source.

Whoever has a parsed text (pandoc's tree, another tool's) makes these; the checks know nothing of Markdown.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from book.checks.listing import NOTHING, Listed
from book.numbers.scan import narrow


class Kind(Enum):
    """What a segment of a passage is."""

    PROSE = "prose"
    CODE = "code"
    MATH = "math"
    DISPLAY = "display"


@dataclass(frozen=True)
class Segment:
    """A run of one kind."""

    kind: Kind
    text: str
    """Its characters; of code and formulas without their delimiters."""
    at: int
    """Offset of the first character in the source."""


@dataclass(frozen=True)
class Passage:
    """A paragraph, a heading, a list item, a caption: what is read in one breath."""

    segments: tuple[Segment, ...]
    language: str = "en"
    listed: Listed = NOTHING
    """What the list lists that follows directly."""


@dataclass(frozen=True)
class Cell:
    """A cell of a table."""

    text: str
    at: int
    """Offset in the source."""


@dataclass(frozen=True)
class Table:
    """A table with its head and rows; rows have as many cells as the head."""

    head: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    language: str = "en"


Block = Passage | Table

_DELIMITERS = {Kind.PROSE: "", Kind.CODE: "`", Kind.MATH: "$", Kind.DISPLAY: "$$"}
OPAQUE = "\uf8fe"
"""Stands for each character of a formula or of code in the masked text."""


@dataclass(frozen=True)
class Reading:
    """A passage as one text: what a quote is taken from, and the same with formulas and code masked."""

    text: str
    """Prose, with formulas and code between their delimiters."""
    masked: str
    """The same length, formulas and code replaced by `OPAQUE`."""
    language: str
    listed: Listed
    spans: tuple[tuple[int, Segment], ...]
    """Start of each segment's own text in `text`, and the segment."""
    starts: tuple[int, ...] = field(repr=False)

    @cached_property
    def narrow(self) -> str:
        """`masked` with full-width signs and digits as ASCII ones."""
        return narrow(self.masked)

    def source_offset(self, position: int) -> int:
        """The offset in the source of a position in the text."""
        index = max(0, bisect_right(self.starts, position) - 1)
        if not self.spans:
            return 0
        start, segment = self.spans[index]
        return segment.at + min(max(0, position - start), len(segment.text))


def reading_of(passage: Passage) -> Reading:
    """Join the segments of a passage."""
    text, masked = [], []
    spans = []
    at = 0
    for segment in passage.segments:
        mark = _DELIMITERS[segment.kind]
        spans.append((at + len(mark), segment))
        piece = mark + segment.text + mark
        text.append(piece)
        masked.append(_clean(piece) if segment.kind is Kind.PROSE else OPAQUE * len(piece))
        at += len(piece)
    return Reading("".join(text), "".join(masked), passage.language, passage.listed, tuple(spans),
                   tuple(start for start, _ in spans))


_PRIVATE = dict.fromkeys(range(57344, 63744), "�") | {ord("\n"): " ", ord("\t"): " ", ord("\u2028"): " "}


def _clean(text: str) -> str:
    """Private-use characters belong to the checks' own skeletons: a text's own ones are replaced one for one."""
    return text.translate(_PRIVATE)


def lines_of(source: str) -> tuple[int, ...]:
    """Offsets at which the lines of a source begin."""
    starts = [0]
    at = source.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = source.find("\n", at + 1)
    return tuple(starts)


def place_of(starts: tuple[int, ...], offset: int) -> tuple[int, int]:
    """Line and column, from 1, of an offset."""
    line = bisect_right(starts, offset)
    return line, offset - starts[line - 1] + 1


def passages(blocks: Iterable[Block]) -> list[Passage]:
    """The passages among blocks."""
    return [block for block in blocks if isinstance(block, Passage)]
