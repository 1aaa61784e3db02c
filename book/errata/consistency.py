"""The witnesses that ask whether the doubted number fits the numbers beside it: by dimensions, in bits and bytes, relatively, in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations

from book.errata.arithmetic import State, claims_in, standing
from book.errata.derive import independent, ways
from book.errata.dispute import MAX_ROUNDING, Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import Edit, Figure, edited
from book.errata.rivals import Told, on_rivals
from book.errata.value import Value
from book.errata.working import fits, workings_of
from book.numbers.chain import show
from book.numbers.interval import Interval
from book.numbers.scan import What
from book.numbers.units import Dimension, Unit, hard

MEASURED = re.compile(
    r"\bmeasur|\bobserv|\bbenchmark|实测|實測|测得|測得|观测|觀測|统计|統計|измер|замер|наблюда", re.IGNORECASE
)
"""A number that somebody measured follows from nothing."""


TELLING = 3
"""Digits below which two ways to a number may be chance where many numbers stand."""


@on_rivals
def derived(dispute: Dispute, printed: Told, wanted: Told) -> Iterator[Evidence]:
    """The proposed value follows from the numbers beside it, and the printed one does not."""
    scene = dispute.scene
    if dispute.rounds:
        return
    if MEASURED.search(scene.text_of(scene.sentence)):
        return
    if standing(claims_in(scene.passage), [(f.start, f.end) for f in dispute.targets]).state in (State.HOLDS, State.ROUNDING):
        return
    at, others = dispute.targets[0].start, dispute.others
    found = ways(wanted, at, others)
    slipped = _slipped(printed.amount, wanted.amount) or _exchanged(printed, wanted)
    if not found and slipped:
        found = [way for way in ways(wanted, at, others, loose=True) if re.search(r" [×/] ", way.words)]
    if not found and slipped and not dispute.report.reasoning.strip():
        yield from _own_way(dispute, printed, wanted)
    if not found or ways(printed, at, others, loose=True):
        return
    shown = {"printed": printed.text, "proposed": wanted.text, "way": found[0].words}
    if independent(found) > 1 and wanted.literal is not None and wanted.literal.digits >= TELLING:
        second = next(each for each in found if not each.operands & found[0].operands)
        yield Evidence.of("derived", For.PROPOSAL, "derived-twice", second=second.words, **shown)
        return
    if slipped and len(found[0].operands) > 1:
        yield Evidence.of("derived", For.PROPOSAL, "derived-slip", **shown)
        return
    source = next((each for each in dispute.workings if each.gives(printed) and len(each.operands) > 1), None)
    if source is not None:
        yield Evidence.of("derived", For.PROPOSAL, "derived-explained", expression=source.text, **shown)
    else:
        yield Evidence.of("derived", For.NOBODY, "derived", **shown).weak()


def _slipped(first: Fraction, second: Fraction) -> bool:
    """Whether two values differ only in the place of the point."""
    return first > 0 and second > 0 and any(first / second == Fraction(10) ** power for power in (-2, -1, 1, 2))


def _own_way(dispute: Dispute, printed: Value, wanted: Value) -> Iterator[Evidence]:
    """The printed value follows from the numbers beside it; a proposal that is a slip away from it, and gives no reason, does not."""
    at, others = dispute.targets[0].start, dispute.others
    mine = [way for way in ways(printed, at, others) if len(way.operands) > 1]
    if mine and wanted.literal is not None and wanted.literal.digits >= TELLING and not ways(wanted, at, others, loose=True):
        yield Evidence.of("derived", For.TEXT, "derived-holds", way=mine[0].words, printed=printed.text, proposed=wanted.text)


def _exchanged(first: Value, second: Value) -> bool:
    """Whether two values differ only in the order of three or more digits."""
    if first.literal is None or second.literal is None:
        return False
    digits, others = ([c for c in value.literal.written if c.isdigit()] for value in (first, second) if value.literal is not None)
    return len(digits) > 2 and digits != others and sorted(digits) == sorted(others)


# bits and bytes

_SECONDS: Dimension = (("second", 1),)


@on_rivals
def bits(dispute: Dispute, printed: Told, wanted: Told) -> Iterator[Evidence]:
    """Bytes divided by bits: an amount and a rate of the passage give the printed time only if a factor 8 is forgotten."""
    yield from _of_one_digits(dispute, printed, wanted)
    unit = printed.unit
    if unit is None or not hard(unit.dims):
        return
    right = list(_results(dispute.others, unit))
    mine = next(((value, words) for value, words in right if printed.literal.admits(Interval.exact(value))), None)
    if mine is not None:
        eightfold = any(fits(wanted, Interval.exact(mine[0] * unit.factor * factor), strict=True) for factor in _EIGHTFOLD)
        if eightfold and not fits(wanted, Interval.exact(mine[0] * unit.factor), strict=True):
            shown = {"printed": printed.text, "proposed": wanted.text, "way": mine[1], "computed": f"{show(mine[0])} {unit.spelling}"}
            yield Evidence.of("mixup", For.TEXT, "bits-hold", **shown)
        return
    for value, words in right:
        if any(printed.literal.admits(Interval.exact(value * factor)) for factor in _EIGHTFOLD):
            shown = {"printed": printed.text, "proposed": wanted.text, "way": words, "computed": f"{show(value)} {unit.spelling}"}
            right_now = value * unit.factor / (wanted.unit.factor if wanted.unit is not None else 1)
            theirs = wanted.literal is not None and abs(wanted.literal.value - right_now) <= min(
                wanted.literal.step / 2, right_now * MAX_ROUNDING
            )
            yield Evidence.of("bits", For.PROPOSAL if theirs else For.OTHER, "bits", **shown)
            return


_EIGHTFOLD = (Fraction(8), Fraction(1, 8))


def _results(figures: list[Figure], unit: Unit) -> Iterator[tuple[Fraction, str]]:
    """Products and quotients of an amount of bytes and a rate of bytes that have a unit's dimension, in that unit."""
    bytewise = [f for f in figures if f.unit is not None and f.unit.dims and ("byte", 1) in f.unit.dims and f.amount > 0]
    for a, b in permutations(bytewise, 2):
        if a.unit is None or b.unit is None or _bitwise(a.unit) == _bitwise(b.unit):
            continue
        if hard(unit.dims) == _SECONDS and hard(a.unit.dims) == (("byte", 1),) and ("second", -1) in b.unit.dims:
            yield a.amount / b.amount / unit.factor, f"{a.literal.written} {a.unit.spelling} / {b.literal.written} {b.unit.spelling}"
    times = [f for f in figures if f.unit is not None and hard(f.unit.dims) == _SECONDS and f.amount > 0]
    rates = [f for f in bytewise if f.unit is not None and ("second", -1) in f.unit.dims]
    for rate in rates if hard(unit.dims) == (("byte", 1),) else ():
        for time in times:
            if rate.unit is not None and time.unit is not None and _bitwise(rate.unit) != _bitwise(unit):
                words = f"{rate.literal.written} {rate.unit.spelling} × {time.literal.written} {time.unit.spelling}"
                yield rate.amount * time.amount / unit.factor, words


