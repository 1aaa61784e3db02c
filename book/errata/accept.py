"""Accepted errata: the entry in errata.yaml, the corrected text, and the check that no old fault comes back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from book.errata.form import Report
from book.errata.locate import SHORTEST
from book.errata.outcome import outcome_of
from book.errata.patch import Change, changes_of, corrected
from book.errata.record import FILE, HEAD, entries
from book.errata.squeeze import squeeze
from book.errata.volume import Text, Volume
from book.errors import Fault, WrongUse
from book.project import Project


def accepted(report: Report, volume: Volume, *, since: str = "", credit: str = "") -> dict[str, Any]:
    """Correct every edition and append an entry for each, the first of which is returned; WrongUse if the report is not confirmed or no patch follows from it."""
    project = volume.project
    outcome = outcome_of(report, volume)
    changes = changes_of(outcome, volume)
    if not changes:
        raise WrongUse(
            f"the verdict is {outcome.verdict.value} and no patch follows from it; correct the text by hand and enter it in {FILE}"
        )
    place = outcome.places[0]
    spans = {place.text.path: (place.text, place.start, place.end)}
    for change in changes:
        spans.setdefault(change.text.path, (change.text, *_sentence(change.text.source, change.start, change.end)))
    made = [
        _entry(text, start, end, changes) | {"since": since or project.version or "unreleased"} | ({"credit": credit[:80]} if credit else {})
        for text, start, end in spans.values()
    ]
    existing = entries(project)
    for path, (_, new) in corrected(changes).items():
        _write(project.root / path, new)
    _write(project.root / FILE, HEAD + yaml.safe_dump([*existing, *made], allow_unicode=True, sort_keys=False, width=160))
    return made[0]


def _entry(text: Text, start: int, end: int, changes: list[Change]) -> dict[str, Any]:
    """Place, was and is of a stretch of one text."""
    now = text.source[start:end]
    for change in sorted(changes, key=lambda each: -each.start):
        if change.text.path == text.path and start <= change.start and change.end <= end:
            now = now[: change.start - start] + change.words + now[change.end - start :]
    return {
        "place": f"{text.path}:{text.lines.place(start)[0]}",
        "edition": text.edition.id,
        "was": _plain(text.source[start:end]),
        "is": _plain(now),
    }


_END = re.compile(r"\n|[。！？]|[.!?](?=\s)")


def _sentence(source: str, start: int, end: int) -> tuple[int, int]:
    """The sentence, or the row of a table, that holds a stretch."""
    line = source.rfind("\n", 0, start) + 1
    first = max((match.end() for match in _END.finditer(source, line, start)), default=line)
    last = _END.search(source, end)
    stop = last.end() if last else len(source)
    words = source[first:stop]
    return first + len(words) - len(words.lstrip()), first + len(words.rstrip())


def _plain(words: str) -> str:
    """Words as a reader sees them: without the targets of links, on one line."""
    return " ".join(re.sub(r"\]\([^()\s]{0,300}\)|(?<!!)\[(?!\^)", "", words).split())


def _write(path: Path, text: str) -> None:
    """Beside the target, then renamed: an interrupted run leaves the old file."""
    beside = path.with_name(path.name + ".new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def returned(project: Project) -> Iterator[Fault]:
    """Accepted errata that stand in a text again."""
    volume = Volume(project)
    for entry in entries(project):
        edition = str(entry.get("edition") or project.source.id)
        for text in volume.texts(edition) if edition in project.editions else ():
            at = _found(text, entry["was"], entry["is"])
            if at >= 0:
                yield Fault(
                    text.path,
                    *text.lines.place(at),
                    f"an accepted erratum is back: {entry['was'][:80]!r} was corrected to {entry['is'][:80]!r}",
                    "number.stale",
                )


def _found(text: Text, was: str, now: str) -> int:
    """Where the old words stand again, markup aside; −1 if nowhere. Words that differ in signs alone are searched as they are."""
    old, new = squeeze(was).text, squeeze(now).text
    if old == new or len(old) < SHORTEST:
        return text.source.find(was) if was not in now else -1
    at = text.squeezed.text.find(old)
    return text.squeezed.place(at) if at >= 0 and old not in new else -1
