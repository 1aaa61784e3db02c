"""Small books for the tests of editions, made in a temporary folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from book.cache import Cache
from book.manuscript.blocks import shape
from book.manuscript.reader import Chapter, chapter_of, parse
from book.project import Project, load_project

LANGUAGES = {"zh-tw": "zh-Hant-TW", "en": "en", "ru": "ru"}


def chapter(text: str, name: str = "01-x.md") -> Chapter:
    """A chapter of a text, read as the toolchain reads it."""
    tree = parse(text, "commonmark_x", name)
    return chapter_of({**tree, "blocks": shape(tree["blocks"])}, text, name)


def book(root: Path, source: Mapping[str, str], editions: Mapping[str, Mapping[str, str]], language: str = "zh-Hans") -> Project:
    """A book with these chapters, by file name, and these editions."""
    names = ", ".join(source)
    folders = ", ".join(f"{edition}: book-{edition}" for edition in editions)
    (root / "manuscripts").mkdir(parents=True, exist_ok=True)
    (root / "book.yaml").write_text(
        f"title: T\nlanguage: {language}\nsource: manuscripts\nchapters: [{names}]\neditions: {{{folders}}}\n"
    )
    for name, text in source.items():
        (root / "manuscripts" / name).write_text(text)
    for edition, chapters in editions.items():
        folder = root / f"book-{edition}"
        folder.mkdir(exist_ok=True)
        (folder / "edition.yaml").write_text(f"language: {LANGUAGES.get(edition, edition)}\n")
        for name, text in chapters.items():
            (folder / name).write_text(text)
    return load_project(root)


def cache(project: Project) -> Cache:
    """The book's cache."""
    return Cache(project.root / "build" / "cache")
