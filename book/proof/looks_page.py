"""Pages of a PDF as the eye takes them: lines of characters with place, size, face and colour, and pictures of the whole."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SAME_LINE = 2.5
"""pt that baselines of one line may differ by (superscripts are joined below)."""
RAISED = 0.75
"""A character smaller than this share of its line's size is a superscript, a subscript or a mark."""


@dataclass(frozen=True)
class Char:
    """One character on a page; places in pt from the lower left corner."""

    text: str
    x: float
    right: float
    low: float
    """The baseline."""
    bottom: float
    high: float
    size: float
    font: str
    color: tuple[int, int, int]


@dataclass(frozen=True)
class Line:
    """Characters side by side."""

    chars: tuple[Char, ...]

    @property
    def text(self) -> str:
        """What it says, without spaces."""
        return "".join(char.text for char in self.chars)

    @property
    def size(self) -> float:
        """Its largest character."""
        return max(char.size for char in self.chars)

    @property
    def x(self) -> float:
        """Its left end."""
        return self.chars[0].x

    @property
    def right(self) -> float:
        """Its right end."""
        return max(char.right for char in self.chars)

    @property
    def y(self) -> float:
        """The baseline of most characters."""
        lows = sorted(char.low for char in self.chars)
        return lows[len(lows) // 2]


@dataclass(frozen=True)
class Sheet:
    """One page."""

    number: int
    """From 1."""
    width: float
    height: float
    lines: tuple[Line, ...]
    """From the top; heads and folios included."""
    pictures: tuple[tuple[float, float, float, float], ...]
    """Left, low, right and high edge of each image, form and rule."""


def sheets(path: Path) -> Iterator[Sheet]:
    """All pages of a PDF."""
    import pypdfium2

    with pypdfium2.PdfDocument(path) as pdf:
        for index in range(len(pdf)):
            page = pdf[index]
            width, height = page.get_size()
            yield Sheet(index + 1, width, height, tuple(_lines(_chars(page))), tuple(_pictures(page)))
            page.close()


def _chars(page: Any) -> list[Char]:
    import pypdfium2.raw as pdfium

    text = page.get_textpage()
    raw = text.raw
    left, right, low, high = (ctypes.c_double() for _ in range(4))
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    name, flags = ctypes.create_string_buffer(128), ctypes.c_int()
    found = []
    half = 0
    for index in range(text.count_chars()):
        code = pdfium.FPDFText_GetUnicode(raw, index)
        if 0xD800 <= code < 0xDC00:  # characters beyond the first plane come in two halves
            half = code
            continue
        character = chr(0x10000 + ((half & 0x3FF) << 10) + (code & 0x3FF) if 0xDC00 <= code < 0xE000 else code)
        if character.isspace() or ord(character) < 32 or pdfium.FPDFText_IsGenerated(raw, index) == 1:
            continue
        origin_y = ctypes.c_double()
        pdfium.FPDFText_GetCharBox(raw, index, left, right, low, high)
        pdfium.FPDFText_GetCharOrigin(raw, index, ctypes.c_double(), origin_y)
        pdfium.FPDFText_GetFillColor(raw, index, red, green, blue, alpha)
        length = pdfium.FPDFText_GetFontInfo(raw, index, name, 128, flags)
        found.append(
            Char(
                character,
                left.value,
                right.value,
                origin_y.value,
                low.value,
                high.value,
                pdfium.FPDFText_GetFontSize(raw, index),
                name.raw[: max(length - 1, 0)].decode(errors="replace"),
                (red.value, green.value, blue.value),
            )
        )
    text.close()
    return found


def _lines(chars: Sequence[Char]) -> list[Line]:
    """Characters by baseline, from the top, each line from the left; raised and lowered ones go to the line that they touch."""
    rows: list[list[Char]] = []
    for char in sorted(chars, key=lambda char: (-char.low, char.x)):
        row = rows[-1] if rows else []
        small = row and char.size < RAISED * max(each.size for each in row) and row[0].low - char.low < 0.5 * row[0].size
        if row and (small or abs(row[0].low - char.low) <= SAME_LINE):
            row.append(char)
        else:
            rows.append([char])
    merged: list[list[Char]] = []
    for row in rows:
        above = merged[-1] if merged else []
        small = above and max(char.size for char in above) < RAISED * max(char.size for char in row)
        if small and above[0].low - row[0].low < 0.6 * max(char.size for char in row):
            above += row
        else:
            merged.append(row)
    return [Line(tuple(sorted(row, key=lambda char: char.x))) for row in merged]


def _pictures(page: Any) -> Iterator[tuple[float, float, float, float]]:
    import pypdfium2.raw as pdfium

    for item in page.get_objects(
        filter=(pdfium.FPDF_PAGEOBJ_IMAGE, pdfium.FPDF_PAGEOBJ_FORM, pdfium.FPDF_PAGEOBJ_PATH), max_depth=1
    ):
        yield item.get_bounds() if hasattr(item, "get_bounds") else item.get_pos()


def picture(path: Path, number: int, dots: float) -> Any:
    """Page `number` (from 1) in shades of grey, at so many dots an inch, as a PIL image."""
    import pypdfium2

    with pypdfium2.PdfDocument(path) as pdf:
        return pdf[number - 1].render(scale=dots / 72).to_pil().convert("L")
