"""Whether the book may go out: each reason against it is one sentence that names what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from book.errors import BookError
from book.project import CONFIG, Project
from book.release.artefacts import CHECK, Built, expected
from book.release.proof import GATES, Proof
from book.release.repository import Repository
from book.release.text import text_results

MAKE = "run `make check`"


@dataclass(frozen=True)
class Case:
    """A book that wants out."""

    project: Project
    repository: Repository
    built: Built
    proof: Proof | None
    environment: Mapping[str, str]
    """What the workflow's runner says about itself."""


def reasons(case: Case) -> list[str]:
    """Why there can be no release; empty if there can."""
    found: list[str] = []
    for rule in RULES:
        try:
            found += rule(case)
        except BookError as error:
            found.append(str(error))
    return list(dict.fromkeys(found))


def clean(case: Case) -> Iterator[str]:
    """Everything is committed."""
    changed = case.repository.modified()
    if changed:
        more = f" and {len(changed) - 3} more" if len(changed) > 3 else ""
        yield f"the working tree differs from its commit ({', '.join(changed[:3])}{more}); commit the changes, or remove them"


def whole_history(case: Case) -> Iterator[str]:
    """Dates and notes come from the history."""
    if case.repository.shallow():
        yield "the history is cut off, and dates and notes come from it; fetch all of it (`git fetch --unshallow`, `fetch-depth: 0`)"


def right_repository(case: Case) -> Iterator[str]:
    """The book goes where it says it lives."""
    server, name = (case.environment.get(key, "") for key in ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY"))
    here = f"{server.rstrip('/')}/{name}"
    stated = case.project.repository.removesuffix(".git").rstrip("/")
    if server and name and stated != here:
        line = _line_of(case.project, "repository")
        place = f"{CONFIG}:{line}" if line else CONFIG
        said = f"says {stated}" if stated else "names no repository"
        yield f"{place}: `repository:` {said}, but this is {here}; " + ("change" if line else "add") + f" the line to `repository: {here}`"


def all_built(case: Case) -> Iterator[str]:
    """Every edition in every format."""
    lacking: dict[str, list[str]] = {}
    for name, edition in expected(case.project).items():
        if name not in case.built.files:
            lacking.setdefault(edition, []).append(name)
    for edition, names in lacking.items():
        yield f"edition {edition} is not whole: {', '.join(names)} is missing in dist/; {MAKE}, one edition that fails holds back all"
    recorded = case.built.record.get("files", {})
    for name, value in case.built.hashes.items():
        if recorded.get(name) != value:
            yield f"{name} is not the file that build.json records; run `make book`"


def proven(case: Case) -> Iterator[str]:
    """The proof is there, belongs to these very files and this commit, and every gate of it passed."""
    proof = case.proof
    if proof is None:
        yield f"the artefacts were not proven: dist/{CHECK} is missing or unreadable; {MAKE}"
        return
    head = case.repository.head()
    if proof.modified or proof.commit != head:
        made = "files that were not committed" if proof.modified else f"commit {proof.commit[:10] or 'unknown'}"
        yield f"the proof is stale: dist/{CHECK} was made for {made}, this is {head[:10]}; {MAKE}"
    strange = [name for name, value in case.built.hashes.items() if proof.files.get(name) != value]
    if strange:
        yield f"the proof is stale: dist/{CHECK} does not belong to {', '.join(strange)}; {MAKE}"
    for row, gate, said in proof.failures():
        yield f"{row}: {gate} did not pass: {said}"
    for edition in case.project.editions:
        lacking = [gate for gate in GATES if gate not in proof.gates.get(edition, {})]
        if lacking:
            yield f"{edition}: {', '.join(lacking)} not checked; {MAKE}"


def right_text(case: Case) -> Iterator[str]:
    """`book check` as it stands now: a change of data after the proof counts at once."""
    for edition, results in text_results(case.project).items():
        for gate, result in results.items():
            if result.reason:
                yield f"{edition}: {gate} was not checked: {result.reason}"
            for fault in result.faults:
                yield f"{edition}: {fault}"


RULES: tuple[Callable[[Case], Iterator[str]], ...] = (clean, whole_history, right_repository, all_built, proven, right_text)
"""All of them are asked, so that one look tells everything that is to be done."""


def _line_of(project: Project, key: str) -> int:
    """The line of book.yaml where a key stands; 0 if it does not."""
    path = project.root / CONFIG
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    return next((number for number, line in enumerate(lines, start=1) if line.startswith(f"{key}:")), 0)
