"""Whether an artefact is what its inputs would make again: known from the contents of all files that went in, without reading any text."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from book.cache import digest, toolchain_digest, write_atomically
from book.editions.glossary import FILE as GLOSSARY
from book.editions.sync import FILE as SYNC
from book.errata.record import FILE as ERRATA
from book.project import Edition, Project
from book.publish import figures
from book.publish.images import locate
from book.publish.stamp import Stamp

PACKAGES = ("pypandoc_binary", "lxml", "matplotlib", "pikepdf", "pyyaml", "rapidfuzz")
"""Their versions are inputs too."""


def file_hash(path: Path) -> str:
    """SHA-256 of a file, empty if it is not there."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def package_versions() -> dict[str, str]:
    """Versions of what makes the artefacts."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = ""
    return found


@dataclass(frozen=True)
class State:
    """What the last good build of one artefact was made from; kept in build/EDITION/FORMAT.json."""

    path: Path

    def read(self) -> dict[str, Any]:
        """The record, empty if there is none that can be read."""
        try:
            found = json.loads(self.path.read_bytes())
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def write(self, record: Mapping[str, Any]) -> None:
        """Keep a record for the next build."""
        write_atomically(self.path, json.dumps(record, ensure_ascii=False, indent=1, sort_keys=True).encode())


def settings_key(project: Project, edition: Edition, stamp: Stamp) -> str:
    """Everything but files that an artefact depends on."""
    return digest(project.name, repr(project.chapters), repr(project.page), edition.id, repr(stamp), toolchain_digest(), json.dumps(package_versions()),
                  repr(figures.trusted(project)))


def text_files(project: Project, edition: Edition) -> list[Path]:
    """Files that are inputs whatever the text says."""
    own = [edition.folder / name for name in ("edition.yaml", "notation.yaml", GLOSSARY, SYNC, *project.chapters)]
    tracked = not edition.is_source and (edition.folder / SYNC).is_file()
    source = [project.source.folder / name for name in project.chapters if tracked or not (edition.folder / name).is_file()]
    return [project.root / "book.yaml", project.root / ERRATA, *own, *source, *([project.bibliography] if project.bibliography else [])]


def input_hashes(project: Project, edition: Edition, targets: Iterable[str]) -> dict[str, str]:
    """The contents of all inputs by relative name; `targets` are the images of the text."""
    files = set(text_files(project, edition))
    drawn = False
    for target in targets:
        path = locate(project, edition, target)
        script = figures.script_of(project, target) if path is None else None
        drawn = drawn or script is not None
        files.update(found for found in (path, script) if found)
    found = {project.relative(path): file_hash(path) for path in sorted(files)}
    if drawn or (project.root / "calculations" / "ledger").is_dir():  # the index of numbers
        found["calculations/"] = digest(*(file_hash(path) for path in figures.inputs_of(project)))
    return found


def is_fresh(project: Project, edition: Edition, stamp: Stamp, state: State, artefact: Path) -> bool:
    """Whether building again would make the file that is there."""
    record = state.read()
    if record.get("settings") != settings_key(project, edition, stamp) or not artefact.is_file():
        return False
    if record.get("inputs") != input_hashes(project, edition, record.get("images", [])):
        return False
    return bool(record.get("output") == file_hash(artefact))
