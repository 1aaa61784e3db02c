"""Column widths of a table for print: measured by what stands in the cells, as the eye sees it (a Chinese character is two columns wide)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from book.manuscript.tree import Node, stringify, table_rows, walk
from book.publish.glyphs import MEAN, Face
from book.publish.typography import tied_text

SIZES = (("small", 3.25), ("footnotesize", 2.97), ("scriptsize", 2.62), ("tiny", 2.12))
"""TeX's sizes and their em in mm, as in pages.cls."""
GAP = 2.9
"""mm between columns."""
LONGEST = 22
"""Characters of a word that may break in any table."""
FEWEST = 1.8
"""em below which a cell cannot be read."""
HEAVY = 1.1
"""How much wider the bold face of a head is."""
NUMBER = re.compile(r"[~≈<>≤≥+−–-]?\s?(?:US)?\$?(\d[\d.,\u00a0\u202f]*)\s?([^\d\s]{0,9}?(?:/\S{1,6})?)")
"""A number in a cell, and the unit after it."""
SPARE = 0.15
"""em that a column has beyond what it holds."""
EMPTY = ("", "—", "–", "-", "…")


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
    aligns: tuple[str, ...]
    """Pandoc's alignment of each column; a column of numbers is aligned at the right where the author said nothing."""
    pads: tuple[tuple[str, ...], ...]
    """For each row, what each cell lacks at its right end so that decimals stand under each other."""

    def pad(self, row: int, column: int) -> str:
        """What stands, unseen, after a cell."""
        return self.pads[row][column] if row < len(self.pads) and column < len(self.pads[row]) else ""


def plan(table: Node, line: float, face: Face, decimal: str = ".") -> TablePlan:
    """Widths for a line of `line` mm: natural if they fit, else shared out so that the longest words still fit, in a smaller size if
    they do not."""
    count = len(table["c"][2])
    wanted, words = [FEWEST] * count, [FEWEST] * count
    cells = [_spread(row, count) for row in table_rows(table)]
    texts = [[_text(cell) for cell in row] for row in cells]
    heads = len(table["c"][3][1])
    numeric = [_pads([row[index] for row in texts], heads, decimal) for index in range(count)]
    aligns = tuple("AlignRight" if pads is not None and align["t"] == "AlignDefault" else align["t"]
                   for (align, _), pads in zip(table["c"][2], numeric, strict=True))
    pads = tuple(tuple((column[row] if column and align == "AlignRight" else "") for column, align in zip(numeric, aligns, strict=True))
                 for row in range(len(texts)))
    for number, row in enumerate(texts):
        for index, text in enumerate(row):
            wanted[index] = max(wanted[index], (HEAVY if number < heads else 1) * (face.ems(text + pads[number][index]) + SPARE))
            words[index] = max(words[index], min((HEAVY if number < heads else 1) * _longest_word(text, face), LONGEST * MEAN))
    for blocks in cells:
        for index, cell in enumerate(blocks):
            if any(node["t"] == "Image" for node in walk(cell)):  # as wide as an even share allows; the picture shrinks to it
                wanted[index] = max(wanted[index], (line / count - GAP) / SIZES[0][1])
    for size, unit in SIZES:
        room = (line - GAP * count) / unit
        if sum(wanted) <= room:
            return _planned(size, wanted, line, unit, words, texts, face, aligns, pads)
        if sum(words) <= room:
            return _planned(size, _share(wanted, words, room), line, unit, words, texts, face, aligns, pads)
    size, unit = SIZES[-1]
    room = (line - GAP * count) / unit
    return _planned(size, [room * word / sum(words) for word in words], line, unit, words, texts, face, aligns, pads)


def _pads(column: Sequence[str], heads: int, decimal: str) -> list[str] | None:
    """What each cell of a column lacks at its right end; None for a column that holds anything but numbers."""
    found = [NUMBER.fullmatch(text.strip()) for text in column[heads:]]
    if not any(found) or any(text.strip() not in EMPTY and match is None for text, match in zip(column[heads:], found, strict=True)):
        return None
    if len({match[2] for match in found if match}) > 1 or any(match[2] for match in found if match):
        return [""] * len(column)  # a unit stands at the end: the numbers end where it begins
    ends = [match[1].rpartition(decimal)[2] if match and decimal in match[1] else "" for match in found]
    longest = max(map(len, ends))
    lacking = [decimal * (not end) + "0" * (longest - len(end)) if match and len(end) < longest else "" for end, match in zip(ends, found, strict=True)]
    return [""] * heads + lacking


def _spread(row: Sequence[list[Any]], count: int) -> list[list[Node]]:
    cells: list[list[Node]] = []
    for cell in row:
        span = int(cell[3])
        cells += [cell[4] if span == 1 else [], *([[]] * (span - 1))]
    return (cells + [[]] * count)[:count]


def _text(blocks: Sequence[Node]) -> str:
    """What a cell shows, with the ties that will hold parts of it together."""
    return tied_text(" ".join(stringify([block]) for block in blocks))


def _longest_word(text: str, face: Face) -> float:
    """The longest part that does not break by itself; Chinese breaks anywhere but before its punctuation."""
    parts = re.split(r"[ \-/]|(?<=[\u2e80-\uffef])(?![\u3000-\u303f\uff00-\uff0f])|(?=[\u2e80-\u2fff\u3040-\ufaff])", text)
    return max((face.ems(part) for part in parts), default=0.0) + 0.1


def _share(wanted: Sequence[float], words: Sequence[float], room: float) -> list[float]:
    """Each column its longest word, and of what is left in proportion to what it lacks."""
    lacking = [max(0.0, want - word) for want, word in zip(wanted, words, strict=True)]
    spare = room - sum(words)
    total = sum(lacking) or 1
    return [word + spare * lack / total for word, lack in zip(words, lacking, strict=True)]


def _planned(size: str, widths: Sequence[float], line: float, unit: float, words: Sequence[float], texts: Sequence[Sequence[str]],
             face: Face, aligns: tuple[str, ...], pads: tuple[tuple[str, ...], ...]) -> TablePlan:
    """Shares of what the gaps leave of the line, as pandoc counts them; words break only where one does not fit."""
    room = line - GAP * len(widths)
    scale = min(unit, room / sum(widths)) / room
    fit = all(width >= word for width, word in zip(widths, words, strict=True))
    lines = sum(max(int(-(-face.ems(text) // width)) for text, width in zip(row, widths, strict=True)) or 1 for row in texts)
    return TablePlan(size, tuple(round(width * scale, 4) for width in widths), LONGEST if fit else max(2, int(min(widths) / MEAN) - 1), lines,
                     aligns, pads)
