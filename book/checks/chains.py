"""Rule: chains of printed arithmetic in formulas, in code spans and in prose (`4 emotions × 3 speeds = 12 clips`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from book.checks.claim import Claim
from book.checks.passage import OPAQUE, Kind, Reading
from book.findings import Code
from book.numbers import latex, plain
from book.numbers.chain import Judgement, Relation, Verdict, judge, relations
from book.numbers.errors import NumberProblem
from book.numbers.literal import plain as literal_of
from book.numbers.scan import Mention, What, scan
from book.numbers.tokens import Kind as TokenKind
from book.numbers.tokens import Token
from book.numbers.tree import Node, Number, Operation, nodes

CODES = {Judgement.VALUE: Code.ARITH_MISMATCH, Judgement.UNIT: Code.UNIT_MISMATCH,
         Judgement.DIMENSION: Code.DIMENSION_MISMATCH, Judgement.ROUNDING: Code.ARITH_ROUNDING}


def claims_of(reading: Reading) -> tuple[list[Claim], int]:
    """All claims of the chains of a passage, and how many relations were seen but not read."""
    claims: list[Claim] = []
    unread = 0
    for tokens, strict in _token_rows(reading):
        if not any(token.kind is TokenKind.RELATION for token in tokens):
            continue
        verdicts = [judge(relation) for relation in relations(tokens) if strict or not _label(relation)]
        if any(verdict.judgement in _WRONG for verdict in verdicts) and _holds_otherwise(tokens, reading.text):
            verdicts = [replace(verdict, judgement=Judgement.HOLDS) for verdict in verdicts]
        for verdict in verdicts:
            if verdict.judgement is Judgement.UNREAD or (verdict.judgement in CODES and _scaled(verdict, reading.masked)):
                unread += any(c.isdigit() for c in reading.text[verdict.start:verdict.end])
            else:
                claims.append(_claim(verdict))
    return claims, unread


_WRONG = (Judgement.VALUE, Judgement.UNIT, Judgement.DIMENSION)
_COMMA = re.compile(r"(?<=\d),(?=\d)")
_MORE = re.compile(r"(?:,\d+)?")


def _holds_otherwise(tokens: Sequence[Token], text: str) -> bool:
    """Whether all is right in base two, or if the commas are decimal points or part equations (`1 + 1 = 2,3 + 4 = 7`): then no arithmetic is wrong."""
    rows = [[_binary(token) for token in tokens]] if _is_binary(tokens) else []
    end = _MORE.match(text, tokens[-1].end)
    words = text[tokens[0].start:end.end() if end else tokens[-1].end]
    if _COMMA.search(words):
        try:
            rows += [plain.tokens_of(_COMMA.sub(meant, words)) for meant in (".", ", ")]
        except NumberProblem:
            return False
    for row in rows:
        verdicts = [judge(relation).judgement for relation in relations(row)]
        if verdicts and all(each in (Judgement.HOLDS, Judgement.ROUNDING) for each in verdicts):
            return True
    return False


def _is_binary(tokens: Sequence[Token]) -> bool:
    """Whether all numerals are of noughts and ones, and one of them is as long as a binary one."""
    numerals = [token.text for token in tokens if token.kind is TokenKind.NUMBER]
    return all(set(text) <= {"0", "1"} for text in numerals) and any(len(text) >= 4 for text in numerals)


def _binary(token: Token) -> Token:
    """A numeral read in base two."""
    return replace(token, literal=literal_of(str(int(token.text, 2)))) if token.kind is TokenKind.NUMBER else token


_SCALED = re.compile(r"[^\w\s]?\s?(?:万|萬|亿|億|million|billion|trillion|тыс|млн|млрд)")
"""A scale word right after a formula belongs to its last number: `$3\\times10^4\\times365=1095$ 万`."""


def _scaled(verdict: Verdict, text: str) -> bool:
    """Whether the scale word after a formula is all that its last number lacks."""
    if not _SCALED.match(text, verdict.end):
        return False
    try:
        right, printed = (literal_of(word).value for word in (verdict.computed.replace(",", ""), verdict.stated))
    except NumberProblem:
        return False
    return printed > 0 and right / printed in (10**3, 10**4, 10**6, 10**8, 10**9, 10**12)


def _claim(verdict: Verdict) -> Claim:
    """The claim of a verdict."""
    how = "the sides measure different things" if verdict.judgement is Judgement.DIMENSION else "the printed operands"
    return Claim(verdict.start, verdict.end, CODES.get(verdict.judgement), verdict.stated, verdict.computed, how)


def _label(relation: Relation) -> bool:
    """`1 = yes`, `400 steps ≈ 400 × 90 / 60`: a lone number in prose or code labels what follows, unless units agree."""
    left, right = relation.left, relation.right
    if any(side is not None and _is_xor(side.node) for side in (left, right)):
        return True
    unit = left.unit if left is not None and left.literal is not None else None
    if relation.sign == "~" and unit is not None and unit.dims and not unit.hard:
        return True
    if left is None or right is None or left.operators or right.operators:
        return False
    same = left.unit is not None and right.unit is not None and left.unit.hard == right.unit.hard and bool(left.unit.hard) \
        and left.unit.factor != right.unit.factor
    hexadecimal = left.literal is not None and left.literal.written[:2] in ("0x", "0X")
    return not same and not hexadecimal


def _is_xor(node: Node) -> bool:
    """Whether `^` is no power: nobody raises to nought or one, but programs flip bits by them."""
    return any(isinstance(each, Operation) and each.name == "^" and isinstance(each.operands[1], Number)
               and each.operands[1].literal.value in (0, 1) for each in nodes(node))


def _token_rows(reading: Reading) -> Iterator[tuple[list[Token], bool]]:
    """The tokens of each formula (strict), of each code span, and of prose around operators."""
    for at, segment in reading.spans:
        try:
            if segment.kind in (Kind.MATH, Kind.DISPLAY):
                yield latex.tokens_of(segment.text, reading.language, at), True
            elif segment.kind is Kind.CODE and ("=" in segment.text or "≈" in segment.text):
                yield plain.tokens_of(segment.text, at), False
        except NumberProblem:
            continue
    for row in _in_prose(reading):
        yield row, False


MAX_SIGNS = 12
"""More equals signs in one stretch of prose are no sentence."""
_SIGN = re.compile(r"[=≈≒]")
_OPERATORS = {"×": "*", "x": "*", "X": "*", "х": "*", "*": "*", "·": "*", "⋅": "*", "÷": "/", "/": "/", "+": "+", "＋": "+",
              "-": "-", "−": "-", "–": "-", "=": "=", "≈": "~", "≒": "~", "^": "^"}
_BETWEEN = re.compile(r"(?P<noun>[\s\u00a0]?(?:[^\W\d_]|"
                      r"[\s\u00a0\-'’]){0,40}?)[\s\u00a0]*(?P<close>\)*)[\s\u00a0]*(?P<op>(?<![^\W\d_])[xXх](?![^\W\d_])|"
                      r"[×*·⋅÷+\-−–=≈≒^]|(?<![^\W\d_])/|(?<!\bw)/(?=\d)|乘以|除以|加上|减去)[\s\u00a0]*(?P<about>约|約|about |"
                      r"около )?(?P<open>\(*)[\s\u00a0]*\Z")
_OWNED = re.compile(r"的\s?\S")
"""`180 天的收入 =`: not the days are equal to what follows."""
_WORDS = {"乘以": "*", "除以": "/", "加上": "+", "减去": "-"}


def _in_prose(reading: Reading) -> Iterator[list[Token]]:
    """Rows of mentions with operators between them, around equals signs."""
    masked = reading.narrow
    for start, end in _windows(masked):
        yield from _rows(reading, masked, start, end)


def row_at(reading: Reading, start: int, end: int) -> list[Token] | None:
    """The one row of a stretch of prose, if it begins there and nothing but a noun is left after it."""
    masked = reading.narrow
    rows = list(_rows(reading, masked, start, end, start))
    if len(rows) != 1 or masked[start:rows[0][0].start].strip(" ("):
        return None
    return rows[0] if len(masked[rows[0][-1].end:end].strip()) <= 24 else None


def _rows(reading: Reading, masked: str, start: int, end: int, floor: int = 0) -> Iterator[list[Token]]:
    """Rows of mentions with operators between them in a stretch of prose; what stands before `floor` is no part of them."""
    piece = reading.masked[start:end]
    row: list[Token] = []
    last: Mention | None = None
    for mention in scan(piece, reading.language):
        value = _operand(mention, piece, start)
        between = None
        if last is not None and mention.start - last.end < 60:
            between = _BETWEEN.match(masked[start + last.end:start + mention.start])
            if between is not None and row and _begins(between, last, row):
                between = None
        if value is None or between is None:
            if row and last is not None:
                yield row + _closing(masked, start + last.end)
            row = []
        else:
            related = any(token.kind is TokenKind.RELATION for token in row)
            if between["op"] in "=≈≒" and _OWNED.search(between["noun"]):
                row.append(Token(TokenKind.SYMBOL, "的", start + mention.start, start + mention.start))
            row += _joint(between, start + last.end if last else start, related)
        if value is None:
            last = None
            continue
        if not row:
            row = _opening(masked, start + mention.start, floor) or _continued(reading.text, start + mention.start)
        row += value
        last = mention
    if row and last is not None:
        yield row + _closing(masked, start + last.end)


def _begins(between: re.Match[str], last: Mention, row: Sequence[Token]) -> bool:
    """Whether a name before an equals sign begins the next equation: `precision = 700 / 1000 = 70% recall = 700 / 1400`."""
    measured = last.unit is not None and (bool(last.unit.hard) or not last.unit.dims)
    named = between["op"] in "=≈≒" and bool(between["noun"].strip())
    return named and measured and any(token.kind is TokenKind.RELATION for token in row)


_FORMULA_BEFORE = re.compile(r"(?:[-+*×/·⋅÷]|\\(?:times|cdot|div))\s?\$\s?\Z")


def _continued(text: str, at: int) -> list[Token]:
    """A symbol if a formula right before the first number ends in an operator: `175G $*$ 4 bytes`."""
    return [Token(TokenKind.SYMBOL, "$", at - 1, at)] if _FORMULA_BEFORE.search(text, max(0, at - 12), at) else []


def _closing(masked: str, at: int) -> list[Token]:
    """Brackets after the last number; a symbol if the side goes on with something that has no value."""
    after = masked[at:at + 12]
    if _SYMBOL_AFTER.match(after):
        return [Token(TokenKind.SYMBOL, after.strip()[:1], at, at)]
    return [Token(TokenKind.CLOSE, ")", at, at)] if after.lstrip()[:1] == ")" else []


def _windows(masked: str) -> list[tuple[int, int]]:
    """Stretches of prose around equals signs, cut at sentence ends and formulas."""
    out: list[tuple[int, int]] = []
    for sign in _SIGN.finditer(masked):
        if out and sign.start() < out[-1][1]:
            continue
        left = max(masked.rfind(c, max(0, sign.start() - 200), sign.start()) for c in "。；;！？\n" + OPAQUE) + 1
        left, last = max(left, sign.start() - 200), 0
        for full_stop in re.finditer(r"\.\s", masked[left:sign.start()]):
            last = full_stop.end()
        left += last
        rights = [i for c in "。；;！？\n" + OPAQUE if (i := masked.find(c, sign.end(), sign.end() + 200)) >= 0]
        if full := re.search(r"\.\s", masked[sign.end():sign.end() + 200]):
            rights.append(sign.end() + full.start())
        right = min(rights, default=min(len(masked), sign.end() + 200))
        if sum(map(masked[left:right].count, "=≈≒")) <= MAX_SIGNS:
            out.append((left, right))
        else:
            out.append((right, right))
    return out


def _operand(mention: Mention, piece: str, offset: int) -> list[Token] | None:
    """The tokens of a number in prose; None for structure."""
    start, end = mention.start + offset, mention.end + offset
    if mention.what is What.STRUCTURE:
        text = piece[mention.start:mention.end]
        if re.fullmatch(r"0[xX][0-9a-fA-F]{1,16}", text):
            return [Token(TokenKind.NUMBER, text, start, end, literal_of(text))]
        return None
    if mention.what is What.FRACTION and mention.literal.step == 0 and not mention.joined:
        return None
    row = [Token(TokenKind.NUMBER, mention.literal.written, start, end, mention.literal)]
    if mention.unit is not None and mention.unit.spelling:
        row.append(Token(TokenKind.UNIT, mention.unit.spelling, start, end, unit=mention.unit))
    return row


_BEFORE = re.compile(r"(?P<open>(?:^|(?<=[\s=：:，,、（(]))\(*|\(+)(?P<sign>[-−]?)\s?\Z")
_SYMBOL_BEFORE = re.compile(r"[-−–+×*·/^]\s*\(+\s*[-−]?\s*\Z|(?:[^\W\d_]|[\d)\]])\s*[-−–+×*·⋅/÷^@_#~(]\s*\Z|[×*·⋅/÷^@_#+]\s*\Z|"
                            r"[A-Za-zА-Яа-яα-ωΑ-Ω]\(+\s*\Z|[√∑∏∫\ufffc]\(*\s*\Z|(?<![^\W\d_])[xXх]\s*\Z")
_WORD_BEFORE = re.compile(r"(?!log|exp|sin|cos|tan|max|min|abs|med|var|ean|qrt|oor|eil)[^\W\d_]{3}\s\(\Z|(?<![^\W\d_])(?:of|is|by|to|at|in|so|на|из|по|до|за)\s\(\Z|[\u4e00-\u9fff]\s?\(\Z", re.IGNORECASE)
"""A word of prose before a bracket, which is no function (by its last letters): `leaves (12 − 2) × 18`."""
_GROUP = re.compile(r"[\d.,\s+\-−–×*]{1,40}\)\s?[×*·/÷]\s?\d")
"""A sum in brackets that is a factor."""
_SYMBOL_AFTER = re.compile(r"\s*[×*/÷^·]\s*[^\W\d_]|\s+[-+−]\s+[A-Za-z]|\s*[(\[]\s*[A-Za-z]\s*[)\]]")


def _opening(masked: str, at: int, floor: int) -> list[Token]:
    """Brackets and a sign before the first number; a symbol if something without a value is part of the side."""
    before = masked[max(floor, at - 6):at]
    if _SYMBOL_BEFORE.search(before) and not (_WORD_BEFORE.search(before) and _GROUP.match(masked, at)):
        return [Token(TokenKind.SYMBOL, before.strip()[-1:], at - 1, at)]
    match = _BEFORE.search(before)
    if match is None:
        return []
    row = [Token(TokenKind.OPEN, ")", at - 1, at) for _ in match["open"]]
    return row + ([Token(TokenKind.OPERATOR, "-", at - 1, at)] if match["sign"] else [])


def _joint(between: re.Match[str], at: int, after_relation: bool) -> list[Token]:
    """Closing brackets, the operator, opening brackets; a dash in a result (`≈ 4-6 min`) is a range."""
    row = [Token(TokenKind.CLOSE, ")", at, at) for _ in between["close"]]
    sign = _WORDS.get(between["op"]) or _OPERATORS[between["op"]]
    if between["op"] in "-–—" and after_relation and not between[0].strip("-–—"):
        return [Token(TokenKind.SYMBOL, "–", at, at)]
    if sign in "=~":
        row.append(Token(TokenKind.RELATION, "~" if between["about"] else sign, at, at))
    else:
        row.append(Token(TokenKind.OPERATOR, sign, at, at))
    return row + [Token(TokenKind.OPEN, ")", at, at) for _ in between["open"]]
