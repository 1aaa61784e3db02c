"""What the reading of numbers can refuse.

    NumberProblem
    ├── Unreadable        the text is no literal, unit or arithmetic of the grammar
    ├── TooLarge          a literal or an exponent beyond the limits: refused before it is computed
    ├── DimensionError    a sum of things that cannot be added
    └── Undefined         a division by zero, a root or a logarithm outside its domain
"""

from __future__ import annotations


class NumberProblem(ValueError):
    """Base of all refusals of `book.numbers`; the message says what was refused."""


class Unreadable(NumberProblem):
    """The text is outside the grammar; nothing is guessed."""


class TooLarge(NumberProblem):
    """The value would have more digits than anybody prints."""


class DimensionError(NumberProblem):
    """Terms of different dimensions in one sum."""


class Undefined(NumberProblem):
    """No value: division by zero, even root of a negative number, logarithm of zero."""
