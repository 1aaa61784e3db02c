"""An edition as it is published: gaps filled, what is behind marked, glossary, errata and index of numbers at the end, and the imprint."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from book.cache import Cache
from book.edition_text import EditionText, read_edition
from book.manuscript.reader import Chapter
from book.project import Edition, Project
from book.publish.appendices import appendices
from book.publish.imprint import Line, imprint
from book.publish.number_index import with_number_index
from book.publish.source_commit import source_commit
from book.publish.stamp import Stamp
from book.publish.standing import Standing, completed


@dataclass(frozen=True)
class Publication:
    """All words that an artefact of an edition shows."""

    text: EditionText
    imprint: tuple[Line, ...]
    borrowed: Mapping[str, str]
    """Languages of the chapter files that stand in another one than the edition's."""


def publication(project: Project, edition: Edition, stamp: Stamp, cache: Cache, *, only: str = "") -> Publication:
    """Read an edition for publishing, or (for a quick look) one chapter of it.

    Raises BadInput with every fault of the text at once.
    """
    found: list[Standing] = []

    def complete(written: Mapping[str, Chapter]) -> Mapping[str, Chapter]:
        chapters, standing = completed(project, edition, written, cache)
        found.append(standing)
        return chapters if only else {**chapters, **appendices(project, edition, cache)}

    text = read_edition(project, edition, cache, only=only, complete=complete)
    standing = found[0]
    lines = tuple(imprint(project, edition, stamp, standing, source_commit(project, standing, cache)))
    borrowed = dict.fromkeys(standing.borrowed, project.source.language.tag)
    return Publication(text if only else with_number_index(project, text, stamp.commit), lines, borrowed)
