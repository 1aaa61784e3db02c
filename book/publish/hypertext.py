"""One edition as pages of hypertext: chapters, title page, imprint, references, and the lines of the contents."""

from __future__ import annotations

import json
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from xml.sax.saxutils import escape, quoteattr

from book.cache import Cache, digest, toolchain_digest
from book.edition_text import EditionText
from book.editions.glossary import FILE as GLOSSARY
from book.errata.record import FILE as ERRATA
from book.manuscript.labels import SECTION_DEPTH, Label
from book.manuscript.pandoc import pandoc_version
from book.manuscript.title_text import title_text
from book.manuscript.tree import Node, attr, div, para, space, string
from book.project import Project
from book.publish.cover import cover_png
from book.publish.epub import Entry, Metadata, Page, identifier, pack
from book.publish.formula_images import Drawn, Formula, draw_formulas, formulas_of, pictures_by_name
from book.publish.glyphs import uses_cjk
from book.publish.images import Picture
from book.publish.imprint import Line
from book.publish.publication import Publication
from book.publish.stamp import Stamp
from book.publish.volume import preamble, shown_number
from book.publish.xhtml import Site, chapter_html, html_id, to_html

KINDS = {GLOSSARY: "appendix", ERRATA: "errata"}
"""What pages that nobody wrote as chapters are in an EPUB."""


def edition_epub(project: Project, shown: Publication, pictures: Mapping[str, Picture], stamp: Stamp, cache: Cache, *,
                 math_images: bool = False) -> bytes:
    """The edition's EPUB; with `math_images` its formulas are pictures, for readers that lack MathML."""
    text = shown.text
    language = text.edition.language
    drawn = _drawn(text, cache) if math_images else {}
    site = Site(language, text.numbering, text.bibliography, pictures, chapter_files(text), "images/", drawn,
                lambda label: shown_number(text, label))
    with ThreadPoolExecutor(max_workers=2) as pool:
        bodies = list(pool.map(lambda name: _chapter(text, name, site, cache), text.chapters))
    pages = [Page("title.xhtml", language.strings["title_page"], _title(project, text), "titlepage"),
             Page("imprint.xhtml", language.strings["imprint"], _imprint(shown), "imprint")]
    for (name, chapter), body in zip(text.chapters.items(), bodies, strict=True):
        head = next((label for label in text.numbering.of_kind("chapter") if label.chapter == chapter.slug), None)
        kind = "preface" if head and not head.number and chapter is next(iter(text.chapters.values())) and len(bodies) > 1 else "chapter"
        pages.append(Page(site.files[chapter.slug], heading_text(text, head) if head else chapter.slug, body, KINDS.get(name, kind),
                          shown.borrowed.get(name, "")))
    if text.bibliography.entries:
        pages.append(Page(site.bibliography_file, language.strings["bibliography"], _references(text), "bibliography"))
    cover = cover_png(text.edition.title, text.edition.subtitle, text.edition.authors, language, cache)
    metadata = Metadata(identifier(project.name, text.edition.id + ("-images" if math_images else "")), text.edition.title, text.edition.authors, project.licence, stamp.moment,
                        stamp.commit)
    return pack(pages, contents(text, site), {**pictures, **pictures_by_name(drawn)}, language, metadata, cover)


def _drawn(text: EditionText, cache: Cache) -> dict[Formula, Drawn]:
    """The edition's formulas as pictures."""
    language = text.edition.language
    cjk = language.cjk or uses_cjk([node for result in text.resolved.values() for node in result.blocks])
    return draw_formulas(formulas_of(text), preamble(language, "", cjk=cjk), cache)


def chapter_files(text: EditionText) -> dict[str, str]:
    """The file of each chapter by slug."""
    return {chapter.slug: f"c{index:02}-{html_id(chapter.slug)}.xhtml" for index, chapter in enumerate(text.chapters.values())}


def _chapter(text: EditionText, name: str, site: Site, cache: Cache) -> str:
    chapter, resolved = text.chapters[name], text.resolved[name]
    shown = {label.id: (label.kind, label.number) for label in text.numbering.labels.values()}
    key = digest("xhtml", toolchain_digest("publish", "manuscript"), pandoc_version(), chapter.slug,
                 json.dumps([resolved.blocks, shown, dict(site.files), {k: [p.name, p.suffix] for k, p in site.pictures.items()}],
                            ensure_ascii=False),
                 json.dumps([dict(site.language.labels), dict(site.language.strings), dict(site.bibliography.marks)], ensure_ascii=False),
                 repr((site.language.typesetting.tie_before, sorted(site.language.typesetting.tie_after))),
                 json.dumps(sorted([*each, made.picture.name] for each, made in site.drawn.items())))
    return cache.of(key, lambda: chapter_html(chapter, resolved.blocks, site).encode()).decode()


def heading_text(text: EditionText, label: Label) -> str:
    """A heading as one line of plain text, with its number."""
    return f"{shown_number(text, label)} {title_text(label.title)}".strip()


def contents(text: EditionText, site: Site) -> list[Entry]:
    """The lines of the contents: headings down to the third level, and the references."""
    here = {chapter.slug for chapter in text.chapters.values()}
    entries = [Entry(label.level, heading_text(text, label) or "…", f"{site.files[label.chapter]}#{html_id(label.id)}")
               for label in text.numbering.of_kind("chapter", "section") if label.level <= SECTION_DEPTH and label.chapter in here]
    if text.bibliography.entries:
        entries.append(Entry(1, text.edition.language.strings["bibliography"], site.bibliography_file))
    return entries


def _title(project: Project, text: EditionText) -> str:
    edition = text.edition
    subtitle = f"<p>{escape(edition.subtitle)}</p>" if edition.subtitle else ""
    return f"<h1>{escape(edition.title)}</h1>{subtitle}<p>{escape(', '.join(text.edition.authors))}</p>"


def _imprint(shown: Publication) -> str:
    lines = "".join(_imprint_line(line) for line in shown.imprint if line.only in ("", "epub"))
    return f'<h1>{escape(shown.text.edition.language.strings["imprint"])}</h1><div class="imprint">{lines}</div>'


def _imprint_line(line: Line) -> str:
    anchor = f' id="{line.anchor}"' if line.anchor else ""
    words = f"<a href={quoteattr(line.address)}>{escape(line.text)}</a>" if line.address else escape(line.text)
    return f"<p{anchor}>{words}</p>"


def _references(text: EditionText) -> str:
    blocks: list[Node] = [{"t": "Header", "c": [1, attr("bibliography"), [string(text.edition.language.strings["bibliography"])]]}]
    entries = [div(attr(html_id(f"ref-{key}")), [para([string(text.bibliography.numbers[key]), space(), *inlines])])
               for key, inlines in text.bibliography.entries.items()]
    return to_html([*blocks, div(attr("", ["references"]), entries)])
