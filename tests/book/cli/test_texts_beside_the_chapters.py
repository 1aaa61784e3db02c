"""Case studies, experiments, methods and logs are no chapters, and their numbers are held to the same ledger."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.book.sample import ROOT, Sample
from tests.conftest import Make

FOLDERS = ("case-studies", "experiments", "skills", "research")
TEXTS = sorted(path.relative_to(ROOT).as_posix() for folder in FOLDERS for path in (ROOT / folder).rglob("*.md"))
BOUND = [name for name in TEXTS if "](calc:" in (ROOT / name).read_text(encoding="utf-8")]


@pytest.fixture
def copied(sample: Make) -> Sample:
    """The texts, the ledger and the results in a book of their own."""
    book = sample({"a.md": "# A\n"})
    for folder in (*FOLDERS, "calculations/ledger"):
        shutil.copytree(ROOT / folder, book.folder / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return book


def test_each_kind_of_text_has_a_member_and_nothing_is_wrong_in_it(copied: Sample) -> None:
    assert {name.partition("/")[0] for name in TEXTS} == set(FOLDERS)
    done = copied.run("check", *FOLDERS, "--format", "json")
    report = json.loads(done.out)
    assert report["findings"] == []
    assert done.code == 0
    assert report["stats"]["files"] == len(TEXTS)
    assert report["stats"]["quantities"] > 100


@pytest.mark.parametrize("name", BOUND)
def test_a_changed_bound_number_is_found(name: str, copied: Sample) -> None:
    path: Path = copied.folder / name
    text = path.read_text(encoding="utf-8")
    changed = re.sub(r"\[(\d)", lambda match: f"[{int(match[1]) % 9 + 1}", text, count=1)
    path.write_text(changed, encoding="utf-8")
    done = copied.run("check", name, "--format", "json")
    assert done.code == 1
    assert {finding["code"] for finding in json.loads(done.out)["findings"]} & {"number.stale", "arith.mismatch"}


def test_a_changed_measurement_makes_the_printed_numbers_stale(copied: Sample) -> None:
    record = copied.folder / "experiments/ch01/01-01/results/summary.json"
    record.write_text(record.read_text(encoding="utf-8").replace("316.4", "317.4"), encoding="utf-8")
    done = copied.run("check", "experiments/ch01/01-01/README.md", "--select", "number.stale", "--format", "json")
    quotes = {finding["stated"] for finding in json.loads(done.out)["findings"]}
    assert {"316.4 ms", "315.5 ms"} & quotes == {"316.4 ms"}, "the measured value, not the fit through other rows"
