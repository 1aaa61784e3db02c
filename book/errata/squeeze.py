"""A text squeezed to its letters and digits, with the way back: quotes are typed, copied from a PDF or taken from the source."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from book.errata.around import FRONT_MATTER

_SCRIPTS = {ord(high): low for high, low in zip("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", "01234567890123456789", strict=True)}
_WIDE = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)} | {
    0x3000: " ",
    0xA0: " ",
    0x202F: " ",
    0x2009: " ",
    0x3BC: "µ",
}
_FANCY = {code: plain for code in range(0x1D400, 0x1D800) if len(plain := unicodedata.normalize("NFKC", chr(code))) == 1}
"""The slanted and bold letters that a PDF gives for formulas."""
_ONE_TO_ONE = _WIDE | _SCRIPTS | _FANCY
_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "zeta": "ζ", "eta": "η", "theta": "θ", "iota": "ι",
    "kappa": "κ", "lambda": "λ", "mu": "µ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ",
    "upsilon": "υ", "phi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω",
}
_DROPPED = re.compile(
    r"<!--.*?-->|\]\([^()\s]{0,300}\)|\{[#.][^{}\n]{0,80}\}|\[\^[^\]\n]{1,40}\]|^\s{0,3}\|?[-:| ]{3,}\|?\s*$|^\s{0,3}#{1,6}\s"
    r"|\\(?:mathrm|mathbf|mathit|mathbb|mathcal|boldsymbol|text(?:bf|it|rm)?|operatorname|left|right|bigl?|bigr|Bigl?|Bigr"
    r"|[tdc]?frac|sqrt|quad|qquad|times|cdot|cdots|ldots|dots|div|pm|approx|sim|simeq|equiv|propto|leq?|geq?|neq?|ll|gg|infty"
    r"|sum|prod|int|in|to|rightarrow|[lr](?:ceil|floor)|hat|bar|tilde|overline|displaystyle)(?![A-Za-z])"
    r"|(?<=[\d)\]])[ ]?[xх*][ ]?(?=[\d(\[])",
    re.S | re.M,
)
_NAMED = re.compile(r"\\(?:var)?(?P<name>" + "|".join(_GREEK) + r")(?![a-z])")
_FILL = "\x01"
"""What stands for the rest of a command that became one letter: places stay."""
_KEPT = re.compile(rf"\d+(?:(?:[.,·]|\{{,\}}|\\,)\d+)*|(?:[^\W_]|{_FILL})+")
_GROUP = re.compile(r"\{,\}(?=\d{3}(?!\d))|\\,|,(?=\d{3}(?!\d))")
_LIGATURES = re.compile("[\ufb00-\ufb06]")


@dataclass(frozen=True)
class Squeezed:
    """The squeezed text and the way back; the way is made when it is first needed, since most texts hold no match."""

    text: str
    flat: str
    """The source with markup blanked out, character for character."""
    composed: bool
    """Whether accents stand with their letters already."""

    @cached_property
    def pieces(self) -> Pieces:
        """Where each piece stands, here and in the source."""
        starts, places, even, ends = [], [], [], []
        at = 0
        for match in _KEPT.finditer(self.flat):
            length = len(_piece(match[0], self.composed))
            starts.append(at)
            places.append(match.start())
            ends.append(match.end())
            even.append(length == match.end() - match.start())
            at += length
        return Pieces(starts, places, ends, even)

    def place(self, position: int, *, end: bool = False) -> int:
        """The offset in the source of a position; of its end, for the last character of a match."""
        pieces = self.pieces
        if not pieces.starts:
            return 0
        index = pieces.index(position - 1 if end else position)
        if not pieces.even[index]:
            return pieces.ends[index] if end else pieces.places[index]
        return min(pieces.places[index] + position - pieces.starts[index], pieces.ends[index])


@dataclass(frozen=True)
class Pieces:
    """Runs of letters or digits: parallel lists."""

    starts: list[int]
    """Start in the squeezed text."""
    places: list[int]
    """Start in the source."""
    ends: list[int]
    """End in the source."""
    even: list[bool]
    """Whether it has as many characters here as there."""

    def index(self, position: int) -> int:
        """The piece that holds a position."""
        return max(0, bisect_right(self.starts, position) - 1)


def _piece(piece: str, composed: bool) -> str:
    """A run without marks of grouping, with a decimal point, its accents composed and its ligatures apart."""
    if piece[0].isdigit():
        return _GROUP.sub("", piece).replace("{,}", ".").replace(",", ".") if not piece.isdigit() else piece
    if not piece.isascii():
        piece = _LIGATURES.sub(lambda match: unicodedata.normalize("NFKC", match[0]), piece)
    piece = piece.replace(_FILL, "")
    return piece if composed else unicodedata.normalize("NFC", piece)


def squeeze(source: str) -> Squeezed:
    """Letters and digits of a text, without markup, spacing, width, case and punctuation; marks inside numbers stay."""
    flat = source.translate(_ONE_TO_ONE)
    if len(lowered := flat.lower()) == len(flat):
        flat = lowered
    if front := FRONT_MATTER.match(flat):
        flat = " " * front.end() + flat[front.end() :]
    flat = _DROPPED.sub(lambda match: " " * len(match[0]), flat.replace(_FILL, " "))
    if "\\" in flat:
        flat = _NAMED.sub(lambda match: _GREEK[match["name"]].ljust(len(match[0]), _FILL), flat)
    composed = unicodedata.is_normalized("NFC", flat)
    return Squeezed("".join([_piece(piece, composed) for piece in _KEPT.findall(flat)]), flat, composed)
