"""The second build: the same files in another folder, for another user with another home, time zone, language and umask, on another day.

Whatever of that gets into an artefact makes its hash differ, and the artefact is named.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from book.errors import Fault
from book.project import Project
from book.proof.gates import Result
from book.release.artefacts import built, expected

GATE = "two builds"
LEFT = ("build", "dist", ".venv", "node_modules")
"""Folders of the book that a fresh clone would not have."""
CACHES = shutil.ignore_patterns("__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis")
ELSEWHERE = {"TZ": "Pacific/Kiritimati", "LANG": "POSIX", "LC_ALL": "POSIX", "LANGUAGE": "", "USER": "somebody", "LOGNAME": "somebody",
             "PYTHONHASHSEED": "2718"}
SECONDS = 1800


def rebuilt(project: Project, hashes: Mapping[str, str]) -> dict[str, Result]:
    """The gate of each edition: whether a build elsewhere makes artefacts with these hashes (by file name)."""
    with tempfile.TemporaryDirectory(prefix="second build ") as folder:
        other = Path(folder) / "of another reader" / "copy"
        home = Path(folder) / "home"
        home.mkdir()
        shutil.copytree(project.root, other, symlinks=True, ignore=_ignored(project.root))
        said = _build(other, {**os.environ, **ELSEWHERE, "HOME": str(home)})
        found = built(project, other / "dist").hashes
    return {edition: _result(project, edition, hashes, found, said) for edition in project.editions}


def _ignored(root: Path) -> Callable[[str, list[str]], set[str]]:
    """What is not copied: what was made at the root, caches everywhere."""

    def ignored(folder: str, names: list[str]) -> set[str]:
        top = {name for name in names if name in LEFT} if Path(folder) == root else set()
        return top | set(CACHES(folder, names))

    return ignored


def _build(root: Path, environment: Mapping[str, str]) -> str:
    """Build there, a year later where faketime is installed; returns what went wrong in one line."""
    command = ["faketime", "-f", "+400d", sys.executable] if shutil.which("faketime") else [sys.executable]
    try:
        done = subprocess.run([*command, "-m", "book", "build"], cwd=root, env=dict(environment), capture_output=True, timeout=SECONDS,
                              check=False, encoding="utf-8", errors="replace", umask=0o077)
    except subprocess.TimeoutExpired:
        return f"no end after {SECONDS} s"
    return "" if done.returncode == 0 else " ".join(done.stderr.split())[-300:]


def _result(project: Project, edition: str, first: Mapping[str, str], second: Mapping[str, str], said: str) -> Result:
    names = [name for name, owner in expected(project).items() if owner == edition]
    if said and not all(name in second for name in names):
        return Result(GATE, reason=f"the second build failed: {said}")
    return Result(GATE, tuple(
        Fault(name, 0, 0, "differs between two builds of the same files: a time, a path, a locale or a random number got into it")
        for name in names if first.get(name) != second.get(name)))
