"""Words that turn a statement round in a translation: by or to a share, and a negation that was lost or added."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from book.checks.passage import Reading, reading_of
from book.errata.around import passage_of
from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import Figure, figures_of
from book.errata.parity import Counterpart, counterpart
from book.numbers.scan import What, family

_BY = re.compile(r"\bby\s(?:a\s|about\s)?$|(?<![А-яё])на\s(?:одну\s)?$|了\s?(?:约|約)?\s?$", re.IGNORECASE)
_TO = re.compile(
    r"\bto\s(?:a\s|about\s)?$|(?<![А-яё])до\s(?:одной\s)?$|(?:[到至为為]|原[来來]的|[从從]前的|原先的)\s?(?:约|約)?\s?$", re.IGNORECASE
)


def _source_of(dispute: Dispute) -> Counterpart | None:
    scene = dispute.scene
    if scene.table is not None or scene.place.text.edition.is_source:
        return None
    return counterpart(scene.volume, scene.place.text, scene.block, scene.volume.project.source.id)


def _reading(source: Counterpart) -> Reading:
    return reading_of(passage_of(source.text.source, source.block, source.text.edition.language.tag))


# by or to


def directions_of_change(dispute: Dispute) -> Iterator[Evidence]:
    """`by one third` or `to one third`: by the two values of the sentence, and by the words of the source."""
    sides = [_directed(text, dispute.scene.language) for text in (dispute.claim.stated, dispute.claim.proposed)]
    if not dispute.claim.stated and sides[1] is not None:
        sides[0] = _told_in_quote(dispute, sides[1][1])
    if dispute.scene.table is not None or None in sides:
        return
    (stated, share), (proposed, other) = (side for side in sides if side is not None)
    if stated == proposed or share != other:
        return
    shown = {"printed": dispute.claim.stated, "proposed": dispute.claim.proposed}
    scene = dispute.scene
    figures = [f for f in scene.figures if scene.sentence[0] <= f.start < scene.sentence[1]]
    meant = _by_values(figures, share)
    if meant:
        yield Evidence.of("mixup", For.TEXT if meant == stated else For.PROPOSAL, "by-or-to", **shown)
    source = _source_of(dispute)
    if source is None:
        return
    reading = _reading(source)
    told = {_word(reading.text[: f.start]) for f in figures_of(reading) if f.amount == share} - {""}
    if len(told) == 1:
        right = For.TEXT if stated in told else For.PROPOSAL
        yield Evidence.of("parity", right, "words-differ" if right is For.PROPOSAL else "words-same", **shown)


def _word(before: str) -> str:
    return "to" if _TO.search(before) else "by" if _BY.search(before) else ""


def _directed(text: str, language: str) -> tuple[str, Fraction] | None:
    """The direction and the share of `by one third`."""
    from book.errata.around import Block

    reading = reading_of(passage_of(text, Block("paragraph", 0, len(text)), language))
    figures = figures_of(reading)
    if len(figures) != 1 or figures[0].what not in (What.FRACTION, What.PERCENT):
        return None
    word = _word(reading.text[: figures[0].start])
    return (word, figures[0].amount) if word else None


def _told_in_quote(dispute: Dispute, share: Fraction) -> tuple[str, Fraction] | None:
    """The direction in which the quote tells a share, if it tells it once."""
    scene = dispute.scene
    told = [_word(scene.reading.text[: f.start]) for f in scene.quoted if f.amount == share and f.what in (What.FRACTION, What.PERCENT)]
    return (told[0], share) if len(told) == 1 and told[0] else None


def _by_values(figures: list[Figure], share: Fraction) -> str:
    """What the old and the new value of a sentence make of a share."""
    found = set()
    for a, b in pairwise(figures):
        bare = a.unit is None and a.what is What.QUANTITY and b.what is What.QUANTITY  # from 90 to 30 minutes
        alike = a.unit is not None and b.unit is not None and a.unit.dims == b.unit.dims and a.what is not What.PERCENT
        if not (bare or alike) or not a.literal.value:
            continue
        old, new = (a.literal.value, b.literal.value) if bare else (a.amount, b.amount)
        if new / old == share and abs(new - old) / old != share:
            found.add("to")
        elif abs(new - old) / old == share and new / old != share:
            found.add("by")
    return found.pop() if len(found) == 1 else ""


# bounds

_BOUNDS = {
    "zh": (r"不超[过過]|至多|最多|不高[于於]|不大[于於]|不多[于於]|以[内內]|以下", r"不少[于於]|不低[于於]|不小[于於]|至少|最少|以上|起[码碼]"),
    "en": (r"\b(?:at most|no(?:t)? (?:more|longer|higher|greater|later) than|up to|within|(?:not|never) exceed\w*|or less)\b", r"\b(?:at least|no(?:t)? (?:less|fewer|lower|shorter|smaller) than|or more)\b"),
    "ru": (r"(?<![А-яё])не (?:более|больше|выше|дольше|превы\w+|позднее)(?![А-яё])|максимум|самое большее", r"(?<![А-яё])не (?:менее|меньше|ниже|короче)(?![А-яё])|минимум|по меньшей мере|хотя бы"),
}


_CLAUSE = re.compile(r"[,，、;；。:：]|\.\s|\d")


def bounds(dispute: Dispute) -> Iterator[Evidence]:
    """`at most` or `at least` with one number: by the bound that the source sets with the same number."""
    scene, claim = dispute.scene, dispute.claim
    source = _source_of(dispute)
    stated, proposed = (_bound(text, scene.language) for text in (claim.stated, claim.proposed))
    if source is None or not stated or not proposed or stated == proposed or _digits(claim.stated) != _digits(claim.proposed):
        return
    at = scene.reading.text.find(claim.stated.strip(), *scene.span)
    figure = next((f for f in scene.figures if at <= f.start), None)
    if at < 0 or figure is None or figure.start - at > len(claim.stated) + 12:
        return
    reading = _reading(source)
    told = {
        _bound(_CLAUSE.split(reading.text[max(0, f.start - 24) : f.start])[-1], reading.language)
        or _bound(reading.text[f.core : f.end + 4], reading.language)
        for f in figures_of(reading)
        if f.amount == figure.amount
    } - {""}
    if len(told) == 1:
        right = For.TEXT if stated in told else For.PROPOSAL
        says = "words-differ" if right is For.PROPOSAL else "words-same"
        yield Evidence.of("parity", right, says, printed=claim.stated, proposed=claim.proposed)


def _bound(text: str, language: str) -> str:
    """`upper` or `lower`, if a text sets one bound."""
    upper, lower = _BOUNDS.get(family(language), _BOUNDS["en"])
    found = [name for name, words in (("upper", upper), ("lower", lower)) if re.search(words, text, re.IGNORECASE)]
    return found[0] if len(found) == 1 else ""


def _digits(text: str) -> list[str]:
    return re.findall(r"\d[\d.,]*", text)


# negation

_NEGATIONS = {
    "zh": re.compile(r"不(?![同过過仅僅但论論断斷])|没有?|沒有?|未(?![来來])|无(?![论論])|無(?![論])"),
    "ru": re.compile(r"(?<![\w-])(?:не|нет|нельзя|без)(?![\w-])(?! только)", re.IGNORECASE),
    "en": re.compile(r"\b(?:not(?! only)|no|cannot|never|without|unable|unsupported)\b|n['’]t\b", re.IGNORECASE),
}
_END = re.compile(r"[。！？!?]|\.(?=\s|$)")


def negations(dispute: Dispute) -> Iterator[Evidence]:
    """A proposal that only adds or takes away a negation, against the negations of the same sentence of the source."""
    scene, claim = dispute.scene, dispute.claim
    mine = _NEGATIONS.get(family(scene.language), _NEGATIONS["en"])
    stated, proposed = len(mine.findall(claim.stated)), len(mine.findall(claim.proposed))
    source = _source_of(dispute)
    if source is None or abs(stated - proposed) != 1 or _bare(claim.stated, mine) != _bare(claim.proposed, mine):
        return
    ours, theirs = _sentences(scene.reading.text), _sentences(_reading(source).text)
    at = next((i for i, (start, end) in enumerate(ours) if start <= scene.span[0] < end), -1)
    if len(ours) != len(theirs) or at < 0:
        return
    other = _NEGATIONS.get(family(source.text.edition.language.tag), _NEGATIONS["en"])
    printed = len(mine.findall(scene.reading.text[slice(*ours[at])]))
    meant = len(other.findall(_reading(source).text[slice(*theirs[at])]))
    shown = {"printed": claim.stated, "proposed": claim.proposed}
    if printed + proposed - stated == meant:
        yield Evidence.of("parity", For.PROPOSAL, "words-differ", **shown)
    elif printed == meant:
        yield Evidence.of("parity", For.TEXT, "words-same", **shown).weak()


def _bare(text: str, negation: re.Pattern[str]) -> str:
    return re.sub(r"\W+", " ", negation.sub("", text)).strip().lower()


def _sentences(text: str) -> list[tuple[int, int]]:
    """Where the sentences of a text stand."""
    ends = [match.end() for match in _END.finditer(text)]
    if not ends or text[ends[-1] :].strip():
        ends.append(len(text))
    return list(pairwise([0, *ends]))
