"""Sums, rests, products, quotients and means, and the numbers beside them that are no part, in four languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from book.checks.run import check
from tests.book.checks.markdown import blocks_of

CASES: dict[str, list[dict[str, Any]]] = yaml.safe_load(Path(__file__).with_name("parts.yaml").read_text("utf-8"))


@pytest.mark.parametrize(("language", "case"), [(language, case) for language, cases in CASES.items() for case in cases])
def test_what_is_wrong_is_found_and_what_stands_beside_is_no_part(language: str, case: dict[str, Any]) -> None:
    source = case["text"] + "\n"
    found = [(finding.id, finding.stated, finding.computed) for finding in check(blocks_of(source, language), source).findings]
    assert found == ([(case["code"], case["stated"], case["computed"])] if "code" in case else [])
