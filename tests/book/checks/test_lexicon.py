"""The words of the rules: every language fills every field, and traditional characters lead to the simplified ones."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

import opencc
import pytest

from book.checks.lexicon import Lexicon, lexicon
from book.numbers.words import SIMPLE

ROOT = Path(__file__).parents[3] / "book"
TELLING = ("total_before", "result_before", "left_before", "mean_before", "each_before", "split", "versus", "share", "by", "turn", "factor")


@pytest.mark.parametrize("family", ["en", "ru", "zh"])
def test_every_field_is_filled_and_finds_no_empty_word(family: str) -> None:
    words = lexicon(family)
    patterns = {field.name: getattr(words, field.name) for field in fields(Lexicon) if field.name != "near"}
    assert all(isinstance(pattern, re.Pattern) for pattern in patterns.values())
    assert [name for name in TELLING if patterns[name].search("") or patterns[name].pattern == "(?!)"] == []


def test_traditional_characters_of_the_rules_words_are_simplified() -> None:
    text = "".join(path.read_text("utf-8") for folder in ("checks", "numbers") for path in (ROOT / folder).rglob("*.py"))
    used = set(re.findall("[\u4e00-\u9fff]", text)) - set(SIMPLE)
    turned = {turned: char for char in used for name in ("s2t", "s2tw")
              if len(turned := opencc.OpenCC(name).convert(char)) == 1 and turned != char}
    assert {traditional: char for traditional, char in turned.items() if traditional not in SIMPLE} == {}
