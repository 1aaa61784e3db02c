"""Doubted premises: the calculator decides with the operands of the text, and only where the words say which quantity is meant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from book.errata.form import clean
from book.errata.outcome import outcome_of
from book.errata.volume import Volume
from book.project import load_project

CASES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("known.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_verdict(case: dict[str, Any], tmp_path: Path) -> None:
    language, source = case["lang"], case.get("source")
    _write(tmp_path / "book", "zh-Hans" if source else language, source or case["text"])
    if source:
        _write(tmp_path / f"book-{language}", language, case["text"])
    form = {
        "edition": language,
        "quote": case.get("quote", case["text"].split(". ")[-1] if "source" not in case else case["text"].split(". ")[0]),
        "kind": case.get("kind", "number"),
        **{key: case[key] for key in ("stated", "proposed", "reasoning")},
    }
    assert outcome_of(clean(form), Volume(load_project(tmp_path / "book"))).verdict.value in case["verdict"]


def _write(folder: Path, language: str, text: str) -> None:
    folder.mkdir()
    (folder / "01-text.md").write_text(f"---\nlang: {language}\n---\n\n# One\n\n{text}\n", encoding="utf-8")
