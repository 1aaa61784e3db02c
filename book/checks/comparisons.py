"""Two values of one kind set against each other, and how many times one is the other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from book.checks.compare import Formula, exact
from book.checks.derivation import Derivation
from book.checks.pairs import opposed
from book.checks.scene import Place, Scene, alike, shared, size, usable
from book.numbers.interval import Interval
from book.numbers.scan import What

_ONE = Interval.exact(1)
_BECAME = re.compile(r"(?:[到至为成]|\bto|(?<!\w)до)\s?$")
_LEADS_TO = re.compile(r"[,，]\s?[^\W\d_]{2}|\b(?:with|to)\s")
"""Another clause, or a cause and what came of it."""
_INCREASE = re.compile(r"\b(?:increase|growth|rise|gain|jump)\s(?:of|by)\s$|(?:增长|增加|提高|提升|增幅|涨幅|上升|多)(?:了|为|达)?$|"
                       r"(?<!\w)(?:рост|прирост|увеличение)\s(?:на|в|составил)\s$", re.IGNORECASE)
"""Words that leave only the change over the old value, and never the ratio."""


def derivations(scene: Scene, at: int) -> Iterator[Derivation]:
    """A multiple or a percentage as the comparison of the two quantities of its clause."""
    stated = scene.places[at]
    factor = stated.mention.what is What.QUANTITY and stated.mention.unit is None and scene.words.ratio.search(stated.before)
    if stated.mention.what not in (What.MULTIPLE, What.PERCENT) and not factor:
        return
    rows: list[Sequence[Place]] = [kept for run in scene.runs(at) if len(kept := [p for p in run if p.mention.what is not What.MULTIPLE]) == 2]
    if not rows and at == 0 and len(scene.places) == 3:
        rows = [scene.places[1:]]
    for one, other in rows:
        first, second = one.to(other), other.to(one)
        if not usable([first, second]) or _unlike(one, other) or not _of_one_kind(first, second) or not _set_against(scene, stated, first, second):
            continue
        formulas = _multiples(scene, stated, first, second) if stated.mention.what is not What.PERCENT else _percents(scene, stated, first, second)
        alien = _BECAME.search(second.before) and _LEADS_TO.search(stated.before) and opposed(stated.before + stated.after[:16], first.mention, second.mention)
        if formulas and not alien:
            named = stated.mention.what is What.PERCENT and bool(_INCREASE.search(stated.before))
            yield Derivation(stated.mention, [first.mention, second.mention], formulas, "the two values against each other", alone=named)


def _unlike(first: Place, second: Place) -> bool:
    """Whether one is measured and the other counts things of a name: `6 tricks, and the page needs 2300 ms`."""
    return (bool(first.mention.dims) and not second.mention.dims and bool(second.noun)) or \
        (bool(second.mention.dims) and not first.mention.dims and bool(first.noun))


def _of_one_kind(first: Place, second: Place) -> bool:
    """Whether the two are measured in one unit, or count the same things."""
    if not alike(first, second) or exact(first.mention).low <= 0 or exact(second.mention).low <= 0:
        return False
    if exact(first.mention).low == exact(second.mention).low:
        return False
    return bool(first.mention.dims) or (shared(first.noun, second.noun) and min(size(first), size(second)) >= 10)


def _set_against(scene: Scene, stated: Place, first: Place, second: Place) -> bool:
    """Whether the words say that one is compared with the other."""
    words = scene.words
    if stated.mention.what is What.QUANTITY:
        return True
    around = stated.before[-40:] + " " + stated.after[:40]
    if stated.mention.what is What.MULTIPLE and words.instead.search(second.before) and first.before == stated.after:
        return True
    if stated.mention.what is What.MULTIPLE and stated.before == second.after and len(stated.before) <= words.near \
            and words.more.search(stated.after[:24]):
        return True
    return bool(words.more.search(around)) and bool(words.versus.search(first.before[-30:] + " " + second.before + " " + second.after + " " + around))


def _multiples(scene: Scene, stated: Place, first: Place, second: Place) -> list[Formula]:
    """The larger over the smaller one; and less one where the words may mean the increase."""
    swapped = exact(second.mention).low > exact(first.mention).low
    ratio: Formula = (lambda v: v[1] / v[0]) if swapped else (lambda v: v[0] / v[1])
    formulas = [ratio]
    if scene.words.increase.search(stated.before[-12:] + " " + stated.after[:16]):
        formulas.append(lambda v: ratio(v) - _ONE)
    return formulas


def _percents(scene: Scene, stated: Place, first: Place, second: Place) -> list[Formula]:
    """All readings of a percentage that compares two values."""
    if not scene.words.more.search(stated.before[-14:] + " " + stated.after[:20]) or stated.level:
        return []

    def change(v: Sequence[Interval], base: int) -> Interval:
        return (v[0] - v[1]).absolute() / v[base]

    if _INCREASE.search(stated.before):
        old = 0 if exact(first.mention).low < exact(second.mention).low else 1
        return [lambda v: change(v, old)]
    return [lambda v: change(v, 0), lambda v: change(v, 1), lambda v: v[0] / v[1], lambda v: v[1] / v[0]]
