"""A finished PDF looked at thoroughly: fonts, type area, outline, page labels, metadata, links, and every character of the text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from book.edition_text import EditionText
from book.errors import BookError, Fault
from book.proof.gates import Result, pass_through
from book.proof.pdf import band_texts, broken_links, page_texts
from book.proof.readback import characters, normal
from book.publish.pdf import CLASS

TOLERANCE = 2.0
"""pt that ink may stand outside of the type area, as for an overfull box."""
POINTS = 72 / 25.4
HOLLOW = 0.7
"""Share of its box that Chinese punctuation leaves empty on one side."""
OPENING, CLOSING = "（《「『〈【〔“‘", "，。；：、！？）》」』〉】〕”’"
ROMAN = (
    (1000, "m"),
    (900, "cm"),
    (500, "d"),
    (400, "cd"),
    (100, "c"),
    (90, "xc"),
    (50, "l"),
    (40, "xl"),
    (10, "x"),
    (9, "ix"),
    (5, "v"),
    (4, "iv"),
    (1, "i"),
)


def pdf_results(path: Path, text: EditionText, headings: Sequence[tuple[int, str]], metadata: Mapping[str, str]) -> list[Result]:
    """All gates of the PDF at `path`; `headings` are level and text of what the outline must show."""
    import pikepdf

    with pikepdf.open(path) as pdf:
        return [
            pass_through("fonts", lambda: fonts(pdf, path.name)),
            pass_through("type area", lambda: type_area(path)),
            pass_through("outline", lambda: outline(pdf, path.name, headings)),
            pass_through("page labels", lambda: page_labels(pdf, path)),
            pass_through("metadata", lambda: identity(pdf, path.name, metadata)),
            pass_through("links", lambda: broken_links(pdf, path.name)),
            pass_through("characters", lambda: characters_shown(path, text)),
        ]


def fonts(pdf: Any, name: str) -> Iterator[Fault]:
    """Every font must be embedded and say which characters its glyphs stand for."""
    for font in {str(font.get("/BaseFont", "/?"))[1:]: font for font in _fonts(pdf)}.items():
        family, entry = font
        inner = entry["/DescendantFonts"][0] if "/DescendantFonts" in entry else entry
        described = inner.get("/FontDescriptor", {})
        if entry.get("/Subtype") != "/Type3" and not any(key in described for key in ("/FontFile", "/FontFile2", "/FontFile3")):
            yield Fault(name, 0, 0, f"the font {family} is not embedded", "font.missing")
        if "/ToUnicode" not in entry:
            yield Fault(
                name, 0, 0, f"the font {family} does not say its characters (no ToUnicode): text cannot be copied", "font.missing"
            )


def _fonts(pdf: Any) -> Iterator[Any]:
    """The fonts of all pages and of the forms in them."""
    seen: set[tuple[int, int]] = set()
    waiting = [page.get("/Resources", {}) for page in pdf.pages]
    while waiting:
        resources = waiting.pop()
        yield from resources.get("/Font", {}).values()
        for form in resources.get("/XObject", {}).values():
            if form.objgen not in seen and "/Resources" in form:
                seen.add(form.objgen)
                waiting.append(form["/Resources"])


def margins() -> tuple[float, float]:
    """Inner and outer margin in pt, as the class sets them."""
    source = CLASS.read_text(encoding="utf-8")
    found = {key: float(value) for key, value in re.findall(r"\b(paperwidth|textwidth|inner)=([\d.]+)mm", source)}
    if len(found) != 3:
        raise BookError(f"{CLASS.name} no longer says `paperwidth=…mm,textwidth=…mm,inner=…mm`")
    return found["inner"] * POINTS, (found["paperwidth"] - found["textwidth"] - found["inner"]) * POINTS


def type_area(path: Path) -> Iterator[Fault]:
    """No character may stand in the margins at the sides."""
    import pdfplumber

    inner, outer = margins()
    with pdfplumber.open(path) as pdf:
        for number, page in enumerate(pdf.pages, 1):
            left, right = (inner, outer) if number % 2 else (outer, inner)
            low, high = left - TOLERANCE, float(page.width) - right + TOLERANCE
            excess = [
                (max(low - start, end - high), char["text"])
                for char in page.chars
                if char["text"].strip()
                for start, end in [_ink(char)]
            ]
            page.close()
            outside = [each for each in excess if each[0] > 0]
            if outside:
                most, text = max(outside)
                message = f"page {number}: {len(outside)} characters stand in the margin, `{text}` by {most + TOLERANCE:.1f} pt"
                yield Fault(path.name, 0, 0, message, "box.overfull")


def _ink(char: dict[str, Any]) -> tuple[float, float]:
    """Where a character's ink may be: Chinese punctuation is ink in one half of its box, and the other half may hang out."""
    hollow = (char["x1"] - char["x0"]) * HOLLOW
    text = char["text"]
    return char["x0"] + hollow * (text in OPENING), char["x1"] - hollow * (text in CLOSING)


