"""An interval with a dimension; sums of unlike things are refused, products add their dimensions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from book.numbers.errors import DimensionError, Unreadable
from book.numbers.interval import Interval
from book.numbers.literal import Literal
from book.numbers.units import Dimension, Unit, dimension, hard

NONE: Dimension = ()


@dataclass(frozen=True)
class Quantity:
    """A value in base units (byte, second, joule …) and what it measures."""

    value: Interval
    """All values that it may stand for, in base units."""
    dims: Dimension = NONE
    """Its dimension."""
    bare: bool = False
    """Printed without a unit: it may still be meant to carry one."""

    @classmethod
    def of(cls, literal: Literal, unit: Unit | None, *, rounded: bool = False) -> Quantity:
        """A printed number with its unit; `rounded` takes all values that round to it."""
        value = literal.rounded() if rounded else Interval.exact(literal.value)
        if unit is None:
            return cls(value, NONE, True)
        return cls(value * Interval.exact(unit.factor), unit.dims)

    def __add__(self, other: Quantity) -> Quantity:
        """Sum of like things."""
        return Quantity(self.value + other.value, self._common(other), self.bare and other.bare)

    def __sub__(self, other: Quantity) -> Quantity:
        """Difference of like things."""
        return Quantity(self.value - other.value, self._common(other), self.bare and other.bare)

    def __mul__(self, other: Quantity) -> Quantity:
        """Product."""
        return Quantity(self.value * other.value, dimension([*self.dims, *other.dims]), self.bare and other.bare)

    def __truediv__(self, other: Quantity) -> Quantity:
        """Quotient."""
        inverse = [(base, -exponent) for base, exponent in other.dims]
        return Quantity(self.value / other.value, dimension([*self.dims, *inverse]), self.bare and other.bare)

    def __neg__(self) -> Quantity:
        """Negative."""
        return Quantity(-self.value, self.dims, self.bare)

    def power(self, exponent: Quantity) -> Quantity:
        """Power with a number as exponent; a dimension needs an integer one."""
        if exponent.dims:
            raise DimensionError("an exponent with a unit")
        if not self.dims:
            return Quantity(self.value.power(exponent.value), NONE, self.bare)
        power = exponent.value.low
        if not exponent.value.is_exact or power.denominator != 1 or abs(power) > 9:
            raise DimensionError("a unit raised to a fractional power")
        dims = dimension((base, exp * int(power)) for base, exp in self.dims)
        return Quantity(self.value.power(exponent.value), dims, self.bare)

    def _common(self, other: Quantity) -> Dimension:
        """The dimension of a sum: soft labels may be missing on one side, hard ones may not differ."""
        if self.dims == other.dims:
            return self.dims
        if bool(hard(self.dims)) != bool(hard(other.dims)) and (self.bare or other.bare):
            raise Unreadable("a sum of numbers with and without a unit")
        if hard(self.dims) != hard(other.dims):
            raise DimensionError("a sum of different dimensions")
        return hard(self.dims)

    def within(self, unit: Unit | None) -> Interval:
        """The value counted in a unit."""
        return self.value if unit is None else self.value / Interval.exact(unit.factor)


def convert(value: Fraction, source: Unit, target: Unit) -> Fraction:
    """The same amount in another unit, exactly; `DimensionError` if the units measure different things."""
    if hard(source.dims) != hard(target.dims):
        raise DimensionError(f"{source.spelling} cannot be told in {target.spelling}")
    return value * source.factor / target.factor
