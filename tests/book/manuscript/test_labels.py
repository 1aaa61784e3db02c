"""Numbers of labels, and references that carry them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from book.manuscript.blocks import shape
from book.manuscript.labels import Numbering, fill_number, number
from book.manuscript.reader import Chapter, chapter_of, parse
from book.manuscript.references import Frame, Resolved, resolve
from book.manuscript.tree import stringify, walk

CASES: list[dict[str, Any]] = yaml.safe_load((Path(__file__).parent / "numbering.yaml").read_text(encoding="utf-8"))


def chapter(text: str, name: str = "01-c1.md") -> Chapter:
    tree = parse(text, "commonmark_x", name)
    return chapter_of({**tree, "blocks": shape(tree["blocks"])}, text, name)


def resolved(text: str, *, links: str = "") -> tuple[Resolved, Numbering]:
    one = chapter(text)
    numbering = number([one])
    return resolve(one, Frame(numbering, {one.path: "ch:a"}, {one.path: one}, links, "refuse")), numbering


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_numbers(case: dict[str, Any]) -> None:
    numbering = number([chapter(text, f"{index:02}-c{index}.md") for index, text in enumerate(case["chapters"], 1)])
    assert numbering.faults == []
    assert {key: numbering.labels[key].number for key in case["numbers"]} == case["numbers"]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("[图 #](#fig:a)", "图\u00a01.1"),
        ("[на рис. #](#fig:a)", "на рис.\u00a01.1"),
        ("[#](#fig:a)", "1.1"),
        ("[the map](#fig:a)", "the map"),
        ("[\\# #](#fig:a)", "#\u00a01.1"),
        ("[C\\#](#fig:a)", "C#"),
        ("[**第#章**](#ch:a)", "第1章"),
        ("[(#)](#fig:a)", "(1.1)"),
        ("[# and #](#fig:a)", "1.1 and #"),
        ("[`#` #](#fig:a)", "#\u00a01.1"),
    ],
)
def test_a_number_takes_the_place_of_the_lone_sign(written: str, shown: str) -> None:
    result, _ = resolved(f"# A {{#ch:a}}\n\n![c](f.svg){{#fig:a}}\n\n{written}\n")
    assert result.faults == []
    assert next(stringify(node["c"][1]) for node in walk(result.blocks) if node["t"] == "Link") == shown


TEXTS = st.text(st.sampled_from("ab #中."), min_size=1, max_size=20).filter(lambda text: text.strip() == text and "  " not in text)


@settings(max_examples=60, deadline=None)
@given(TEXTS)
def test_law_filling_changes_one_sign_and_nothing_else(text: str) -> None:
    one = chapter(f"x [{text}](#fig:a)\n")
    link = next((node for node in walk(one.blocks) if node["t"] == "Link"), None)
    assert link is not None
    inlines, filled = fill_number(one, link, "7.7")
    assert filled == ("#" in text)
    assert stringify(inlines).replace("\u00a0", " ") == text.replace("#", "7.7", 1)


def test_a_reference_leads_to_a_heading_by_its_words() -> None:
    result, numbering = resolved("# A\n\n## Some words\n\n[there](#some-words)\n")
    link = next(node for node in walk(result.blocks) if node["t"] == "Link")
    assert link["c"][2][0][1:] in numbering.labels
    assert result.faults == []


@pytest.mark.parametrize(
    ("links", "target", "warned"),
    [("", None, True), ("https://example.com/blob/main", "https://example.com/blob/main/code/x.py", False)],
)
def test_a_link_that_leaves_the_book(links: str, target: str | None, warned: bool) -> None:
    result, _ = resolved("# A\n\nSee [the code](code/x.py).\n", links=links)
    assert next((node["c"][2][0] for node in walk(result.blocks) if node["t"] == "Link"), None) == target
    assert bool(result.warnings) == warned


def test_bound_numbers_and_citations_are_kept_for_the_formats() -> None:
    result, _ = resolved("# A\n\n[20.90 ms](calc:decode-read) by [TPU v1](cite:jouppi2017,other)\n")
    spans = {node["c"][0][1][0]: dict(node["c"][0][2]) for node in walk(result.blocks) if node["t"] == "Span"}
    assert spans == {"bound": {"calc": "decode-read"}, "citation": {"keys": "jouppi2017,other"}}
    assert result.citations == ["jouppi2017", "other"]
