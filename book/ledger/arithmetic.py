"""The expressions of a ledger: `2 byte/parameter * read-parameters`, `(a + b) / 2`, `x // 1`; operators between spaces.

Typed by us and never printed, so it is no text of `book.numbers.grammar`: ids have hyphens, and words are the tokens.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import zip_longest

from book.ledger.amount import Amount
from book.ledger.errors import LedgerProblem
from book.ledger.units import Unit, parse_unit

NUMBER = re.compile(r"-?\d+(?:,\d{3})*(?:\.\d+)?(?:[eE][+-]?\d{1,3})?\Z")
MAX_TERMS = 400
MAX_DEPTH = 30
_TOKEN = re.compile(r"\s*([()]|[^\s()]+)")
_OPERATORS = ("+", "-", "*", "/", "//")
PLAIN = parse_unit("1")

def is_number(text: str) -> bool:
    """Whether a word of the ledger is a number."""
    return NUMBER.match(text) is not None

def number(text: str) -> Fraction:
    """The exact value of `4,096`, `1397.31` or `2.1e9`."""
    if len(text) > 60 or not is_number(text):
        raise LedgerProblem(f"`{text[:40]}` is no number")
    return Fraction(text.replace(",", ""))

def quantity(text: str, natural: Unit = PLAIN) -> tuple[Amount, Unit]:
    """A quantity such as `70 GB`; a number alone counts in the `natural` unit."""
    digits, _, unit = text.partition(" ")
    if not unit:
        return Amount.of(number(digits), natural), natural
    found = parse_unit(unit.strip())
    return Amount.of(number(digits), found), found

def evaluate(text: str, value_of: Callable[[str], Amount]) -> Amount:
    """Compute an expression; `value_of` gives the value of an id.

    Raises LedgerProblem for anything outside the grammar, Incompatible for a sum of unlike things.
    """
    tokens = _TOKEN.findall(text)
    if len(tokens) > MAX_TERMS:
        raise LedgerProblem("the expression has hundreds of terms; split it into several numbers")
    parser = _Parser(tokens, value_of)
    result = parser.sum()
    if parser.at < len(tokens):
        raise LedgerProblem(f"`{tokens[parser.at][:40]}` is out of place; operators stand between spaces")
    return result

def names(text: str) -> list[str]:
    """The ids of an expression in the order of their first use."""
    found: list[str] = []
    tokens = _TOKEN.findall(text)
    for before, token in zip(["", *tokens], tokens, strict=False):
        if token in _OPERATORS or token in "()" or is_number(token) or is_number(before) or token in found:
            continue
        found.append(token)
    return found

def numbers(text: str) -> list[str]:
    """The numbers and quantities that are typed in an expression."""
    tokens = _TOKEN.findall(text)
    found = []
    for token, after in zip_longest(tokens, tokens[1:], fillvalue=""):
        if is_number(token):
            found.append(token if after in (*_OPERATORS, "(", ")", "") else f"{token} {after}")
    return found

class _Parser:
    """Precedence climbing over words."""

    def __init__(self, tokens: list[str], value_of: Callable[[str], Amount]) -> None:
        self.tokens, self.value_of = tokens, value_of
        self.at = self.depth = 0

    def peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def takes(self, *wanted: str) -> str:
        token = self.peek()
        if token not in wanted:
            return ""
        self.at += 1
        return token

    def sum(self) -> Amount:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise LedgerProblem("brackets are nested too deep")
        total = self.product()
        while operator := self.takes("+", "-"):
            term = self.product()
            total = total + term if operator == "+" else total - term
        self.depth -= 1
        return total

    def product(self) -> Amount:
        total = self.signed()
        while operator := self.takes("*", "/", "//"):
            factor = self.signed()
            total = total * factor if operator == "*" else total / factor if operator == "/" else total // factor
        return total

    def signed(self) -> Amount:
        return -self.atom() if self.takes("-") else self.atom()

    def atom(self) -> Amount:
        token = self.peek()
        if token in ("", ")", *_OPERATORS):
            raise LedgerProblem("the expression ends too early" if not token else f"`{token}` is out of place")
        self.at += 1
        if token == "(":
            inner = self.sum()
            if not self.takes(")"):
                raise LedgerProblem("a bracket is not closed")
            return inner
        if not is_number(token):
            return self.value_of(token)
        unit = self.peek()
        if unit and unit not in _OPERATORS and unit not in "()":
            self.at += 1
            return Amount.of(number(token), parse_unit(unit))
        return Amount.of(number(token), PLAIN)
