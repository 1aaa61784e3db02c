"""`diff` shows the source before and now, from git; without git it says that the earlier text is not known."""

from __future__ import annotations

from pathlib import Path

from book.editions.difference import differences
from book.editions.wording import changes, marked
from book.project import Project
from tests.book.editions.sample import book, cache
from tests.book.editions.test_states import ENGLISH, SOURCE, accept_all
from tests.book.editions.test_sync import git


def stale_book(root: Path, *, commit: bool) -> Project:
    project = book(root, {"01-a.md": SOURCE}, {"en": {"01-a.md": ENGLISH}})
    accept_all(project)
    if commit:
        git(root, "init", "-q")
        git(root, "add", "manuscripts")
        git(root, "commit", "-qm", "one")
    (root / "manuscripts" / "01-a.md").write_text(SOURCE.replace("第三句没有数", "第三句也没有数"))
    if commit:
        git(root, "commit", "-qam", "two")
    return project


def test_what_changed_word_by_word(tmp_path: Path) -> None:
    project = stale_book(tmp_path, commit=True)
    found, = differences(project, project.editions["en"], cache(project), project.chapters)
    assert found.old is not None and "第三句没有数" in found.old and found.translation.startswith("The first paragraph")
    assert "第三句{+也+}没有数" in found.shown() and "book-en/01-a.md:3" in found.shown()


def test_without_git_all_of_it_is_shown(tmp_path: Path) -> None:
    project = stale_book(tmp_path, commit=False)
    found, = differences(project, project.editions["en"], cache(project), project.chapters)
    assert found.old is None and "not in git" in found.shown() and "第三句也没有数" in found.shown()


def test_marks_rebuild_both_texts() -> None:
    old, new = "读 70 GB 要 20.90 ms。", "读 80 GB 只要 20.90 ms。"
    steps = changes(old, new)
    assert "".join(step.old for step in steps) == old and "".join(step.new for step in steps) == new
    assert marked(old, new) == "读 [-70-]{+80+} GB {+只+}要 20.90 ms。"
