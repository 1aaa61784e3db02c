"""Arithmetic as programs and plain text print it: `197e12 / 8.2e11 = 240`, `2 * 4096 * 4096`, `12 // 5`."""

from __future__ import annotations

import re

from book.numbers.errors import NumberProblem, Unreadable
from book.numbers.literal import plain
from book.numbers.tokens import Kind, Token
from book.numbers.units import PATTERN, parse_unit

MAX_LENGTH = 4_000
"""Longer spans are programs, not arithmetic."""

_LEXER = re.compile(
    r"(?P<number>0[xX][0-9a-fA-F_]{1,40}(?![0-9A-Za-z_])|\d{1,3}(?:,\d{3})+(?![\d,])(?:\.\d+)?|"
    r"\d+(?:_\d+)*(?:\.\d+)?(?:[eE][+-]?\d{1,6}(?![\w.]))?)"
    r"|(?P<space>\s+)|(?P<name>[^\W\d]\w*)|(?P<relation>==|!=|<=|>=|~=|≈|≤|≥|[=<>~])|(?P<arrow>->|=>|→|⇒)"
    r"|(?P<operator>\*\*|//|[-+*/^%×·÷−⋅])|(?P<open>[(])|(?P<close>[)])|(?P<comma>,)|(?P<end>[;:]|\.(?=\s))|"
    r"(?P<char>.)", re.DOTALL)
_OPERATORS = {"**": "^", "×": "*", "·": "*", "⋅": "*", "÷": "/", "−": "-"}
_RELATIONS = {"==": "=", "≈": "~", "~=": "~", "≤": "<=", "≥": ">="}
_FUNCTIONS = frozenset({"ceil", "floor", "sqrt", "log2", "log10", "ln", "abs", "exp", "max", "min"})


def tokens_of(source: str, offset: int = 0) -> list[Token]:
    """The tokens of a code span; positions count from `offset`. Names other than units have no value."""
    if len(source) > MAX_LENGTH:
        raise Unreadable("a code span of more than 4,000 characters")
    out: list[Token] = []
    at = 0
    while at < len(source):
        if out and out[-1].kind in (Kind.NUMBER, Kind.CLOSE):
            found = _unit_at(source, at, offset)
            if found is not None:
                out.append(found)
                at = found.end - offset
                continue
        match = _LEXER.match(source, at)
        if match is None:
            break
        token = _token(match, offset)
        if token is not None:
            out.append(token)
        at = match.end()
    return out


def _unit_at(source: str, at: int, offset: int) -> Token | None:
    """A unit directly after a number, with at most one space."""
    start = at + (source[at:at + 1] == " ")
    if source[start:start + 1] == "%" and not re.match(r"%\s*[\d(]", source[start:start + 4]):
        return Token(Kind.UNIT, "%", start + offset, start + 1 + offset, unit=parse_unit("%"))
    match = PATTERN.match(source, start)
    if match is None:
        return None
    try:
        unit = parse_unit(match[0])
    except Unreadable:
        return None
    return Token(Kind.UNIT, match[0], start + offset, match.end() + offset, unit=unit)


def _token(match: re.Match[str], offset: int) -> Token | None:
    """The token of one lexer match; None for space."""
    kind, text, start, end = match.lastgroup, match[0], match.start() + offset, match.end() + offset
    if kind == "space":
        return None
    if kind == "number":
        try:
            return Token(Kind.NUMBER, text, start, end, plain(text.replace(",", "")))
        except NumberProblem:
            return Token(Kind.SYMBOL, text[:20], start, end)
    if kind == "operator":
        return Token(Kind.OPERATOR, _OPERATORS.get(text, text), start, end)
    if kind == "relation":
        return Token(Kind.RELATION, _RELATIONS.get(text, text), start, end)
    if kind in ("arrow", "end"):
        return Token(Kind.BREAK, text, start, end)
    if kind == "open":
        return Token(Kind.OPEN, ")", start, end)
    if kind == "close":
        return Token(Kind.CLOSE, ")", start, end)
    if kind == "comma":
        return Token(Kind.COMMA, text, start, end)
    if kind == "name" and text in _FUNCTIONS:
        return Token(Kind.FUNCTION, text, start, end)
    return Token(Kind.SYMBOL, text[:20], start, end)
