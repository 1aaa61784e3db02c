"""Column widths of a table for print: measured by what stands in the cells, as the eye sees it (a Chinese character is two columns wide)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from book.manuscript.tree import Node, stringify, table_rows
from book.publish.glyphs import is_cjk
from book.publish.typography import tied_text

SIZES = (("small", 3.25), ("footnotesize", 2.90), ("scriptsize", 2.50), ("tiny", 1.95))
"""TeX's sizes and their em in mm, with a little to spare."""
WIDE, NARROW = frozenset("MWmw@%—…"), frozenset(" .,:;'!|()[]{}ijlIftr/-·")
GAP = 2.9
"""mm between columns."""
LONGEST = 22
"""Characters of a word that may break in any table."""
FEWEST = 1.8
"""em below which a cell cannot be read."""
MEAN = 0.58
"""em of an average character."""


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
            wanted[index] = max(wanted[index], ems(text))
            words[index] = max(words[index], min(_longest_word(text), LONGEST * MEAN))
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
    return tied_text(" ".join(stringify([block]) for block in blocks))


def ems(text: str) -> float:
    """Width of a text in em, for a serif face of Noto's proportions; measured on its metrics and rounded up."""
    return sum(1.0 if is_cjk(c) else 0.95 if c in WIDE else 0.38 if c in NARROW else 0.6 if c.islower() else 0.7 if c.isupper() else MEAN
               for c in text)


def _longest_word(text: str) -> float:
    """The longest part that does not break by itself; Chinese breaks anywhere but before its punctuation."""
    parts = re.split(r"[ \-/]|(?<=[\u2e80-\uffef])(?![\u3000-\u303f\uff00-\uff0f])|(?=[\u2e80-\u2fff\u3040-\ufaff])", text)
    return max((ems(part) for part in parts), default=0.0) + 0.1


def _share(wanted: Sequence[float], words: Sequence[float], room: float) -> list[float]:
    """Each column its longest word, and of what is left in proportion to what it lacks."""
    lacking = [max(0.0, want - word) for want, word in zip(wanted, words, strict=True)]
    spare = room - sum(words)
    total = sum(lacking) or 1
    return [word + spare * lack / total for word, lack in zip(words, lacking, strict=True)]


def _planned(size: str, widths: Sequence[float], line: float, unit: float, words: Sequence[float], texts: Sequence[Sequence[str]]
             ) -> TablePlan:
    """Shares of what the gaps leave of the line, as pandoc counts them; words break only where one does not fit."""
    room = line - GAP * len(widths)
    scale = min(unit, room / sum(widths)) / room
    fit = all(width >= word for width, word in zip(widths, words, strict=True))
    lines = sum(max(int(-(-ems(text) // width)) for text, width in zip(row, widths, strict=True)) or 1 for row in texts)
    return TablePlan(size, tuple(round(width * scale, 4) for width in widths), LONGEST if fit else max(2, int(min(widths) / MEAN) - 1), lines)
