"""Research logs: each fault of a name or of the front matter is one finding with its place."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from book.research import log_files, read_log
from tests.book.sample import ROOT, Sample
from tests.conftest import Make

NAME = "2026-11-30-a-decision.md"
GOOD = {
    "question": "What is asked?",
    "chapters": "[a]",
    "sources": "[somebody's paper]",
    "decision": "This.",
    "numbers_changed": "[a/half]",
    "lang": "en",
}
LINE = {key: line for line, key in enumerate(GOOD, start=2)}


def head(**changed: str | None) -> str:
    """A log whose front matter has one line a key; None leaves a key out."""
    lines = [f"{key}: {value}" for key, value in {**GOOD, **changed}.items() if value is not None]
    return "\n".join(["---", *lines, "---", "", "# A decision", "", "Text.", ""])


@pytest.fixture
def book(sample: Make) -> Sample:
    return sample({"a.md": "# A\n", "calculations/ledger/a.yaml": "numbers:\n  half: {given: 0.5}\n"}, "title: T\nchapters: [a.md]\n")


def findings(book: Sample, *arguments: str) -> list[tuple[str, int, str]]:
    done = book.run("check", *arguments, "--format", "json")
    found = json.loads(done.out)["findings"]
    assert done.code == (1 if found else 0), done.err
    assert all(each["path"].startswith("research/") and each["message"] for each in found)
    return [(each["code"], each["line"], each["message"]) for each in found]


@pytest.mark.parametrize("arguments", [(), ("research",), (f"research/{NAME}",), (".",)])
def test_a_complete_log_has_no_finding_and_a_faulty_one_has(book: Sample, arguments: tuple[str, ...]) -> None:
    book.write(f"research/{NAME}", head())
    assert findings(book, *arguments) == []
    book.write(f"research/{NAME}", head(decision=None))
    assert [(code, line) for code, line, _ in findings(book, *arguments)] == [("text.refused", 1)]


@pytest.mark.parametrize("key", GOOD)
def test_each_key_is_asked_for(book: Sample, key: str) -> None:
    book.write(f"research/{NAME}", head(**{key: None}))
    assert [(code, f"`{key}`" in message) for code, _, message in findings(book, "research")] == [("text.refused", True)]


@pytest.mark.parametrize("key", GOOD)
def test_an_empty_value_is_none(book: Sample, key: str) -> None:
    book.write(f"research/{NAME}", head(**{key: "" if key in ("question", "decision", "lang") else "[]"}))
    assert [(code, line, f"`{key}`" in message) for code, line, message in findings(book, "research")] == [("text.refused", LINE[key], True)]


@pytest.mark.parametrize(
    ("key", "value", "code", "says"),
    [
        ("chapters", "[a, nowhere]", "ref.missing", "no chapter `nowhere`"),
        ("chapters", "some", "text.refused", "`all` or a list"),
        ("numbers_changed", "[a/half, a/halve]", "number.unknown", "no number `halve`"),
        ("numbers_changed", "[half]", "number.unknown", "chapter/number"),
        ("numbers_changed", "[b/half]", "number.unknown", "has no ledger"),
        ("numbers_changed", "a/half", "text.refused", "`none` or a list"),
        ("sources", "a paper", "text.refused", "at least one entry"),
        ("sources", "[{a: b}]", "text.refused", "must be a text"),
        ("question", "[a, b]", "text.refused", "must be a text"),
        ("lang", "English!", "text.refused", "language tag"),
        ("question", "*anchor", "text.refused", "aliases"),
        ("question", "a: b", "text.refused", "YAML"),
    ],
)
def test_a_wrong_value_is_named_with_its_line(book: Sample, key: str, value: str, code: str, says: str) -> None:
    book.write(f"research/{NAME}", head(**{key: value}))
    found = findings(book)
    assert [(each, line) for each, line, _ in found] == [(code, LINE[key])]
    assert says in found[0][2]


@pytest.mark.parametrize(("key", "value"), [("chapters", "all"), ("numbers_changed", "none"), ("lang", "zh-Hans"), ("sources", "[a, b]")])
def test_other_values_that_are_right(book: Sample, key: str, value: str) -> None:
    book.write(f"research/{NAME}", head(**{key: value}))
    assert findings(book) == []


@pytest.mark.parametrize("name", ["2026-11-31-a.md", "2026-11-30.md", "30-11-2026-a.md", "2026-11-30-A_b.md", "notes.md"])
def test_the_name_is_a_date_and_a_slug(book: Sample, name: str) -> None:
    book.write(f"research/{name}", head())
    found = findings(book)
    assert [(code, line) for code, line, _ in found] == [("text.refused", 1)]
    assert "YYYY-MM-DD-slug.md" in found[0][2]


def test_no_front_matter_and_unknown_keys(book: Sample) -> None:
    book.write(f"research/{NAME}", "# A decision\n\nText.\n")
    assert [code for code, _, _ in findings(book)] == ["text.refused"]
    book.write(f"research/{NAME}", head(mood="good"))
    assert [(code, line) for code, line, _ in findings(book)] == [("text.refused", len(GOOD) + 2)]


def test_every_fault_of_a_log_is_told_at_once(book: Sample) -> None:
    book.write("research/notes.md", head(question="", sources="[]", lang=None))
    assert len(findings(book)) == 4


def test_one_edition_alone_is_not_held_to_the_logs(book: Sample) -> None:
    book.write("research/notes.md", "no log")
    assert findings(book, "--edition", "en") == []
    book.write("research/README.md", "# About this folder\n")
    (book.folder / "research/notes.md").unlink()
    assert findings(book) == []


def test_a_log_is_read_as_data(tmp_path: Path) -> None:
    path = tmp_path / NAME
    path.write_text(head(question=">\n  Two\n  lines?"), encoding="utf-8")
    log = read_log(path, NAME)
    assert (log.date, log.slug, log.question) == (date(2026, 11, 30), "a-decision", "Two lines?")
    assert [each.text for each in log.numbers_changed] == ["a/half"]


def test_our_own_logs_are_complete() -> None:
    logs = [read_log(path, path.name) for path in log_files(ROOT)]
    assert logs
    assert len({log.slug for log in logs}) == len(logs)
