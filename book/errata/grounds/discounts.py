"""Discounts as Chinese tells them: 打六折 leaves six tenths of the price."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import Figure
from book.errata.parity import counterpart
from book.numbers.chain import show

_FOLD = re.compile(r"(?P<digits>[一二三四五六七八九]{1,2}|\d(?:\.\d)?)\s?折")
_DIGITS = {digit: value for value, digit in enumerate("一二三四五六七八九", start=1)}


def _share(text: str) -> Fraction | None:
    """What is left of a price: 0.85 for 八五折."""
    match = _FOLD.search(text)
    if match is None:
        return None
    digits = match["digits"]
    if digits[0] in _DIGITS:
        return sum((Fraction(_DIGITS[digit], 10**place) for place, digit in enumerate(digits, start=1)), Fraction(0))
    return Fraction(digits) / 10


def _one_money(a: Figure, b: Figure) -> bool:
    """Whether two prices are told in one currency, be it by the hour or not."""
    return a.unit is not None and b.unit is not None and a.unit.dims[:1] == b.unit.dims[:1] and bool(a.unit.dims)


def discounts(dispute: Dispute) -> Iterator[Evidence]:
    """A doubted discount against the two prices of the sentence, and against the source edition."""
    stated, proposed = _share(dispute.claim.stated), _share(dispute.claim.proposed)
    scene = dispute.scene
    if scene.table is not None or stated is None or proposed is None or stated == proposed:
        return
    shown = {"printed": dispute.claim.stated, "proposed": dispute.claim.proposed}
    first, last = scene.sentence
    prices = [f for f in scene.figures if first <= f.start < last and f.unit is not None]
    ratios = [b.literal.value / a.literal.value for a, b in permutations(prices, 2) if _one_money(a, b) and a.literal.value > 0]
    mine, theirs = stated in ratios, proposed in ratios
    if mine != theirs:
        found = stated if mine else proposed
        yield Evidence.of("mixup", For.TEXT if mine else For.PROPOSAL, "discount", computed=f"{show(found * 100)}%", **shown)
    if scene.place.text.edition.is_source:
        return
    source = counterpart(scene.volume, scene.place.text, scene.block, scene.volume.project.source.id)
    if source is None:
        return
    words = source.text.source[source.block.start : source.block.end]
    folds = {match[0]: _share(match[0]) for match in _FOLD.finditer(words)}
    if len(folds) == 1 and (proposed in folds.values()) != (stated in folds.values()):
        right = For.PROPOSAL if proposed in folds.values() else For.TEXT
        yield Evidence.of("parity", right, "parity-proposed" if right is For.PROPOSAL else "parity-same", source=next(iter(folds)), **shown)
