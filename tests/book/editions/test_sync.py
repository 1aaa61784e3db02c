"""sync.yaml: what is written is read again; two translators' branches merge; what is no entry is refused by its line."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from book.editions.accept import accept
from book.editions.status import edition_pairs, sync_of
from book.editions.sync import HEAD, Entry, Sync, parse_sync, read_sync, write_sync
from book.errors import BadInput
from book.project import Project
from tests.book.editions.sample import book, cache

HASH = st.text("0123456789abcdef", min_size=12, max_size=12)
SKETCH = st.text("0123456789abcdef", min_size=5, max_size=5)
ENTRIES = st.builds(Entry, HASH, st.lists(HASH, min_size=1, max_size=3).map(tuple), st.lists(SKETCH, max_size=4).map(tuple),
                    st.sampled_from(["", "draft", "same"]), st.sampled_from(["", "前言", "a  b", "# x"]))


@settings(deadline=None)
@given(st.lists(ENTRIES, max_size=6))
def test_what_is_written_is_read_again(tmp_path_factory: pytest.TempPathFactory, entries: list[Entry]) -> None:
    folder = tmp_path_factory.mktemp("edition")
    write_sync(folder, Sync({"01-a.md": entries}), ["01-a.md"])
    assert read_sync(folder, "sync.yaml").chapters.get("01-a.md", []) == entries


@pytest.mark.parametrize(("text", "line", "word"), [
    ("01-a.md:\n\n- 123\n", 3, "entry"), ("- 0123456789ab 0123456789ab -\n", 1, "chapter"),
    ("01-a.md:\n<<<<<<< HEAD\n", 2, "conflict"), ("01-a.md:\n\nnonsense\n", 3, "entry")])
def test_what_is_no_entry_is_refused(text: str, line: int, word: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_sync(HEAD + text, "sync.yaml")
    assert caught.value.faults[0].line == line + 1 and word in caught.value.faults[0].message


def git(root: Path, *arguments: str) -> str:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    return subprocess.run(["git", "-C", str(root), *identity, *arguments], check=True, capture_output=True, text=True).stdout


def accept_line(project: Project, line: int) -> None:
    edition = project.editions["en"]
    pairs = edition_pairs(project, edition, cache(project))["01-a.md"]
    sync = sync_of(project, edition)
    assert accept(sync, "01-a.md", pairs, [pair for pair in pairs if pair.line == line]).units
    write_sync(edition.folder, sync, project.chapters)


def test_branches_that_touch_neighbouring_paragraphs_merge(tmp_path: Path) -> None:
    source = "# 章\n\n" + "\n\n".join(f"第{n}段的话，各不相同。" for n in "一二三四") + "\n"
    english = (
        "# Chapter\n\n" + "\n\n".join(f"Words of paragraph {n}, all different." for n in ("one", "two", "three", "four")) + "\n"
    )
    project = book(tmp_path, {"01-a.md": source}, {"en": {"01-a.md": english}})
    edition = project.editions["en"]
    sync = Sync()
    pairs = edition_pairs(project, edition, cache(project))["01-a.md"]
    accept(sync, "01-a.md", pairs, pairs)
    write_sync(edition.folder, sync, project.chapters)
    (tmp_path / ".gitignore").write_text("build/\n")
    (tmp_path / "manuscripts" / "01-a.md").write_text(
        source.replace("第二段的话", "第二段的新话").replace("第三段的话", "第三段的新话")
    )
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "book")
    for branch, line, word in (("anna", 5, "two"), ("boris", 7, "three")):
        git(tmp_path, "checkout", "-qb", branch, "main")
        path = edition.folder / "01-a.md"
        path.write_text(path.read_text().replace(f"paragraph {word}", f"new paragraph {word}"))
        accept_line(project, line)
        git(tmp_path, "commit", "-qam", branch)
    git(tmp_path, "checkout", "-q", "main")
    for branch in ("anna", "boris"):
        git(tmp_path, "merge", "-q", "--no-edit", branch)  # fails on a conflict
    assert {pair.state for pair in edition_pairs(project, edition, cache(project))["01-a.md"]} == {"fresh"}
