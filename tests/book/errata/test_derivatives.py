"""Formulas with derivatives: decided where the text defines all that they are taken of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from book.checks.passage import Kind, Passage, Segment, reading_of
from book.errata.definitions import definitions_in
from book.errata.form import clean
from book.errata.formulas import holds_for_all
from book.errata.outcome import outcome_of
from book.errata.volume import Volume
from book.project import load_project

CASES: dict[str, list[Any]] = yaml.safe_load(Path(__file__).with_name("derivatives.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("text", "formula", "equal"), CASES["formulas"], ids=[case[1] for case in CASES["formulas"]])
def test_sides_are_equal(text: str, formula: str, equal: bool | None) -> None:
    at, segments = 0, []
    for i, part in enumerate(text.split("$")):
        segments.append(Segment(Kind.MATH if i % 2 else Kind.PROSE, part, at + i))
        at += len(part)
    assert holds_for_all(formula, "en", definitions_in([reading_of(Passage(tuple(segments), "en"))])) is equal


@pytest.mark.parametrize("case", CASES["reports"], ids=lambda case: case["id"])
def test_verdict(case: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "01-text.md").write_text(f"---\nlang: {case['lang']}\n---\n\n# One\n\n{case['text']}\n", encoding="utf-8")
    form = {"edition": case["lang"], "quote": case["text"], "kind": "formula",
            **{key: case[key] for key in ("stated", "proposed", "reasoning")}}
    assert outcome_of(clean(form), Volume(load_project(tmp_path))).verdict.value in case["verdict"]


@pytest.mark.parametrize("formula", [r"\frac{d" * 30 + "x" + "}{dx}" * 30 + " = 1", r"\frac{d}{dx}" * 40 + "x = 1",
                                     r"\frac{d}{dx} x^{x^{x^{x^{x^{x^{x}}}}}} = 1"])
def test_hostile_derivatives_are_left_alone(formula: str) -> None:
    assert holds_for_all(formula, "en", definitions_in([])) is not True
