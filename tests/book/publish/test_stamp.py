"""An edition's origin: the last commit of what it is made from, and whether it has been changed since."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from book.project import load_project
from book.publish.stamp import Stamp, stamp
from tests.book.sample import Sample
from tests.conftest import Make

WHO = ["-c", "user.name=A", "-c", "user.email=a@example.com"]


def git(book: Sample, *arguments: str, day: str = "2026-01-02T03:04:05Z") -> None:
    subprocess.run(
        ["git", "-C", str(book.folder), *WHO, *arguments],
        check=True,
        capture_output=True,
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": str(book.folder), "GIT_AUTHOR_DATE": day, "GIT_COMMITTER_DATE": day},
    )


def stamps(book: Sample) -> dict[str, Stamp]:
    project = load_project(book.folder)
    return {edition.id: stamp(project, edition) for edition in project.editions.values()}


@pytest.fixture
def book(sample: Make, monkeypatch: pytest.MonkeyPatch) -> Sample:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    made = sample({"zh/a.md": "# 甲\n", "book-en/a.md": "# A\n"}, "title: T\nlanguage: zh\nsource: zh\neditions: {en: book-en}\n")
    git(made, "init", "-q")
    git(made, "add", ".")
    git(made, "commit", "-q", "-m", "first")
    return made


def test_a_clean_book_is_not_modified_by_building_it(book: Sample) -> None:
    assert book.build("--format", "epub").code == 0
    assert [(each.modified, each.date, len(each.commit) >= 7) for each in stamps(book).values()] == [
        (False, "2026-01-02", True)
    ] * 2


def test_a_change_concerns_its_edition_only(book: Sample) -> None:
    before = stamps(book)
    book.write("book-en/a.md", "# B\n")
    assert {key: each.modified for key, each in stamps(book).items()} == {"zh": False, "en": True}
    git(book, "commit", "-q", "-a", "-m", "second", day="2026-02-03T00:30:00+08:00")
    after = stamps(book)
    assert after["zh"] == before["zh"]
    assert (after["en"].commit != before["en"].commit, after["en"].date, after["en"].modified) == (True, "2026-02-02", False)


def test_outside_of_version_control_the_date_is_fixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    found = stamps(Sample(tmp_path / "book", {"a.md": "# A\n"}))["en"]
    assert (found.commit, found.modified, found.moment) == ("", False, "2024-01-01T00:00:00Z")


def test_a_packager_may_give_the_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    assert stamps(Sample(tmp_path / "book", {"a.md": "# A\n"}))["en"].moment == "2001-09-09T01:46:40Z"
