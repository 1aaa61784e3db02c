"""What the imprint says of an edition's origin: version, commit and date of the last change to what it is made from."""

from __future__ import annotations

import datetime
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from book.editions.sync import FILE as SYNC
from book.errata.record import FILE as ERRATA
from book.project import Edition, Project

MADE = (":(exclude)build", ":(exclude)dist")
"""What a build makes is no change, whether or not the book's repository ignores it."""
UNKNOWN_DATE = 1704067200
"""Seconds; stands in where a book is not under version control."""


@dataclass(frozen=True)
class Stamp:
    """Origin of an edition."""

    version: str
    commit: str
    """Abbreviated; empty outside of version control."""
    seconds: int
    """The commit's time, or SOURCE_DATE_EPOCH: the only time that enters an artefact."""
    modified: bool
    """The edition's files differ from the commit."""

    @property
    def date(self) -> str:
        """ISO date in UTC, so that it does not depend on where one builds."""
        return datetime.datetime.fromtimestamp(self.seconds, datetime.UTC).strftime("%Y-%m-%d")

    @property
    def moment(self) -> str:
        """ISO time in UTC, as EPUB wants it."""
        return datetime.datetime.fromtimestamp(self.seconds, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def parts_of(project: Project, edition: Edition) -> list[str]:
    """Paths, relative to the book's folder, that an edition is made from."""
    names = {project.relative(edition.folder), "book.yaml"}
    if not edition.is_source and (edition.folder / SYNC).is_file():  # what is behind the source is marked
        names.add(project.relative(project.source.folder))
    if (project.root / ERRATA).is_file():
        names.add(ERRATA)
    others = ("references", "calculations", "book") if (project.root / "book.yaml").is_file() else ()
    names.update(name for name in others if (project.root / name).is_dir())
    if not edition.is_source and (project.source.folder / "figures").is_dir():
        names.add(project.relative(project.source.folder / "figures"))
    return sorted(name or "." for name in names)


def stamp(project: Project, edition: Edition) -> Stamp:
    """Read the edition's origin from git; without git, or outside of a repository, it is unknown and says so."""
    parts = parts_of(project, edition)
    log = git(project.root, ["log", "-1", "--format=%h %ct", "--abbrev=10", "--", *parts])
    commit, _, time = log.strip().partition(" ")
    status = git(project.root, ["status", "--porcelain", "--untracked-files=all", "--", *parts, *MADE]) if commit else ""
    given = os.environ.get("SOURCE_DATE_EPOCH", "")
    seconds = int(given) if given.isdigit() else int(time) if time.isdigit() else UNKNOWN_DATE
    return Stamp(project.version, commit, seconds, bool(status.strip()))


def git(root: Path, arguments: Sequence[str]) -> str:
    """Git's answer; empty if there is none. Hooks and the user's configuration have no say."""
    environment = {"PATH": os.environ.get("PATH", ""), "HOME": os.environ.get("HOME", os.devnull), "LC_ALL": "C",
                   "GIT_OPTIONAL_LOCKS": "0", "GIT_CONFIG_NOSYSTEM": "1"}
    try:
        done = subprocess.run(["git", "-C", str(root), "-c", "core.fsmonitor=false", "-c", "core.quotePath=false", *arguments],
                              capture_output=True, text=True, env=environment, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""
