"""`book number` and `book check` on a small book: what they print, in which form, with which exit code."""

import json
from pathlib import Path
from typing import Any

import pytest

from book.cli import main

LEDGER = """numbers:
  bandwidth: {spec: h100-sxm.memory.bandwidth}
  weights: {given: 70 GB, says: assumed}
  read: {calc: budget.transfer_time, with: {data: weights, bandwidth: bandwidth}}
formulas:
  eq:read: {is: budget.transfer_time, symbols: {R: data, '\\beta': bandwidth, T: result}}
"""
CHAPTER = """# One {#ch:one}

A step reads [70 GB](calc:weights) at [3.35 TB/s](calc:bandwidth), [20.90 ms](calc:read) in all ([eq. #](#eq:read)).

$$ T = \\frac{R}{\\beta} $$ {#eq:read}
"""


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "book.yaml").write_text("title: A book\nlanguage: en\nchapters: [01-one.md]\n", "utf-8")
    (tmp_path / "01-one.md").write_text(CHAPTER, "utf-8")
    folder = tmp_path / "calculations" / "ledger"
    folder.mkdir(parents=True)
    (folder / "one.yaml").write_text(LEDGER, "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit code, stdout, stderr of the command."""
    with pytest.raises(SystemExit) as caught:
        main(list(arguments))
    out, err = capsys.readouterr()
    assert isinstance(caught.value.code, int)
    return caught.value.code, out, err


def findings(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    _, out, _ = run(capsys, "check", "--format", "json", *arguments)
    found: list[dict[str, Any]] = json.loads(out)["findings"]
    return found


def test_number_by_id_and_by_printed_value(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "number", "read", "--json")
    told = json.loads(out)
    assert code == 0 and told["id"] == "one/read" and told["exact"] == "7/335" and told["unit"] == "second"
    assert told["places"] == [{"edition": "en", "path": "01-one.md", "line": 3, "column": 68, "text": "20.90 ms"}]
    assert told["command"].startswith("python3 calculations/calc.py explain budget.transfer_time")
    assert [each["id"] for each in told["inputs"]] == ["one/weights", "one/bandwidth"]
    assert run(capsys, "number", "one/read")[1] == run(capsys, "number", "read")[1]
    for printed in ("20.90 ms", "0.0209 s"):
        answer = json.loads(run(capsys, "number", printed, "--json")[1])
        assert [each["id"] for each in answer["numbers"]] == ["one/read"]


def test_all_numbers_with_their_coverage(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(run(capsys, "number", "--json")[1])
    assert [each["id"] for each in told["numbers"]] == ["one/bandwidth", "one/weights", "one/read"]
    assert told["coverage"] == {"bound": 3, "checked": 0, "cited": 0, "given": 0, "open": 0}
    assert "one/read" in run(capsys, "number")[1]


@pytest.mark.parametrize("wanted", ["nothing", "one/nothing", "21.00 ms"])
def test_a_number_that_is_not_there_is_wrong_use(book: Path, capsys: pytest.CaptureFixture[str], wanted: str) -> None:
    code, out, err = run(capsys, "number", wanted)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_a_book_in_order_has_no_findings(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", "--json")
    told = json.loads(out)
    assert (code, told["findings"]) == (0, [])
    assert {"files", "quantities", "claims", "unread", "seconds"} <= told["stats"].keys()


@pytest.mark.parametrize(("old", "new", "code", "line"), [
    ("20.90 ms", "20.91 ms", "number.stale", 3),
    ("calc:read", "calc:raed", "number.unknown", 3),
    ("in all", "in all, plus 17.3 GB of cache", "number.unbound", 3),
    ("in all", "or 41.80 ms for two, 3 × 20.90 = 41.80", "arith.mismatch", 3),
    ("{R}{\\beta}", "{2R}{\\beta}", "formula.mismatch", 5),
    ("{R}{\\beta}", "{\\beta}{R}", "formula.dimension", 5),
    ("#eq:read)", "#eq:raed)", "ref.missing", 3),
])
def test_each_fault_has_its_code_and_place(book: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, code: str,
                                           line: int) -> None:
    (book / "01-one.md").write_text(CHAPTER.replace(old, new), "utf-8")
    found = findings(capsys)
    assert (code, line) in [(each["code"], each["line"]) for each in found], found
    assert run(capsys, "check")[0] == 1
    assert findings(capsys, "--select", code) == [each for each in found if each["code"] == code]
    github = run(capsys, "check", "--format", "github")[1]
    assert f"::error file=01-one.md,line={line}," in github and f"title={code}::" in github


def test_fix_mends_a_stale_number_only_when_asked(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = book / "01-one.md"
    path.write_text(CHAPTER.replace("20.90 ms", "20.91 ms"), "utf-8")
    assert run(capsys, "check", "--fix")[0] == 1
    code, _, err = run(capsys, "check", "--fix", "--select", "number.stale")
    assert (code, err, path.read_text("utf-8")) == (0, "1 mended\n", CHAPTER)


def test_fix_moves_punctuation_out_of_bold(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = book / "01-one.md"
    path.write_text(CHAPTER + "\n**词。**后面，**好**的。\n", "utf-8")
    assert [each["line"] for each in findings(capsys, "--select", "typo.emphasis")] == [7]
    assert run(capsys, "check", "--fix", "--select", "typo.emphasis")[0] == 0
    assert path.read_text("utf-8").endswith("\n**词**。后面，**好**的。\n")


def test_anybodys_markdown_is_checked_for_arithmetic_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str],
                                                           monkeypatch: pytest.MonkeyPatch) -> None:
    text = "# 题\n\n<div>x</div>\n\n显存 $6 \\times 7 = 41$，还有 17.3 GB。见[这里](#nowhere)。\n"
    (tmp_path / "notes.md").write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    for arguments in ((), ("notes.md",), (str(tmp_path),)):
        found = [(each["code"], each["path"], each["line"]) for each in findings(capsys, *arguments)]
        assert found == [("arith.mismatch", "notes.md", 5)]


@pytest.mark.parametrize("arguments", [("check", "nowhere.md"), ("check", "--select", "nothing"), ("check", "--edition", "xx")])
def test_wrong_use_is_one_line(book: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_unreadable_input_is_one_line(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (book / "01-one.md").write_bytes(b"# One\n\n\xff\n")
    code, out, err = run(capsys, "check")
    assert (code, out) == (2, "") and err.startswith("book: 01-one.md:3:1: is not valid UTF-8")
    (book / "01-one.md").write_text(CHAPTER, "utf-8")
    (book / "calculations" / "ledger" / "one.yaml").write_text(LEDGER.replace("70 GB", "70 furlong"), "utf-8")
    code, out, err = run(capsys, "number", "read")
    assert (code, out) == (2, "") and "calculations/ledger/one.yaml:3: number `weights`: `furlong` is no unit" in err


def test_every_code_is_listed_with_its_meaning(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "check", "--help-codes")
    assert code == 0 and "number.stale" in out and "formula.dimension" in out
    listed = json.loads(run(capsys, "check", "--help-codes", "--json")[1])["codes"]
    assert len(listed) == len(out.splitlines())
