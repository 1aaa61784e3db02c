"""The witness about growth: what starts as a and is multiplied by r in each of n rounds is a·rⁿ; what doubles every 5 days, 2⁶ in 30."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from book.errata.bindings import bindings_of
from book.errata.dispute import Dispute
from book.errata.evidence import Evidence, For
from book.errata.figures import Figure
from book.errata.value import Value, value_of
from book.numbers.chain import show
from book.numbers.units import hard

MAX_ROUNDS = 200
_LETTER = r"\$(?P<{0}>\\?[A-Za-z]+(?:_\w)?)\$"
_START = re.compile(
    rf"(?:[从從]|一?开始[时時]?[有为為]?|一開始[有為]?|最初[有为為]?|初始[值为為]*|\bstart(?:s|ing)?\s(?:with|from|at|as)|\bbegin(?:s|ning)?\s(?:with|from|at)|\binitially(?:\s\w+){{0,3}}|начина\w+\s(?:с|со|от)"
    rf"|изначально(?:\s\w+){{0,2}}|вначале(?:\s\w+){{0,2}})\s?{_LETTER.format('start')}",
    re.IGNORECASE,
)
_TIMES = re.compile(rf"(?:乘以|乘上|\bmultipl\w+(?:\s\w+){{0,2}}\sby|\btimes|умножа\w+\sна)\s?{_LETTER.format('factor')}", re.IGNORECASE)
_ROUNDS = re.compile(
    rf"{_LETTER.format('after')}\s?(?:[轮輪次步]|rounds?\b|steps?\b|iterations?\b|passes\b|раунд\w*|шаг\w*|проход\w*|итераци\w*)", re.IGNORECASE
)
_EVERY = re.compile(
    r"(?:每(?:隔)?\s?(?P<zh>[^，。]{1,12}?)\s?(?:就)?(?:[翻]一?[番倍]|增加一倍|加倍)|\b(?:doubl|tripl)\w+\severy\s(?P<en>[^,.]{1,24}?)(?=[,.]|\sand\b|$)"
    r"|(?:удва|утра)\w+\sкажды\w+\s(?P<ru>[^,.]{1,24}?)(?=[,.]|$))",
    re.IGNORECASE,
)


def growth(dispute: Dispute) -> Iterator[Evidence]:
    """What repeated multiplication gives, for letters with values and for doubling in so many days."""
    if dispute.scene.table is not None or dispute.same:
        return
    printed, wanted = _results(dispute)
    if printed is None or wanted is None or printed.literal is None or wanted.literal is None:
        return
    for says, right in (*_in_letters(dispute), *_doubling(dispute)):
        mine, theirs = printed.literal.value == right, wanted.literal.value == right
        shown = {"computed": show(right), "printed": printed.text, "proposed": wanted.text}
        if theirs and not mine:
            yield Evidence.of("definition", For.PROPOSAL, says, **shown)
            return
        if mine and not theirs:
            yield Evidence.of("definition", For.TEXT, f"{says}-holds", **shown)
            return


def _results(dispute: Dispute) -> tuple[Value | None, Value | None]:
    """The two values; those behind the last equals sign where the reader wrote formulas with their result."""
    if dispute.printed is not None and dispute.wanted.is_number:
        return dispute.printed, dispute.wanted
    language = dispute.scene.language
    sides = [value_of(text.rsplit("=", 1)[-1], language) for text in (dispute.claim.stated, dispute.claim.proposed) if "=" in text]
    if len(sides) != 2 or not all(side.is_number for side in sides):
        return None, None
    there = any(f.literal.value == sides[0].literal.value for f in dispute.scene.quoted) if sides[0].literal is not None else False
    return (sides[0], sides[1]) if there else (None, None)


def _in_letters(dispute: Dispute) -> Iterator[tuple[str, Fraction]]:
    """`From $x$, each round multiplies by $w$, after $n$ rounds`, with the values of the letters."""
    scene = dispute.scene
    text = scene.reading.text
    start, factor, after = (pattern.search(text) for pattern in (_START, _TIMES, _ROUNDS))
    if start is None or factor is None or after is None:
        return
    values = {name: each.value for name, each in bindings_of(scene.readings, scene.tables).items()}
    names = (start["start"], factor["factor"], after["after"])
    if len(set(names)) == 3 and all(name in values for name in names):
        first, times, rounds = (values[name] for name in names)
        if rounds.denominator == 1 and 0 < rounds <= MAX_ROUNDS and abs(times) < 10**6:
            yield "growth", first * times ** int(rounds)


def _doubling(dispute: Dispute) -> Iterator[tuple[str, Fraction]]:
    """`Doubles every five days`, and in 30 days by a factor: two to the number of times that the one fits into the other."""
    scene = dispute.scene
    match = _EVERY.search(scene.reading.text)
    if match is None:
        return
    span = match.span("zh") if match["zh"] else match.span("en") if match["en"] else match.span("ru")
    period = next((f for f in scene.figures if span[0] <= f.start < span[1] + 2 and _is_time(f)), None)
    factor = 3 if re.search(r"tripl|утра", match[0], re.IGNORECASE) else 2
    doubted = {f.start for f in dispute.targets}
    times = [f for f in scene.figures if _is_time(f) and f is not period and f.start not in doubted and scene.sentence[0] <= f.start < scene.sentence[1]]
    if period is None or len(times) != 1:
        return
    rounds = times[0].amount / period.amount
    if rounds.denominator == 1 and 0 < rounds <= MAX_ROUNDS:
        yield "doubling", Fraction(factor) ** int(rounds)


def _is_time(figure: Figure) -> bool:
    return figure.unit is not None and hard(figure.unit.dims) == (("second", 1),) and figure.amount > 0
