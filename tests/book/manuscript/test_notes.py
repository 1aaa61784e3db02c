"""Footnotes in circles, with which pandoc fills the memory, are told from footnotes that only call others."""

from __future__ import annotations

import pytest

from book.errors import BadInput
from book.manuscript.notes import endless
from book.manuscript.reader import parse

CIRCLES = ["text[^a]\n\n[^a]: x[^a]\n", "[^A]: x[^a] y[^a]\n", "q[^a]\n\n[^a]: x[^b]\n\n[^b]: y\n\n    z[^a]\n", "- [^a]: x[^a]\n",
           "> [^a]: x\n> y[^a]\n", "".join(f"[^{i}]: [^{i + 1}] [^{i + 1}]\n\n" for i in range(40)) + "[^40]: end\n"]
SOUND = ["text[^a] more[^a]\n\n[^a]: x[^b]\n\n[^b]: y\n\nLater text[^a].\n", "```\n[^a]: x[^a]\n```\n", "Text[^a].\n\n[^a]: write `[^a]`\n",
         "Text[^a].\n\n[^a]: write \\[^a]\n", "[^a]: x\n\nText[^a].\n", "Text[^a].\n\n[^a]: calls [^nobody]\n"]


@pytest.mark.parametrize("text", CIRCLES)
def test_circles_are_refused_before_pandoc_sees_them(text: str) -> None:
    with pytest.raises(BadInput, match=r"x\.md:\d+:\d+: the footnote"):
        parse(text, "commonmark_x", "x.md")


@pytest.mark.parametrize("text", SOUND)
def test_other_footnotes_are_read(text: str) -> None:
    assert endless(text) is None
    assert parse(text, "commonmark_x", "x.md")["blocks"]
