"""The witness about per cent and points: `a relative reduction of 3.8%` from 12.4% to 8.6% is one of 3.8 points."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from book.checks.passage import reading_of
from book.errata.around import Block, passage_of
from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import Figure, figures_of
from book.numbers.interval import Interval
from book.numbers.scan import What


def points(dispute: Dispute) -> Iterator[Evidence]:
    """The same number as a percentage and as points: which of the two the two percentages of the sentence give."""
    scene, claim = dispute.scene, dispute.claim
    mine, theirs = (_change(text, scene.language) for text in (claim.stated, claim.proposed))
    if scene.table is not None or mine is None or theirs is None or {mine.what, theirs.what} != {What.PERCENT, What.POINTS}:
        return
    if mine.literal.value != theirs.literal.value:
        return
    first, last = scene.sentence
    shares = [f for f in scene.figures if first <= f.start < last and f.what is What.PERCENT]
    for a, b in pairwise(shares):
        if not a.amount or scene.text_of((a.start, a.end)) in claim.stated or scene.text_of((b.start, b.end)) in claim.stated:
            continue
        told = {what for what, value in _changes(a.amount, b.amount) if mine.literal.admits(Interval.exact(value))}
        shown = {"old": a.literal.written, "new": b.literal.written, "printed": claim.stated, "proposed": claim.proposed}
        if told == {theirs.what}:
            yield Evidence.of("mixup", For.PROPOSAL, "points-or-share", **shown)
            return
        if told == {mine.what}:
            yield Evidence.of("mixup", For.TEXT, "points-or-share-holds", **shown)
            return


def _changes(old: Fraction, new: Fraction) -> Iterator[tuple[What, Fraction]]:
    yield What.POINTS, abs(new - old) * 100
    yield What.PERCENT, abs(new - old) / old * 100


def _change(text: str, language: str) -> Figure | None:
    """The only number of a phrase, if it is a percentage or a number of points."""
    found = figures_of(reading_of(passage_of(text, Block("paragraph", 0, len(text)), language)))
    return found[0] if len(found) == 1 and found[0].what in (What.PERCENT, What.POINTS) else None
