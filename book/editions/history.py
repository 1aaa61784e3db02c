"""The source as it was when a block was translated, from git; without git there is no old text, and the tools say so."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, field

from book.cache import Cache
from book.editions.chapters import blocks_of, toolchain_key
from book.editions.reading import numbers_as
from book.errors import BookError
from book.project import Project

MOST = 60
"""Versions of a chapter that are looked at, the newest first."""
SECONDS = 20


@dataclass
class History:
    """Old texts of one chapter of the source by the hash of their blocks, read only as far back as needed."""

    project: Project
    cache: Cache
    file_name: str
    _found: dict[str, str] = field(default_factory=dict)
    _commits: list[str] | None = None

    def text(self, hash_: str) -> str | None:
        """The Markdown of the block that had this hash; None if no version in git has it."""
        if self._commits is None:
            path = self.project.relative(self.project.source.folder / self.file_name)
            self._commits = _git(self.project, ["log", f"-{MOST}", "--format=%H", "--", path]).split()
        while hash_ not in self._found and self._commits:
            self._read(self._commits.pop(0))
        return self._found.get(hash_)

    def _read(self, commit: str) -> None:
        path = self.project.relative(self.project.source.folder / self.file_name)
        source = _git(self.project, ["show", f"{commit}:./{path}"]).replace("\r\n", "\n").removeprefix("\ufeff")
        language = numbers_as(self.project.source.language)
        try:
            blocks = blocks_of(source, path, self.project.dialect, language, self.cache, toolchain_key())
        except BookError:
            return  # a version that could not be read is no help
        for block in blocks:
            self._found.setdefault(block.hash, block.text(source))


def _git(project: Project, arguments: Iterable[str]) -> str:
    """What git prints; nothing where there is no git or no repository."""
    try:
        done = subprocess.run(["git", "-C", str(project.root), *arguments], capture_output=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode(errors="replace") if done.returncode == 0 else ""
