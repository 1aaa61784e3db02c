"""Closed intervals with rational ends: every operation contains the exact result of each choice of operands.

Where a root, a logarithm or a fractional power enters, the ends are enclosed by 50-digit decimals widened by
one part in 10^45, so the containment still holds and no float is involved.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from functools import reduce
from math import ceil, floor
from operator import add, mul

from book.numbers.errors import TooLarge, Undefined, Unreadable

MAX_BITS = 8192
"""Larger numerators or denominators are refused."""

_PRECISION = Context(prec=50, Emax=10**6, Emin=-(10**6))
_SLACK = Fraction(1, 10**45)


def bounded(value: Fraction) -> Fraction:
    """Return the value, or raise `TooLarge` if it has more bits than `MAX_BITS`."""
    if value.numerator.bit_length() > MAX_BITS or value.denominator.bit_length() > MAX_BITS:
        raise TooLarge("a value with thousands of digits")
    return value


@dataclass(frozen=True)
class Interval:
    """All numbers from `low` to `high`, both included."""

    low: Fraction
    high: Fraction

    @classmethod
    def exact(cls, value: Fraction | int) -> Interval:
        """The interval of one number."""
        return cls(Fraction(value), Fraction(value))

    @classmethod
    def around(cls, *values: Fraction) -> Interval:
        """The smallest interval that holds the values."""
        return cls(bounded(min(values)), bounded(max(values)))

    @property
    def is_exact(self) -> bool:
        """Whether it holds one number only."""
        return self.low == self.high

    @property
    def middle(self) -> Fraction:
        """The number halfway."""
        return self.low if self.low == self.high else (self.low + self.high) / 2

    def __contains__(self, value: Fraction) -> bool:
        """Whether the number lies inside."""
        return self.low <= value <= self.high

    def meets(self, other: Interval) -> bool:
        """Whether some number lies in both."""
        return self.low <= other.high and other.low <= self.high

    def __add__(self, other: Interval) -> Interval:
        """Sum."""
        return Interval(bounded(self.low + other.low), bounded(self.high + other.high))

    def __neg__(self) -> Interval:
        """Negative."""
        return Interval(-self.high, -self.low)

    def __sub__(self, other: Interval) -> Interval:
        """Difference."""
        return self + -other

    def __mul__(self, other: Interval) -> Interval:
        """Product."""
        if self.is_exact and other.is_exact:
            return Interval.exact(bounded(self.low * other.low))
        return Interval.around(self.low * other.low, self.low * other.high,
                               self.high * other.low, self.high * other.high)

    def __truediv__(self, other: Interval) -> Interval:
        """Quotient; `Undefined` if the divisor holds zero."""
        if other.low <= 0 <= other.high:
            raise Undefined("a division by zero")
        return self * Interval(1 / other.high, 1 / other.low)

    def floor(self) -> Interval:
        """Largest integers not above."""
        return Interval(Fraction(floor(self.low)), Fraction(floor(self.high)))

    def ceil(self) -> Interval:
        """Smallest integers not below."""
        return Interval(Fraction(ceil(self.low)), Fraction(ceil(self.high)))

    def absolute(self) -> Interval:
        """Magnitudes."""
        if self.low >= 0:
            return self
        return -self if self.high <= 0 else Interval(Fraction(0), max(-self.low, self.high))

    def power(self, exponent: Interval) -> Interval:
        """Power; the exponent is an integer, or the base is positive."""
        if exponent.is_exact and exponent.low.denominator == 1:
            return self._integer_power(int(exponent.low))
        if self.low <= 0:
            raise Undefined("a fractional power of a number that is not positive")
        logarithm = self.ln()
        return (logarithm * exponent).exp()

    def _integer_power(self, exponent: int) -> Interval:
        """Power with an integer exponent, refused before it grows."""
        if exponent < 0:
            return Interval.exact(1) / self._integer_power(-exponent)
        size = max(n.bit_length() for end in (self.low, self.high) for n in (end.numerator, end.denominator))
        if exponent > MAX_BITS or size * exponent > 2 * MAX_BITS:
            raise TooLarge(f"an exponent of {exponent if exponent < 10**9 else 'more than 10^9'}")
        ends = [self.low**exponent, self.high**exponent]
        if exponent % 2 == 0 and exponent and self.low < 0 < self.high:
            ends.append(Fraction(0))
        return Interval.around(*ends)

    def sqrt(self) -> Interval:
        """Square root."""
        if self.low < 0:
            raise Undefined("the root of a negative number")
        return Interval(_below(_decimal(self.low).sqrt(_PRECISION)), _above(_decimal(self.high).sqrt(_PRECISION)))

    def ln(self) -> Interval:
        """Natural logarithm."""
        if self.low <= 0:
            raise Undefined("the logarithm of a number that is not positive")
        return Interval(_below(_decimal(self.low).ln(_PRECISION)) - _SLACK,
                        _above(_decimal(self.high).ln(_PRECISION)) + _SLACK)

    def log(self, base: Fraction) -> Interval:
        """Logarithm to a base."""
        return self.ln() / Interval.exact(base).ln()

    def exp(self) -> Interval:
        """Exponential function."""
        if self.high > 5000 or self.low < -5000:
            raise TooLarge("an exponential with thousands of digits")
        return Interval(_below(_decimal(self.low).exp(_PRECISION)), _above(_decimal(self.high).exp(_PRECISION)))


def _decimal(value: Fraction) -> Decimal:
    """The value to 50 digits."""
    with localcontext(_PRECISION):
        return Decimal(value.numerator) / Decimal(value.denominator)


def _rational(value: Decimal) -> Fraction:
    """The decimal as a fraction, if it is finite."""
    if not value.is_finite():
        raise Unreadable("a value that is not finite")
    return Fraction(value)


def _below(value: Decimal) -> Fraction:
    """A rational number surely not above what the decimal stands for."""
    exact = _rational(value)
    return exact - abs(exact) * _SLACK - (_SLACK if exact == 0 else 0)


def _above(value: Decimal) -> Fraction:
    """A rational number surely not below what the decimal stands for."""
    exact = _rational(value)
    return exact + abs(exact) * _SLACK + (_SLACK if exact == 0 else 0)


def total(values: Iterable[Interval]) -> Interval:
    """The sum of all; nothing adds up to 0."""
    return reduce(add, values, Interval.exact(0))


def product(values: Iterable[Interval]) -> Interval:
    """The product of all; of nothing it is 1."""
    return reduce(mul, values, Interval.exact(1))
