"""The commit of the source that a translation was made from, as far as git knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from book.cache import Cache
from book.editions.chapters import blocks_of, toolchain_key
from book.editions.reading import numbers_as
from book.errors import BookError
from book.project import Project
from book.publish.stamp import git
from book.publish.standing import Standing

MOST = 12
"""Versions of the source that are looked at, the newest first."""


def source_commit(project: Project, standing: Standing, cache: Cache) -> str:
    """The last commit whose source text agrees with all that the edition was made from; empty if there is none, or git does not say.

    What is fresh was made from the source as it is. In a shallow clone the oldest commit seems to have changed every file: it says nothing.
    """
    if not standing.tracked:
        return ""
    old = {name: hashes for name, hashes in standing.old.items() if hashes}
    files = [project.relative(project.source.folder / name) for name in old or project.chapters]
    for commit in _commits(project, files, MOST if old else 1):
        if all(hashes <= _hashes(project, commit, name, cache) for name, hashes in old.items()):
            return commit
    return ""


def _commits(project: Project, files: Sequence[str], most: int) -> Iterator[str]:
    shallow = git(project.root, ["rev-parse", "--is-shallow-repository"]).strip() == "true"
    for line in git(project.root, ["log", f"-{most}", "--format=%h %p", "--abbrev=10", "--", *files]).splitlines():
        commit, _, parents = line.partition(" ")
        if shallow and not parents:
            return
        yield commit


def _hashes(project: Project, commit: str, name: str, cache: Cache) -> set[str]:
    """The hashes of all blocks of a chapter at a commit; none if it could not be read."""
    path = project.relative(project.source.folder / name)
    source = git(project.root, ["show", f"{commit}:./{path}"]).replace("\r\n", "\n").removeprefix("\ufeff")
    try:
        return {block.hash for block in blocks_of(source, path, project.dialect, numbers_as(project.source.language), cache, toolchain_key())}
    except BookError:
        return set()
