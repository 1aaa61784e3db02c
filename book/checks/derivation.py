"""A way in which a number may follow from others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from book.checks.compare import Formula
from book.numbers.scan import Mention


@dataclass(frozen=True)
class Derivation:
    """A stated value, its operands and how they lead to it; the formulas are alternative readings."""

    stated: Mention
    operands: Sequence[Mention]
    formulas: Sequence[Formula]
    how: str
    guard: bool = True
    """A failure that does not look like a slip of the pen is dropped."""
    alone: bool = False
    """The words leave no other reading, so a failure counts even if other numbers of the sentence happen to explain it."""
    slip: bool = False
    """Only the dimensions say so and no words do: a failure counts only if the digits look like a slip of the pen."""
