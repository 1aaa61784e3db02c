"""Rule: arithmetic told beside its result (`78,400 weights (784 × 100)`, `24 clips: 4 moods × 3 × 2`, `1,661/3,316 (50.1%)`)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from book.checks.chains import row_at
from book.checks.claim import Claim
from book.checks.compare import plausible
from book.checks.passage import Reading
from book.findings import Code
from book.numbers.chain import Judgement, Relation, judge
from book.numbers.errors import NumberProblem
from book.numbers.expression import Mode, Side, evaluate, read
from book.numbers.scan import Hedge, Mention, What, has_number, scan
from book.numbers.tokens import Kind, Token

_BRACKET = re.compile(r"[（(](?P<sum>\d[^（()）\uf8fe]{2,70}?)(?P<end>[)），,;；])")
_COLON = re.compile(r"[:：]\s?(?P<sum>(?:\d|[a-zа-яё一-鿿]{1,8}\s?)(?:[^:：。.;；,，()（）\uf8fe]|"
                    r"[.,](?=\d)){6,90})", re.IGNORECASE)
_DIGITS = r"\d[\d,.\u00a0\u202f ]{0,16}"
_SHARE = re.compile(rf"(?P<sum>{_DIGITS}\s?/\s?{_DIGITS})\s?[（(]\s?(?P<share>\d[\d.,]{{0,8}}\s?%)\s?[)）]")
_OPERATOR = re.compile(r"[×÷*·/+−]|\sx\s|\s-\s")


def claims_of(reading: Reading) -> Iterator[Claim]:
    """Results with their arithmetic in brackets or after a colon."""
    masked = reading.narrow
    if not _OPERATOR.search(masked):
        return
    for match in _BRACKET.finditer(masked):
        if _OPERATOR.search(match["sum"]):
            yield from _beside(reading, masked, match, least=1)
    for match in _COLON.finditer(masked):
        if len(_OPERATOR.findall(match["sum"])) >= 2 and has_number(match["sum"], reading.language):
            yield from _beside(reading, masked, match, least=2)
    for match in _SHARE.finditer(masked):
        yield from _share(reading, match)


def _beside(reading: Reading, masked: str, match: re.Match[str], least: int) -> Iterator[Claim]:
    """The last number before the bracket or colon against the arithmetic in it."""
    stated = _last(reading, masked, match.start())
    tokens = row_at(reading, match.start("sum"), match.end("sum"))
    if stated is None or tokens is None or not _fits(tokens, stated, least):
        return
    side = _side(tokens)
    if side is None:
        return
    result = [Token(Kind.NUMBER, stated.literal.written, stated.start, stated.core, stated.literal)]
    if stated.unit is not None:
        result.append(Token(Kind.UNIT, stated.unit.spelling, stated.core, stated.end, unit=stated.unit))
    yield from _judged(reading, side, read(result), stated)


def _last(reading: Reading, masked: str, end: int) -> Mention | None:
    """The mention before a place, with no more than a noun between."""
    start = max(0, end - 60)
    found = [m for m in scan(masked[start:end], reading.language) if m.what is not What.STRUCTURE]
    if not found or found[-1].joined or found[-1].hedge is Hedge.BOUND or found[-1].what not in (What.QUANTITY, What.MULTIPLE):
        return None
    last = found[-1]
    between = masked[start + last.end:end]
    if len(between) > 26 or re.search(r"[,.;:，。；：、]", between):
        return None
    return Mention(last.what, last.start + start, last.end + start, last.literal, last.unit, last.hedge, False, last.core + start)


def _fits(tokens: list[Token], stated: Mention, least: int) -> bool:
    """Whether the tokens are a sum of their own, and the number before is a result and not a count beside a shape."""
    if any(token.kind in (Kind.RELATION, Kind.SYMBOL) for token in tokens):
        return False
    if sum(token.kind is Kind.OPERATOR for token in tokens) < least:
        return False
    units = any(token.kind is Kind.UNIT for token in tokens)
    if units != (stated.unit is not None and bool(stated.dims)) and units:
        return False
    telling = stated.literal.value >= 100 or not stated.literal.integer or any(token.text == "/" for token in tokens)
    return least > 1 or telling


def _side(tokens: list[Token]) -> Side | None:
    """The arithmetic as a side of a relation."""
    try:
        side = read(tokens)
    except NumberProblem:
        return None
    return side if side.operators else None


def _judged(reading: Reading, side: Side, result: Side, stated: Mention) -> Iterator[Claim]:
    """The claim, unless the mismatch looks like a misreading."""
    start, end = min(stated.start, side.start), max(stated.end, side.end)
    verdict = judge(Relation(side, "~" if stated.hedge is Hedge.ABOUT else "=", result, start, end))
    if verdict.judgement in (Judgement.HOLDS, Judgement.ROUNDING):
        yield Claim(start, end, None)
    elif verdict.judgement is Judgement.VALUE:
        value = evaluate(side.node, Mode.BARE).value.middle
        if plausible(stated.literal.value, value):
            printed = reading.text[stated.start:stated.end]
            yield Claim(start, end, Code.ARITH_MISMATCH, printed, verdict.computed, "the arithmetic beside it", stated.start)


def _share(reading: Reading, match: re.Match[str]) -> Iterator[Claim]:
    """A quotient and its percentage."""
    tokens = row_at(reading, match.start("sum"), match.end("sum"))
    found = [m for m in scan(match["share"], reading.language) if m.what is What.PERCENT]
    side = _side(tokens) if tokens else None
    if side is None or len(found) != 1 or side.operators != 1:
        return
    at = match.start("share")
    stated = Mention(What.PERCENT, at, match.end("share"), found[0].literal, found[0].unit, core=at + found[0].core)
    result = read([Token(Kind.NUMBER, stated.literal.written, at, stated.core, stated.literal),
                   Token(Kind.UNIT, "%", stated.core, stated.end, unit=stated.unit)])
    yield from _judged(reading, side, result, stated)
