"""What is left of a whole: the rest of an amount, and of 100%."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from book.checks.addends import Term, evaluate, mentions_of, terms_of, uniform
from book.checks.compare import Formula
from book.checks.derivation import Derivation
from book.checks.scene import Place, Scene, alike, shared, size
from book.numbers.interval import Interval, total
from book.numbers.scan import Hedge, What

AMONG = re.compile(r"\bof (?:which|them|these|whom)\b|(?<!\w)(?:из них|в том числе|из которых)(?!\w)|其中", re.IGNORECASE)
"""What follows are parts of what stands before, perhaps not all, that do not overlap as a rule."""
_AGAIN = re.compile(r"[(（]|也就是|即|\b(?:that is|i\.e\.|or|namely)(?!\w)|(?<!\w)(?:то есть|т\. ?е\.|или)(?!\w)", re.IGNORECASE)
"""What follows is the number before it, told again."""
_BESIDE = re.compile(r"(?:\band\s|(?<!\w)и\s|[和与及])$", re.IGNORECASE)
"""`12 GB for the rest of their service and 9 GB for ours`: the number stands beside the rest."""
_PAUSE = re.compile("[,，;；]")
_FEW = 10


def of_a_whole(run: Sequence[Place], stated: Place) -> Derivation | None:
    """The number as the largest value less the others: it is called the rest of two, or what remains of a whole."""
    if found := _last_part(run, stated):
        return found
    terms, words = terms_of(run), stated.words
    called = not _BESIDE.search(stated.before)
    remainder = called and words.remainder.search(stated.before)
    left = remainder or (called and words.left_before.search(stated.before)) or words.left_after.match(stated.after)
    if not left or len(terms) < 2 or not uniform(terms, stated) or not _fits(terms, stated):
        return None
    if remainder and len(terms) == 2 and not any(term.product for term in terms):
        return _rest(stated, terms)
    sizes = [term.size for term in terms]
    return _rest(stated, terms) if 2 * max(sizes) > sum(sizes) and (stated.mention.dims or max(sizes) >= _FEW) else None


def _fits(terms: Sequence[Term], stated: Place) -> bool:
    """Whether the number can be left of the largest term: no label, nothing told twice, no count of other things."""
    whole = max(terms, key=lambda term: term.size)
    parts = [term.kind for term in terms if term is not whole]
    if any(_told_again(part, stated) for part in parts):
        return False
    if stated.mention.dims or whole.product:
        return True
    named = shared(whole.kind.noun, stated.noun)
    label = whole.kind.mention.unit is None and whole.kind.after.startswith("的")
    if label or (whole.size < _FEW and size(stated) >= whole.size and not named):
        return False  # `version 2`, `0 for dog and 1 for cat, the remaining four`: numbers that count nothing
    first = whole is terms[0] or stated.words.part.search(whole.kind.before)
    return bool(first) or named or not any(shared(part.noun, stated.noun) for part in parts)


def _told_again(part: Place, stated: Place) -> bool:
    """Whether the number is a part told before, some clauses away: `it ran 99 times, and if …, the other 99 times are lost`."""
    return part.mention.literal.value == stated.mention.literal.value and len(_PAUSE.findall(stated.before)) > 1


def _last_part(run: Sequence[Place], stated: Place) -> Derivation | None:
    """`The budget is 900 ms: 120 ms for retrieval, 600 ms for generation and 180 ms for the rest`."""
    if not stated.words.rest_after.match(stated.after) or not all(alike(p, stated) for p in run) or not run[1].starts or size(run[0]) <= sum(map(size, run[1:])):
        return None
    return _rest(stated, [Term((p,), p) for p in run])


def _rest(stated: Place, terms: Sequence[Term]) -> Derivation:
    """The largest term less the others."""
    sizes = [term.size for term in terms]
    whole = sizes.index(max(sizes))

    def rest(values: Sequence[Interval]) -> Interval:
        amounts = evaluate(terms, values)
        return amounts[whole] - total([a for i, a in enumerate(amounts) if i != whole])

    return Derivation(stated.mention, mentions_of(terms), [rest], "the whole less its parts", alone=True)


def of_hundred(scene: Scene, at: int) -> Iterator[Derivation]:
    """The share that is left of 100%; shares after `of which` are parts of the share before them, and the rest may be one of that, too."""
    stated = scene.places[at]
    if stated.mention.what is not What.PERCENT or not scene.words.remainder.search(stated.before):
        return
    for run in scene.runs(at):
        if run[0].counts and run[0].mention.literal.value == len(run) - 1:
            run = run[1:]
        if len(run) < 2 or any(p.mention.what is not What.PERCENT or p.mention.hedge is Hedge.BOUND for p in run):
            continue
        run = [p for i, p in enumerate(run) if not i or not (_AGAIN.search(p.before) and p.mention.literal.value == run[i - 1].mention.literal.value)]
        inner = next((i for i, p in enumerate(run) if i and AMONG.search(p.before)), len(run))
        yield Derivation(stated.mention, [p.mention for p in run], _readings(inner, len(run)), "what is left of 100%", alone=True)


def _readings(inner: int, count: int) -> list[Formula]:
    """All less the first shares, or the last of these less its own parts."""
    found: list[Formula] = [lambda v: Interval.exact(1) - total(v[:inner])]
    if inner < count:
        found.append(lambda v: v[inner - 1] - total(v[inner:]))
    return found
