"""Arithmetic that somebody wrote down in passing: `20×256÷8=640`, `4 emotions × 3 speeds`, `1446/3316 = 43.6 %`.

The reader's own working is checked like the book's: whether it is right, and whether its numbers are those of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from book.errata.figures import Figure
from book.errata.value import Value, same_amount
from book.numbers import plain
from book.numbers.errors import NumberProblem
from book.numbers.expression import Mode, Side, evaluate, read
from book.numbers.interval import Interval
from book.numbers.literal import Literal
from book.numbers.scan import What, family, narrow
from book.numbers.tokens import Kind, Token
from book.numbers.tree import Node, Number, nodes
from book.numbers.units import PERCENT, Dimension, hard

MAX_TEXT = 3_000
_LATEX = (
    (r"\\[dt]?frac\{([^{}]{1,60})\}\{([^{}]{1,60})\}", r"(\1)/(\2)"),
    (r"\\times|\\cdot|×|⋅", "×"),
    (r"\{,\}", ","),
    (r"\\(?:mathrm|text|left|right)\b", ""),
    (r"\\[,;: ]|\\quad", " "),
    (r"\^\{([^{}]{1,20})\}", r"^(\1)"),
    (r"[${}]", ""),
    (r"乘以|乘", "×"),
    (r"除以", "÷"),
    (r"(?<=\d)\s?[xXхХ]\s?(?=\d)", "×"),
    (r"(?<=\d)\s?×\s?10\^\(?([-−]?\d{1,3})\)?(?![\d.])", r"e\1"),
    (r"(?<![\d.])10\^\(?(\d{1,3})\)?(?![\d.])(?=\s*[×*/÷+]|\s*$)", r"1e\1"),
    (r"\b(?:divided by|over)\b|(?:раз|по)?дел(?:ить|[её]нн?\w*) на", "/"),
    (r"\btimes\b|\bmultiplied by\b|(?:у|по)множ(?:ить|енн?\w*) на", "×"),
    (r"\b(?:minus|less)\b|минус|[减減]去?(?=\s?\d)", "-"),
    (r"\bplus\b|плюс|加上?(?=\s?\d)", "+"),
)
_RUSSIAN_DECIMAL = re.compile(r"(?<=\d),(?=\d)")
_RUSSIAN_GROUP = re.compile(r"(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))")
_POWERS = str.maketrans({c: f"{i}" for i, c in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")})

MAC = re.compile(r"\b[GTM]?MACs?\b|乘加|умножени\w+ (?:со сложением|с накоплением)")
"""Multiply-adds, which count as two operations each."""


@dataclass(frozen=True)
class Working:
    """One expression that could be read."""

    text: str
    node: Node
    operands: tuple[Literal, ...]
    result: Value | None = None
    """What it is said to be equal to, if a number follows an equals sign."""

    def values(self, mode: Mode = Mode.EXACT) -> list[Interval]:
        """Its value in base units, and with units dropped; empty if it has none."""
        found: list[Interval] = []
        for each in (mode, Mode.BARE_ROUNDED if mode.rounds else Mode.BARE):
            try:
                value = evaluate(self.node, each).value
            except NumberProblem:
                continue
            if value not in found:
                found.append(value)
        return found

    @property
    def dims(self) -> Dimension:
        """The hard dimension that it comes to; none if it has no units or cannot be computed."""
        try:
            return hard(evaluate(self.node, Mode.EXACT).dims)
        except NumberProblem:
            return ()

    def comes_to(self, value: Value) -> bool:
        """Whether it comes to its own result, and that is the value in another unit: `14×25000 = 350000 cm` is 3.5 km."""
        result = self.result
        return result is not None and result.unit is not None and self.gives(result) and same_amount(result, value)

    def gives(self, value: Value, *, rounded: bool = False, strict: bool = False) -> bool:
        """Whether a value can be what it comes to, rounded as printed; `strict` leaves no prefix to the unit."""
        return any(fits(value, each, strict=strict) for each in self.values(Mode.ROUNDED if rounded else Mode.EXACT))


def fits(value: Value, computed: Interval, *, strict: bool = False) -> bool:
    """Whether a computed number can have been printed as the value: as it is, in its unit, in per cent, or with another prefix."""
    literal = value.literal
    if literal is None:
        return False
    candidates = [computed]
    if value.what is What.PERCENT or value.unit is PERCENT:
        candidates = [computed * Interval.exact(100), *([] if strict else [computed])]
    elif value.unit is not None and value.unit.factor != 1:
        factor = value.unit.factor
        candidates = [computed / Interval.exact(factor), *([] if strict else candidates)]
        candidates += [] if strict else [computed * Interval.exact(Fraction(1000) ** power) for power in (-3, -2, -1, 1, 2, 3)]
    return any(_closely(literal, candidate) for candidate in candidates)


NARROW = Fraction(1, 25)
"""An interval of rounded operands that is wider than this holds too much to say anything."""


def _closely(literal: Literal, computed: Interval) -> bool:
    """Rounded to the last printed digit; a reader's own figure may also be cut off there."""
    return literal.admits(computed) and (
        literal.digits > 1
        or (bool(literal.step) and abs(computed.middle - literal.value) <= literal.step / 2)
        or (computed.low <= literal.value <= computed.high and computed.high - computed.low <= abs(literal.value) * NARROW)
    )


