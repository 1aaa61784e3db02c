"""book.yaml and the folders of editions: what is wrong with them is said in one line, what is left out has a default."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from book.errors import BookError, WrongUse
from book.project import find_root, load_project
from tests.conftest import Make

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "project.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_a_wrong_book_is_refused(case: dict[str, Any], sample: Make) -> None:
    book = sample({"a.md": "# A\n\ntext\n", **case.get("files", {})}, case["config"])
    run = book.build("--format", "epub", *([case["only"]] if "only" in case else []))
    lines = run.err.strip().splitlines()
    assert run.code == 2
    assert len(lines) == 1, lines
    assert lines[0].removeprefix("book: ").startswith(case["says"].removeprefix("book: ")), lines[0]
    assert [name for name in book.made() if name.endswith(".epub")] == []


def test_one_line_is_a_book(sample: Make) -> None:
    project = load_project(sample({"b.md": "# B\n", "a.md": "# A\n"}, "title: Mine\n", name="mine").folder)
    assert (project.name, project.source.title, project.chapters) == ("mine", "Mine", ("a.md", "b.md"))
    assert (project.source.id, project.source.language.tag, project.dialect, project.raw) == ("en", "en", "commonmark_x", "refuse")


def test_a_folder_of_markdown_is_a_book(sample: Make) -> None:
    project = load_project(sample({"a.md": "---\nlang: zh-CN\n---\n\n文\n"}, None).folder)
    assert (project.source.id, project.source.language.tag) == ("zh", "zh-Hans")


def test_the_book_is_found_from_below(sample: Make) -> None:
    book = sample({"texts/a.md": "# A\n", "deep/er/x.txt": "x"}, "title: T\nsource: texts\n")
    assert find_root(book.folder / "deep" / "er") == book.folder.resolve()


def test_a_folder_without_text_is_no_book(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match=r"book\.yaml"):
        find_root(tmp_path)


@pytest.mark.parametrize(
    ("tag", "number", "printed"),
    [("zh-Hans", "1", "第 1 章"), ("zh-Hant-TW", "1", "第 1 章"), ("en", "1", "Chapter 1"), ("ru", "1", "Глава 1")],
)
def test_a_chapter_is_called_as_its_language_does(tag: str, number: str, printed: str, sample: Make) -> None:
    project = load_project(sample({"a.md": "# A\n"}, f"title: T\nlanguage: {tag}\n").folder)
    assert project.source.language.label("chapter", number) == printed


def test_a_fifth_language_is_a_file(sample: Make) -> None:
    english = load_project(sample({"a.md": "# A\n"}, "title: T\n", name="en").folder).source.language
    own = {
        "language": "xx",
        "short": "xx",
        "name": "Xx",
        "labels": {kind: ["x ", " y"] for kind in english.labels},
        "strings": dict.fromkeys(english.strings, "x"),
    }
    book = sample(
        {"a.md": "# A\n", "book-xx/a.md": "# A\n", "book-xx/edition.yaml": yaml.safe_dump(own)},
        "title: T\neditions: {xx: book-xx}\n",
    )
    assert load_project(book.folder).editions["xx"].language.label("figure", "1.2") == "x 1.2 y"


def test_a_language_that_lacks_words_names_them(sample: Make) -> None:
    book = sample(
        {"a.md": "# A\n", "book-xx/a.md": "# A\n", "book-xx/edition.yaml": "language: xx\n"}, "title: T\neditions: {xx: book-xx}\n"
    )
    with pytest.raises(BookError, match=r"labels\.chapter"):
        load_project(book.folder)
