"""LaTeX arithmetic, read strictly into tokens: what the table does not know becomes a symbol and stays unread.

One regular expression walks the source once; groups become brackets, `\\frac{a}{b}` becomes `(a)/(b)`. Nothing
is expanded, no macro is known, and nothing nests deeper than the grammar allows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from book.numbers import words
from book.numbers.errors import NumberProblem, Unreadable
from book.numbers.literal import Literal, plain
from book.numbers.tokens import Kind, Token
from book.numbers.units import PERCENT, parse_unit

MAX_LENGTH = 20_000
"""Longer formulas are not read."""

_SPACE = r"(?:\\[,;:! ]|~|\\quad|\\qquad|\\thinspace|\s)"
_NUMBER = (r"\d{1,3}(?:(?:\{,\}|,|\\,|\\;|\{\\,\}|\\ |~)\d{3})+(?!\d)(?:\.\d+)?(?:\{,\}\d{1,2}(?!\d))?"
           r"|\d+(?:\{,\}\d+|\.\d+)?(?:[eE][+-]?\d{1,6}(?![A-Za-z0-9]))?")
_TEXT = (r"\\(?:mathrm|text|textrm|textit|textbf|mathbf|mathit|mathsf|mathtt|operatorname|unit|si|rm|mbox|hbox)"
         r"\s*\{(?P<words>[^{}]{0,80})\}")
_LEXER = re.compile(
    rf"(?P<number>{_NUMBER})|(?P<text>{_TEXT})|(?P<micro>\\mu\s*(?:\\mathrm|\\text)\s*\{{\s*(?P<micros>[A-Za-z])\s*\}})"
    r"|(?P<begin>\\(?:begin|end)\s*\{[a-zA-Z*]{1,20}\}(?:\{[lcr|]{1,20}\})?)|(?P<name>\\[a-zA-Z]+)|"
    r"(?P<line>\\\\(?:\[[^\]]{0,20}\])?)"
    rf"|(?P<space>{_SPACE}+)|(?P<escaped>\\.)|(?P<char>.)", re.DOTALL)

_OPERATORS = {"\\times": "*", "\\cdot": "*", "\\ast": "*", "\\div": "/", "+": "+", "-": "-", "*": "*", "/": "/",
              "×": "*", "·": "*", "÷": "/", "−": "-", "^": "^", "\\pm": "", "⋅": "*"}
_RELATIONS = {"=": "=", "\\approx": "~", "\\simeq": "~", "\\doteq": "~", "\\approxeq": "~", "\\equiv": "=",
              "≈": "~", "<": "<", ">": ">", "\\lt": "<", "\\gt": ">", "\\le": "<=", "\\leq": "<=", "\\ge": ">=",
              "\\geq": ">=", "\\leqslant": "<=", "\\geqslant": ">=", "≤": "<=", "≥": ">=", "\\ne": "!=", "\\neq": "!=",
              "\\ll": "<", "\\gg": ">"}
_BREAKS = frozenset(re.findall(r"\S+", r"\to \rightarrow \Rightarrow \implies \Longrightarrow \longrightarrow \iff \mapsto \quad "
                               r"\qquad \mid \colon \gtrsim \lesssim \propto \ldots \dots \cdots \pm \mp \in \sim ; → ⇒ … ∼"))
_FUNCTIONS = {"\\sqrt": "sqrt", "\\log": "log", "\\ln": "ln", "\\lg": "lg", "\\exp": "exp", "\\max": "max", "\\min": "min",
              "\\binom": "binom", "\\dbinom": "binom", "\\tbinom": "binom"}
_OPEN = {"(": ")", "[": "]", "\\lceil": "ceil", "\\lfloor": "floor", "{": "}", "\\{": "\\}"}
_CLOSE = {")": ")", "]": "]", "\\rceil": "ceil", "\\rfloor": "floor", "}": "}", "\\}": "\\}"}
_IGNORED = frozenset(re.findall(r"\S+", r"\left \right \big \Big \bigg \Bigg \bigl \bigr \Bigl \Bigr \displaystyle \textstyle "
                                r"\limits \nonumber \notag \; \, \: \! & \boxed \rm \thinspace"))
_FRACTIONS = {"\\frac": False, "\\dfrac": False, "\\tfrac": True, "\\cfrac": False}
_SIGNS: dict[str, tuple[Kind, str]] = {
    **{sign: (Kind.OPERATOR, meaning) for sign, meaning in _OPERATORS.items() if meaning}, "_": (Kind.OPERATOR, "_"),
    **{sign: (Kind.RELATION, meaning) for sign, meaning in _RELATIONS.items()}, **{sign: (Kind.BREAK, sign) for sign in _BREAKS},
    **{sign: (Kind.OPEN, closing) for sign, closing in _OPEN.items()},
    **{sign: (Kind.CLOSE, closing) for sign, closing in _CLOSE.items()},
    "!": (Kind.FACTORIAL, "!"), ",": (Kind.COMMA, ","), "，": (Kind.COMMA, ","), ".": (Kind.BREAK, "."), "。": (Kind.BREAK, ".")}
"""Everything that is one sign with one meaning."""
_SPLITTING = re.compile(r"\b(?:and|or|if|for|where|with|so|then|per)\b|[，。、；和或且]|\b(?:и|или|при|если|где)\b")

_VERBATIM = re.compile(r"\\mu(?=\s*\\)|.+", re.DOTALL)
"""The symbols of `\\mu\\mathrm{s}` where it is no unit."""
_ARRAYS = re.compile(r"\\begin\s*\{\s*(?:[pbBvV]?matrix|smallmatrix|array|cases|tabular)|\\substack|\\underbrace|"
                     r"\\overbrace|\\stackrel|\\pmod|\\bmod|\\mod\b")


def tokens_of(source: str, language: str = "en", offset: int = 0, *, verbatim: bool = False) -> list[Token]:
    """The tokens of a formula; positions count from `offset`. `Unreadable` if it is too long to be arithmetic.

    `verbatim` leaves `\\mathrm{GB}` a symbol as it is typed; else it is the unit, or the label of a number and left out.
    """
    return list(_tokens(source, language, offset, verbatim))


@lru_cache(maxsize=4096)
def _tokens(source: str, language: str, offset: int, verbatim: bool) -> tuple[Token, ...]:
    """The same; several rules ask for the tokens of one formula."""
    if len(source) > MAX_LENGTH:
        raise Unreadable("a formula of more than 20,000 characters")
    if _ARRAYS.search(source):
        raise Unreadable("a matrix or a list of cases")
    return tuple(_joined(_Reader(source, language, offset, verbatim).read()))


class _Reader:
    """One pass over the source, from matches of the lexer to tokens."""

    def __init__(self, source: str, language: str, offset: int, verbatim: bool) -> None:
        self.source = source
        self.verbatim = verbatim
        self.language = language
        self.offset = offset
        self.out: list[Token] = []

    def read(self) -> list[Token]:
        for match in _LEXER.finditer(self.source):
            kind = match.lastgroup or "char"
            if kind in ("words", "micros"):
                kind = "text" if match["words"] is not None else "micro"
            self.one(kind, match)
        return self.out

    def one(self, kind: str, match: re.Match[str]) -> None:
        text, start, end = match[0], match.start() + self.offset, match.end() + self.offset
        if kind == "number":
            self.number(text, start, end)
        elif self.verbatim and kind in ("text", "micro", "begin"):
            self.out += [Token(Kind.SYMBOL, re.sub(r"\s", "", part[0]), start + part.start(), start + part.end())
                         for part in _VERBATIM.finditer(text)]
        elif kind == "text":
            self.words(match["words"], start, end)
        elif kind == "micro":
            self.words("µ" + match["micros"], start, end)
        elif kind == "line":
            self.out.append(Token(Kind.BREAK, "\\\\", start, end))
        elif kind == "space":
            if "quad" in text:
                self.out.append(Token(Kind.BREAK, "quad", start, end))
        elif kind != "begin":
            self.mark(text, start, end)

    def number(self, text: str, start: int, end: int) -> None:
        """A literal, or one digit of `\\frac12`."""
        if self.out and self.out[-1].text == "frac" and self.out[-1].end == start and len(text) == 2:
            for i, digit in enumerate(text):
                self.out.append(Token(Kind.NUMBER, digit, start + i, start + i + 1, plain(digit)))
            return
        try:
            literal = latex_literal(text, self.language)
        except NumberProblem:
            self.out.append(Token(Kind.SYMBOL, text[:20], start, end))
            return
        self.out.append(Token(Kind.NUMBER, text, start, end, literal))

    def words(self, text: str, start: int, end: int) -> None:
        """Text inside a formula: a unit, a scale word, a label after a number, or the end of the chain."""
        bare = re.sub(r"\\mu\s*", "µ", text).replace("\\,", " ").replace("~", " ").replace("\\cdot", "·").replace("\\%", "%")
        bare = re.sub(r"\s+", " ", bare).strip(" .,")
        if not bare:
            return
        after_value = bool(self.out) and self.out[-1].kind in (Kind.NUMBER, Kind.CLOSE, Kind.UNIT)
        if bare in words.SCALES and after_value:
            factor = Literal(Fraction(10) ** words.SCALES[bare], Fraction(0), written=bare)
            self.out += [Token(Kind.OPERATOR, "*", start, start), Token(Kind.NUMBER, bare, start, end, factor)]
            return
        try:
            unit = parse_unit(bare)
        except Unreadable:
            label = len(bare) > 2 and "_" not in bare and not any(c.isdigit() for c in bare)
            if _SPLITTING.search(bare) and not (self.out and self.out[-1].text == "_"):
                self.out.append(Token(Kind.BREAK, bare, start, end))
            elif not (label and after_value):
                self.out.append(Token(Kind.SYMBOL, bare[:20], start, end))
            return
        if len(self.out) > 1 and (mark := self.out[-1].text) in ("*", "/") and (before := self.out[-2]).unit is not None:
            del self.out[-2:]  # `\mathrm{kW}\cdot\mathrm{h}`, `\mathrm{GB}/\mathrm{s}`: one unit
            joined = before.unit.times(unit, 1 if mark == "*" else -1, f"{before.text}{'·' if mark == '*' else '/'}{bare}")
            self.out.append(Token(Kind.UNIT, joined.spelling, before.start, end, unit=joined))
            return
        self.out.append(Token(Kind.UNIT if after_value else Kind.SYMBOL, bare, start, end, unit=unit))

    def mark(self, text: str, start: int, end: int) -> None:
        """Operators, relations, brackets, functions; everything else is a symbol."""
        add = self.out.append
        if text in _IGNORED:
            return
        if text in _FRACTIONS:
            add(Token(Kind.FUNCTION, "frac", start, end, tight=_FRACTIONS[text]))
        elif text in ("\\%", "%"):
            add(Token(Kind.UNIT, "%", start, end, unit=PERCENT))
        elif text in _FUNCTIONS:
            indexed = text == "\\sqrt" and self.source[end - self.offset:].lstrip()[:1] == "["
            add(Token(Kind.SYMBOL, "\\sqrt[", start, end) if indexed else Token(Kind.FUNCTION, _FUNCTIONS[text], start, end))
        elif text in ("\\lceil", "\\lfloor"):
            add(Token(Kind.FUNCTION, _OPEN[text], start, start))
            add(Token(Kind.OPEN, _OPEN[text], start, end))
        elif text == ":":
            ratio = bool(self.out) and self.out[-1].kind is Kind.NUMBER
            add(Token(Kind.SYMBOL if ratio else Kind.BREAK, ":", start, end))
        else:
            kind, meaning = _SIGNS.get(text, (Kind.SYMBOL, text))
            add(Token(kind, meaning, start, end))


def latex_literal(text: str, language: str) -> Literal:
    """Read `70{,}553`, `262\\,144`, `9{,}6` (a decimal comma in Russian), `20.90`, `9.89e14`."""
    russian = language.startswith("ru")
    bare = re.sub(r"\\[,; ]|~|\{\\,\}", "", text)
    groups = bare.count(",")
    if "{,}" in bare or "," in bare:
        bare = bare.replace("{,}", ",")
        tail = bare.rsplit(",", 1)[1]
        decimal = groups == 1 and (len(tail) != 3 or (russian and tail != "000"))
        bare = bare.replace(",", "." if decimal else "")
    return plain(bare)


def _joined(tokens: list[Token]) -> list[Token]:
    """Lines joined where a chain goes on, and fractions made into brackets."""
    return list(_fractions(_lines(tokens)))


def _lines(tokens: list[Token]) -> Iterator[Token]:
    """Drop a line break before or after an operator or a relation: there the chain goes on."""
    going_on = (Kind.RELATION, Kind.OPERATOR)
    for i, token in enumerate(tokens):
        if token.text == "\\\\" and token.kind is Kind.BREAK:
            after = tokens[i + 1].kind if i + 1 < len(tokens) else None
            if after in going_on or (i and tokens[i - 1].kind in going_on):
                continue
        yield token


def _fractions(tokens: Iterator[Token]) -> Iterator[Token]:
    """`\\frac{a}{b}` as `((a)/(b))`; an argument is a group or a single token."""
    frames: list[list[int]] = []
    depth = 0
    for token in tokens:
        if token.text == "frac" and token.kind is Kind.FUNCTION:
            yield replace(token, kind=Kind.OPEN)
            frames.append([depth, 0])
            continue
        depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
        yield token
        while frames and frames[-1][0] == depth and token.kind is not Kind.FUNCTION:
            frames[-1][1] += 1
            if frames[-1][1] == 1:
                yield Token(Kind.OPERATOR, "/", token.end, token.end)
                break
            frames.pop()
            yield Token(Kind.CLOSE, "frac", token.end, token.end)
