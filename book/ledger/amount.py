"""An exact value in base units with its dimension; sums of unlike things are refused."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

from book.ledger.errors import Incompatible
from book.ledger.units import Dims, Unit, combined, measured, told

MAX_BITS = 16_384
"""Larger numerators or denominators are refused."""


@dataclass(frozen=True)
class Amount:
    """How much of what."""

    value: Fraction
    """In base units: byte, second, FLOP, token, dollar, joule."""
    dims: Dims = ()
    exact: bool = True
    """False after a root or a logarithm: then the value is right to fifteen digits."""

    @classmethod
    def of(cls, number: Any, unit: Unit, *, exact: bool = True) -> Amount:
        """A number counted in a unit; floats are taken at their fifteen digits."""
        if isinstance(number, float):
            exact = False
        value = Fraction(number) * unit.scale
        if max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS:
            raise Incompatible("a value with thousands of digits")
        return cls(value, unit.dims, exact)

    def within(self, unit: Unit) -> Fraction:
        """The value counted in a unit of the same measure."""
        if measured(self.dims) != unit.measured:
            raise Incompatible(f"is {told(self.dims)}, not {unit.text}")
        return self.value / unit.scale

    def __add__(self, other: Amount) -> Amount:
        """Sum of like things; a counted thing may meet a plain number."""
        return Amount(self.value + other.value, self._common(other), self.exact and other.exact)

    def __sub__(self, other: Amount) -> Amount:
        """Difference of like things."""
        return Amount(self.value - other.value, self._common(other), self.exact and other.exact)

    def __mul__(self, other: Amount) -> Amount:
        """Product."""
        return self._limited(self.value * other.value, combined(self.dims, other.dims), other)

    def __truediv__(self, other: Amount) -> Amount:
        """Quotient."""
        if not other.value:
            raise Incompatible("divides by zero")
        return self._limited(self.value / other.value, combined(self.dims, other.dims, -1), other)

    def __floordiv__(self, other: Amount) -> Amount:
        """Whole quotient; of measured things a plain number."""
        quotient = self / other
        return Amount(Fraction(floor(quotient.value)), quotient.dims, quotient.exact)

    def __neg__(self) -> Amount:
        """Negative."""
        return Amount(-self.value, self.dims, self.exact)

    def _limited(self, value: Fraction, dims: Dims, other: Amount) -> Amount:
        if max(value.numerator.bit_length(), value.denominator.bit_length()) > MAX_BITS:
            raise Incompatible("has thousands of digits")
        return Amount(value, dims, self.exact and other.exact)

    def _common(self, other: Amount) -> Dims:
        if measured(self.dims) != measured(other.dims):
            raise Incompatible(f"adds {told(self.dims)} to {told(other.dims)}")
        return self.dims or other.dims
