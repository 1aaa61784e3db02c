"""The command `book`: wrong use, faults of the machine and of ours are one line and exit 2, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from book import __version__
from book.cli import COMMANDS, main
from tests.conftest import Make


def called(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[object, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    said = capsys.readouterr()
    return ended.value.code, said.out, said.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nonsense"], "No such command 'nonsense'"),
        (["build", "--format", "docx"], "'docx' is not one of"),
        (["build", "--wrong"], "No such option"),
        (["build", "fr"], "there is no edition 'fr'"),
        (["build", "--chapter", "9"], "there is no chapter '9'"),
    ],
)
def test_wrong_use_is_one_line(
    arguments: list[str], says: str, sample: Make, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(sample({"a.md": "# A\n"}).folder)
    code, out, err = called(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("book: ")
    assert says in err
    assert err.strip().count("\n") == 0


def test_outside_of_a_book(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, err = called(capsys, "build")
    assert code == 2
    assert "write one line, `title: …`, into book.yaml" in err


def test_an_output_folder_that_is_a_file(sample: Make, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    book = sample({"a.md": "# A\n", "taken": "x"})
    monkeypatch.chdir(book.folder)
    code, _, err = called(capsys, "build", "--out", "taken")
    assert code == 2
    assert err.strip().count("\n") == 0


@pytest.mark.parametrize("option", ["--help", "-h"])
def test_help_lists_every_command(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = called(capsys, option)
    assert code == 0
    assert all(name in out for name in COMMANDS)


def test_every_command_exists_and_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    for name in COMMANDS:
        code, out, _ = called(capsys, name, "--help")
        assert (code, "Usage" in out) == (0, True)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert called(capsys, "--version") == (0, f"{__version__}\n", "")


def test_a_fault_of_ours_is_one_line_too(sample: Make, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(sample({"a.md": "# A\n"}).folder)
    monkeypatch.setattr("book.cli.build.load_project", lambda folder: 1 // 0)
    code, _, err = called(capsys, "build")
    assert code == 2
    assert "ZeroDivisionError" in err
    assert "BOOK_DEBUG=1" in err
