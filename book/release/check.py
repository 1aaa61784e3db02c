"""Everything that a release needs, as `make check` runs it: `python -m book.release.check`.

All steps run, whatever fails, so that one run tells all. It ends with one table, edition by gate, and writes dist/check.json; exit code 1
if a gate failed, 2 if one could not be checked.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console

from book.errors import BookError, Fault, WrongUse
from book.project import Project, load_project
from book.proof.gates import Result
from book.proof.thorough import table
from book.publish.build import FORMATS, build
from book.publish.edition_build import Outcome
from book.release.artefacts import built, expected
from book.release.proof import TOOLCHAIN, Proof, Table
from book.release.rebuild import rebuilt
from book.release.repository import Repository
from book.release.text import text_results

MOST_FAULTS = 60
"""Lines of faults that are printed; check.json has all."""
BESIDE = ("case-studies", "experiments", "skills", "research")
"""Folders with texts that are no chapters."""
COLUMNS = {"toolchain": ("lint", "types", "workflows", "texts"), "text": ("check", "numbers", "parity"), "build": ("build", "two builds"),
           "proof": ("pdf", "epub", "looks")}


@dataclass
class Run:
    """A check of a book on its way."""

    project: Project
    dist: Path
    gates: dict[str, dict[str, Result]] = field(default_factory=dict)

    def add(self, edition: str, result: Result) -> None:
        """One result more."""
        self.gates.setdefault(edition, {})[result.gate] = result


# the steps

def toolchain(run: Run) -> None:
    """Lint, types, workflows and the texts beside the chapters, where the book has them."""
    root = run.project.root
    beside = [name for name in BESIDE if any((root / name).rglob("*.md"))]
    if (root / "pyproject.toml").is_file():
        run.add(TOOLCHAIN, _command(root, "lint", ["ruff", "check", "."]))
        run.add(TOOLCHAIN, _command(root, "types", ["mypy", "book", "calculations"]))
    if (root / "tests" / "workflows.py").is_file():
        run.add(TOOLCHAIN, _command(root, "workflows", ["tests.workflows"]))
    if beside:
        run.add(TOOLCHAIN, _command(root, "texts", ["book", "check", *beside]))


def text(run: Run) -> None:
    """`book check`: arithmetic, numbers, parity."""
    for edition, results in text_results(run.project).items():
        for result in results.values():
            run.add(edition, result)


def make(run: Run) -> None:
    """PDF and EPUB of every edition; what is fresh stays."""
    outcomes: dict[str, Outcome] = {}
    try:
        report = build(run.project, list(run.project.editions.values()), FORMATS, run.dist, _Silent())
        outcomes = {outcome.edition: outcome for outcome in report.outcomes}
    except BookError as error:
        for edition in run.project.editions:
            run.add(edition, Result("build", reason=str(error)))
        return
    for edition in run.project.editions:
        faults = list(outcomes[edition].faults) if edition in outcomes else []
        faults += [Fault(name, 0, 0, "is not there") for name, owner in expected(run.project).items()
                   if owner == edition and not (run.dist / name).is_file()]
        run.add(edition, Result("build", tuple(faults)))


def make_again(run: Run) -> None:
    """A second build elsewhere makes the same bytes."""
    for edition, result in rebuilt(run.project, built(run.project, run.dist).hashes).items():
        run.add(edition, result)


def read_back(run: Run) -> None:
    """The thorough proof of PDF and EPUB."""
    record = _record(run, "book.proof.thorough", "proof.json")
    for edition in run.project.editions:
        for form in FORMATS:
            run.add(edition, _joined(form, record.get("editions", {}).get(edition, {}).get(form, {})))


def look(run: Run) -> None:
    """The proof of looks."""
    record = _record(run, "book.proof.looks", "looks.json")
    for edition in run.project.editions:
        run.add(edition, _joined("looks", record.get(edition, {}).get("gates", {})))


@dataclass(frozen=True)
class Step:
    """One step of the check."""

    name: str
    do: Callable[[Run], None]


STEPS = (Step("toolchain", toolchain), Step("text", text), Step("build", make), Step("two builds", make_again),
         Step("proof", read_back), Step("looks", look))


# how they run

class _Silent:
    """A build that tells nothing: the table does."""

    def begin(self, edition: str) -> None:
        """Nothing."""

    def stage(self, edition: str, doing: str) -> None:
        """Nothing."""

    def done(self, outcome: Outcome) -> None:
        """Nothing."""


def _command(root: Path, gate: str, module: Sequence[str]) -> Result:
    """A program of the environment; what it prints is shown where it fails."""
    done = subprocess.run([sys.executable, "-m", *module], cwd=root, capture_output=True, check=False, encoding="utf-8", errors="replace")
    said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    if done.returncode == 0:
        return Result(gate)
    if "No module named" in done.stderr:
        return Result(gate, reason=f"{module[0]} is missing; run scripts/setup")
    return Result(gate, tuple(Fault("", 0, 0, line) for line in said))


def _record(run: Run, module: str, name: str) -> Mapping[str, Any]:
    """What a proof writes beside the artefacts; nothing of an earlier run."""
    (run.dist / name).unlink(missing_ok=True)
    subprocess.run([sys.executable, "-m", module, str(run.dist)], cwd=run.project.root, capture_output=True, check=False)
    try:
        found: Mapping[str, Any] = json.loads((run.dist / name).read_bytes())
    except (OSError, ValueError):
        return {}
    return found


def _joined(gate: str, parts: Mapping[str, Mapping[str, Any]]) -> Result:
    """The gates of a proof as one."""
    if not parts:
        return Result(gate, reason="the proof did not run to its end")
    faults = tuple(Fault(each["path"], each["line"], 0, f"{name}: {each['message']}", each["code"])
                   for name, part in parts.items() for each in part.get("faults", ()))
    lacking = [f"{name}: {part.get('reason', '')}" for name, part in parts.items() if part["state"] == "not checked"]
    return Result(gate, faults, "" if faults else "; ".join(lacking))


def _commit(project: Project) -> tuple[str, bool]:
    repository = Repository(project.root)
    try:
        return repository.head(), bool(repository.modified())
    except WrongUse:
        return "", True


def check(project: Project, dist: Path, say: Callable[[str], None]) -> Proof:
    """Run all steps and keep the proof."""
    run = Run(project, dist)
    seconds: dict[str, float] = {}
    before = _commit(project)
    for step in STEPS:
        started = time.monotonic()
        step.do(run)
        seconds[step.name] = round(time.monotonic() - started, 1)
        say(f"{step.name}: {seconds[step.name]} s")
    after = _commit(project)
    proof = Proof(after[0], before != after or after[1], built(project, dist).hashes, run.gates, seconds)
    proof.write(dist)
    return proof


def columns(gates: Table) -> dict[str, dict[str, list[Result]]]:
    """The results in the order of the table."""
    rows = sorted(gates, key=lambda row: row == TOOLCHAIN)
    return {row: {group: [gates[row][gate] for gate in names if gate in gates[row]] for group, names in COLUMNS.items()} for row in rows}


def told(proof: Proof) -> Iterator[str]:
    """What did not pass, a line each."""
    for row, results in proof.gates.items():
        for result in results.values():
            yield from (f"{row}: {result.gate}: {fault}" for fault in result.faults)
            if result.reason:
                yield f"{row}: {result.gate}: not checked: {result.reason}"


def main() -> int:
    """Check the book around the current folder."""
    project = load_project(Path.cwd())
    console = Console(width=150)
    proof = check(project, project.root / "dist", lambda said: console.print(said, highlight=False))
    lines = list(told(proof))
    for line in lines[:MOST_FAULTS]:
        console.print(line, style="red", markup=False, highlight=False, soft_wrap=True)
    if len(lines) > MOST_FAULTS:
        console.print(f"… and {len(lines) - MOST_FAULTS} more, see dist/check.json", style="red")
    shown = table(columns(proof.gates))
    shown.title = f"{project.name}: everything that a release needs ({sum(proof.seconds.values()):.0f} s)"
    console.print(shown)
    states = [result.state for results in proof.gates.values() for result in results.values()]
    return 1 if "failed" in states else 2 if "not checked" in states else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BookError as problem:
        sys.stderr.write(f"book: {problem}\n")
        sys.exit(problem.exit_code)
