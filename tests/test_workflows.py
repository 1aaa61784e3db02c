"""The workflows: what auditors say, how they are built, and each command of book.yml run as it is written.

What cannot run here: the actions themselves (check out, caches, artefacts, attestation) and GitHub's order of jobs. `make` is the real
one; setup, Python and `book` write down how they are called. Their own work has its own tests.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from book.project import load_project
from tests.workflows import FOLDER, ROOT, audit

WORKFLOWS = sorted(FOLDER.glob("*.yml"))
BOOK = FOLDER / "book.yml"
WORKFLOW: dict[Any, Any] = yaml.safe_load(BOOK.read_text(encoding="utf-8"))
JOBS: dict[str, Any] = WORKFLOW["jobs"]
EDITIONS = list(load_project(ROOT).editions)
PIN = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
EXPRESSION = re.compile(r"\$\{\{ *(.+?) *\}\}")
RECORDER = '#!/bin/sh\nprintf \'%s\\n\' "$(basename "$0") $*${GITHUB_TOKEN:+ with a token}" >> "$CALLS"\n'
BAD = """name: bad
on: [pull_request_target]
jobs:
  bad:
    runs-on: ubuntu-24.04
    steps:
      - uses: actions/checkout@v4
      - run: echo "${{ github.event.pull_request.title }}"
        shel: bash
