"""Claims about years, times of day, hexadecimal numbers and shapes, in four languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from book.checks.run import check
from tests.book.checks.markdown import blocks_of

CASES: dict[str, list[dict[str, Any]]] = yaml.safe_load(Path(__file__).with_suffix("").with_name("told_otherwise.yaml").read_text("utf-8"))


@pytest.mark.parametrize("language", CASES)
def test_what_is_wrong_is_found_and_nothing_else(language: str) -> None:
    source = "\n\n".join(case["text"] for case in CASES[language]) + "\n"
    blocks = blocks_of(source, language)
    assert len(blocks) == len(CASES[language])
    for case, block in zip(CASES[language], blocks, strict=True):
        found = [(finding.id, finding.stated, finding.computed) for finding in check([block], source).findings]
        assert found == ([(case["code"], case["stated"], case["computed"])] if "code" in case else []), case["text"]
