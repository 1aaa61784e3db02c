"""Typography of four languages: what is found, what is mended, and that mending is done once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from book.checks.typography import mended, slips_of
from tests.book.editions.sample import chapter

CASES: list[dict[str, Any]] = yaml.safe_load(Path(__file__).with_name("typography.yaml").read_text())


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['lang']} {case['text'][:24]}")
def test_case(case: dict[str, Any]) -> None:
    read = chapter(case["text"])
    slips = list(slips_of(read, read.blocks, case["lang"]))
    assert sorted(slip.finding.id for slip in slips) == sorted(case.get("codes", []))
    text, _ = mended(read, read.blocks, case["lang"])
    assert text == case.get("fixed", case["text"])


@pytest.mark.parametrize("case", [case for case in CASES if "fixed" in case], ids=lambda case: case["fixed"][:24])
def test_mended_text_is_clean(case: dict[str, Any]) -> None:
    read = chapter(case["fixed"])
    assert not list(slips_of(read, read.blocks, case["lang"]))


def test_place_of_a_slip() -> None:
    read = chapter("# 题\n\n第一段。\n\n读 70 GB 权重,然后算。\n")
    slip, = slips_of(read, read.blocks, "zh-Hans")
    assert (slip.finding.line, slip.finding.column) == (5, 11)
