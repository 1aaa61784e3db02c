"""The release before this one, its numbers and what has been added to the book's records since."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from book.errata.record import FILE as ERRATA
from book.errata.record import entries
from book.errors import BookError, WrongUse
from book.github.releases import Release, Releases
from book.project import Project
from book.release.repository import Repository
from book.release.snapshot import FILE as NUMBERS
from book.release.snapshot import Snapshot, read
from book.research import FOLDER as RESEARCH
from book.research import Log, log_files, read_log
from book.yamlfile import parse_yaml

CHANGELOG = "CHANGELOG.md"
SECONDS = 300
"""For an old book to tell its numbers."""


@dataclass(frozen=True)
class Last:
    """A release that is out; `tag` is empty before the first."""

    tag: str
    commit: str
    numbers: Snapshot | None
    """None where nobody can say any more."""


NONE = Last("", "", None)


def published(releases: Releases, repository: Repository) -> Last:
    """The latest release as the server has it, with the numbers it was published with."""
    found = releases.latest()
    if found is None:
        return NONE
    commit = releases.commit_of(found)
    return Last(found.tag, commit, _asset(releases, found) or _recomputed(repository, commit))


def tagged(repository: Repository) -> Last:
    """The last release as git knows it, without network; its numbers are computed from its tree."""
    tag = repository.last_tag()
    commit = repository.commit(tag) if tag else ""
    return Last(tag, commit, _recomputed(repository, commit)) if commit else NONE


def _asset(releases: Releases, found: Release) -> Snapshot | None:
    asset = next((each for each in found.assets if each.name == NUMBERS), None)
    try:
        return read(releases.download(asset.id), f"{NUMBERS} of {found.tag}") if asset else None
    except WrongUse:
        return None


def _recomputed(repository: Repository, commit: str) -> Snapshot | None:
    """The numbers of the book at a commit, computed by the toolchain of that commit where the book has its own."""
    with tempfile.TemporaryDirectory(prefix="book-") as folder:
        if not repository.extract(commit, Path(folder)):
            return None
        command = [sys.executable, "-m", "book.release.snapshot"]
        path = os.pathsep.join([folder, *filter(None, [os.environ.get("PYTHONPATH")])])
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, timeout=SECONDS, check=False,
                                  env={**os.environ, "PYTHONPATH": path})
            return read(done.stdout, NUMBERS) if done.returncode == 0 else None
        except (subprocess.TimeoutExpired, BookError):
            return None


# what is new since

def fixed(project: Project, repository: Repository, last: Last) -> list[dict[str, Any]]:
    """Accepted errata that the last release did not have."""
    text = repository.text(last.commit, ERRATA)
    old = parse_yaml(text, f"{ERRATA} of {last.tag}") if text else []
    return [entry for entry in entries(project) if entry not in (old if isinstance(old, list) else [])]


def logs(project: Project) -> list[Log]:
    """All research logs, oldest first."""
    return [read_log(path, project.relative(path)) for path in log_files(project.root)]


def written_since(found: list[Log], repository: Repository, last: Last) -> list[Log]:
    """Research logs that the last release did not have."""
    old = repository.files(last.commit, RESEARCH)
    return [log for log in found if log.path not in old]


def changelog(project: Project, repository: Repository, last: Last) -> list[str]:
    """The lines of the newest section of the changelog that the last release did not have."""
    path = project.root / CHANGELOG
    if not path.is_file():
        return []
    old = set(repository.text(last.commit, CHANGELOG).splitlines())
    return [line for line in _newest(path.read_text(encoding="utf-8").splitlines()) if line not in old or not line.strip()]


def _newest(lines: list[str]) -> Iterator[str]:
    """The lines of the first section, without its heading."""
    within = False
    for line in lines:
        if line.startswith("## "):
            if within:
                return
            within = True
        elif within:
            yield line
