"""What `book check` says of each edition, sorted into the gates of a release. One way to check: the command itself."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from book.errors import Fault
from book.findings import Severity
from book.project import Project
from book.proof.gates import Result

GATES = ("check", "numbers", "parity")
BESIDE = ("parity.", "sync.", "term.")
"""Codes of what an edition owes its source."""
SECONDS = 600


def text_results(project: Project) -> dict[str, dict[str, Result]]:
    """The three gates of each edition's text."""
    try:
        done = subprocess.run([sys.executable, "-m", "book", "check", "--json"], cwd=project.root, capture_output=True, timeout=SECONDS,
                              check=False, encoding="utf-8")
        findings: list[dict[str, Any]] = json.loads(done.stdout)["findings"] if done.returncode in (0, 1) else []
        reason = "" if done.returncode in (0, 1) else f"`book check` could not run: {' '.join(done.stderr.split())[:300]}"
    except (subprocess.TimeoutExpired, ValueError):
        findings, reason = [], f"`book check` did not end within {SECONDS} s"
    if reason:
        return {edition: {gate: Result(gate, reason=reason) for gate in GATES} for edition in project.editions}
    return sorted_by_edition(project, findings)


def sorted_by_edition(project: Project, findings: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, Result]]:
    """The errors among findings of `book check --json` by edition and gate."""
    found: dict[str, dict[str, list[Fault]]] = {edition: {gate: [] for gate in GATES} for edition in project.editions}
    for each in findings:
        if each["severity"] == Severity.ERROR.value:
            fault = Fault(each["path"], each["line"], each["column"], _said(each), each["code"])
            found[_edition(project, each["path"])][_gate(each["code"])].append(fault)
    return {edition: {gate: Result(gate, tuple(faults)) for gate, faults in gates.items()} for edition, gates in found.items()}


def _said(finding: Mapping[str, Any]) -> str:
    if finding["code"] == "number.stale" and finding["stated"] and finding["computed"]:
        return f"still prints {finding['stated']}, the calculator says {finding['computed']}"
    return str(finding["message"])


def _gate(code: str) -> str:
    return "numbers" if code.startswith("number.") else "parity" if code.startswith(BESIDE) else "check"


def _edition(project: Project, path: str) -> str:
    """The edition that a file belongs to: the one with the innermost folder around it, the source for all else."""
    around = [edition for edition in project.editions.values() if (project.root / path).is_relative_to(edition.folder)]
    return max(around, key=lambda edition: len(edition.folder.parts), default=project.source).id
