"""The status of all editions: the states counted by chapter, and the JSON that scripts read. Unchanged books answer from the
cache."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from book.cache import Cache, digest, toolchain_digest
from book.editions.chapters import CODE, Text, read_text, read_texts, toolchain_key
from book.editions.state import STATES, Pair, pairs_of
from book.editions.sync import FILE, Sync, read_sync
from book.errors import BadInput, Fault
from book.manuscript.reader import slug_of, without_collector
from book.project import Edition, Project

Unit = tuple[str, int, int | None, int | None]
"""A pair as it is counted and told: state, words, line in the translation, line in the source."""
WORTH = 500_000
"""Bytes of all chapters from which on processes of their own are worth their start."""


@dataclass
class Count:
    """Units and words of a chapter or of an edition by state."""

    units: dict[str, int] = field(default_factory=lambda: dict.fromkeys(STATES, 0))
    words: dict[str, int] = field(default_factory=lambda: dict.fromkeys(STATES, 0))

    def add(self, unit: Unit) -> None:
        """Count one unit."""
        state, words, _, _ = unit
        self.units[state] += 1
        self.words[state] += words

    def join(self, other: Count) -> None:
        """Add another count."""
        for state in STATES:
            self.units[state] += other.units[state]
            self.words[state] += other.words[state]

    @property
    def total(self) -> int:
        """Units that the source has."""
        return sum(self.units.values()) - self.units["orphan"]

    @property
    def percent(self) -> float:
        """Share of fresh ones; an orphan is one too many."""
        everything = self.total + self.units["orphan"]
        return 100.0 * self.units["fresh"] / everything if everything else 100.0

    @property
    def shown_percent(self) -> str:
        """Rounded down: 100 % is only what is all fresh."""
        return f"{int(self.percent)}%"


@dataclass(frozen=True)
class Status:
    """Counts by edition and chapter slug, and the same with every block as JSON text."""

    counts: Mapping[str, Mapping[str, Count]]
    json_text: str

    def total(self, edition: str) -> Count:
        """The count of a whole edition."""
        found = Count()
        for count in self.counts[edition].values():
            found.join(count)
        return found


def status(project: Project, cache: Cache, editions: Sequence[Edition] = ()) -> Status:
    """The status of the editions named, of all for none; the source's own blocks are fresh by definition."""
    chosen = list(editions) or list(project.editions.values())
    key = _key(project, chosen)
    kept = cache.get(key)
    if kept is not None:
        head, _, text = kept.partition(b"\n")
        return Status(_counts_from(json.loads(head)), text.decode())
    made = _made(chosen, _units(project, chosen, cache))
    heads = {eid: {slug: [count.units, count.words] for slug, count in chapters.items()} for eid, chapters in made.counts.items()}
    cache.put(key, json.dumps(heads).encode() + b"\n" + made.json_text.encode())
    return made


def _units(project: Project, editions: Sequence[Edition], cache: Cache) -> dict[str, dict[str, list[Unit]]]:
    """The units of each chapter by edition; the chapters of a large book are shared out among the cores."""
    sizes = {name: sum(_size(edition.folder / name) for edition in editions) for name in project.chapters}
    workers = min(os.cpu_count() or 1, len(sizes)) if sum(sizes.values()) > WORTH else 1
    ordered = sorted(sizes, key=lambda name: -sizes[name])
    shares = [ordered[i::workers] for i in range(workers)]
    work = partial(_share, project, editions, cache)
    if workers == 1:
        results = list(map(work, shares))
    else:
        with ProcessPoolExecutor(max_workers=workers) as pool:
            results = list(pool.map(work, shares))
    faults = [fault for _, found in results for fault in found]
    if faults:
        raise BadInput(sorted(set(faults), key=lambda fault: fault.path))
    units = {name: found for made, _ in results for name, found in made.items()}
    return {name: units[name] for name in project.chapters}


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else 0