def outline(pdf: Any, name: str, headings: Sequence[tuple[int, str]]) -> Iterator[Fault]:
    """The outline must show exactly the headings, in their order and levels."""
    with pdf.open_outline() as entries:
        found = list(_entries(entries.root, 1))
    yield from _differences(_levels(headings), found, name, "outline")


def _entries(items: Sequence[Any], level: int) -> Iterator[tuple[int, str]]:
    for item in items:
        yield level, normal(item.title)
        yield from _entries(item.children, level + 1)


def _levels(headings: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """Depths in a tree: a level that the text skips makes no depth of its own."""
    stack: list[int] = []
    result = []
    for level, text in headings:
        while stack and stack[-1] >= level:
            stack.pop()
        stack.append(level)
        result.append((len(stack), normal(text)))
    return result


def _differences(wanted: Sequence[tuple[int, str]], found: Sequence[tuple[int, str]], name: str, where: str) -> Iterator[Fault]:
    for index, (one, other) in enumerate(zip(wanted, found, strict=False), 1):
        if one != other:
            yield Fault(
                name,
                0,
                0,
                f"line {index} of the {where} is `{other[1]}` on level {other[0]}, the text has `{one[1]}` on level {one[0]}",
                "outline.mismatch",
            )
            return
    if len(wanted) != len(found):
        yield Fault(name, 0, 0, f"the {where} has {len(found)} lines for {len(wanted)} headings", "outline.mismatch")


def roman(number: int) -> str:
    """`roman(4)` is `iv`."""
    parts = []
    for value, letters in ROMAN:
        count, number = divmod(number, value)
        parts.append(letters * count)
    return "".join(parts)


def page_labels(pdf: Any, path: Path) -> Iterator[Fault]:
    """Labels must be small Roman numbers, then Arabic ones from 1, and agree with the numbers printed on the pages."""
    labels = [page.label for page in pdf.pages]
    front = next((index for index, label in enumerate(labels) if label.isdigit()), len(labels))
    wanted = [*(roman(index + 1) for index in range(front)), *(str(index + 1) for index in range(len(labels) - front))]
    if labels != wanted:
        yield Fault(
            path.name, 0, 0, f"the page labels are {', '.join(labels[:8])} …, not {', '.join(wanted[:8])} …", "outline.mismatch"
        )
    for number, (label, words, text) in enumerate(zip(labels, _outside(path), page_texts(path), strict=False), 1):
        if number > front and text.strip() and label not in words:
            yield Fault(path.name, 0, 0, f"page {number} is labelled {label}, which is not printed on it", "outline.mismatch")


def _outside(path: Path) -> list[set[str]]:
    """The words above and below the type area of each page."""
    found = dict(re.findall(r"\b(paperwidth|paperheight|top|bottom)=([\d.]+)mm", CLASS.read_text(encoding="utf-8")))
    width, height, top, bottom = (float(found[key]) * POINTS for key in ("paperwidth", "paperheight", "top", "bottom"))
    bands = (band_texts(path, 0, top, width), band_texts(path, height - bottom, bottom, width))
    return [{*above.split(), *below.split()} for above, below in zip(*bands, strict=True)]


def identity(pdf: Any, name: str, metadata: Mapping[str, str]) -> Iterator[Fault]:
    """Title, authors and language, in the document information and in XMP."""
    with pdf.open_metadata(set_pikepdf_as_editor=False) as xmp:
        found = {
            "title": str(xmp.get("dc:title", "")),
            "language": str(pdf.Root.get("/Lang", "")),
            "authors": ", ".join(xmp.get("dc:creator", []) or []),
        }
    info = pdf.docinfo
    for key in found:
        if found[key] != metadata[key]:
            yield Fault(name, 0, 0, f"the metadata's {key} is {found[key]!r}, not {metadata[key]!r}", "metadata.wrong")
    if str(info.get("/Title", "")) != metadata["title"] or str(info.get("/Author", "")) != metadata["authors"]:
        yield Fault(name, 0, 0, "the document information has another title or author than the book", "metadata.wrong")


def characters_shown(path: Path, text: EditionText) -> Iterator[Fault]:
    """Every letter, digit and mark of the text must be in the PDF's text, as often as in the source."""
    shown = Counter(normal("".join(page_texts(path))))
    lost = characters(text) - shown
    if lost:
        shown_lost = ", ".join(f"`{character}` (U+{ord(character):04X}) × {count}" for character, count in lost.most_common(8))
        yield Fault(path.name, 0, 0, f"characters of the text are not in the PDF's text: {shown_lost}", "text.lost")
