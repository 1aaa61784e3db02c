"""One release from end to end: whether it may go out, what its notes say, which files it has, and how it gets out."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from book.errors import WrongUse
from book.github.api import connect
from book.github.releases import Releases
from book.project import Project
from book.release import last as last_release
from book.release.artefacts import BUILD, CHECK, built, with_sums
from book.release.errors import Refused
from book.release.gates import Case, reasons
from book.release.notes import Facts, facts, markdown
from book.release.proof import read_proof
from book.release.publish import Candidate, Outcome, Work, run
from book.release.repository import Repository
from book.release.snapshot import FILE as NUMBERS
from book.release.snapshot import snapshot, written


@dataclass(frozen=True)
class Plan:
    """A release before it goes out."""

    facts: Facts
    notes: str
    candidate: Candidate
    reasons: tuple[str, ...]
    """Why it may not; empty if it may."""


def plan(project: Project, dist: Path, releases: Releases | None, environment: Mapping[str, str] = os.environ) -> Plan:
    """Look at everything and touch nothing; without `releases` the last one is read from git, and no network is needed."""
    repository = Repository(project.root)
    commit = repository.head()
    found = built(project, dist)
    last = last_release.published(releases, repository) if releases else last_release.tagged(repository)
    numbers = snapshot(project)
    said = facts(project, repository, last, numbers, found)
    records = {name: (dist / name).read_bytes() for name in (BUILD, CHECK) if (dist / name).is_file()}
    files = with_sums({**found.files, **records, NUMBERS: written(numbers)})
    notes = markdown(said)
    case = Case(project, repository, found, read_proof(dist), environment)
    return Plan(said, notes, Candidate(commit, project.source.title, notes, files), tuple(reasons(case)))


def release(project: Project, dist: Path, say: Callable[[str], None], environment: Mapping[str, str] = os.environ) -> tuple[Plan, Outcome]:
    """Publish; Refused with all reasons where the book may not go out."""
    releases = Releases(connect(environment=environment), where(project, environment))
    made = plan(project, dist, releases, environment)
    if made.reasons:
        raise Refused(made.reasons)
    return made, run(Work(releases, made.candidate, say=say))


def where(project: Project, environment: Mapping[str, str]) -> str:
    """`owner/name` of the repository that the release goes to: the runner's, else that of book.yaml."""
    named = environment.get("GITHUB_REPOSITORY") or "/".join(project.repository.removesuffix(".git").rstrip("/").split("/")[-2:])
    if named.count("/") != 1 or not all(named.split("/")):
        raise WrongUse("where to publish? write `repository: https://github.com/OWNER/NAME` into book.yaml, or set GITHUB_REPOSITORY")
    return named
