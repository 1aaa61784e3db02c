"""Sums, products and means, told over the numbers of a clause; what is left of a whole is another module's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from book.checks import remainders
from book.checks.addends import ITEM, Term, evaluate, mentions_of, proper, terms_of, uniform
from book.checks.compare import Formula
from book.checks.derivation import Derivation
from book.checks.lexicon import Lexicon
from book.checks.scene import Place, Scene, alike, shared, size, usable
from book.numbers.interval import Interval, total
from book.numbers.scan import Hedge, What


def derivations(scene: Scene, at: int) -> Iterator[Derivation]:
    """The ways in which a number may be a total, a rest or a mean of those before it."""
    stated, words = scene.places[at], scene.words
    if not usable([stated]):
        yield from remainders.of_hundred(scene, at)
        yield from _percents(scene, at)
        return
    runs = scene.runs(at)
    if not runs:
        return
    summed = words.total_before.search(stated.before) or words.total_after.match(stated.after)
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
        if found := ((_mean(stated, run) if mean else None) or remainders.of_a_whole(run, stated)):
            yield found
        elif (result or _renamed(run, stated) or (stated.mention.dims and len(run) == 2 and run[0].counts and run[1].per is not None)) and len(terms) == 1 and _grown(run, stated) and not _sibling(run, stated, bool(summed)) and uniform(terms, stated) and not words.aside.search(_gaps(run, stated)):
            yield replace(_sum(stated, terms, "the count times the value of each", alone=len(run) > 2 or _plainly(scene, run, stated)), slip=not (result or _renamed(run, stated)))
        elif (summed or (result and len(terms) == 2 and _added(run, words))) and len(terms) >= 2 and not _scores(run) and stated.per is None and not words.instead.search(run[0].before[-24:] + _gaps(run, stated)) \
                and (listed := _listed(terms, stated)):
            yield _sum(stated, listed, "the sum of what is listed", alone=bool(summed) and len(listed) > 2 and bool(stated.mention.dims))


def _scores(run: Sequence[Place]) -> bool:
    """Whether bare numbers below one are told: probabilities and scores do not add up."""
    return all(not p.mention.dims and p.mention.what is What.QUANTITY for p in run) and any(abs(p.mention.literal.value) < 1 for p in run)


def _sibling(run: Sequence[Place], stated: Place, summed: bool) -> bool:
    """Whether the number stands beside the factors: told again (`these 10,000`), in the same words (`one pays …, one pays …`), or their owner (`8 个专家的 47B`)."""
    *_, told = _PAUSE.split(stated.before)
    if (told.endswith("的") and told == stated.before) or (not summed and any(p.mention.literal.value == stated.mention.literal.value for p in run)):
        return True
    told = told.strip()
    return len(told) > 2 and any(_PAUSE.split(p.before)[-1].strip() == told for p in run)


_PAUSE = re.compile("[,，;；:：]")


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


def _percents(scene: Scene, at: int) -> Iterator[Derivation]:
    """Shares that add up."""
    stated, words = scene.places[at], scene.words
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
    return bool(stated.mention.dims) or size(stated) >= max(Fraction(10), *map(size, run))


def _added(run: Sequence[Place], words: Lexicon) -> bool:
    """Whether the words say that a number comes to another one."""
    return any(words.added.search(place.before) for place in run)


def _gaps(run: Sequence[Place], stated: Place) -> str:
    return " ".join(p.before for p in (*run[1:], stated))


def _listed(terms: list[Term], stated: Place) -> list[Term] | None:
    """The terms of a sum: with one unit, and without the count that only announces how many there are."""
    if len(proper(terms)) == 1 or any(size(term.kind) == size(stated) and not term.product for term in terms):
        return None  # a value and what is said of it, or a value told again
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


def _sum(stated: Place, terms: Sequence[Term], how: str, *, alone: bool = False) -> Derivation:
    """The sum of the terms; a subtotal among them covers those before it, and what stands aside may be none of them."""
    formulas: list[Formula] = [lambda v: total(evaluate(terms, v))]
    if begin := next((i for i in range(len(terms) - 2, 0, -1) if stated.words.total_before.search(terms[i].places[0].before)), 0):
        formulas.insert(0, lambda v: total(evaluate(terms, v)[begin:]))
    if 1 < len(row := proper(terms)) < len(terms):
        formulas.append(lambda v: total([evaluate(terms, v)[i] for i in row]))
    return Derivation(stated.mention, mentions_of(terms), formulas, how, alone=alone)


def _weighted(stated: Place, run: Sequence[Place]) -> Derivation | None:
    """`60% take 10 ms and 40% take 20 ms`: the mean of values with their shares, which make up the whole."""
    shares, values = run[::2], run[1::2]
    if len(run) < 4 or len(run) % 2 or not usable(values) or any(p.mention.what is not What.PERCENT for p in shares):
        return None
    if sum(p.mention.literal.value for p in shares) != 100 or not all(alike(p, stated) for p in values):
        return None
    return Derivation(stated.mention, [p.mention for p in run], [lambda v: total([a * b for a, b in zip(v[::2], v[1::2], strict=True)])],
                      "the values times their shares", alone=True)


_SHORT = 8
"""Characters between two of a plain list."""


def _mean(stated: Place, run: Sequence[Place]) -> Derivation | None:
    """The mean of a list; a number that only says how many there are is no part of it."""
    places = list(run)
    if len(places) > 2 and places[0].counts and places[0].mention.literal.value == len(places) - 1:
        places = places[1:]
    last = places[-1] if places[-1].mention.unit else stated
    stated = stated.to(last)
    places = [p.to(last) for p in places]
    if any(p.words.mean_before.search(p.before) for p in places[1:]) or (len(places) > 1 and len(places[1].before) > _SHORT and places[0].words.mean_before.search(places[0].before)):
        return None  # means themselves, and the next one is the mean of others
    if len(places) < 2 or (not stated.mention.dims and len(places) < 3) or not all(alike(p, stated) for p in places) or not all(ITEM.search(p.before) for p in places[1:]):
        return None
    count = Interval.exact(Fraction(len(places)))
    return Derivation(stated.mention, [p.mention for p in places], [lambda v: total(v) / count], "the mean of the listed values", alone=True)
