"""The terms of a sum: lone values, and counts that go together with the value of one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from book.checks.scene import Place, alike, shared, size, stems
from book.numbers.interval import Interval
from book.numbers.scan import Mention


@dataclass(frozen=True)
class Term:
    """A lone value, or a count times the value of one."""

    places: tuple[Place, ...]
    kind: Place
    """The place whose unit the term has."""

    @property
    def product(self) -> bool:
        """Whether it is a count times a value."""
        return len(self.places) > 1

    @property
    def size(self) -> Fraction:
        """The value in base units, for finding the largest one."""
        total = Fraction(1)
        for place in self.places:
            total *= size(place)
        return total


def terms_of(run: Sequence[Place]) -> list[Term]:
    """The clause as terms: counts go together with the value of one."""
    out: list[Term] = []
    i = 0
    while i < len(run):
        group = [run[i]]
        while i + 1 < len(run) and _multiplies(group, run[i + 1]):
            i += 1
            group.append(_bare(group[-1], run[i]))
        kind = next((p for p in reversed(group) if p.mention.dims), group[0] if group[0].per is not None else group[-1])
        out.append(Term(tuple(group), kind))
        i += 1
    return out


def _bare(one: Place, number: Place) -> Place:
    """The number of the things that have a value each, without their unit: `每度 3.5 元，2,400 度`."""
    return replace(number, mention=replace(number.mention, unit=None)) if _units_of(one, number) else number


def _units_of(one: Place, number: Place) -> bool:
    """Whether a number is measured in the very thing that has the value."""
    unit = number.mention.unit
    return bool(one.per) and unit is not None and bool(unit.dims) and one.mention.dims != number.mention.dims and shared(one.per or frozenset(), stems(unit.spelling))


def _multiplies(group: Sequence[Place], following: Place) -> bool:
    """Whether the next number is the value of one of what was counted, or the number of what has the value."""
    last, words = group[-1], following.words
    if _units_of(last, following):
        return True
    if (words.factor.search(following.before) or _TIMES.search(following.before)) and not following.mention.dims and bool(last.mention.dims):
        return True
    if following.counts and not ITEM.search(following.before) and any(shared(place.holder, following.noun) for place in group):
        return True
    if following.counts and last.per is not None and (not last.counts or last.per) \
            and (not last.per or shared(last.per, following.noun) or bool(following.labels)):
        return True
    if last.noun and last.noun == following.noun and not last.mention.dims and not following.mention.dims:
        return False  # `three channels, where others have 100 channels`: two counts of one thing
    if last.counts or (len(group) > 1 and group[-2].counts):
        if following.per is not None or words.joint.search(following.before) or words.each_of.search(last.before):
            return last.counts
        return last.counts and bool(following.mention.dims) and bool(_BESIDE.fullmatch(following.before))
    return False


ITEM = re.compile(r"[,，、;；/]|\b(?:and|then)\b|(?<!\w)и(?!\w)|[和与及]")
"""Between two of a list."""
_TIMES = re.compile(r"(?:乘以?|\bmultiplied by\s|\btimes\s|умнож\w+\sна\s)$", re.IGNORECASE)
_BESIDE = re.compile(r"[\s\u00a0-]+|[张台块颗片个条份层组]")
"""`two 80 GB cards`, `两张 80 GB 的卡`."""


def uniform(terms: Sequence[Term], stated: Place) -> bool:
    """Whether all terms measure what the result does."""
    return all(alike(term.kind, stated) for term in terms) and all(
        sum(bool(p.mention.dims) for p in term.places) <= 1 for term in terms)


def evaluate(terms: Sequence[Term], values: Sequence[Interval]) -> list[Interval]:
    """The value of each term."""
    out = []
    at = 0
    for term in terms:
        value = Interval.exact(1)
        for _ in term.places:
            value = value * values[at]
            at += 1
        out.append(value)
    return out


def mentions_of(terms: Sequence[Term]) -> list[Mention]:
    """The numbers of the terms in their order."""
    return [place.mention for term in terms for place in term.places]


def marks(place: Place) -> bool:
    """Whether the number is the mark of an item: `(1) queues, (2) workers`."""
    return not place.mention.dims and place.before.endswith(("(", "（")) and place.after.startswith((")", "）"))


def proper(terms: Sequence[Term]) -> list[int]:
    """Which terms stand in one row: not in brackets behind others, and no goals: `11.6 MB (the goal of 10 MB was missed)`."""
    return [i for i, term in enumerate(terms) if not _INSIDE.search(term.places[0].before) and not _aimed(term)]


_INSIDE = re.compile(r"[(（][^()（）]{0,200}$")
_GOAL = r"\b(?:goal|target)\b|(?<!\w)цел[ьияею]\w?|目标"
_AIM_BEFORE = re.compile(rf"(?:{_GOAL})\s?(?:of|was|is|в|—|[为是])?\s?$", re.IGNORECASE)
_AIM_AFTER = re.compile(rf"\s?的?(?:{_GOAL})", re.IGNORECASE)


def _aimed(term: Term) -> bool:
    """Whether a value is a goal, which is no part of anything."""
    return bool(_AIM_BEFORE.search(term.places[0].before) or _AIM_AFTER.match(term.places[-1].after))
