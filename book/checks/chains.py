"""Rule: chains of printed arithmetic in formulas, in code spans and in prose (`4 emotions × 3 speeds = 12 clips`)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from book.checks.claim import Claim
from book.checks.passage import OPAQUE, Kind, Reading
from book.findings import Code
from book.numbers import latex, plain
from book.numbers.chain import Judgement, Verdict, judge, relations
from book.numbers.errors import NumberProblem
from book.numbers.literal import Literal
from book.numbers.scan import FULLWIDTH, Mention, What, family, scan
from book.numbers.tokens import Kind as TokenKind
from book.numbers.tokens import Token

CODES = {Judgement.VALUE: Code.ARITH_MISMATCH, Judgement.UNIT: Code.UNIT_MISMATCH,
         Judgement.DIMENSION: Code.DIMENSION_MISMATCH, Judgement.ROUNDING: Code.ARITH_ROUNDING}
UNREAD = -1


def claims_of(reading: Reading) -> tuple[list[Claim], int]:
    """All claims of the chains of a passage, and how many relations were seen but not read."""
    claims: list[Claim] = []
    unread = 0
    for tokens in _token_rows(reading):
        if not any(token.kind is TokenKind.RELATION for token in tokens):
            continue
        for relation in relations(tokens):
            verdict = judge(relation)
            if verdict.judgement is Judgement.UNREAD:
                unread += any(c.isdigit() for c in reading.text[relation.start:relation.end])
            else:
                claims.append(_claim(verdict))
    return claims, unread


def _claim(verdict: Verdict) -> Claim:
    """The claim of a verdict."""
    how = "the sides measure different things" if verdict.judgement is Judgement.DIMENSION else "the printed operands"
    return Claim(verdict.start, verdict.end, CODES.get(verdict.judgement), verdict.stated, verdict.computed, how)


def _token_rows(reading: Reading) -> Iterator[list[Token]]:
    """The tokens of each formula, of each code span, and of prose around operators."""
    for at, segment in reading.spans:
        try:
            if segment.kind in (Kind.MATH, Kind.DISPLAY):
                tokens = latex.tokens_of(segment.text, reading.language, at)
                yield _with_unit_after(tokens, reading, at + len(segment.text) + 1) if segment.kind is Kind.MATH else tokens
            elif segment.kind is Kind.CODE and "=" in segment.text or "≈" in segment.text:
                yield plain.tokens_of(segment.text, at)
        except NumberProblem:
            continue
    yield from _in_prose(reading)


def _with_unit_after(tokens: list[Token], reading: Reading, stop: int) -> list[Token]:
    """`$48/864=55.6$ ms`: a unit outside the formula is no part of it; the numbers are compared as they stand."""
    return tokens


_SIGN = re.compile(r"[=≈≒]")
_OPERATORS = {"×": "*", "x": "*", "X": "*", "х": "*", "*": "*", "·": "*", "⋅": "*", "÷": "/", "/": "/", "+": "+", "＋": "+",
              "-": "-", "−": "-", "–": "-", "=": "=", "≈": "~", "≒": "~", "^": "^"}
_BETWEEN = re.compile(r"(?P<noun>[\s\u00a0]?(?:[^\W\d_]|[\s\u00a0\-'’]){0,40}?)[\s\u00a0]*(?P<close>\)*)[\s\u00a0]*(?P<op>[×xXх*·⋅÷/+\-−–=≈≒^]|乘以|除以|加上|减去)[\s\u00a0]*(?P<about>约|約|about |около )?(?P<open>\(*)[\s\u00a0]*\Z")
_WORDS = {"乘以": "*", "除以": "/", "加上": "+", "减去": "-"}


def _in_prose(reading: Reading) -> Iterator[list[Token]]:
    """Rows of mentions with operators between them, at least one of which is an equals sign."""
    masked = reading.masked.translate(FULLWIDTH)
    windows = _windows(masked)
    for start, end in windows:
        piece = reading.masked[start:end]
        row: list[Token] = []
        last: Mention | None = None
        for mention in scan(piece, reading.language):
            value = _operand(mention, piece, start)
            between = _BETWEEN.match(masked[start + last.end:start + mention.start]) if last is not None and mention.start - last.end < 60 else None
            if value is None or between is None:
                if row:
                    yield row
                row = []
            else:
                row += _joint(between, start + last.end if last else start)
            if value is None:
                last = None
                continue
            if not row:
                row = _opening(masked, start + mention.start)
            row += value
            last = mention
        if row:
            yield row


def _windows(masked: str) -> list[tuple[int, int]]:
    """Stretches of prose around equals signs, cut at sentence ends and formulas."""
    out: list[tuple[int, int]] = []
    for sign in _SIGN.finditer(masked):
        if out and sign.start() < out[-1][1]:
            continue
        left = max(masked.rfind(c, max(0, sign.start() - 200), sign.start()) for c in "。；;！？\n" + OPAQUE) + 1
        left = max(left, sign.start() - 200)
        rights = [i for c in "。；;！？\n" + OPAQUE if (i := masked.find(c, sign.end(), sign.end() + 200)) >= 0]
        out.append((left, min(rights, default=min(len(masked), sign.end() + 200))))
    return out


def _operand(mention: Mention, piece: str, offset: int) -> list[Token] | None:
    """The tokens of a number in prose; None for structure."""
    start, end = mention.start + offset, mention.end + offset
    if mention.what is What.STRUCTURE:
        text = piece[mention.start:mention.end]
        if re.fullmatch(r"0[xX][0-9a-fA-F]{1,16}", text):
            return [Token(TokenKind.NUMBER, text, start, end, plain.plain(text))]
        return None
    if mention.what is What.FRACTION and mention.literal.step == 0 and not mention.joined:
        return None
    row = [Token(TokenKind.NUMBER, mention.literal.written, start, end, mention.literal)]
    if mention.unit is not None and mention.unit.spelling:
        row.append(Token(TokenKind.UNIT, mention.unit.spelling, start, end, unit=mention.unit))
    return row


def _opening(masked: str, at: int) -> list[Token]:
    """Brackets and a sign directly before the first number."""
    before = re.search(r"[(\s]*([-−]?)[\s]?\Z", masked[max(0, at - 4):at])
    count = before[0].count("(") if before else 0
    row = [Token(TokenKind.OPEN, ")", at - 1, at) for _ in range(count)]
    if before and before[1]:
        row.append(Token(TokenKind.OPERATOR, "-", at - 1, at))
    return row


def _joint(between: re.Match[str], at: int) -> list[Token]:
    """Closing brackets, the operator, opening brackets."""
    row = [Token(TokenKind.CLOSE, ")", at, at) for _ in between["close"]]
    sign = _WORDS.get(between["op"]) or _OPERATORS[between["op"]]
    if sign in "=~":
        row.append(Token(TokenKind.RELATION, "~" if between["about"] else sign, at, at))
    else:
        row.append(Token(TokenKind.OPERATOR, sign, at, at))
    return row + [Token(TokenKind.OPEN, ")", at, at) for _ in between["open"]]


def percent_literal(literal: Literal) -> Literal:
    """A percentage as a number."""
    return literal
