"""Sums, products, what is left of a whole, and means, told over the numbers of a clause."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from book.checks.derivation import Derivation
from book.checks.lexicon import Lexicon
from book.checks.scene import Place, Scene, alike, shared, size, stems, usable
from book.numbers.interval import Interval, total
from book.numbers.scan import Hedge, Mention, What


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


def derivations(scene: Scene, at: int) -> Iterator[Derivation]:
    """The ways in which a number may be a total, a rest or a mean of those before it."""
    stated, words = scene.places[at], scene.words
    if not usable([stated]):
        yield from _percents(scene, at)
        return
    runs = scene.runs(at)
    if not runs:
        return
    summed = words.total_before.search(stated.before) or words.total_after.match(stated.after)
    left = words.left_before.search(stated.before) or words.left_after.match(stated.after)
    mean = words.mean_before.search(stated.before) or words.mean_after.match(stated.after)
    result = bool(summed) or words.result_before.search(stated.before)
    for run in map(partial(_unannounced, stated=stated), runs):
        if len(run) == 1 and result and usable(run):
            yield from _scaled(scene, run[0], stated)
        if mean and (weighted := _weighted(stated, run)):
            yield weighted
        if len(run) < 2 or not usable(run):
            continue
        terms = terms_of(run)
        if found := (_mean(stated, run) if mean else _remainder(run, stated)):
            yield found
        elif _rests(terms, stated, bool(left)):
            yield _rest(stated, terms)
        elif (result or _renamed(run, stated) or (stated.mention.dims and len(run) == 2 and run[0].counts and run[1].per is not None)) and len(terms) == 1 and _grown(run, stated) and uniform(terms, stated) and not words.aside.search(_gaps(run, stated)):
            yield replace(_sum(stated, terms, "the count times the value of each", alone=len(run) > 2 or _plainly(scene, run, stated)), slip=not (result or _renamed(run, stated)))
        elif (summed or (result and len(terms) == 2 and _added(run, words))) and len(terms) >= 2 and not _scores(run) and stated.per is None and not words.instead.search(run[0].before[-24:] + _gaps(run, stated)) \
                and (listed := _listed(terms, stated)):
            yield _sum(stated, listed, "the sum of what is listed", alone=bool(summed) and len(listed) > 2 and bool(stated.mention.dims))


def _rests(terms: Sequence[Term], stated: Place, left: bool) -> bool:
    """Whether the number is what is left of the largest term: it is called the rest of two, or what remains of a whole."""
    if len(terms) < 2 or not uniform(terms, stated):
        return False
    if stated.words.remainder.search(stated.before) and len(terms) == 2 and not any(term.product for term in terms):
        return True
    sizes = [*map(_size, terms)]
    return left and 2 * max(sizes) > sum(sizes) and (bool(stated.mention.dims) or max(sizes) >= 10)


def _scores(run: Sequence[Place]) -> bool:
    """Whether bare numbers below one are told: probabilities and scores do not add up."""
    return all(not p.mention.dims and p.mention.what is What.QUANTITY for p in run) and any(abs(p.mention.literal.value) < 1 for p in run)


def _plainly(scene: Scene, run: Sequence[Place], stated: Place) -> bool:
    """Whether a count, the value of each and their total are all that is told there: nothing else can enter the total."""
    return run[-1].per is not None and scene.begins(run[0]) and bool(scene.words.total_before.search(stated.before) or _renamed(run, stated))


_BOTH = re.compile(r"[段项者部步样台张个种笔](?:[^，。；\ue000-\uf8ff]{0,4})?(?:相加|合计|加起来|合起来|共|总)")


def _unannounced(run: Sequence[Place], stated: Place) -> Sequence[Place]:
    """The run without a last number that only says how many there are: `340 毫秒，1,260 毫秒，两段相加为`."""
    if len(run) < 3:
        return run
    last = run[-1]
    if last.counts and last.mention.literal.value == len(run) - 1 and _BOTH.match(stated.before):
        return run[:-1]
    return run


def _remainder(run: Sequence[Place], stated: Place) -> Derivation | None:
    """`The budget is 900 ms: 120 ms for retrieval, 600 ms for generation and 180 ms for the rest`."""
    if not stated.words.rest_after.match(stated.after) or not all(alike(p, stated) for p in run) or not run[1].starts or size(run[0]) <= sum(map(size, run[1:])):
        return None
    return _rest(stated, [Term((p,), p) for p in run])


def _percents(scene: Scene, at: int) -> Iterator[Derivation]:
    """Shares that add up."""
    stated, words = scene.places[at], scene.words
    rest = stated.mention.what is What.PERCENT and words.remainder.search(stated.before)
    for run in scene.runs(at) if rest else []:
        if run[0].counts and run[0].mention.literal.value == len(run) - 1:
            run = run[1:]
        if len(run) >= 2 and all(p.mention.what is What.PERCENT and p.mention.hedge is not Hedge.BOUND for p in run):
            yield Derivation(stated.mention, [p.mention for p in run], [lambda v: Interval.exact(1) - total(v)], "what is left of 100%", alone=True)
    if stated.mention.what is not What.PERCENT or not (words.total_before.search(stated.before) or words.total_after.match(stated.after)):
        return
    for run in scene.runs(at):
        if run[0].counts and run[0].mention.literal.value == len(run) - 1:
            run = run[1:]
        if len(run) >= 2 and all(p.mention.what is What.PERCENT and p.mention.hedge is not Hedge.BOUND and not words.by.search(p.before) for p in run):
            yield Derivation(stated.mention, [p.mention for p in run], [total], "the sum of what is listed", alone=True)


def _scaled(scene: Scene, value: Place, stated: Place) -> Iterator[Derivation]:
    """`Halving the 64 KB block gives 32 KB`."""
    told = value.before[-24:] + " " + stated.before
    half, twice = scene.words.halving.search(told), scene.words.doubling.search(told)
    if alike(value, stated) and stated.mention.dims and bool(half) != bool(twice):
        factor = Interval.exact(Fraction(1, 2) if half else Fraction(2))
        yield Derivation(stated.mention, [value.mention], [lambda v: v[0] * factor], "half of the value" if half else "twice the value")


def _renamed(run: Sequence[Place], stated: Place) -> bool:
    """Whether the result has the name of the value of one: `40 trays of 18 boards … 720 boards`."""
    return len(run) == 2 and any(shared(p.noun, stated.noun) for p in run) and not stated.mention.dims and stated.per is None


def _grown(run: Sequence[Place], stated: Place) -> bool:
    """Whether a bare result can be a product: small numbers, and those below a factor, count something else."""
    return bool(stated.mention.dims) or size(stated) >= max(10, *map(size, run))


def _added(run: Sequence[Place], words: Lexicon) -> bool:
    """Whether the words say that a number comes to another one."""
    return any(words.added.search(place.before) for place in run)


def _gaps(run: Sequence[Place], stated: Place) -> str:
    return " ".join(p.before for p in (*run[1:], stated))


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
    if following.counts and not _ITEM.search(following.before) and any(shared(place.holder, following.noun) for place in group):
        return True
    if following.counts and last.per is not None and (not last.counts or last.per) \
            and (not last.per or shared(last.per, following.noun) or bool(following.labels)):
        return True
    if last.counts or (len(group) > 1 and group[-2].counts):
        if following.per is not None or words.joint.search(following.before) or words.each_of.search(last.before):
            return last.counts
        return last.counts and bool(following.mention.dims) and bool(_BESIDE.fullmatch(following.before))
    return False


_TIMES = re.compile(r"(?:乘以?|\bmultiplied by\s|\btimes\s|умнож\w+\sна\s)$", re.IGNORECASE)
_BESIDE = re.compile(r"[\s\u00a0-]+|[张台块颗片个条份层组]")
"""`two 80 GB cards`, `两张 80 GB 的卡`."""


def uniform(terms: Sequence[Term], stated: Place) -> bool:
    """Whether all terms measure what the result does."""
    return all(alike(term.kind, stated) for term in terms) and all(
        sum(bool(p.mention.dims) for p in term.places) <= 1 for term in terms)


def _listed(terms: list[Term], stated: Place) -> list[Term] | None:
    """The terms of a sum: with one unit, and without the count that only announces how many there are."""
    head = terms[0]
    if len(terms) > 2 and not head.product and head.kind.mention.literal.value == len(terms) - 1 and head.kind.counts:
        terms = terms[1:]
    last = terms[-1].kind if terms[-1].kind.mention.unit else stated
    united = [Term((term.places[0].to(last),), term.kind.to(last)) if not term.product and _listing(term, i, terms) else term
              for i, term in enumerate(terms)]
    return united if uniform(united, stated) and _countable(united, stated) else None


def _listing(term: Term, i: int, terms: Sequence[Term]) -> bool:
    """Whether only a comma or `and` stands between a number and the next one."""
    return i + 1 < len(terms) and len(terms[i + 1].places[0].before) <= 6 and not term.kind.mention.dims


def _countable(terms: Sequence[Term], stated: Place) -> bool:
    """Counts of unlike things are not added: if the result has a name, a term has it too."""
    if stated.mention.dims:
        return True
    named = [term.kind.noun for term in terms if term.kind.noun]
    alike_names = any(shared(a, b) for i, a in enumerate(named) for b in named[i + 1:])
    return not named or not stated.noun or any(shared(stated.noun, noun) for noun in named) or alike_names


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


def _sum(stated: Place, terms: Sequence[Term], how: str, *, alone: bool = False) -> Derivation:
    return Derivation(stated.mention, mentions_of(terms), [lambda v: total(evaluate(terms, v))], how, alone=alone)


def _rest(stated: Place, terms: Sequence[Term]) -> Derivation:
    """The largest term less the others."""
    sizes = [_size(term) for term in terms]
    whole = sizes.index(max(sizes))

    def rest(values: Sequence[Interval]) -> Interval:
        amounts = evaluate(terms, values)
        return amounts[whole] - total([a for i, a in enumerate(amounts) if i != whole])

    return Derivation(stated.mention, mentions_of(terms), [rest], "the whole less its parts", alone=True)


def _size(term: Term) -> float:
    total = 1.0
    for place in term.places:
        total *= size(place)
    return total


def _weighted(stated: Place, run: Sequence[Place]) -> Derivation | None:
    """`60% take 10 ms and 40% take 20 ms`: the mean of values with their shares, which make up the whole."""
    shares, values = run[::2], run[1::2]
    if len(run) < 4 or len(run) % 2 or not usable(values) or any(p.mention.what is not What.PERCENT for p in shares):
        return None
    if sum(p.mention.literal.value for p in shares) != 100 or not all(alike(p, stated) for p in values):
        return None
    return Derivation(stated.mention, [p.mention for p in run], [lambda v: total([a * b for a, b in zip(v[::2], v[1::2], strict=True)])],
                      "the values times their shares", alone=True)


_ITEM = re.compile(r"[,，、;；/]|\b(?:and|then)\b|(?<!\w)и(?!\w)|[和与及]")


def _mean(stated: Place, run: Sequence[Place]) -> Derivation | None:
    """The mean of a list; a number that only says how many there are is no part of it."""
    places = list(run)
    if len(places) > 2 and places[0].counts and places[0].mention.literal.value == len(places) - 1:
        places = places[1:]
    last = places[-1] if places[-1].mention.unit else stated
    stated = stated.to(last)
    places = [p.to(last) for p in places]
    if len(places) < 2 or (not stated.mention.dims and len(places) < 3) or not all(alike(p, stated) for p in places) or not all(_ITEM.search(p.before) for p in places[1:]):
        return None
    count = Interval.exact(Fraction(len(places)))
    return Derivation(stated.mention, [p.mention for p in places], [lambda v: total(v) / count], "the mean of the listed values", alone=True)
