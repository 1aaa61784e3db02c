"""Whose characters are printed: 骨 直 令 differ between China, Taiwan, Japan and Korea, and a font's name does not say which.

A character is cut out of the rendered page and held against the same character from each region's font.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from book.errors import Fault, ToolMissing
from book.language import Language
from book.proof.looks_page import Char, Sheet

PROBES = "骨直門角令器港船遍海真每草者令化今低空返逆"
"""Characters that the regions draw differently, most telling first."""
REGIONS = {"SC": ("zh-Hans",), "TC": ("zh-Hant-TW", "zh-Hant"), "JP": ("ja",), "KR": ("ko",)}
FAMILIES = {"SC": "Noto Serif CJK SC", "TC": "Noto Serif CJK TC", "JP": "Noto Serif CJK JP", "KR": "Noto Serif CJK KR"}
GRID = 64
SCALE = 12.0
"""Pixels a pt when a character is rendered from the page."""
EDGE = 0.2
"""pt around a character."""
TELLING = 0.02
"""Share of differing ink below which two regions draw a character alike."""
ENOUGH = 3
"""Probes that must be found in a book."""


def region_of(language: Language) -> str:
    """The region whose characters the edition must show; empty for languages without Chinese characters."""
    return next((region for region, tags in REGIONS.items() if language.tag in tags), "")


def regions(path: Path, sheets: Sequence[Sheet], language: Language) -> Iterator[Fault]:
    """Every probe that the text has must look most like its own region's."""
    own = region_of(language)
    if not own:
        return
    compared = 0
    for probe in dict.fromkeys(PROBES):
        found = _place(sheets, probe)
        if found is None:
            continue
        samples = {region: _sample(family, probe) for region, family in FAMILIES.items()}
        printed = _cut(path, *found)
        distances = {region: _distance(printed, sample) for region, sample in samples.items()}
        rivals = [region for region in samples if _distance(samples[own], samples[region]) > TELLING]
        if not rivals:
            continue
        compared += 1
        nearest = min([own, *rivals], key=lambda region: distances[region])
        if nearest != own:
            yield Fault(
                path.name, 0, 0, f"page {found[0].number}: `{probe}` is drawn as in {nearest}, not as in {own}", "look.region"
            )
    if compared < ENOUGH and len(sheets) > 20:
        yield Fault(path.name, 0, 0, f"only {compared} characters of the text tell the region; add some to PROBES", "look.region")


def _place(sheets: Sequence[Sheet], probe: str) -> tuple[Sheet, Char] | None:
    """Where the character stands in the serif face, large enough to be judged."""
    return next(
        (
            (sheet, char)
            for sheet in sheets
            for line in sheet.lines
            for char in line.chars
            if char.text == probe and char.size > 8 and "Serif" in char.font and "Bold" not in char.font
        ),
        None,
    )


def _cut(path: Path, sheet: Sheet, char: Char) -> Any:
    import pypdfium2

    with pypdfium2.PdfDocument(path) as pdf:
        crop = (char.x - EDGE, char.bottom - EDGE, sheet.width - char.right - EDGE, sheet.height - char.high - EDGE)
        image = pdf[sheet.number - 1].render(scale=SCALE, crop=crop).to_pil().convert("L")
    return _normal(image)


def _sample(family: str, character: str) -> Any:
    from PIL import Image, ImageDraw, ImageFont

    path, index = _file(family)
    font = ImageFont.truetype(path, 120, index=index)
    image = Image.new("L", (200, 200), 255)
    ImageDraw.Draw(image).text((40, 30), character, font=font, fill=0)
    return _normal(image)


def _file(family: str) -> tuple[str, int]:
    try:
        done = subprocess.run(
            ["fc-match", "--format", "%{family}\n%{file}\n%{index}", f"{family}:style=Regular"],
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        raise ToolMissing("fontconfig is missing: install the package fontconfig (Debian)") from None
    names, path, index = done.stdout.split("\n")
    if family not in names.split(","):
        raise ToolMissing(f"the font {family} is missing: install fonts-noto-cjk (Debian)")
    return path, int(index) & 0xFFFF


def _normal(image: Any) -> Any:
    """The ink alone, on a square of fixed size."""
    from PIL import Image, ImageOps

    ink = ImageOps.invert(image).point(lambda value: 255 if value > 110 else 0)
    box = ink.getbbox()
    return (ink.crop(box) if box else ink).resize((GRID, GRID), Image.Resampling.BOX)


def _distance(one: Any, other: Any) -> float:
    """Mean difference of ink, 0 to 1, of two pictures laid on each other."""
    from PIL import ImageChops, ImageStat

    return float(ImageStat.Stat(ImageChops.difference(one, other)).mean[0]) / 255


def distances(character: str) -> Mapping[tuple[str, str], float]:
    """How differently the regions draw a character: for choosing probes."""
    samples = {region: _sample(family, character) for region, family in FAMILIES.items()}
    return {(one, other): _distance(samples[one], samples[other]) for one in samples for other in samples if one < other}
