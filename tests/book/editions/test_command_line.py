"""`book edition` as scripts see it: one JSON document, exit codes, one line where something is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from book.cli import main
from book.editions.glossary import as_markdown, read_glossary
from tests.book.editions.sample import book
from tests.book.editions.test_states import ENGLISH, SOURCE


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    book(tmp_path, {"01-a.md": SOURCE}, {"en": {"01-a.md": ENGLISH}, "zh-tw": {}})
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(["edition", *arguments])
    return int(ended.value.code or 0)


def test_status_accept_and_diff(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("accept", "en", "--all") == 0
    capsys.readouterr()
    source = folder / "manuscripts" / "01-a.md"
    source.write_text(SOURCE.replace("第三句没有数", "第三句也没有数"))
    assert run("status", "--json") == 0
    editions = json.loads(capsys.readouterr().out)["editions"]
    chapter = editions["en"]["chapters"]["a"]
    assert set(editions) == {"zh", "en", "zh-tw"}
    assert {key: chapter[key] for key in ("fresh", "stale", "missing", "orphan", "copy", "draft")} == {
        "fresh": 12, "stale": 1, "missing": 0, "orphan": 0, "copy": 0, "draft": 0}
    assert {"state": "stale", "line": 3, "source_line": 3} in chapter["blocks"]
    assert editions["zh-tw"]["chapters"]["a"]["missing"] == 13
    assert run("diff", "en", "a", "--json") == 0
    block, = json.loads(capsys.readouterr().out)["blocks"]
    assert block["translation"].startswith("The first paragraph") and "也没有数" in block["new"]
    assert run("accept", "en", "a:3") == 0
    capsys.readouterr()
    assert run("status", "en") == 0
    assert "100%" in capsys.readouterr().out
    assert run("status", "--markdown") == 0
    assert capsys.readouterr().out.count("\n") == 5


def test_accepting_another_number_warns(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "book-en" / "01-a.md").write_text(ENGLISH.replace("70 GB of", "80 GB of"))
    assert run("accept", "en", "a:5", "--json") == 0
    told = capsys.readouterr()
    assert [each["code"] for each in json.loads(told.out)["warnings"]][:1] == ["parity.number"]
    assert told.err.startswith("warning: book-en/01-a.md:5:") and "80 GB" in told.err
    assert run("accept", "en", "a:3", "--json") == 0
    told = capsys.readouterr()
    assert not json.loads(told.out)["warnings"] and not told.err


def test_a_chapter_that_is_not_there_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["check", "--edition", "zh-tw", "--json"])
    assert not ended.value.code
    told = json.loads(capsys.readouterr().out)["findings"]
    assert [(each["code"], each["path"]) for each in told] == [("sync.missing", "book-zh-tw/01-a.md")]


def test_draft_new_export_and_import(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("draft", "zh-tw", "--json") == 0
    assert json.loads(capsys.readouterr().out)["chapters"][0]["written"] == 13
    assert run("new", "de", "--json") == 0
    assert json.loads(capsys.readouterr().out)["status"]["missing"] == 13
    assert run("accept", "en", "--all") == 0
    assert run("export", "en", "--out", "en.po") == 0
    capsys.readouterr()
    assert run("import", "de", "en.po", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"written": 13, "accepted": 13, "unknown": []}


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (("status", "xx"), "no edition"),
        (("accept", "en", "b"), "no chapter"),
        (("accept", "en", "a:x"), "number"),
        (("accept", "en"), "--all"),
        (("diff", "zh"), "the source"),
        (("draft", "en"), "by hand"),
        (("import", "en", "none.po"), "does not exist"),
        (("new", "en"), "exists"),
        (("accept", "zh-tw", "a:3"), "no block"),
    ],
)
def test_wrong_use_is_one_line(folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], word: str) -> None:
    assert run(*arguments) == 2
    error = capsys.readouterr().err
    assert word in error and error.count("\n") == 1 and "Traceback" not in error


def test_a_broken_glossary_is_one_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "book-zh-tw" / "glossary.yaml").write_text("terms:\n  - {source: 算子, forbid: [{say: 運算元}]}\n")
    assert run("draft", "zh-tw") == 2
    assert "算子" in capsys.readouterr().err


def test_a_folder_without_a_book_s_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in (("book", "---\nlang: zh-Hans\n---\n" + SOURCE), ("book-en", "---\nlang: en\n---\n" + ENGLISH)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "01-a.md").write_text(text)
    monkeypatch.chdir(tmp_path)
    assert run("accept", "en", "--all") == 0
    capsys.readouterr()
    assert run("status", "en", "--json") == 0
    assert json.loads(capsys.readouterr().out)["editions"]["en"]["chapters"]["a"]["fresh"] == 13


def test_the_glossary_as_an_appendix() -> None:
    root = Path(__file__).parents[3]
    text = as_markdown(read_glossary(root / "book-ru", "glossary.yaml", "ru"), ("中文", "English", "Русский"), "Словарь")
    assert text.startswith("# Словарь {#ch:glossary .appendix}\n") and "| 量化 | quantization | квантование |" in text
