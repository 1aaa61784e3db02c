"""The EPUB container: package document, navigation, pages, pictures; the same bytes for the same content."""

from __future__ import annotations

import io
import uuid
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from book.language import Language
from book.namespaces import EPUB, XHTML
from book.publish.images import Picture

CSS = Path(__file__).parent / "templates" / "book.css"
ROLES = ("chapter", "bibliography", "preface", "appendix", "errata")
"""Kinds of pages that are roles of DPUB-ARIA too."""
COVER, COVER_PAGE = "cover.png", "cover.xhtml"
CONFORMS = "EPUB Accessibility 1.1 - WCAG 2.1 Level A"
"""What the gates show: Ace finds nothing, every picture and formula has a text, all that scrolls can be reached. Level AA is
not claimed: nobody has measured the contrast of lines and areas in the figures, and foreign titles in the bibliography do not say their language."""
MIME = {"svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "gif": "image/gif", "webp": "image/webp"}
CONTAINER = ('<?xml version="1.0" encoding="UTF-8"?>\n<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
             '<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n')


@dataclass(frozen=True)
class Page:
    """One XHTML file of the spine."""

    file: str
    title: str
    body: str
    kind: str = "chapter"
    """epub:type of its section."""
    language: str = ""
    """Where it is not the edition's."""


@dataclass(frozen=True)
class Entry:
    """A line of the contents."""

    level: int
    text: str
    target: str


@dataclass(frozen=True)
class Metadata:
    """What the package says of the book."""

    identifier: str
    title: str
    authors: Sequence[str]
    licence: str
    moment: str
    source: str
    """Commit, empty if unknown."""


def identifier(name: str, edition: str) -> str:
    """The same URN for an edition whatever its revision."""
    return uuid.uuid5(uuid.NAMESPACE_URL, f"urn:book:{name}:{edition}").urn


def page_html(page: Page, language: Language) -> str:
    """A complete XHTML document."""
    role = {"titlepage": "", "imprint": ""}.get(page.kind, f' role="doc-{page.kind}"' if page.kind in ROLES else "")
    other = f' lang="{page.language}" xml:lang="{page.language}"' if page.language else ""
    return (f'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n<html xmlns="{XHTML}" xmlns:epub="{EPUB}" lang="{language.tag}" '
            f'xml:lang="{language.tag}">\n<head><meta charset="utf-8"/><title>{escape(page.title)}</title>'
            f'<link rel="stylesheet" type="text/css" href="book.css"/></head>\n<body>\n'
            f'<section class="{page.kind}" epub:type="{page.kind}"{role}{other}{_labelled(page)}>\n{page.body}\n</section>\n</body>\n</html>\n')


def _labelled(page: Page) -> str:
    return f" aria-label={quoteattr(page.title)}"


def _nav(entries: Sequence[Entry], pages: Sequence[Page], language: Language, title: str) -> str:
    """The navigation document: contents and landmarks in the book's language."""
    strings = language.strings
    start = next((page for page in pages if page.kind == "chapter"), pages[-1])
    marks = [("cover", COVER_PAGE, strings["cover"]), ("toc", "nav.xhtml", strings["contents"]), ("bodymatter", start.file, start.title)]
    marks += [("bibliography", page.file, page.title) for page in pages if page.kind == "bibliography"]
    landmarks = "".join(f'<li><a epub:type="{kind}" href="{file}">{escape(text)}</a></li>' for kind, file, text in marks)
    return (f'<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n<html xmlns="{XHTML}" xmlns:epub="{EPUB}" lang="{language.tag}" '
            f'xml:lang="{language.tag}">\n<head><meta charset="utf-8"/><title>{escape(title)}</title>'
            f'<link rel="stylesheet" type="text/css" href="book.css"/></head>\n<body>\n'
            f'<nav epub:type="toc" role="doc-toc" id="toc"><h1>{escape(strings["contents"])}</h1>\n{_list(entries)}</nav>\n'
            f'<nav epub:type="landmarks" hidden="hidden" aria-label={quoteattr(strings["imprint"])}><ol>{landmarks}</ol></nav>\n'
            f'</body>\n</html>\n')


def _list(entries: Sequence[Entry]) -> str:
    """Nested lists from levels; a level that is skipped opens no empty list."""
    parts: list[str] = ["<ol>"]
    stack: list[int] = []
    for entry in entries:
        while stack and stack[-1] > entry.level:
            parts.append("</li></ol>")
            stack.pop()
        if stack and stack[-1] == entry.level:
            parts.append("</li>")
        elif stack:
            parts.append("<ol>")
            stack.append(entry.level)
        else:
            stack.append(entry.level)
        parts.append(f'<li><a href="{entry.target}">{escape(entry.text)}</a>')
    parts.append("</li></ol>" * max(len(stack), 1) if stack else "</ol>")
    return "".join(parts)


def _cover_page(language: Language, title: str) -> Page:
    """The cover as the first page."""
    alt = f'{language.strings["cover"]}: {title}'
    return Page(COVER_PAGE, language.strings["cover"], f'<img src="images/{COVER}" alt={quoteattr(alt)} role="doc-cover"/>', "cover")


def features(pages: Sequence[Page]) -> tuple[list[str], list[str]]:
    """Access modes and accessibility features that the content really has."""
    math = any("<math" in page.body for page in pages)
    modes = ["textual", "visual"]  # there is always a cover
    found = ["structuralNavigation", "tableOfContents", "readingOrder", "displayTransformability", "unlocked"]
    return modes, [*found, "alternativeText", *(["MathML", "describedMath"] if math else [])]


def _summary(pages: Sequence[Page], language: Language) -> str:
    """What a reader who depends on it finds, in the book's language."""
    images = any('class="formula"' in page.body for page in pages)
    return language.strings["accessibility_summary_images" if images else "accessibility_summary"]


def _package(pages: Sequence[Page], pictures: Mapping[str, Picture], language: Language, metadata: Metadata) -> str:
    modes, found = features(pages)
    meta = [f'<dc:identifier id="id">{metadata.identifier}</dc:identifier>', f"<dc:title>{escape(metadata.title)}</dc:title>",
            f"<dc:language>{language.tag}</dc:language>"]
    meta += [f"<dc:creator>{escape(author)}</dc:creator>" for author in metadata.authors]
    meta += [f"<dc:rights>{escape(metadata.licence)}</dc:rights>"] if metadata.licence else []
    meta += [f"<dc:source>{escape(metadata.source)}</dc:source>"] if metadata.source else []
    meta.append(f'<meta property="dcterms:modified">{metadata.moment}</meta>')
    meta += [f'<meta property="schema:accessMode">{mode}</meta>' for mode in modes]
    meta.append('<meta property="schema:accessModeSufficient">textual</meta>')
    meta += [f'<meta property="schema:accessibilityFeature">{feature}</meta>' for feature in found]
    meta += ['<meta property="schema:accessibilityHazard">none</meta>',
             f'<meta property="schema:accessibilitySummary">{escape(_summary(pages, language))}</meta>', f'<meta property="dcterms:conformsTo">{CONFORMS}</meta>',
             '<meta name="cover" content="cover"/>']
    if metadata.authors:
        meta.append(f'<meta property="a11y:certifiedBy">{escape(", ".join(metadata.authors))}</meta>')
    items = ['<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
             '<item id="css" href="book.css" media-type="text/css"/>',
             f'<item id="cover" href="images/{COVER}" media-type="image/png" properties="cover-image"/>']
    for index, page in enumerate(pages):
        properties = ' properties="mathml"' if "<math" in page.body else ""
        items.append(f'<item id="p{index}" href="{page.file}" media-type="application/xhtml+xml"{properties}/>')
    unique = {f"{picture.name}.{picture.suffix}": picture for picture in pictures.values()}
    for index, (name, picture) in enumerate(sorted(unique.items())):
        items.append(f'<item id="i{index}" href="images/{name}" media-type="{MIME[picture.suffix]}"/>')
    refs = [f'<itemref idref="p{index}"/>' for index in range(len(pages))]
    first = sum(page.kind in ("cover", "titlepage", "imprint") for page in pages)
    spine = "".join([*refs[:first], '<itemref idref="nav"/>', *refs[first:]])
    newline = "\n    "
    return (f'<?xml version="1.0" encoding="UTF-8"?>\n<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" '
            f'xml:lang="{language.tag}" prefix="schema: http://schema.org/">\n  <metadata xmlns:dc="http://purl.org/dc/elements/1.1/">\n    '
            f'{newline.join(meta)}\n  </metadata>\n  <manifest>\n    {newline.join(items)}\n  </manifest>\n  <spine>{spine}</spine>\n</package>\n')


def pack(pages: Sequence[Page], entries: Sequence[Entry], pictures: Mapping[str, Picture], language: Language, metadata: Metadata,
         cover: bytes) -> bytes:
    """The EPUB as bytes; `cover` is a PNG."""
    pages = [_cover_page(language, metadata.title), *pages]
    files: dict[str, bytes] = {"META-INF/container.xml": CONTAINER.encode(),
                               "EPUB/package.opf": _package(pages, pictures, language, metadata).encode(),
                               "EPUB/nav.xhtml": _nav(entries, pages, language, metadata.title).encode(), "EPUB/book.css": CSS.read_bytes(),
                               f"EPUB/images/{COVER}": cover}
    for page in pages:
        files[f"EPUB/{page.file}"] = page_html(page, language).encode()
    for picture in pictures.values():
        files[f"EPUB/images/{picture.name}.{picture.suffix}"] = picture.data
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(_member("mimetype"), b"application/epub+zip", zipfile.ZIP_STORED)
        for name, data in files.items():
            archive.writestr(_member(name), data, zipfile.ZIP_DEFLATED, 6)
    return out.getvalue()


def _member(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    info.external_attr = 0o644 << 16
    info.create_system = 3
    return info
