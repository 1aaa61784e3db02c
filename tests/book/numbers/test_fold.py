"""Folding is `str.translate`, only faster."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from book.numbers.fold import folding

PAIRS = {"]": "[", "^": "v", "\\": "/", "－": "-", "參": "参", "Ａ": "A", "-": "–"}


@settings(deadline=None)
@given(st.text(st.sampled_from([*PAIRS, "a", "参", " "])))
def test_it_replaces_each_character_by_its_pair(text: str) -> None:
    assert folding(PAIRS)(text) == text.translate(str.maketrans(PAIRS))