def workings_of(text: str, language: str) -> list[Working]:
    """All expressions of a text in order."""
    flat = _flat(text[:MAX_TEXT], language)
    found: list[Working] = []
    for line in re.split(r"[\n。；;，]|,\s|(?<=\S)\.\s|:\s|：", flat):
        if any(char.isdigit() for char in line) and len(line) < 400:
            try:
                tokens = plain.tokens_of(line)
            except NumberProblem:
                continue
            found += _from(tokens, line, language)
    return found


def _flat(text: str, language: str) -> str:
    """One notation for prose and LaTeX."""
    flat = narrow(text)
    flat = re.sub(r"(?<=\d)([⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda match: "^" + match[1].translate(_POWERS), flat)
    for pattern, replacement in _LATEX:
        flat = re.sub(pattern, replacement, flat)
    if family(language) == "ru":
        flat = _RUSSIAN_DECIMAL.sub(".", _RUSSIAN_GROUP.sub("", flat))
    return flat


def _from(tokens: list[Token], line: str, language: str) -> Iterator[Working]:
    """Expressions between the words and relations of one line."""
    from book.errata.value import value_of

    run: list[Token] = []
    for i, token in enumerate([*tokens, Token(Kind.BREAK, "", len(line), len(line))]):
        if token.kind in (Kind.NUMBER, Kind.OPERATOR, Kind.OPEN, Kind.CLOSE, Kind.UNIT, Kind.FUNCTION):
            if token.kind in (Kind.NUMBER, Kind.FUNCTION) and run and run[-1].kind in (Kind.NUMBER, Kind.CLOSE, Kind.UNIT):
                yield from _working(run, line, None)
                run = []
            run.append(token)
            continue
        if token.kind is Kind.SYMBOL and run and run[-1].kind in (Kind.NUMBER, Kind.UNIT, Kind.SYMBOL) and _goes_on(tokens, i):
            continue
        result = None
        if token.kind is Kind.RELATION and token.text in "=~":
            after = re.match(r"(?:[^=≈~,;]|(?<=\d),(?=\d{3}(?!\d))){1,40}", line[token.end :])
            result = value_of(after[0], "en" if family(language) == "ru" else language) if after else None
        yield from _working(run, line, result if result is not None and result.is_number else None)
        run = []


def _goes_on(tokens: list[Token], at: int) -> bool:
    """Whether the words from here lead to an operator or to a result: `4 emotions × 3 speeds = 12`."""
    for token in tokens[at : at + 4]:
        if token.kind is Kind.OPERATOR:
            return token.text in "*/+"
        if token.kind is Kind.RELATION:
            return token.text == "="
        if token.kind is not Kind.SYMBOL:
            return False
    return False


def _working(run: list[Token], line: str, result: Value | None) -> Iterator[Working]:
    """The run as an expression, its loose ends cut off."""
    while run and (run[-1].kind in (Kind.OPERATOR, Kind.OPEN, Kind.FUNCTION) or (run[-1].kind is Kind.CLOSE and _unbalanced(run))):
        run = run[:-1]
    while run and (
        run[0].kind in (Kind.UNIT, Kind.CLOSE)
        or (run[0].kind is Kind.OPERATOR and run[0].text != "-")
        or (run[0].kind is Kind.OPEN and _unbalanced(run))
    ):
        run = run[1:]
    if sum(token.kind is Kind.NUMBER for token in run) < 1 or not any(
        token.kind in (Kind.OPERATOR, Kind.FUNCTION) for token in run
    ):
        return
    try:
        side: Side = read(run)
    except NumberProblem:
        return
    if side.operators < 1 or (side.literal is not None):
        return
    yield Working(line[run[0].start : run[-1].end].strip(), side.node, tuple(_literals(side.node)), result)


def _unbalanced(run: list[Token]) -> bool:
    return sum(token.kind is Kind.OPEN for token in run) != sum(token.kind is Kind.CLOSE for token in run)


def _literals(node: Node) -> Iterator[Literal]:
    return (each.literal for each in nodes(node) if isinstance(each, Number))


CONSTANTS = frozenset(
    Fraction(n) for n in (1, 2, 7, 8, 10, 12, 24, 60, 100, 365, 1000, 1024, 3600, 86400, 1024**2, 1024**3, 10**6, 10**9, 10**12)
)
"""Factors of conversion that anybody may use."""


def provenance(working: Working, figures: Iterable[Figure]) -> tuple[int, int]:
    """How many operands are numbers of the text, and how many are neither that nor a constant."""
    figures = list(figures)
    known = {figure.literal.value for figure in figures} | {figure.amount for figure in figures}
    # 40 GiB are no 40,000,000 KB: with a binary unit, thousands make another number
    scaled = {value for figure in figures if figure.unit is None or not figure.unit.binary for value in (figure.literal.value, figure.amount)}
    own, foreign = 0, 0
    for literal in working.operands:
        value = literal.value
        if (
            value in known
            or any(value * Fraction(1000) ** power in scaled for power in (-4, -3, -2, -1, 1, 2, 3, 4))
            or value / 100 in known
            or value * 100 in known
        ):
            own += 1
        elif value not in CONSTANTS:
            foreign += 1
    return own, foreign
