"""A text squeezed to its letters and digits, with the way back: quotes are typed, copied from a PDF or taken from the source."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass

_SCRIPTS = {ord(high): low for high, low in zip("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", "01234567890123456789", strict=True)}
_WIDE = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)} | {
    0x3000: " ",
    0xA0: " ",
    0x202F: " ",
    0x2009: " ",
    0x3BC: "µ",
}
_ONE_TO_ONE = _WIDE | _SCRIPTS
_DROPPED = re.compile(
    r"<!--.*?-->|\]\([^()\s]{0,300}\)|\{[#.][^{}\n]{0,80}\}|\[\^[^\]\n]{1,40}\]|^\s{0,3}\|?[-:| ]{3,}\|?\s*$|^\s{0,3}#{1,6}\s"
    r"|\\(?:mathrm|text|textbf|mathbf|mathit|operatorname|left|right|bigl?|bigr|Bigl?|Bigr|[tdc]?frac|quad|qquad|times|cdot|approx|sim|displaystyle)(?![A-Za-z])",
    re.S | re.M,
)
_KEPT = re.compile(r"\d+(?:(?:[.,·]|\{,\}|\\,)\d+)*|[^\W_]+")
_GROUP = re.compile(r"\{,\}|\\,")


@dataclass(frozen=True)
class Squeezed:
    """The squeezed text and where each piece of it stands."""

    text: str
    starts: tuple[int, ...]
    """Start of each piece in `text`."""
    places: tuple[int, ...]
    """Start of each piece in the source."""
    even: tuple[bool, ...]
    """Whether the piece has as many characters here as there."""
    ends: tuple[int, ...]
    """End of each piece in the source."""

    def place(self, position: int, *, end: bool = False) -> int:
        """The offset in the source of a position; of its end, for the last character of a match."""
        if not self.starts:
            return 0
        index = max(0, bisect_right(self.starts, position - 1 if end else position) - 1)
        if not self.even[index]:
            return self.ends[index] if end else self.places[index]
        return min(self.places[index] + position - self.starts[index], self.ends[index])


def squeeze(source: str) -> Squeezed:
    """Letters and digits of a text, without markup, spacing, width, case and punctuation; marks inside numbers stay."""
    flat = source.translate(_ONE_TO_ONE)
    if len(flat.lower()) == len(flat):
        flat = flat.lower()
    flat = _DROPPED.sub(lambda match: " " * len(match[0]), flat)
    pieces, starts, places, even, ends = [], [], [], [], []
    at = 0
    for match in _KEPT.finditer(flat):
        piece = match[0]
        if "{" in piece or "\\" in piece:
            piece = _GROUP.sub(lambda mark: "," if mark[0] == "{,}" else "", piece)
        if not piece.isascii():
            piece = unicodedata.normalize("NFC", piece)
        pieces.append(piece)
        starts.append(at)
        places.append(match.start())
        even.append(len(piece) == match.end() - match.start())
        ends.append(match.end())
        at += len(piece)
    return Squeezed("".join(pieces), tuple(starts), tuple(places), tuple(even), tuple(ends))
