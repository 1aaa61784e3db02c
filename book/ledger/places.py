"""Every place where a bound number is printed, found in the sources themselves: quick enough for a question on the command line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from book.errors import BadInput
from book.manuscript.positions import Lines
from book.manuscript.reader import read_source, slug_of
from book.project import Project

LINK = re.compile(r"\[((?:[^\[\]\\\n]|\\.)*)\]\(calc:([\w./-]+)\)")
FENCE = re.compile(r"^[ \t>]*(`{3,}|~{3,}).*?^[ \t>]*\1", re.M | re.S)
ESCAPE = re.compile(r"\\([^\w\s])")


@dataclass(frozen=True)
class Place:
    """A bound number on a line of an edition."""

    id: str
    """Full id."""
    edition: str
    path: str
    line: int
    column: int
    text: str
    """As printed."""


def places_of(project: Project) -> Iterator[Place]:
    """The bound numbers of all editions, in the order of the text; chapters that cannot be read are passed over."""
    for edition in project.editions.values():
        for name in project.chapters:
            shown = project.relative(edition.folder / name)
            try:
                source = read_source(edition.folder / name, shown)
            except BadInput:
                continue
            yield from _of_source(source, edition.id, shown, slug_of(name))


def _of_source(source: str, edition: str, shown: str, slug: str) -> Iterator[Place]:
    fences = [match.span() for match in FENCE.finditer(source)]
    lines = Lines(source)
    for match in LINK.finditer(source):
        if any(start <= match.start() < end for start, end in fences):
            continue
        name = match[2] if "/" in match[2] else f"{slug}/{match[2]}"
        yield Place(name, edition, shown, *lines.place(match.start()), ESCAPE.sub(r"\1", match[1]))
