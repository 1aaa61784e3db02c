"""Things announced and the list after them, in four languages; the walk over a chapter reads lists as these tests do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from book.checks.chapter import pieces
from book.checks.listing import Between, Listing, listed
from book.checks.passage import Passage
from book.checks.run import check
from book.errata import around
from book.manuscript.reader import chapter_of, parse
from tests.book.checks.markdown import blocks_of

CASES: dict[str, list[dict[str, Any]]] = yaml.safe_load(Path(__file__).with_name("listed.yaml").read_text("utf-8"))


@pytest.mark.parametrize("language", CASES)
def test_a_list_of_another_length_is_found_and_nothing_else(language: str) -> None:
    for case in CASES[language]:
        findings = check(blocks_of(case["text"], language), case["text"]).findings
        expected = [("count.mismatch", case["stated"], case["computed"])] if "stated" in case else []
        assert [(each.id, each.stated, each.computed) for each in findings] == expected, case["text"]


@pytest.mark.parametrize("language", CASES)
def test_a_chapter_hands_over_the_same_lists(language: str) -> None:
    source = "\n\n# Next\n\n".join(case["text"] for case in CASES[language])
    tree = parse(source, "commonmark_x", "x.md")
    walked = [piece.block.listed for piece in pieces(chapter_of(tree, source, "x.md").blocks, language)
              if isinstance(piece.block, Passage) and piece.role != "alt"]
    told = [block.listed for block in blocks_of(source, language) if isinstance(block, Passage)]
    assert [each for each in walked if each.number] == [each for each in told if each.number]


@pytest.mark.parametrize("language", CASES)
def test_an_erratum_reads_the_same_lists_from_the_raw_text(language: str) -> None:
    for case in CASES[language]:
        blocks = around.blocks_of(case["text"])
        if blocks[0].kind != "paragraph":
            continue
        passage = around.passage_of(case["text"], blocks[0], language, blocks[1:])
        found = [each.computed for each in check([passage], case["text"]).findings]
        assert found == ([case["computed"]] if "stated" in case else []), case["text"]


def test_items_are_counted() -> None:
    assert listed([]).number == listed(["a paragraph"]).number == listed([Listing(("read, write", "open, close"))]).number == 0
    two = Listing(("read the file", "close it"))
    assert listed([two]).fits(2) and not listed([two]).fits(3)
    assert listed([two, Between.OTHER, Listing(("drop it",))]).fits(3)
    assert not listed([two, "First.", "Second.", Listing(("drop it",))]).fits(3)
    assert not listed([two, Between.HEADING, Listing(("drop it",))]).fits(3)


@pytest.mark.parametrize("item", ["a, " * 40 + ".", "(" * 9_000, "_" * 9_000, "和" * 9_000, "а и " * 9_000, " -" * 9_000, "١٢ x", "²", "9" * 9_000])
def test_hostile_items_are_counted(item: str) -> None:
    assert listed([Listing((item, item))]).number in (0, 2)
