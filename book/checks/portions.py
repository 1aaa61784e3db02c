"""A part and its whole in one clause, and the percentage that the part is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from book.checks.compare import Formula
from book.checks.derivation import Derivation
from book.checks.scene import Place, Scene, alike, shared, size, usable
from book.numbers.interval import Interval
from book.numbers.scan import Hedge, Mention, What

_ONE = Interval.exact(1)
_OF = re.compile(r"(?:^|[,;:(.]\s?)(?:(?:out of|of|from|among)\s(?:the\s|all\s|these\s|our\s|a total of\s|its\s)*|"
                 r"из\s(?:всех\s|этих\s|общих\s)?)$", re.IGNORECASE)


def derivations(scene: Scene, at: int) -> Iterator[Derivation]:
    """A percentage as the part over the whole, or a part as the percentage of the whole."""
    stated = scene.places[at]
    yield from _parts(scene, at)
    if stated.mention.what is not What.PERCENT or not 0 < stated.mention.literal.value <= 100:
        return
    if stated.level and not _names_a_share(stated):
        return
    rows = [run for run in scene.runs(at) if len(run) == 2]
    if at + 3 <= len(scene.places) and _leads(stated.after) and (at + 3 == len(scene.places) or scene.places[at + 3].starts):
        rows.append(scene.places[at + 1:at + 3])
    for first, second in rows:
        first, second = first.to(second), second.to(first)
        whole, part = (first, second) if size(first) >= size(second) else (second, first)
        if not usable([first, second]) or not alike(first, second) or size(part) <= 0:
            continue
        if size(part) == size(whole) and stated.mention.literal.value != 100:
            continue  # `words of 5 or fewer than 5 letters make 80%`
        if _part_of(scene, stated, whole, part, first is part):
            yield Derivation(stated.mention, [part.mention, whole.mention], _formulas(scene, stated, part), "the part over the whole",
                             alone=True)


def _names_a_share(stated: Place) -> bool:
    """Whether a share is named right before the number, however it goes on: `占到 35%`."""
    return bool(re.search("率|占|比例|比重|\\brate\\b|\\bshare\\b|дол[яиюе]", stated.before[-16:]))


_RATED = re.compile(r"\s?(?:utili[sz]ation|occupancy|efficiency|MFU|load|fill)\b|的?(?:利用率|占用|效率|负载)|\s(?:загрузк|заполнен|эффективност|КПД)",
                    re.IGNORECASE)
"""A percentage that is a rate, by the word after it."""
_BESIDE = re.compile(r"[^,，;；:：]{0,14}[,，（(]\s?(?:это\s|около\s|примерно\s|то есть\s|about\s|that is,?\s|or\s|some\s|i\.e\.,?\s|即|约|大约|也就是|共){0,2}")
"""A part told again beside the fraction that it is: `half of the 64 layers, 32`."""
_UTILISATION = re.compile(r"\bMFU\b[^;；,，\ue000-\uf8ff]{0,6}$")
_SHARES = (What.PERCENT, What.FRACTION, What.MULTIPLE)


def _parts(scene: Scene, at: int) -> Iterator[Derivation]:
    """`2,000 GPUs; 3% of them, 60 cards`; `1.5 times 640 is 960`."""
    stated, words = scene.places[at], scene.words
    if not usable([stated]):
        return
    opening = [scene.places[at - 2:at]] if at >= 2 and scene.places[at - 1].starts and scene.places[at - 1].mention.what is What.FRACTION else []
    for run in [*scene.runs(at), *opening]:
        if len(run) != 2 or {p.mention.what is What.QUANTITY for p in run} != {True, False}:
            continue
        whole, share = run if run[0].mention.what is What.QUANTITY else (run[1], run[0])
        if share.mention.what not in _SHARES or not usable([whole]) or not alike(whole, stated):
            continue
        refers = run in opening or (words.share_of.match(share.after) or words.share_after.search(share.before) or share.before.endswith("的") or _OF.search(whole.before)) if share is run[1] else \
            (share.after in (" ", " the ") and share.mention.what is What.MULTIPLE) or share.after == "的" or words.share_to.fullmatch(share.after)
        told = words.result_before.search(stated.before) or (share.mention.what is What.FRACTION and _BESIDE.fullmatch(stated.before)) or (stated.before == share.after and len(stated.before) < 20)
        rated = _RATED.match(share.after) or words.rate.search(share.before) or _UTILISATION.search(share.before)
        if rated and stated.mention.dims and words.result_before.search(stated.before) and not words.aside.search(whole.before + stated.before):
            yield Derivation(stated.mention, [share.mention, whole.mention], [lambda v: v[0] * v[1], lambda v: (_ONE - v[0]) * v[1]],
                             "the share of the whole")
        if rated and not stated.mention.dims and share is run[1] and shared(whole.noun, stated.noun) and size(whole) >= 100:
            yield Derivation(stated.mention, [_exactly(share.mention), whole.mention], [lambda v: v[0] * v[1]], "the share of the whole", slip=True)
        if not refers and share.mention.what is What.PERCENT and whole.mention.dims and share is run[1] and not (_later(whole) and _later(stated)):
            yield Derivation(stated.mention, [_exactly(share.mention), whole.mention], _WAYS, "the share of the whole", slip=True)
        if refers and told:
            share_of = _exactly(share.mention) if _NOMINAL.search(share.before[-40:] + share.after[:24]) else _meant(share.mention)
            near = [_WAYS[1]] if run in opening else [_about] if share.mention.what is What.FRACTION and share.mention.hedge is Hedge.ABOUT else []
            yield Derivation(stated.mention, [share_of, whole.mention], [lambda v: v[0] * v[1], *near], "the share of the whole", alone=True)


_LATER = re.compile(r"\s?(?:之?后|以后|later\b|спустя(?!\w))", re.IGNORECASE)
_AFTER = re.compile(r"(?:\bafter\s|(?<!\w)(?:через|спустя)\s)$", re.IGNORECASE)


def _later(place: Place) -> bool:
    """Whether it is a point of time: `after 1 day 22% more return, after 2 days 17% more`."""
    return bool(_LATER.match(place.after) or _AFTER.search(place.before))


_NOMINAL = re.compile(r"discount|\btax\b|\bVAT\b|\bfee\b|commission|surcharge|deposit|interest|markup|rebate|скид\w|налог|НДС|комисси|надбавк|наценк|залог|"
                      r"折扣|优惠|税|手续费|佣金|押金|利息|加价|让利|优惠", re.IGNORECASE)
"""A percentage that somebody has fixed, so that it is never a rounded one."""


_WAYS: list[Formula] = [
    lambda v: v[0] * v[1], lambda v: (_ONE - v[0]) * v[1], lambda v: (_ONE + v[0]) * v[1], lambda v: v[1] / (_ONE + v[0]),
    lambda v: v[1] / v[0], lambda v: v[1] / (_ONE - v[0]),
]
"""What a percentage beside a whole may lead to, where no words say it: the part, the rest, the whole with it, and back."""


def _about(values: Sequence[Interval]) -> Interval:
    """What may be called a third of the whole, more or less: `about a third of 960, 318 in fact`."""
    part = values[0] * values[1]
    return Interval(part.low * Fraction(4, 5), part.high * Fraction(6, 5))


def _meant(share: Mention) -> Mention:
    """A multiple that is not called approximate is meant exactly; a percentage may be a rounded one."""
    return share if share.hedge is Hedge.ABOUT or share.what is What.PERCENT else _exactly(share)


def _exactly(share: Mention) -> Mention:
    """The share as it is printed, not rounded."""
    return replace(share, literal=replace(share.literal, step=Fraction(0), integer=True))


def _leads(gap: str) -> bool:
    """Whether the part and the whole follow as the explanation of a percentage."""
    return len(gap) <= 8 or (len(gap) <= 40 and gap.rstrip().endswith((":", "：", "(", "（")))


def _part_of(scene: Scene, stated: Place, whole: Place, part: Place, in_order: bool) -> bool:
    """Whether the words say that one is part of the other and the percentage its share."""
    words = scene.words
    if words.rate.search(stated.before) and (part.mention.dims or _counted(whole, part)):
        return True
    among = stated.before.endswith("的") and "占" in whole.before[-12:]
    if not among and not words.share.search(stated.before[-30:]) and part.before != stated.after:
        return False
    if scene.sentence.family != "zh":
        return bool(words.part.search(whole.before)) if in_order else bool(_OF.search(whole.before))
    named = part.mention.dims or part.after[:1] == whole.after[:1] or shared(part.noun, whole.noun)
    rated = re.search("率|占|比例|比重|[仅只]|动用", stated.before[-12:]) or re.search("率|占|比例", whole.before[-12:])
    return bool(named) and bool(rated)


def _counted(whole: Place, part: Place) -> bool:
    """Whether both count the same things: they have one name, or only the whole is named."""
    return (size(whole) >= 10 or bool(whole.labels)) and size(whole) > size(part) and bool(whole.noun) and (not part.noun or shared(part.noun, whole.noun))


def _formulas(scene: Scene, stated: Place, part: Place) -> Sequence[Formula]:
    """The share, or what is missing to the whole."""
    formulas: list[Formula] = [lambda v: v[0] / v[1]]
    if scene.words.rest.search(" ".join((stated.before, stated.after[:30], part.before, part.after))):
        formulas.append(lambda v: _ONE - v[0] / v[1])
    return formulas
