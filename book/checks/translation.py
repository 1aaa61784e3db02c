"""The rules over whole editions: each translated chapter against its source, its words against the glossary, typography
everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from book.cache import Cache, digest, toolchain_digest, write_atomically
from book.checks import parity, terms, typography
from book.checks.edition import Text as Checked
from book.checks.edition import tree_of
from book.editions.block import cut
from book.editions.chapters import Text
from book.editions.glossary import FILE as GLOSSARY
from book.editions.glossary import read_glossary
from book.editions.reading import numbers_as
from book.editions.state import Pair
from book.editions.status import chapter_pairs, sync_of
from book.editions.sync import FILE, Sync
from book.findings import Code, Finding
from book.manuscript.pandoc import pandoc_version
from book.manuscript.reader import Chapter, chapter_of, read_source
from book.project import CONFIG, Edition, Project

CODE = ("checks", "editions", "numbers", "manuscript", "findings.py")


def edition_findings(project: Project, editions: Sequence[Edition], cache: Cache) -> list[Finding]:
    """What these editions lack against the source, against their glossaries and in their typography; cached by content.

    A folder without book.yaml is somebody else's text: its typography is its own affair, that of its translations is not.
    """
    stamp = digest(toolchain_digest(*CODE), pandoc_version(), project.dialect)
    own = (project.root / CONFIG).is_file()
    found: list[Finding] = []
    for edition in editions:
        if edition.is_source and not own:
            continue
        data = [path.read_bytes() if path.is_file() else b"" for path in (edition.folder / FILE, edition.folder / GLOSSARY)]
        for name in project.chapters:
            source, path = project.source.folder / name, edition.folder / name
            if not path.is_file():
                found.append(_not_there(project, edition, name))
                continue
            texts = () if edition.is_source else (source.read_bytes(),)
            key = digest("translation", stamp, edition.id, edition.language.tag, name, *data, *texts, path.read_bytes())
            found += [Finding(*fields) for fields in cache.json_of(key, partial(_check, project, edition, name, cache))]
    return found


def _not_there(project: Project, edition: Edition, name: str) -> Finding:
    path = project.relative(edition.folder / name)
    return Finding(
        path,
        1,
        1,
        Code.SYNC_MISSING.id,
        "",
        "",
        "",
        f"edition `{edition.id}` has no {name} yet; `book edition draft` or a translator makes it",
    )


def _check(project: Project, edition: Edition, name: str, cache: Cache) -> list[list[Any]]:
    language = edition.language.tag
    found: list[Finding] = []
    if edition.is_source:
        chapter = _chapter(project, edition, name, cache)
    else:
        both = both_of(project, edition, name, cache, sync_of(project, edition))
        chapter = both.target.chapter
        glossary = read_glossary(edition.folder, project.relative(edition.folder / GLOSSARY), language)
        found += [*parity.findings_of(both), *terms.findings_of(chapter, language, both.pairs, glossary)]
    found += typography.findings_of(chapter, chapter.blocks, language)
    return [[f.path, f.line, f.column, f.id, f.quote, f.stated, f.computed, f.message] for f in sorted(set(found))]


def mend_typography(project: Project, edition: Edition, name: str, cache: Cache) -> int:
    """Mend what is mechanical in a chapter's typography, in its file; returns how many slips."""
    chapter = _chapter(project, edition, name, cache)
    text, count = typography.mended(chapter, chapter.blocks, edition.language.tag)
    if count:
        write_atomically(edition.folder / name, text.encode())
    return count


DISAGREE = (Code.PARITY_NUMBER.id, Code.PARITY_FORMULA.id)
"""Codes of a translation that says another value than its source."""


def disagreements(project: Project, edition: Edition, name: str, cache: Cache, sync: Sync, units: Sequence[Pair]) -> list[Finding]:
    """Where the numbers or formulas of these units of a chapter are not those of their source."""
    both = both_of(project, edition, name, cache, sync)
    text = both.target.chapter.source
    lines = {line for unit in units for block in unit.target for line in range(block.line, block.line + block.text(text).count("\n") + 1)}
    return sorted(each for each in set(parity.findings_of(both)) if each.id in DISAGREE and each.line in lines)


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
    return parity.Both(
        parity.Side(source, numbers_as(project.source.language)),
        parity.Side(target, numbers_as(edition.language)),
        pairs,
        frozenset(block.start for pair in pairs if not pair.target for block in pair.source if not known or block.hash in known),
    )



def _chapter(project: Project, edition: Edition, name: str, cache: Cache) -> Chapter:
    path = edition.folder / name
    shown = project.relative(path)
    source = read_source(path, shown)
    return chapter_of(tree_of(project, Checked(path, shown, edition.language.tag, edition.id), source, cache), source, shown)


def _text(chapter: Chapter, edition: Edition) -> Text:
    return Text(chapter.path, chapter.slug, chapter.source, tuple(cut(chapter, numbers_as(edition.language))))
