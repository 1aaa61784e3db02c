"""What a reader means who fills in no value: the number of the quote and the number of the same kind that the reasoning ends in."""

from __future__ import annotations

import re
from collections.abc import Sequence

from book.checks.passage import reading_of
from book.errata.around import Block, passage_of
from book.errata.claims import Claim
from book.errata.figures import Figure, figures_of, matching
from book.errata.form import Report
from book.errata.scene import Scene
from book.errata.value import value_of
from book.numbers.scan import What

_LEADS = re.compile(
    r"(?:[=≈→]|\b(?:only|just|be|is|get|gives?|makes?|yields?|exactly|about|to|read)|[只就][有是能]?|[应應][该該]?[为為是]?|[得为為是出成]|约|約"
    r"|(?:должно|получается|выходит|равно|всего|это|только|ровно|будет)(?:\s+быть)?|—)[\s$]*$",
    re.IGNORECASE,
)


def guess(report: Report, claim: Claim, scene: Scene) -> Claim | None:
    """The claim with both sides, as texts; None if the reasoning does not name exactly one pair of numbers."""
    language = scene.language
    reasoning = report.reasoning[:2000]
    said = figures_of(reading_of(passage_of(reasoning, Block("paragraph", 0, len(reasoning)), language)))
    stated = value_of(claim.stated, language)
    doubted = matching(scene.quoted, stated) if stated.is_number else [f for f in scene.quoted if any(_same(f, s) for s in said)]
    if not doubted and not claim.stated and len(scene.quoted) == 1:
        doubted = scene.quoted
    pairs = {
        (figure.amount, wanted.amount): (figure, wanted)
        for figure in doubted
        for wanted in said
        if _kind(wanted) == _kind(figure) and not _printed(wanted, scene.figures) and _LEADS.search(wanted.before)
    }
    if len(pairs) != 1:
        return None
    figure, wanted = next(iter(pairs.values()))
    return Claim(claim.stated or scene.text_of((figure.start, figure.end)).strip(" $"), _words(reasoning, wanted))


def _same(first: Figure, second: Figure) -> bool:
    return first.literal.value == second.literal.value and _kind(first) == _kind(second)


def _kind(figure: Figure) -> tuple[object, ...]:
    return figure.what, figure.unit.dims if figure.unit is not None else ()


def _printed(wanted: Figure, figures: Sequence[Figure]) -> bool:
    return any(figure.amount == wanted.amount for figure in figures)


def _words(reasoning: str, figure: Figure) -> str:
    """The number as the reader wrote it; a formula keeps its dollar signs out."""
    shown = figure.literal.written
    tail = figure.unit.spelling if figure.unit is not None and figure.what is not What.PERCENT else "%" if figure.unit else ""
    return f"{shown} {tail}".strip() if tail != "%" else shown.rstrip("%") + "%"
