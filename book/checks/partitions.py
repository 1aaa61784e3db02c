"""Rule: a whole told first, and then its parts (`the budget of 48 GB is split into 30, 12 and 6 GB`; `61 层，其中 58 层……、3 层……`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from book.checks.addends import Term, evaluate, marks, mentions_of, terms_of, uniform
from book.checks.claim import Claim
from book.checks.compare import claim, exact, slip
from book.checks.remainders import AMONG
from book.checks.scene import Place, Scene, scene_of, usable
from book.checks.sentence import Sentence
from book.numbers.interval import Interval, total

_SPLIT = re.compile(r"\b(?:split|divided|broken down|falls|shared out|parcelled out)\s(?:up\s)?(?:into|as|between|among)\b|\b(?:consists|made up|is composed) of\b|"
                    r"(?<!\w)(?:состо\w+ из|складыва\w+ из|дел\w+ на|распадает\w+ на|разбит\w* на|поделен\w* на|распредел\w+)(?!\w)|"
                    r"分为|分成|拆成|拆为|划分为|由(?=[^，。；]{0,12}组成)|构成为|包括", re.IGNORECASE)
"""What follows are all parts."""
_CLAUSE = re.compile("[,，、]")
"""`24 towns in 23 states, of which two …`: what comes after the comma are parts of the number before it."""
_OPEN, _CLOSE = re.compile("[(（][^()（）]{0,200}$"), re.compile("^[^(（]{0,200}[)）]")
_COLON = re.compile(r"[^,，;；.。:：(（)）]{0,28}[:：]")
_END = re.compile(r"[;；。:：]|\.\s|\b(?:so|thus|hence|which (?:leaves|is)|leaving|together|in all)\b|(?<!\w)(?:поэтому|итого|вместе|остаётся)(?!\w)|因此|所以|合计|共|剩|于是", re.IGNORECASE)
_MOST_PARTS = 6
_LEAST = 10
"""Smaller bare counts are split and listed all the time."""
_SOMEWHAT = Fraction(1, 10)
"""By so much the parts may exceed a whole before they are rather parts of something else."""


def claims_of(sentence: Sentence) -> Iterator[Claim]:
    """Wholes of a sentence with the sum of their parts."""
    if not 3 <= len(sentence.mentions) <= 12:
        return
    scene = scene_of(sentence)
    for at, whole in enumerate(scene.places[:-2]):
        if usable([whole]) and (whole.mention.dims or (whole.counts and whole.mention.literal.value >= _LEAST)):
            yield from _parted(scene, at, whole)


def _parted(scene: Scene, at: int, whole: Place) -> Iterator[Claim]:
    following = scene.places[at + 1].before
    if at and terms_of(scene.places[at - 1:at + 1])[-1].product:
        return  # `1,000 requests of 4 KB`: no whole, but one of many
    first = scene.places[at + 1].after[:24]
    split, among = bool(_SPLIT.search(following)), bool(AMONG.search(following) or AMONG.search(_CLAUSE.split(first, maxsplit=1)[0]))
    colon = bool(_COLON.fullmatch(following.rstrip()) or _COLON.match(following))
    if not (split or among or colon):
        return
    parts = _parts([place for place in scene.places[at + 1:] if not marks(place)])
    terms = terms_of(parts)
    if not whole.mention.literal.value or not 2 <= len(terms) <= _MOST_PARTS or not usable(parts) or not uniform(terms, whole):
        return
    operands, formula = mentions_of(terms), partial(_together, terms)
    ratio = formula([exact(m) for m in operands]).middle / exact(whole.mention).middle
    over, near = 1 < ratio <= 1 + _SOMEWHAT, abs(ratio - 1) <= _SOMEWHAT
    measured = bool(whole.mention.dims)
    if near and (ratio == 1 or (over and (split or among or measured)) or split or (colon and measured and slip(whole.mention, operands, formula))):
        yield from claim(scene.sentence, whole.mention, operands, [formula], "the sum of the parts", alone=True)


def _together(terms: Sequence[Term], values: Sequence[Interval]) -> Interval:
    return total(evaluate(terms, values))


def _parts(places: Sequence[Place]) -> list[Place]:
    """The numbers up to the end of the list, or of the brackets in which it begins."""
    out: list[Place] = []
    inside = bool(places and _OPEN.search(places[0].before))
    for place in places:
        if out and (_END.search(place.before) or (inside and _CLOSE.search(place.before))):
            break
        out.append(place)
    return out

