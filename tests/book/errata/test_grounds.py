"""What tells two values or two words apart: each ground for and against the text, and near misses that a person decides."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from book.errata.form import clean
from book.errata.outcome import Outcome, outcome_of
from book.errata.reply import reply
from book.errata.volume import Volume
from book.project import load_project

CASES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("grounds.yaml").read_text(encoding="utf-8"))
LANGUAGES = ("en", "zh-Hans", "zh-Hant-TW", "ru")


def outcome(case: dict[str, Any], folder: Path) -> Outcome:
    """What comes of a case's report about a book of its text and the chapters beside it."""
    chapters = {"01-text.md": f"One\n\n{case['text']}", **case.get("files", {})}
    for name, text in chapters.items():
        (folder / name).write_text(f"---\nlang: {case['lang']}\n---\n\n# {text}\n", encoding="utf-8")
    fields = {key: case.get(key, "") for key in ("stated", "proposed", "reasoning")}
    form = {"edition": case["lang"], "quote": case.get("quote", case["text"]), "kind": case.get("kind", "number"), **fields}
    return outcome_of(clean(form), Volume(load_project(folder)))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_verdict(case: dict[str, Any], tmp_path: Path) -> None:
    assert outcome(case, tmp_path).verdict.value in case["verdict"]


@pytest.mark.parametrize("case", [case for case in CASES if case["verdict"] in (["confirmed"], ["refuted"])], ids=lambda case: case["id"])
def test_the_reply_tells_the_ground_in_every_language(case: dict[str, Any], tmp_path: Path) -> None:
    found = outcome(case, tmp_path)
    told = {reply(found, [], "", "", language).replace(case["proposed"].strip(), "") for language in LANGUAGES}
    assert len(told) == len(LANGUAGES)
