"""Chapters behind the last one that nobody writes as such: the edition's glossary and its accepted errata."""

from __future__ import annotations

from collections.abc import Iterator

from book.cache import Cache, digest, toolchain_digest
from book.editions.glossary import FILE as GLOSSARY
from book.editions.glossary import as_markdown, read_glossary
from book.errata.page import errata_page
from book.errata.record import FILE as ERRATA
from book.manuscript.blocks import shape
from book.manuscript.pandoc import pandoc_version
from book.manuscript.reader import Chapter, chapter_of, parse
from book.manuscript.tree import Node, attr, div, table_rows, walk
from book.project import Edition, Project
from book.publish.state_mark import foreign

KINDS = {GLOSSARY: "glossary", ERRATA: "errata"}
"""What each is, by the file that it is made from."""


def appendices(project: Project, edition: Edition, cache: Cache) -> dict[str, Chapter]:
    """Those that have anything to say, by the name of their file."""
    found = {name: _chapter(path, KINDS[name], text, cache) for name, path, text in _texts(project, edition) if text}
    for node in walk(found[GLOSSARY].blocks) if GLOSSARY in found else ():
        for row in table_rows(node) if node["t"] == "Table" else ():  # cells in other languages say so
            for cell, tag in zip(row, (project.source.language.tag, "en")[:len(row) - 1], strict=False):
                cell[4] = foreign(cell[4], tag)
    return found


def _texts(project: Project, edition: Edition) -> Iterator[tuple[str, str, str]]:
    """File, path and Markdown of each."""
    path = project.relative(edition.folder / GLOSSARY)
    glossary = read_glossary(edition.folder, path, edition.language.tag)
    heads = (project.source.language.name, "English", edition.language.name)
    yield GLOSSARY, path, as_markdown(glossary, heads, edition.language.strings["glossary"]) if glossary.terms else ""
    yield ERRATA, ERRATA, errata_page(project, edition)


def _chapter(path: str, kind: str, text: str, cache: Cache) -> Chapter:
    key = digest("appendix", path, text, pandoc_version(), toolchain_digest("manuscript"))
    tree = cache.json_of(key, lambda: _parsed(text, path))
    head, *rest = tree["blocks"]
    level, (anchor, classes, pairs), inlines = head["c"]
    heading: Node = {**head, "c": [level, [anchor, [*classes, "unnumbered"], pairs], inlines]}
    chapter = chapter_of({**tree, "blocks": [heading, {**div(attr("", [kind]), rest), "p": 0}]}, text, path)
    return Chapter(path, f"appendix-{kind}", text, chapter.blocks, {}, chapter.lines)


def _parsed(text: str, path: str) -> Node:
    tree = parse(text, "commonmark_x", path)
    return {**tree, "blocks": shape(tree["blocks"])}
