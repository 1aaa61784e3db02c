"""Experiment 01-01: the record and what the book prints from it agree, and no digit of the record can change unseen."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from book.publish.drawing import load

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "experiments" / "ch01" / "01-01"
RECORD = (FOLDER / "results" / "summary.json").read_text(encoding="utf-8")
CLOSED = re.compile(r'"\d+"(?=:)')
"""Keys of the record: a batch that is missing is another fault."""
DIGITS = [at for at, char in enumerate(CLOSED.sub(lambda key: "x" * len(key[0]), RECORD)) if char.isdigit()]


@pytest.fixture(scope="module")
def verify() -> ModuleType:
    module: ModuleType = load(FOLDER / "verify.py")
    return module


def run(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(FOLDER / script), *arguments], capture_output=True, text=True, timeout=120, check=False, cwd=ROOT
    )


def test_the_record_gives_what_is_printed() -> None:
    done = run("verify.py")
    assert (done.returncode, done.stderr) == (0, "")
    assert int(done.stdout.split()[0]) > 80, "nearly all of the chapter's and the README's numbers of this experiment"


def test_verify_needs_only_the_standard_library_and_the_calculator() -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(FOLDER / "verify.py")], capture_output=True, text=True, timeout=60, check=False, cwd="/"
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("at", DIGITS)
def test_a_changed_digit_is_seen(at: int, verify: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed = tmp_path / "summary.json"
    changed.write_text(RECORD[:at] + str((int(RECORD[at]) + 1) % 10 or 1) + RECORD[at + 1 :], encoding="utf-8")
    assert verify.main([str(changed)]) == 1
    assert "record" in capsys.readouterr().out


def test_a_measurement_below_its_bound_is_a_fault(verify: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed = tmp_path / "summary.json"
    changed.write_text(RECORD.replace('"1": 44.0', '"1": 34.0'), encoding="utf-8")
    assert verify.main([str(changed)]) == 1
    assert "the bound of 1 columns is above the measured time" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "[]", "{}", RECORD.replace("12288", '"wide"'), RECORD.replace("15.33", "0"), "NaN"])
def test_another_file_is_told_in_one_sentence(text: str, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text(text, encoding="utf-8")
    done = run("verify.py", str(other))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "other.json" in done.stderr


def test_a_missing_record_is_told_in_one_sentence(tmp_path: Path) -> None:
    done = run("verify.py", str(tmp_path / "none.json"))
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)


def test_the_record_is_not_overwritten() -> None:
    done = run("run.py", "--side", "8")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "--force" in done.stderr
    assert (FOLDER / "results" / "summary.json").read_text(encoding="utf-8") == RECORD


def test_a_run_writes_what_the_record_holds(tmp_path: Path) -> None:
    out = tmp_path / "summary.json"
    out.write_text("old", encoding="utf-8")
    done = run("run.py", "--side", "400", "--out", str(out), "--force")
    assert done.returncode == 0, done.stderr
    found, record = json.loads(out.read_text(encoding="utf-8")), json.loads(RECORD)
    assert list(found) == list(record)
    assert list(found["time_ms"]) == list(record["time_ms"])
    assert {key: type(value) for key, value in found.items()} == {key: type(value) for key, value in record.items()}
    assert found["side"] == 400
    assert found["bandwidth_gb_per_s"] > 0


def test_the_figure_draws_the_record(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = ROOT / "manuscripts" / "figures"
    monkeypatch.syspath_prepend(str(figures))
    drawn, record = load(figures / "shared_read.py"), json.loads(RECORD)
    assert {str(columns): time for columns, time in drawn.MEASURED.items()} == record["time_ms"]
    assert (record["bandwidth_gb_per_s"] * 1e9, record["peak_gflop_per_s"] * 1e9) == (drawn.BANDWIDTH, drawn.PEAK)
    assert (4 * record["side"] ** 2, 2 * record["side"] ** 2) == (drawn.DATA, drawn.COLUMN)
