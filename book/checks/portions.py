"""A part and its whole in one clause, and the percentage that the part is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from book.checks.compare import Formula
from book.checks.derivation import Derivation
from book.checks.scene import Place, Scene, alike, size, usable
from book.numbers.interval import Interval
from book.numbers.scan import What

_ONE = Interval.exact(1)
_OF = re.compile(r"(?:^|[,;:(.]\s?)(?:(?:out of|of|from|among)\s(?:the\s|all\s|these\s|our\s|a total of\s|its\s)*|"
                 r"из\s(?:всех\s|этих\s|общих\s)?)$", re.IGNORECASE)


def derivations(scene: Scene, at: int) -> Iterator[Derivation]:
    """A percentage as the part over the whole."""
    stated = scene.places[at]
    if stated.mention.what is not What.PERCENT or not 0 < stated.mention.literal.value <= 100:
        return
    rows = [run for run in scene.runs(at) if len(run) == 2]
    if at + 3 <= len(scene.places) and (at + 3 == len(scene.places) or scene.places[at + 3].starts):
        rows.append(scene.places[at + 1:at + 3])
    for first, second in rows:
        first, second = first.to(second), second.to(first)
        whole, part = (first, second) if size(first) >= size(second) else (second, first)
        if not usable([first, second]) or not alike(first, second) or size(part) <= 0:
            continue
        if _part_of(scene, stated, whole, part, first is part):
            yield Derivation(stated.mention, [part.mention, whole.mention], _formulas(scene, stated, part), "the part over the whole",
                             alone=True)


def _part_of(scene: Scene, stated: Place, whole: Place, part: Place, in_order: bool) -> bool:
    """Whether the words say that one is part of the other and the percentage its share."""
    words = scene.words
    if not words.share.search(stated.before[-30:]) and part.before != stated.after:
        return False
    if scene.sentence.family != "zh":
        return bool(words.part.search(whole.before)) if in_order else bool(_OF.search(whole.before))
    named = part.mention.dims or part.after[:1] == whole.after[:1] or bool(part.noun & whole.noun)
    rated = re.search("率|占|比例|比重", stated.before[-12:]) or re.search("率|占|比例", whole.before[-12:])
    return bool(named) and bool(rated)


def _formulas(scene: Scene, stated: Place, part: Place) -> Sequence[Formula]:
    """The share, or what is missing to the whole."""
    formulas: list[Formula] = [lambda v: v[0] / v[1]]
    if scene.words.rest.search(" ".join((stated.before, stated.after[:30], part.before, part.after))):
        formulas.append(lambda v: _ONE - v[0] / v[1])
    return formulas