def _bitwise(unit: Unit) -> bool:
    """Whether a unit counts bits: its size has an eighth in it."""
    return unit.factor.denominator % 8 == 0 or re.search(r"bit|бит|[KMGTкМГТ]b(?:ps|/s)?(?![A-Za-z])|比特|位", unit.spelling) is not None


def _of_one_digits(dispute: Dispute, printed: Value, wanted: Value) -> Iterator[Evidence]:
    """`200 Gbit/s, 200 / 8 = 25 Gbit`: the same digits in bits or in bytes, after a division by 8."""
    if printed.unit is None or wanted.unit is None or printed.literal is None or wanted.literal is None:
        return
    if printed.literal.value != wanted.literal.value or wanted.amount not in (printed.amount * 8, printed.amount / 8):
        return
    sentence = dispute.scene.reading.text[slice(*dispute.scene.sentence)]
    yield from _by_operand(dispute, printed, wanted, sentence)
    eighths = [w for w in workings_of(sentence, dispute.scene.language) if 8 in [o.value for o in w.operands] and w.gives(printed)]
    for working in eighths:
        values = {operand.value for operand in working.operands}
        for other in dispute.others:
            if other.unit is None or ("byte", 1) not in other.unit.dims or other.literal.value not in values:
                continue
            shown = {
                "expression": working.text,
                "other": f"{other.literal.written} {other.unit.spelling}",
                "printed": printed.text,
                "proposed": wanted.text,
            }
            if other.amount == wanted.amount:
                yield Evidence.of("bits", For.PROPOSAL, "eighth", **shown)
                return
            if other.amount == printed.amount:
                yield Evidence.of("units", For.TEXT, "eighth-holds", **shown)
                return


