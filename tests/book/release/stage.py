"""A small book of two editions under version control, with artefacts that were proven: one commit away from a release."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from book.project import load_project
from book.proof.gates import Result
from book.release.artefacts import BUILD, built, expected
from book.release.proof import GATES, Proof
from book.release.repository import Repository
from tests.book.release.hub import REPOSITORY, TOKEN, Hub
from tests.book.sample import Run, Sample

CONFIG = """name: small
title: A small book
language: en
source: text
chapters: [01-one.md, 02-two.md]
editions: {ru: book-ru}
repository: https://github.com/someone/book
"""
LEDGER = """numbers:
  weights: {given: 70 GB, says: assumed}
  bandwidth: {given: 2 TB/s, says: assumed}
  read: {calc: budget.transfer_time, with: {data: weights, bandwidth: bandwidth}}
"""
ENGLISH = {"01-one.md": "# One {#ch:one}\n\nThe weights have [70 GB](calc:weights); they are read in [35 ms](calc:read).\n",
           "02-two.md": "# Two {#ch:two}\n\nA step takes [35 ms](calc:one/read).\n"}
RUSSIAN = {"01-one.md": "# Один {#ch:one}\n\nВеса занимают [70 ГБ](calc:weights); их чтение длится [35 мс](calc:read).\n",
           "02-two.md": "# Два {#ch:two}\n\nШаг длится [35 мс](calc:one/read).\n"}


class Stage:
    """The book, its repository and what was made of it."""

    def __init__(self, folder: Path) -> None:
        files = {f"text/{name}": text for name, text in ENGLISH.items()} | {f"book-ru/{name}": text for name, text in RUSSIAN.items()}
        self.book = Sample(folder, {**files, "book-ru/edition.yaml": "language: ru\ntitle: Малая книга\n", "calculations/ledger/one.yaml": LEDGER,
                                    ".gitignore": "build/\ndist/\n", "CHANGELOG.md": "# Changelog\n\n## Unreleased\n\n- The first chapter.\n"}, CONFIG)
        self.git("init", "-q", "-b", "main")
        self.commit("The book")

    def git(self, *arguments: str) -> str:
        """A git command in the book's folder."""
        command = ["git", "-C", str(self.book.folder), "-c", "user.name=A", "-c", "user.email=a@example.org", *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    def commit(self, message: str) -> str:
        """Commit everything; returns the commit."""
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)
        return self.git("rev-parse", "HEAD")

    def replace(self, name: str, old: str, new: str) -> None:
        """Change a file of the book."""
        path = self.book.folder / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    def prove(self) -> None:
        """Artefacts, and the record that `make check` leaves when everything is right."""
        project = load_project(self.book.folder)
        dist = self.book.folder / "dist"
        dist.mkdir(exist_ok=True)
        for name in expected(project):
            (dist / name).write_bytes(f"{name} of {self.git('rev-parse', 'HEAD')}".encode())
        record: dict[str, Any] = {"files": built(project, dist).hashes, "editions": {each: {"pdf": {"pages": 12}} for each in project.editions}}
        (dist / BUILD).write_text(json.dumps(record), encoding="utf-8")
        repository = Repository(project.root)
        gates = {each: {gate: Result(gate) for gate in GATES} for each in project.editions}
        Proof(repository.head(), bool(repository.modified()), built(project, dist).hashes, gates, {}).write(dist)

    def dry_run(self, **environment: str) -> dict[str, Any]:
        """What `book release --dry-run --json` says, without network and token."""
        plain = {"GITHUB_SERVER_URL": "", "GITHUB_REPOSITORY": "", "GITHUB_TOKEN": "", "GITHUB_API_URL": "http://127.0.0.1:9"}
        done = self.book.run("release", "--dry-run", "--json", **{**plain, **environment})
        found: dict[str, Any] = json.loads(done.out)
        assert done.code == (1 if found["reasons"] else 0), done.err
        return found

    def release(self, hub: Hub) -> Run:
        """`book release` against our GitHub, after a push."""
        self.git("push", "-q", str(hub.bare), "main")
        hub.learn()
        return self.book.run("release", GITHUB_API_URL=hub.address, GITHUB_TOKEN=TOKEN, GITHUB_REPOSITORY=REPOSITORY,
                             GITHUB_SERVER_URL="https://github.com", NO_PROXY="127.0.0.1,localhost", HOME=os.environ.get("HOME", "/"))