"""


def test_auditors_find_nothing() -> None:
    assert audit(WORKFLOWS) == []


def test_auditors_would_find_something(tmp_path: Path) -> None:
    path = tmp_path / "bad.yml"
    path.write_text(BAD)
    said = "\n".join(str(fault) for fault in audit([path]))
    for rule in ("zizmor, template-injection", "zizmor, unpinned-uses", "zizmor, dangerous-triggers", "actionlint, syntax-check"):
        assert rule in said
    assert "ubuntu-24.04" not in said


# how it is built

def steps() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, job in JOBS.items():
        for step in job["steps"]:
            yield name, step


def commands() -> list[tuple[str, dict[str, Any]]]:
    return [(job, step) for job, step in steps() if "run" in step]


def test_every_action_is_pinned_with_its_version_and_all_workflows_agree() -> None:
    used = re.findall(r"uses: (.+)", "".join(path.read_text(encoding="utf-8") for path in WORKFLOWS))
    assert len(used) > 10
    assert [each for each in used if not PIN.fullmatch(each)] == []
    versions: dict[str, set[str]] = {}
    for each in used:
        versions.setdefault(each.partition("@")[0], set()).add(each)
    assert [found for found in versions.values() if len(found) > 1] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_command_is_short_and_ours(path: Path) -> None:
    jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    found = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    assert found
    for command in found:
        lines = command.strip().splitlines()
        assert len(lines) <= 5
        assert all(re.match(r"(?:make|\.venv/bin/book) ", line) for line in lines)
        assert "${{" not in command


def test_rights_are_least() -> None:
    assert WORKFLOW["permissions"] == {}
    rights = {name: job["permissions"] for name, job in JOBS.items()}
    assert rights.pop("release") == {"contents": "write"}
    assert rights.pop("attest") == {"contents": "read", "id-token": "write", "attestations": "write"}
    assert all(each == {"contents": "read"} for each in rights.values())
    assert [step["name"] for _, step in steps() if "github.token" in str(step)] == ["Publish"]
    assert all(step["with"]["persist-credentials"] is False for _, step in steps() if "checkout@" in step.get("uses", ""))
    assert "secrets." not in BOOK.read_text(encoding="utf-8")


def test_nothing_goes_out_unless_everything_holds() -> None:
    def needed(name: str) -> set[str]:
        return {name}.union(*(needed(each) for each in JOBS[name].get("needs", [])))

    assert needed("release") == set(JOBS)
    assert [name for name, job in JOBS.items() if job.get("if") == "github.event_name == 'push'"] == ["attest", "release"]
    assert not any("continue-on-error" in str(job) or "always()" in str(job) for job in JOBS.values())
    triggers = WORKFLOW[True]  # YAML 1.1 reads `on` as a truth value
    assert triggers == {"push": {"branches": ["main"]}, "pull_request": None}


def test_an_older_run_never_overtakes() -> None:
    group = WORKFLOW["concurrency"]
    assert group["group"] == "book-${{ github.event.pull_request.number || github.ref }}"
    assert group["cancel-in-progress"] == "${{ github.event_name == 'pull_request' }}"


def test_the_matrix_has_every_edition() -> None:
    assert sorted(JOBS["edition"]["strategy"]["matrix"]["edition"]) == sorted(EDITIONS)


# what it runs

@dataclass
class Clone:
    """A clone in which programs write down how they are called."""

    folder: Path

    def run(self, step: dict[str, Any], values: dict[str, str]) -> tuple[int, list[str]]:
        """The exit code of a step, run as GitHub runs it, and the calls."""
        log = self.folder / "calls"
        log.write_text("")
        given = {**WORKFLOW["env"], **step.get("env", {})}
        env = {key: EXPRESSION.sub(lambda match: values[match[1]], str(value)) for key, value in given.items()}
        clean = {key: value for key, value in os.environ.items() if key not in ("GITHUB_TOKEN", "GH_TOKEN", "MAKEFLAGS")}
        script = self.folder / "step.sh"
        script.write_text(step["run"])
        done = subprocess.run(["bash", "-e", script], cwd=self.folder, env={**clean, **env, "CALLS": str(log)}, check=False)
        return done.returncode, log.read_text().splitlines()


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    shutil.copy(ROOT / "Makefile", tmp_path)
    for name in ("scripts/setup", ".venv/bin/python", ".venv/bin/book"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(RECORDER)
        path.chmod(0o755)
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist/a.pdf").write_bytes(b"a book")
    (tmp_path / "dist/SHA256SUMS").write_text(f"{hashlib.sha256(b'a book').hexdigest()}  a.pdf\n")
    return Clone(tmp_path)


CALLS = {
    ("test", "Test"): ["setup build check", "python -m pytest"],
    ("check", "Check"): ["setup build check", "python -m book.release.check"],
    ("edition", "Build"): ["setup build", "book build {edition}"],
    ("attest", "Compare"): [],
    ("release", "Set up"): ["setup none"],
    ("release", "Publish"): ["book release with a token"],
}


def test_every_command_is_known_to_the_test_below() -> None:
    assert {(job, step["name"]) for job, step in commands()} == set(CALLS)


@pytest.mark.parametrize(("job", "step"), commands(), ids=[f"{job}: {step['name']}" for job, step in commands()])
def test_each_command_runs_here_as_it_is_written(job: str, step: dict[str, Any], clone: Clone) -> None:
    for edition in JOBS[job].get("strategy", {}).get("matrix", {}).get("edition", [""]):
        code, calls = clone.run(step, {"matrix.edition": edition, "github.token": "t"})
        assert (code, calls) == (0, [each.format(edition=edition) for each in CALLS[job, step["name"]]])


@pytest.mark.parametrize("damage", ["another file", "a missing file", "no proof"])
def test_files_that_were_not_proven_stop_the_release(damage: str, clone: Clone) -> None:
    if damage == "another file":
        (clone.folder / "dist/a.pdf").write_bytes(b"another book")
    else:
        (clone.folder / "dist" / ("a.pdf" if damage == "a missing file" else "SHA256SUMS")).unlink()
    step = next(step for job, step in commands() if (job, step["name"]) == ("attest", "Compare"))
    assert clone.run(step, {})[0] != 0


@pytest.mark.parametrize(("job", "step"), commands(), ids=[f"{job}: {step['name']}" for job, step in commands()])
def test_a_program_that_fails_fails_the_step(job: str, step: dict[str, Any], clone: Clone) -> None:
    for name in ("scripts/setup", ".venv/bin/python", ".venv/bin/book"):
        (clone.folder / name).write_text("#!/bin/sh\nexit 3\n")
    (clone.folder / "dist/a.pdf").unlink()
    assert clone.run(step, {"matrix.edition": "en", "github.token": "t"})[0] != 0
