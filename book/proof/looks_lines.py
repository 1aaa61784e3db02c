"""What a careful reader objects to on a page: marks where none may stand, headings and lines left alone, pages left empty."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest

from book.errors import Fault
from book.proof.looks_page import Line, Sheet
from book.publish.glyphs import is_cjk

NOT_FIRST = frozenset("，。、；：？！）】》〉」』’”…·％‰%.,;:?!)]}»")
"""Never at the start of a line of text."""
NOT_LAST = frozenset("（【《〈「『‘“([{«")
"""Never at its end."""
FOOT = 48.0
"""pt at the page's foot below the type area, where folios stand."""
HEAD = 62.0
"""pt at its top, where running heads stand."""
SMALLEST_TEXT = 9.0
"""pt; what is smaller is notes, tables and indexes."""
LEAST_FILLED = 0.15
"""Share of the type area below which a page is nearly empty."""
HEADING = re.compile(r"Sans.*Bold")
HEADING_SIZE = 1.02
"""A line of bold sans of at least the text's size is a heading."""
LEAST_CONTRAST = 4.5
WHITE = 1.05


def body(sheet: Sheet) -> list[Line]:
    """The lines of the type area."""
    return [line for line in sheet.lines if FOOT < line.y < sheet.height - HEAD]


def text_size(sheets: Sequence[Sheet]) -> float:
    """The size of running text: that of most characters, where an index in small type may be longer than the text."""
    counts: dict[float, int] = {}
    for sheet in sheets:
        for line in sheet.lines:
            if line.size > SMALLEST_TEXT:
                counts[round(line.size, 1)] = counts.get(round(line.size, 1), 0) + len(line.chars)
    return max(counts, key=lambda size: counts[size], default=10.0)


def edges(sheets: Sequence[Sheet], name: str) -> Iterator[Fault]:
    """No forbidden mark at the start or end of a line that fills its measure."""
    size = text_size(sheets)
    for sheet in sheets:
        lines = [line for line in body(sheet) if abs(line.size - size) < 0.6 and len(line.chars) > 3]
        for line in lines:
            if line.chars[0].text in NOT_FIRST:
                yield Fault(
                    name,
                    0,
                    0,
                    f"page {sheet.number}: a line begins with `{line.chars[0].text}`: {line.text[:24]}",
                    "look.line-start",
                )
            if line.chars[-1].text in NOT_LAST:
                yield Fault(
                    name,
                    0,
                    0,
                    f"page {sheet.number}: a line ends with `{line.chars[-1].text}`: …{line.text[-24:]}",
                    "look.line-end",
                )


def lone_characters(sheets: Sequence[Sheet], name: str) -> Iterator[Fault]:
    """Paragraphs whose last line is a single Chinese character."""
    size = text_size(sheets)
    for sheet in sheets:
        for above, line in pairwise(body(sheet)):
            letters = [char for char in line.text if is_cjk(char) and char not in NOT_FIRST]
            full = abs(above.size - size) < 0.6 and len(above.chars) > 15 and above.y - line.y < 2 * size
            if full and len(letters) == 1 and len(line.chars) <= 3:
                yield Fault(
                    name, 0, 0, f"page {sheet.number}: a paragraph ends with `{line.text}` alone on its line", "look.lone-character"
                )


def is_heading(line: Line, size: float) -> bool:
    """Whether a line is one of the book's headings."""
    return bool(HEADING.search(line.chars[-1].font)) and line.size >= size * HEADING_SIZE and len(line.chars) > 1


def feet(sheets: Sequence[Sheet], name: str) -> Iterator[Fault]:
    """No heading as the last line of a page, whether its foot is empty or holds notes."""
    size = text_size(sheets)
    for sheet in sheets[1:]:
        lines = body(sheet)
        rules = [high for _, low, _, high in sheet.pictures if high - low < 1.5]
        for line, below in zip_longest(lines, lines[1:]):
            if not is_heading(line, size) or any(high - low > 20 and high < line.y for _, low, _, high in sheet.pictures):
                continue
            note = below is not None and below.size < size * 0.85 and any(below.y < high < line.y - 2 for high in rules)
            if len(lines) > 1 and (below is None or note):
                yield Fault(name, 0, 0, f"page {sheet.number}: the heading `{line.text}` stands at the foot", "look.heading-foot")


def filled(sheet: Sheet) -> float:
    """How far down the type area there is anything, as a share of its height."""
    top, bottom = sheet.height - HEAD, FOOT
    lowest = [line.y for line in body(sheet)] + [
        max(low, bottom) for _, low, _, high in sheet.pictures if high < top + 20 and high - low > 20
    ]
    return (top - min(lowest, default=top)) / (top - bottom)


def empty(sheets: Sequence[Sheet], name: str, openings: Sequence[int]) -> Iterator[tuple[bool, Fault]]:
    """Pages with next to nothing on them; the first of each pair says whether it is a fault (the page ends no chapter)."""
    for sheet in sheets[2:]:
        share = filled(sheet)
        if sheet.lines and share < LEAST_FILLED:
            ends = sheet.number + 1 in openings or sheet.number + 2 in openings or sheet.number == len(sheets)
            yield (
                not ends,
                Fault(
                    name,
                    0,
                    0,
                    f"page {sheet.number} is {share:.0%} full" + (" (the end of a chapter)" if ends else ""),
                    "look.empty",
                ),
            )


def outside(sheets: Sequence[Sheet], name: str) -> Iterator[Fault]:
    """Nothing above the running head or below the folio."""
    for sheet in sheets:
        for line in sheet.lines:
            if line.y < 24 or line.y > sheet.height - 24:
                yield Fault(name, 0, 0, f"page {sheet.number}: `{line.text[:24]}` stands at the paper's edge", "look.outside")


def luminance(color: tuple[int, int, int]) -> float:
    """Relative luminance as WCAG 2 defines it, 0 to 1."""
    parts = [value / 255 for value in color]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(sheets: Sequence[Sheet], name: str) -> Iterator[Fault]:
    """Every colour of words against the paper; rows of dots in the contents are no words."""
    seen: dict[tuple[int, int, int], tuple[int, str]] = {}
    for sheet in sheets:
        for line in sheet.lines:
            for char in line.chars:
                if char.text != ".":
                    seen.setdefault(char.color, (sheet.number, char.text))
    for color, (number, text) in sorted(seen.items()):
        ratio = WHITE / (luminance(color) + 0.05)
        if ratio < LEAST_CONTRAST:
            yield Fault(
                name,
                0,
                0,
                f"page {number}: `{text}` in #{bytes(color).hex()} has contrast {ratio:.1f}, {LEAST_CONTRAST} is needed",
                "look.contrast",
            )
