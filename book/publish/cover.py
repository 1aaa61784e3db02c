"""The book's picture, drawn here: reading takes the same time for every batch, arithmetic grows with it and at the ring overtakes.

It stands on the title page of the PDF and on the cover of the EPUB, which is drawn with the edition's title in the edition's fonts.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from book.cache import Cache, digest
from book.language import Language
from book.publish.glyphs import columns
from book.publish.images import rasterized, vector_pdf

BARS = 30
TURN = 19.0
"""The bar at which both times are equal."""
DOUBLES = 6.7
"""Bars over which arithmetic doubles."""
INK, WARM, PAPER = "#1f3a5f", "#a63a12", "#ffffff"
NIGHT, COOL, GLOW, WORDS = "#14273f", "#4d7fae", "#f08c4a", "#f6f3ec"
WIDTH, HEIGHT = 1200, 1800
"""Pixels of the cover."""


def motif(width: float, height: float, *, read: str, compute: str, ring: str) -> str:
    """The picture as SVG elements, from its lower left corner up; what passes its height is cut off."""
    step = width / BARS
    level = height * 0.34
    parts = []
    for index in range(BARS):
        x = index * step
        work = min(level * 2 ** ((index + 0.5 - TURN) / DOUBLES), height)
        parts.append(
            f'<rect x="{x + step * 0.14:.2f}" y="{height - level:.2f}" width="{step * 0.46:.2f}" height="{level:.2f}" fill="{read}"/>'
        )
        parts.append(
            f'<rect x="{x + step * 0.60:.2f}" y="{height - work:.2f}" width="{step * 0.26:.2f}" height="{work:.2f}" fill="{compute}"/>'
        )
    parts.append(
        f'<circle cx="{TURN * step + step * 0.23:.2f}" cy="{height - level:.2f}" r="{step * 0.42:.2f}" fill="none" stroke="{ring}" '
        f'stroke-width="{step * 0.13:.2f}"/>'
    )
    return "".join(parts)


def title_picture(cache: Cache) -> bytes:
    """The picture for the title page, as PDF."""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="630" height="300" viewBox="0 0 630 300">'
        f"{motif(630, 300, read='#9fb2c6', compute=WARM, ring=INK)}</svg>"
    ).encode()
    return vector_pdf(svg, cache)


def cover_png(title: str, subtitle: str, authors: Sequence[str], language: Language, cache: Cache) -> bytes:
    """The cover of the EPUB: the same bytes for the same words, fonts and version of librsvg."""
    svg = cover_svg(title, subtitle, authors, language).encode()
    return cache.of(digest("cover", svg), lambda: rasterized(svg))


def cover_svg(title: str, subtitle: str, authors: Sequence[str], language: Language) -> str:
    """The cover with its words as text."""
    margin = 110
    families = (
        [*language.fonts["cjk_sans"][:1], *language.fonts["sans"][:1]]
        if language.cjk
        else [*language.fonts["sans"][:1], *language.fonts["cjk_sans"][:1]]
    )
    face = quoteattr(", ".join(f"'{family}'" for family in families))
    lines = broken(title, 16)
    size = min(112, int((WIDTH - 2 * margin) / (max(map(columns, lines)) * 0.60)))
    top = 330
    words = [f'<rect x="{margin}" y="{top - 160}" width="150" height="13" fill="{GLOW}"/>']
    for index, line in enumerate(lines):
        words.append(_line(margin, top + index * size * 1.28, size, 700, line))
    below = top + (len(lines) - 1) * size * 1.28
    for index, line in enumerate(broken(subtitle, 34)):
        words.append(_line(margin, below + 100 + index * 62, 46, 400, line))
    words.append(_line(margin, HEIGHT - 70, 34, 400, ", ".join(authors)))
    picture = f'<g transform="translate(0 {HEIGHT - 170 - 780})">{motif(WIDTH, 780, read=COOL, compute=GLOW, ring=WORDS)}</g>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'xml:lang="{language.tag}" font-family={face} fill="{WORDS}"><rect width="{WIDTH}" height="{HEIGHT}" fill="{NIGHT}"/>'
        f"{picture}{''.join(words)}</svg>"
    )


def _line(x: float, y: float, size: float, weight: int, text: str) -> str:
    return f'<text x="{x}" y="{y:.0f}" font-size="{size}" font-weight="{weight}">{escape(text)}</text>'


def broken(text: str, width: int) -> list[str]:
    """Lines of at most `width` columns broken at spaces, as equally long as they can be."""
    lines = _filled(text, width)
    while width > 4 and len(narrower := _filled(text, width - 1)) == len(lines):
        lines, width = narrower, width - 1
    return lines


def _filled(text: str, width: int) -> list[str]:
    """Each line as full as it can be; a word that is too long is cut."""
    lines: list[str] = []
    for word in text.split():
        if lines and columns(lines[-1]) + 1 + columns(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
        while columns(lines[-1]) > 2 * width:
            lines[-1:] = [lines[-1][:width], lines[-1][width:]]
    return lines or [""]
