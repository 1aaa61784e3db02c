"""Accepted errata: the entry in errata.yaml, the corrected text, and the check that no old fault comes back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from book.errata.form import Report
from book.errata.outcome import outcome_of
from book.errata.patch import changes_of, corrected
from book.errata.volume import Volume
from book.errors import Fault, WrongUse
from book.project import Project
from book.yamlfile import parse_yaml

FILE = "errata.yaml"
HEAD = "# Accepted errata, the newest last: place, was, is, since (the release that first has the fault), credit if wanted.\n"


def accepted(report: Report, volume: Volume, *, since: str = "", credit: str = "") -> dict[str, Any]:
    """Correct every edition and append the entry; WrongUse if the report is not confirmed or no patch follows from it."""
    project = volume.project
    outcome = outcome_of(report, volume)
    changes = changes_of(outcome, volume)
    if not changes:
        raise WrongUse(
            f"the verdict is {outcome.verdict.value} and no patch follows from it; correct the text by hand and enter it in {FILE}"
        )
    place = outcome.places[0]
    was = " ".join(place.words.split())
    done = corrected(changes)
    shift = sum(
        len(change.words) - (change.end - change.start)
        for change in changes
        if change.text.path == place.text.path and change.start < place.end
    )
    text, source = done.get(place.text.path, (place.text, place.text.source))
    entry = {
        "place": f"{text.path}:{place.line}",
        "edition": text.edition.id,
        "was": was,
        "is": " ".join(source[place.start : place.end + shift].split()),
        "since": since or project.version or "unreleased",
    }
    if credit:
        entry["credit"] = credit[:80]
    existing = entries(project)
    for path, (_, new) in done.items():
        _write(project.root / path, new)
    _write(project.root / FILE, HEAD + yaml.safe_dump([*existing, entry], allow_unicode=True, sort_keys=False, width=160))
    return entry


def _write(path: Path, text: str) -> None:
    """Beside the target, then renamed: an interrupted run leaves the old file."""
    beside = path.with_name(path.name + ".new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def entries(project: Project) -> list[dict[str, Any]]:
    """The entries of errata.yaml in order; none if there is no file."""
    path = project.root / FILE
    if not path.is_file():
        return []
    data = read_errata(path)
    for number, entry in enumerate(data, start=1):
        lacking = [key for key in ("place", "was", "is", "since") if not isinstance(entry.get(key), str)]
        if lacking:
            raise WrongUse(f"{FILE}: entry {number} lacks {', '.join(lacking)}; write it as text")
    return data


def read_errata(path: Path) -> list[dict[str, Any]]:
    """The list in an errata file."""
    data = parse_yaml(path.read_text(encoding="utf-8"), FILE)
    if data is None:
        return []
    if not isinstance(data, list) or not all(isinstance(entry, dict) for entry in data):
        raise WrongUse(f"{FILE} must be a list of entries (`- place: …`)")
    return data


def returned(project: Project) -> Iterator[Fault]:
    """Accepted errata that stand in a text again."""
    volume = Volume(project)
    for entry in entries(project):
        edition = str(entry.get("edition") or project.source.id)
        for text in volume.texts(edition) if edition in project.editions else ():
            at = text.source.find(entry["was"])
            if at >= 0 and entry["was"] not in entry["is"]:
                yield Fault(
                    text.path,
                    *text.lines.place(at),
                    f"an accepted erratum is back: {entry['was'][:80]!r} was corrected to {entry['is'][:80]!r}",
                    "number.stale",
                )
