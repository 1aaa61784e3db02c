"""The notes of a release: facts first as data, then as Markdown for the release's page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from book.cache import Cache
from book.editions.status import Count, status
from book.project import Project
from book.release.artefacts import Built, file_name
from book.release.changes import Change, changes
from book.release.last import Last, changelog, fixed, logs, written_since
from book.release.repository import Commit, Repository
from book.release.snapshot import Snapshot
from book.research import Log

MOST = 40
"""Entries of one list; the rest is counted."""
SPECIAL = re.compile(r"([\\`*_\[\]<>#|~])")


@dataclass(frozen=True)
class EditionFacts:
    """One edition as it goes out."""

    id: str
    name: str
    count: Count
    """Blocks by state."""
    pages: int | None
    sizes: Mapping[str, int]
    """Bytes by format."""


@dataclass(frozen=True)
class Facts:
    """All that the notes say."""

    last: Last
    commit: str
    changes: tuple[Change, ...]
    errata: tuple[Mapping[str, Any], ...]
    editions: tuple[EditionFacts, ...]
    logs: tuple[Log, ...]
    changelog: tuple[str, ...]
    commits: tuple[Commit, ...]
    hashes: Mapping[str, str]
    numbers: int
    """Bound numbers in all."""

    def as_json(self) -> dict[str, Any]:
        """A part of `book release --json`."""
        return {
            "last": {"tag": self.last.tag, "commit": self.last.commit}, "commit": self.commit, "numbers": self.numbers,
            "changed_numbers": [each.as_json() for each in self.changes], "numbers_compared": self.last.numbers is not None,
            "errata": [dict(each) for each in self.errata],
            "editions": {each.id: {**each.count.units, "pages": each.pages, "bytes": dict(each.sizes)} for each in self.editions},
            "research": [{"path": log.path, "question": log.question, "decision": log.decision} for log in self.logs],
            "changelog": "\n".join(self.changelog).strip(),
            "commits": [{"commit": each.short, "subject": each.subject} for each in self.commits], "sha256": dict(self.hashes)}


def facts(project: Project, repository: Repository, last: Last, numbers: Snapshot, files: Built) -> Facts:
    """What there is to say about the book at this commit."""
    known = logs(project)
    new = written_since(known, repository, last)
    decisions = {number.text: f"{log.decision} ({log.path})" for log in new for number in log.numbers_changed}
    counted = status(project, Cache(project.root / "build" / "cache"))
    editions = [EditionFacts(edition.id, edition.language.name, counted.total(edition.id), files.pages(edition.id),
                             {form: len(files.files[name]) for form in ("pdf", "epub")
                              if (name := file_name(project, edition, form)) in files.files})
                for edition in project.editions.values()]
    changed = changes(last.numbers, numbers, decisions) if last.numbers is not None else []
    return Facts(last, repository.head(), tuple(changed), tuple(fixed(project, repository, last)), tuple(editions), tuple(new),
                 tuple(changelog(project, repository, last)), tuple(repository.since(last.commit)), files.hashes, len(numbers))


def markdown(found: Facts) -> str:
    """The text of the release's page."""
    since = f"after `{found.last.tag}`" if found.last.tag else "the first release"
    parts = [f"Built from commit {found.commit[:10]}, {since}; {found.numbers} numbers are bound to the calculator. `sha256sum -c SHA256SUMS` checks what you downloaded.",
             *_section("Numbers that changed", list(_numbers(found))),
             *_section("Errata that were fixed", [_erratum(each) for each in found.errata]),
             "## Editions\n\n" + "\n".join(_editions(found.editions)),
             *_section("Decisions", [f"- {plain(log.question)} **{plain(log.decision)}** (`{log.path}`)" for log in found.logs]),
             *_text("Changes", "\n".join(found.changelog).strip()),
             *_section("Commits", [f"- {each.short} {plain(each.subject)}" for each in found.commits]),
             *_text("SHA-256", "\n".join(["```", *(f"{value}  {name}" for name, value in found.hashes.items()), "```"])
                    if found.hashes else "")]
    return "\n\n".join(parts) + "\n"


def plain(text: str) -> str:
    """Words of others as they stand: nothing in them is markup, and nobody is called."""
    return SPECIAL.sub(r"\\\1", text).replace("@", "@\u2060")


def _section(title: str, lines: Sequence[str]) -> list[str]:
    """A list under its heading; nothing without entries."""
    more = [f"- … and {len(lines) - MOST} more"] if len(lines) > MOST else []
    return _text(title, "\n".join([*lines[:MOST], *more]))


def _text(title: str, text: str) -> list[str]:
    return [f"## {title}\n\n{text}"] if text else []


def _numbers(found: Facts) -> Iterator[str]:
    if found.last.tag and found.last.numbers is None:
        yield f"- the numbers of {found.last.tag} cannot be read any more, so nothing was compared"
    elif found.last.tag and not found.changes:
        yield f"- none of {found.numbers}"
    for each in found.changes:
        then = " → ".join(plain(value) for value in (each.old, each.new) if value)
        chapters = "in " + ", ".join(each.chapters) if each.chapters else "in no chapter"
        editions = f" ({', '.join(each.editions)})" if each.editions else ""
        yield f"- `{each.id}`: **{then}**, {chapters}{editions}: {each.why}"


def _erratum(entry: Mapping[str, Any]) -> str:
    credit = f"; thanks to {plain(str(entry['credit']))}" if entry.get("credit") else ""
    return f"- {plain(str(entry['place']))}: {plain(str(entry['was']))} → {plain(str(entry['is']))} (since {plain(str(entry['since']))}{credit})"


def _editions(editions: Sequence[EditionFacts]) -> Iterator[str]:
    yield "| | fresh | stale | missing | draft | done | pages | PDF | EPUB |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|"
    for each in editions:
        units = each.count.units
        sizes = [f"{each.sizes[form] / 1e6:.2f} MB" if form in each.sizes else "–" for form in ("pdf", "epub")]
        states = [str(units[state]) for state in ("fresh", "stale", "missing", "draft")]
        yield f"| {each.name} | {' | '.join(states)} | {each.count.shown_percent} | {each.pages or '–'} | {' | '.join(sizes)} |"
