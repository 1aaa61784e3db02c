"""The tokens of printed arithmetic, the same for LaTeX, code and prose, so that one grammar reads all three."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from book.numbers.literal import Literal
from book.numbers.units import Unit


class Kind(Enum):
    """What a token is in the grammar."""

    NUMBER = "number"
    UNIT = "unit"
    OPERATOR = "operator"
    OPEN = "open"
    CLOSE = "close"
    RELATION = "relation"
    FUNCTION = "function"
    COMMA = "comma"
    FACTORIAL = "factorial"
    SYMBOL = "symbol"
    """A letter or anything else without a value: its side of a chain stays unread."""
    BREAK = "break"
    """The end of a chain: a sentence's comma, an arrow, a word."""


@dataclass(frozen=True)
class Token:
    """One token with its place in the text that was read."""

    kind: Kind
    text: str
    """Operators: + - * / // % ^; relations: = ~ < > <= >= !=; functions: sqrt, ceil …; brackets: what closes them."""
    start: int
    end: int
    literal: Literal | None = None
    unit: Unit | None = None
    tight: bool = False
    """A fraction written by `\\tfrac`, or a bracket made of it: `2\\tfrac{1}{2}` may be a mixed number."""
