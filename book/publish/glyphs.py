"""Which installed font has which character: the fonts of an edition, and the stand-ins for what they lack."""

from __future__ import annotations

import functools
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from book.errors import ToolMissing
from book.language import Language
from book.manuscript.tree import Node, walk

CJK_RANGES = ((0x2E80, 0x303F), (0x3040, 0x30FF), (0x3100, 0x31BF), (0x31F0, 0x33FF), (0x3400, 0x4DBF), (0x4E00, 0x9FFF),
              (0xAC00, 0xD7AF), (0xF900, 0xFAFF), (0xFE30, 0xFE4F), (0xFF00, 0xFFEF), (0x20000, 0x323AF))
MEAN = 0.58
"""em of a character that no font knows."""
IGNORABLE = frozenset("\u200b\u200c\u200d\u2060\ufe0e\ufe0f\ufeff\u00ad")
"""Characters without a glyph of their own: joiners, variation selectors, soft hyphens."""


@functools.cache
def is_cjk(character: str) -> bool:
    """Whether a character is set in the Chinese font and is two columns wide."""
    code = ord(character)
    return code >= 0x2E80 and any(low <= code <= high for low, high in CJK_RANGES)


def columns(text: str) -> int:
    """Width in half-width columns: Chinese characters count two."""
    return sum(2 if is_cjk(character) else 1 for character in text)


@functools.cache
def coverage(family: str) -> frozenset[int]:
    """The characters that a family's regular face has, by fontconfig; empty if the family is not installed."""
    try:
        done = subprocess.run(["fc-match", "--format", "%{family}\n%{charset}", f"{family}:style=Regular"],
                              capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        raise ToolMissing("fontconfig is missing: install the package fontconfig (Debian, Fedora, Homebrew)") from None
    names, _, ranges = done.stdout.partition("\n")
    if family not in names.split(","):
        return frozenset()
    found: set[int] = set()
    for part in ranges.split():
        low, _, high = part.partition("-")
        found.update(range(int(low, 16), int(high or low, 16) + 1))
    return frozenset(found)


@functools.cache
def advances(family: str) -> Mapping[int, float]:
    """Width in em of each character of a family's regular face; empty if the family is not installed."""
    from fontTools.ttLib import TTFont, TTLibError

    try:
        done = subprocess.run(["fc-match", "--format", "%{family}\n%{file}\n%{index}", f"{family}:style=Regular"],
                              capture_output=True, text=True, check=True)
        names, path, index = done.stdout.split("\n")
        if family not in names.split(","):
            return {}
        with TTFont(path, fontNumber=int(index) & 0xFFFF, lazy=True) as font:
            widths, unit = font["hmtx"].metrics, font["head"].unitsPerEm
            return {code: widths[name][0] / unit for code, name in font.getBestCmap().items()}
    except (OSError, subprocess.CalledProcessError, TTLibError, KeyError, ValueError):
        return {}


@dataclass(frozen=True)
class Face:
    """What measures text before TeX does."""

    widths: Mapping[int, float]
    scale: float

    def ems(self, text: str) -> float:
        """Width of a text in em of the nominal size; a Chinese character is one, and so, at most, is one of a stand-in font."""
        lacking = 1.0 if self.widths else MEAN
        return sum(1.0 if is_cjk(character) else self.widths.get(ord(character), lacking) * self.scale for character in text)


def text_face(language: Language) -> Face:
    """The face of running text."""
    return Face(advances(language.fonts["serif"][0]), language.typesetting.latin_scale)


@dataclass(frozen=True)
class FontPlan:
    """For a role (`serif`, `sans`, `mono`): what the main fonts cover and which stand-in serves the rest."""

    latin: frozenset[int]
    cjk: frozenset[int]
    stand_ins: tuple[tuple[str, frozenset[int]], ...]
    """Families with what they cover, in the order in which they are tried."""

    def stand_in(self, character: str) -> int | None:
        """-1: the main fonts have it; i: the i-th stand-in has it; None: nobody has it."""
        code = ord(character)
        if code < 0x7F or character in IGNORABLE or code in (self.cjk if is_cjk(character) else self.latin):
            return -1
        for index, (_, covered) in enumerate(self.stand_ins):
            if code in covered:
                return index
        return None


def font_plan(language: Language, role: str) -> FontPlan:
    """The fonts of one role of an edition."""
    main, cjk = language.fonts[role][0], language.fonts[f"cjk_{role}"][0]
    stand_ins: Sequence[str] = (cjk, *language.fonts["fallback"])
    return FontPlan(coverage(main), coverage(cjk), tuple((family, coverage(family)) for family in stand_ins))


def uses_cjk(blocks: Sequence[Node]) -> bool:
    """Whether there is any Chinese, Japanese or Korean text."""
    return any(is_cjk(character) for node in walk(blocks) if node["t"] in ("Str", "Code", "CodeBlock")
               for character in (node["c"] if node["t"] == "Str" else node["c"][1]))
