"""Workings that a reader tells in words: `one request takes 1 GiB, sixteen take 16 GiB` multiplies two numbers of the text."""

from __future__ import annotations

from fractions import Fraction

from book.checks.passage import reading_of
from book.errata.around import Block, passage_of
from book.errata.dispute import Dispute
from book.errata.figures import Figure, figures_of
from book.errata.working import Working, workings_of
from book.numbers.chain import show
from book.numbers.scan import What

_SIGNS = ("×", "/", "-", "+")
MOST = 400
"""Characters of a reason that is read so."""


def implied(dispute: Dispute) -> list[Working]:
    """The one operation with the only two numbers of the reasoning, both of the text, that gives the proposed value."""
    reasoning, language = dispute.report.reasoning, dispute.scene.language
    if dispute.workings or not reasoning.strip() or len(reasoning) > MOST:
        return []
    told = figures_of(reading_of(passage_of(reasoning, Block("paragraph", 0, len(reasoning)), language)))
    values = {value.literal.value for value in (dispute.stated, dispute.proposed) if value.literal is not None}
    used: dict[Fraction, Figure] = {}
    for figure in told:
        if (figure.literal.value in values and figure.unit is not None) or (figure.literal.value == 1 and figure.unit is None):
            continue
        used.setdefault(figure.amount, figure)
    known = {figure.amount for figure in dispute.others}
    if len(used) != 2 or not set(used) <= known or any(figure.what is not What.QUANTITY for figure in used.values()):
        return []
    first, second = (_written(figure) for figure in used.values())
    found = [
        working
        for a, b in ((first, second), (second, first))
        for sign in _SIGNS
        for working in workings_of(f"{a} {sign} {b}", "ru" if language == "ru" else "en")
        if working.gives(dispute.wanted, strict=True)
    ]
    return found[:1]


def _written(figure: Figure) -> str:
    return show(figure.literal.value).replace(",", "") + (f" {figure.unit.spelling}" if figure.unit is not None else "")
