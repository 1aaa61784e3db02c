"""What git knows of the book: its commit, whether anything differs from it, and what stood there at an earlier commit."""

from __future__ import annotations

import io
import subprocess
import tarfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from book.errors import WrongUse
from book.publish.stamp import MADE
from book.release.tag import PATTERN

SECONDS = 60


@dataclass(frozen=True)
class Commit:
    """One commit for the notes."""

    short: str
    subject: str


@dataclass(frozen=True)
class Repository:
    """The git repository around a book's folder; paths are relative to that folder."""

    root: Path

    def head(self) -> str:
        """The commit; WrongUse where there is none."""
        found = self._ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}").strip()
        if not found:
            raise WrongUse(f"{self.root.name} is not under version control, or has no commit; a release needs one (`git init`, `git commit`)")
        return found

    def modified(self) -> list[str]:
        """Files that differ from the commit, and files that it does not have."""
        found = self._ask("status", "--porcelain", "--untracked-files=all", "--", ".", *MADE)
        return [line[3:] for line in found.splitlines()]

    def shallow(self) -> bool:
        """Whether a part of the history is missing."""
        return self._ask("rev-parse", "--is-shallow-repository").strip() == "true"

    def last_tag(self) -> str:
        """The nearest release in this history; empty if there is none."""
        return self._ask("describe", "--tags", "--abbrev=0", "--match", PATTERN, "HEAD").strip()

    def commit(self, name: str) -> str:
        """The commit that a tag or an abbreviation stands for; empty if it is not here."""
        return self._ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}").strip()

    def since(self, commit: str) -> list[Commit]:
        """Commits after `commit`, newest first; all for an empty one."""
        span = f"{commit}..HEAD" if commit else "HEAD"
        found = self._ask("log", "--no-merges", "--format=%h%x09%s", "--abbrev=10", span, "--", ".")
        return [Commit(*line.split("\t", 1)) for line in found.splitlines() if "\t" in line]

    def text(self, commit: str, path: str) -> str:
        """A file as it was; empty if it was not there."""
        return self._ask("show", f"{commit}:./{path}") if commit else ""

    def files(self, commit: str, folder: str) -> set[str]:
        """The files that a folder held."""
        return set(self._ask("ls-tree", "-r", "--name-only", commit, "--", folder).splitlines()) if commit else set()

    def extract(self, commit: str, target: Path) -> bool:
        """The whole tree of the book's folder as it was, written to `target`; False if git lacks it."""
        done = self._run(["archive", "--format=tar", commit, "."])
        if done is None or done.returncode:
            return False
        with tarfile.open(fileobj=io.BytesIO(done.stdout)) as archive:
            archive.extractall(target, filter="data")
        return True

    def _ask(self, *arguments: str) -> str:
        """What git prints; nothing where it cannot answer."""
        done = self._run(arguments)
        return done.stdout.decode(errors="replace") if done is not None and done.returncode == 0 else ""

    def _run(self, arguments: Sequence[str]) -> subprocess.CompletedProcess[bytes] | None:
        command = ["git", "-C", str(self.root), "-c", "core.fsmonitor=false", "-c", "core.quotePath=false", *arguments]
        try:
            return subprocess.run(command, capture_output=True, timeout=SECONDS, check=False, stdin=subprocess.DEVNULL)
        except FileNotFoundError:
            raise WrongUse("git is missing: install git") from None
        except subprocess.TimeoutExpired:
            raise WrongUse(f"git {arguments[0]} took more than {SECONDS} s; is the repository's disk at hand?") from None