def _share(project: Project, editions: Sequence[Edition], cache: Cache,
           names: Sequence[str]) -> tuple[dict[str, dict[str, list[Unit]]], list[Fault]]:
    """Some chapters in all editions, and the faults of those that cannot be read."""
    made: dict[str, dict[str, list[Unit]]] = {name: {} for name in names}
    faults: list[Fault] = []
    key = toolchain_key()
    try:
        syncs = {edition.id: sync_of(project, edition) for edition in editions if not edition.is_source}
    except BadInput as error:
        return {}, error.faults
    for name in names:
        try:
            with without_collector():
                source = read_text(project, project.source, name, cache, key)
                for edition in editions:
                    pairs = [Pair("fresh", (block,), (block,)) for block in source.blocks] if edition.is_source else \
                        chapter_pairs(project, edition, name, source, read_text(project, edition, name, cache, key), syncs[edition.id])
                    made[name][edition.id] = [(pair.state, pair.words, pair.line, pair.source_line) for pair in pairs]
        except BadInput as error:
            faults += error.faults
    return made, faults


def edition_pairs(project: Project, edition: Edition, cache: Cache, names: tuple[str, ...] = (), *,
                  source: Mapping[str, Text] | None = None) -> dict[str, list[Pair]]:
    """The units of an edition by chapter file; `source`: the source's chapters, where they were read already."""
    source = source or read_texts(project, project.source, cache, names)
    if edition.is_source:
        return {name: [Pair("fresh", (block,), (block,)) for block in text.blocks] for name, text in source.items()}
    target = read_texts(project, edition, cache, names)
    sync = sync_of(project, edition)
    return {name: chapter_pairs(project, edition, name, text, target[name], sync) for name, text in source.items()}


def chapter_pairs(project: Project, edition: Edition, name: str, source: Text, target: Text, sync: Sync) -> list[Pair]:
    """The units of one chapter."""
    return pairs_of(source, target, name, sync, project.source.language.cjk and edition.language.cjk)


def sync_of(project: Project, edition: Edition) -> Sync:
    """The sync.yaml of an edition."""
    return read_sync(edition.folder, project.relative(edition.folder / FILE))


def _made(editions: Sequence[Edition], chapters: Mapping[str, Mapping[str, list[Unit]]]) -> Status:
    counts: dict[str, dict[str, Count]] = {}
    tree: dict[str, Any] = {}
    for edition in editions:
        counts[edition.id], tree[edition.id] = {}, {"chapters": {}}
        for name, units in chapters.items():
            count = Count()
            for unit in units[edition.id]:
                count.add(unit)
            slug = slug_of(name)
            counts[edition.id][slug] = count
            blocks = [{"state": state, "line": line, "source_line": source_line} for state, _, line, source_line in units[edition.id]]
            tree[edition.id]["chapters"][slug] = {**count.units, "blocks": blocks}
    return Status(counts, json.dumps({"editions": tree}, ensure_ascii=False, separators=(",", ":")))


def _key(project: Project, editions: Sequence[Edition]) -> str:
    """Everything that the status depends on: the texts, what was accepted, and the code."""
    parts: list[str | bytes] = ["status", toolchain_key(), toolchain_digest(*CODE, "editions"), project.dialect]
    for edition in {project.source.id: project.source, **{e.id: e for e in editions}}.values():
        parts += [edition.id, edition.language.tag]
        for name in (*project.chapters, FILE):
            path = edition.folder / name
            parts += [name, path.read_bytes() if path.is_file() else b"-"]
    return digest(*parts, ",".join(edition.id for edition in editions))


def _counts_from(head: Mapping[str, Mapping[str, list[dict[str, int]]]]) -> dict[str, dict[str, Count]]:
    return {eid: {slug: Count(units, words) for slug, (units, words) in chapters.items()} for eid, chapters in head.items()}


def as_markdown(project: Project, found: Status) -> str:
    """The table of a README: a row for each edition."""
    lines = ["| | " + " | ".join(STATES) + " | done |", "|---|" + "---:|" * (len(STATES) + 1)]
    for edition_id in found.counts:
        total = found.total(edition_id)
        lines.append(f"| {project.editions[edition_id].language.name} | " + " | ".join(str(total.units[state]) for state in STATES)
                     + f" | {total.shown_percent} |")
    return "\n".join(lines) + "\n"
