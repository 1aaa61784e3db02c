"""The rules over whole translations: each chapter held against its source, its terms against the glossary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from book.cache import Cache, digest, toolchain_digest
from book.checks import parity
from book.checks.edition import Text as Checked
from book.checks.edition import tree_of
from book.editions.block import cut
from book.editions.chapters import Text
from book.editions.status import chapter_pairs, sync_of
from book.editions.sync import FILE, Sync
from book.findings import Code, Finding
from book.manuscript.pandoc import pandoc_version
from book.manuscript.reader import Chapter, chapter_of, read_source
from book.project import Edition, Project

CODE = ("checks", "editions", "numbers", "manuscript", "findings.py")


def translation_findings(project: Project, editions: Sequence[Edition], cache: Cache) -> list[Finding]:
    """What differs between these editions and the source, from the cache where neither has changed."""
    stamp = digest(toolchain_digest(*CODE), pandoc_version(), project.dialect)
    found: list[Finding] = []
    for edition in editions:
        if edition.is_source:
            continue
        accepted = edition.folder / FILE
        sync = accepted.read_bytes() if accepted.is_file() else b""
        for name in project.chapters:
            source, path = project.source.folder / name, edition.folder / name
            if not path.is_file():
                found.append(_not_there(project, edition, name))
                continue
            key = digest("parity", stamp, edition.id, name, sync, source.read_bytes(), path.read_bytes())
            found += [Finding(*fields) for fields in cache.json_of(key, partial(_check, project, edition, name, cache))]
    return found


def _not_there(project: Project, edition: Edition, name: str) -> Finding:
    path = project.relative(edition.folder / name)
    return Finding(path, 1, 1, Code.SYNC_MISSING.id, "", "", "", f"edition `{edition.id}` has no {name} yet; `book edition draft` or a translator makes it")


def _check(project: Project, edition: Edition, name: str, cache: Cache) -> list[list[Any]]:
    both = both_of(project, edition, name, cache, sync_of(project, edition))
    return [[f.path, f.line, f.column, f.id, f.quote, f.stated, f.computed, f.message] for f in sorted(parity.findings_of(both))]


def both_of(project: Project, edition: Edition, name: str, cache: Cache, sync: Sync) -> parity.Both:
    """A chapter and its translation, aligned, with their trees."""
    source, target = _chapter(project, project.source, name, cache), _chapter(project, edition, name, cache)
    return compared(project, edition, name, source, target, sync)


def compared(project: Project, edition: Edition, name: str, source: Chapter, target: Chapter, sync: Sync) -> parity.Both:
    """Two chapters, aligned. An edition without sync.yaml promises to be complete and in step."""
    pairs = chapter_pairs(project, edition, name, _text(source, project.source), _text(target, edition), sync)
    known = sync.flags()
    if not known:
        pairs = [replace(pair, state="fresh") if pair.state == "stale" else pair for pair in pairs]
    return parity.Both(parity.Side(source, project.source.language.tag), parity.Side(target, edition.language.tag), pairs,
                       frozenset(block.start for pair in pairs if not pair.target for block in pair.source
                                 if not known or block.hash in known))



def _chapter(project: Project, edition: Edition, name: str, cache: Cache) -> Chapter:
    path = edition.folder / name
    shown = project.relative(path)
    source = read_source(path, shown)
    return chapter_of(tree_of(project, Checked(path, shown, edition.language.tag, edition.id), source, cache), source, shown)


def _text(chapter: Chapter, edition: Edition) -> Text:
    return Text(chapter.path, chapter.slug, chapter.source, tuple(cut(chapter, edition.language.tag)))
