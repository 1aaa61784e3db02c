"""Column widths of a table for print: measured by what stands in the cells, as the eye sees it (a Chinese character is two columns wide)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from book.manuscript.tree import Node, stringify, table_rows
from book.publish.glyphs import columns
from book.publish.typography import join_lines

SIZES = (("small", 1.62), ("footnotesize", 1.42), ("scriptsize", 1.22), ("tiny", 0.98))
"""TeX's sizes and how many mm one column (half a Chinese character) is wide in them, measured generously for Noto Serif."""
GAP = 2.9
"""mm between columns."""
LONGEST = 22
"""Columns of a word that may break in any table."""
FEWEST = 3
"""Columns of text below which a cell cannot be read."""


@dataclass(frozen=True)
class TablePlan:
    """How to set one table."""

    size: str
    """TeX's name of the type size."""
    widths: tuple[float, ...]
    """Share of the line for each column."""
    longest_word: int
    """A word with more characters must be allowed to break."""
    lines: int
    """Lines of text that the table takes, about."""


def plan(table: Node, line: float) -> TablePlan:
    """Widths for a line of `line` mm: natural if they fit, else shared out so that the longest words still fit, in a smaller size if
    they do not."""
    count = len(table["c"][2])
    wanted, words = [FEWEST] * count, [FEWEST] * count
    texts = [[_text(cell) for cell in _spread(row, count)] for row in table_rows(table)]
    for row in texts:
        for index, text in enumerate(row):
            wanted[index] = max(wanted[index], columns(text) + 1)
            words[index] = max(words[index], min(_longest_word(text) + 1, LONGEST + 2))
    for size, unit in SIZES:
        room = (line - GAP * count) / unit
        if sum(wanted) <= room:
            return _planned(size, wanted, line, unit, words, texts)
        if sum(words) <= room:
            return _planned(size, _share(wanted, words, room), line, unit, words, texts)
    size, unit = SIZES[-1]
    room = (line - GAP * count) / unit
    return _planned(size, [room * word / sum(words) for word in words], line, unit, words, texts)


def _spread(row: Sequence[list[Any]], count: int) -> list[list[Node]]:
    cells: list[list[Node]] = []
    for cell in row:
        span = int(cell[3])
        cells += [cell[4] if span == 1 else [], *([[]] * (span - 1))]
    return (cells + [[]] * count)[:count]


def _text(blocks: Sequence[Node]) -> str:
    """What a cell shows, with the ties that will hold parts of it together."""
    return " ".join(stringify(join_lines(block["c"]) if block["t"] in ("Para", "Plain") else [block]) for block in blocks)


def _longest_word(text: str) -> int:
    """The longest part that does not break by itself; Chinese breaks anywhere."""
    longest = run = 0
    for character in text:
        run = 0 if character in " -/" or columns(character) == 2 else run + 1
        longest = max(longest, run)
    return longest


def _share(wanted: Sequence[float], words: Sequence[float], room: float) -> list[float]:
    """Each column its longest word, and of what is left in proportion to what it lacks."""
    lacking = [max(0.0, want - word) for want, word in zip(wanted, words, strict=True)]
    spare = room - sum(words)
    total = sum(lacking) or 1
    return [word + spare * lack / total for word, lack in zip(words, lacking, strict=True)]


def _planned(size: str, widths: Sequence[float], line: float, unit: float, words: Sequence[int], texts: Sequence[Sequence[str]]
             ) -> TablePlan:
    """Shares of what the gaps leave of the line, as pandoc counts them; words break only where one does not fit."""
    room = line - GAP * len(widths)
    scale = min(unit, room / sum(widths)) / room
    fit = all(width >= word for width, word in zip(widths, words, strict=True))
    lines = sum(max(-(-columns(text) // max(1, int(width))) for text, width in zip(row, widths, strict=True)) or 1 for row in texts)
    return TablePlan(size, tuple(round(width * scale, 4) for width in widths), LONGEST if fit else max(FEWEST, int(min(widths)) - 1), lines)