def _by_operand(dispute: Dispute, printed: Value, wanted: Value, sentence: str) -> Iterator[Evidence]:
    """`24 bit per pixel`, and 1920 × 1080 × 24 = 49.8 Mbit: a bare product counts what the one operand counts that is told with a unit."""
    if printed.unit is None or wanted.unit is None:
        return
    for working in workings_of(sentence, dispute.scene.language):
        values = [operand.value for operand in working.operands]
        told = {_bitwise(f.unit) for f in dispute.others if f.unit is not None and hard(f.unit.dims) == (("byte", 1),) and f.literal.value in values}
        if set(values) & {Fraction(8), Fraction(1, 8)} or len(told) != 1 or working.dims or "+" in working.text or not working.gives(printed):
            continue
        bitwise = told.pop()
        shown = {"expression": working.text, "unit": "bit" if bitwise else "byte", "printed": printed.text, "proposed": wanted.text}
        if _bitwise(wanted.unit) is bitwise and _bitwise(printed.unit) is not bitwise:
            yield Evidence.of("bits", For.PROPOSAL, "counts", **shown)
            return
        if _bitwise(printed.unit) is bitwise and _bitwise(wanted.unit) is not bitwise:
            yield Evidence.of("units", For.TEXT, "counts-holds", **shown)
            return


# per cent of what

_RELATIVE = re.compile(r"相对|相對|\brelative|относительн", re.IGNORECASE)


def relative(dispute: Dispute) -> Iterator[Evidence]:
    """A relative change that is printed as the difference of two percentages."""
    scene, printed, wanted = dispute.scene, dispute.printed, dispute.wanted
    if scene.table is not None or printed is None or printed.what is not What.PERCENT or wanted.what is not What.PERCENT:
        return
    target = dispute.targets[0]
    text = scene.reading.text
    if not _RELATIVE.search(text[max(0, target.start - 32) : target.end + 16]):
        return
    first, last = scene.sentence
    shares = [f for f in scene.figures if first <= f.start < last and f.what is What.PERCENT and f.start != target.start]
    for a, b in pairwise(shares):
        change, points = abs(b.amount - a.amount) / a.amount, abs(b.amount - a.amount)
        mine, theirs = fits(printed, Interval.exact(change)), fits(wanted, Interval.exact(change))
        shown = {"printed": printed.text, "proposed": wanted.text, "old": a.literal.written, "new": b.literal.written}
        if theirs and not mine and fits(printed, Interval.exact(points)):
            yield Evidence.of("derived", For.PROPOSAL, "points", computed=f"{show(change * 100)}%", **shown)
            return
        if mine and not theirs and fits(wanted, Interval.exact(points)):
            yield Evidence.of("units", For.TEXT, "relative", computed=f"{show(change * 100)}%", **shown)
            return


# words


def phrases(dispute: Dispute) -> Iterator[Evidence]:
    """A doubted phrase (`doubled`) against the claims that it makes, and the same with the proposed one in its place."""
    scene, stated, wanted = dispute.scene, dispute.claim.stated.strip(), dispute.claim.proposed.strip()
    if scene.table is not None or dispute.stated.is_number or not stated or not wanted or "$" in stated + wanted:
        return
    text = scene.reading.text
    at = text.find(stated, *scene.span)
    if at < 0 or len(wanted) > 200 or text.find(stated, at + 1, scene.span[1]) >= 0:
        return
    span = (at, at + len(stated))
    before = standing(claims_in(scene.passage), [span])
    changed, moved = edited(scene.reading, scene.passage, [Edit(*span, wanted)])
    after = standing(claims_in(changed), moved)
    shown = {"printed": stated, "proposed": wanted}
    failing = before.claim if before.state is State.FAILS else after.claim if after.state is State.FAILS else None
    computed = {"computed": failing.computed, "how": failing.how} if failing is not None else {"computed": "", "how": ""}
    if before.state is State.HOLDS and after.state is State.FAILS:
        yield Evidence.of("phrase", For.TEXT, "holds-then-fails", **shown, **computed)
    elif before.state is State.FAILS and after.state is State.HOLDS:
        yield Evidence.of("phrase", For.PROPOSAL, "fails-then-holds", **shown, **computed)


# the dimension of the reader's own working


def dimension_of_working(dispute: Dispute) -> Iterator[Evidence]:
    """The reader's working comes to the proposed digits in a unit of another dimension than the text's: power is no energy."""
    wanted = dispute.wanted
    if wanted.literal is None or wanted.unit is None or not hard(wanted.unit.dims):
        return
    for each in dispute.workings:
        result = each.result
        if result is None or result.literal is None or result.unit is None or not hard(result.unit.dims):
            continue
        if result.literal.value == wanted.literal.value and hard(result.unit.dims) != hard(wanted.unit.dims):
            shown = {"expression": each.text, "computed": result.text, "proposed": wanted.text, "printed": dispute.stated.text}
            yield Evidence.of("units", For.TEXT, "working-dimension", **shown).when(each.gives(replace(result)))
            return
