"""The files of a release: what the build made, with hashes, and the records that go along."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from book.project import Edition, Project
from book.publish.build import FORMATS

BUILD = "build.json"
CHECK = "check.json"
SUMS = "SHA256SUMS"


def file_name(project: Project, edition: Edition, form: str) -> str:
    """The name of an artefact, the same in every release: links to `releases/latest/download/NAME` stay good."""
    return f"{project.name}-{edition.id}.{form}"


def expected(project: Project) -> dict[str, str]:
    """The id of the edition by the name of each file that a release must have."""
    return {file_name(project, edition, form): edition.id for edition in project.editions.values() for form in FORMATS}


@dataclass(frozen=True)
class Built:
    """What lies in dist/."""

    files: Mapping[str, bytes]
    record: Mapping[str, Any]
    """build.json; empty if it cannot be read."""

    @property
    def hashes(self) -> dict[str, str]:
        """SHA-256 of each file."""
        return hashes(self.files)

    def pages(self, edition: str) -> int | None:
        """Pages of an edition's PDF."""
        found: int | None = self.record.get("editions", {}).get(edition, {}).get("pdf", {}).get("pages")
        return found


def built(project: Project, dist: Path) -> Built:
    """The artefacts that are there; those that are not are left out."""
    files = {name: (dist / name).read_bytes() for name in expected(project) if (dist / name).is_file()}
    try:
        record = json.loads((dist / BUILD).read_bytes())
    except (OSError, ValueError):
        record = {}
    return Built(files, record if isinstance(record, dict) else {})


def hashes(files: Mapping[str, bytes]) -> dict[str, str]:
    """SHA-256 by name, sorted."""
    return {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())}


def with_sums(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files and SHA256SUMS of them, as `sha256sum -c` reads it."""
    sums = "".join(f"{value}  {name}\n" for name, value in hashes(files).items())
    return {**dict(sorted(files.items())), SUMS: sums.encode()}
