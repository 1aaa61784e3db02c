"""Halves and logarithms that stay exact where they can: for whole numbers, fractions and symbols alike."""

import math

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def half(value: "Any") -> "Any":
    """`value / 2`, whole if `value` is even (a float would lose digits above 2^53)."""
    return value // 2 if value % 2 == 0 else value / 2


def log2(value: "Any") -> "Any":
    """Binary logarithm: exact for a power of two, else a float."""
    power = 0
    while 2**power < value:
        power += 1
    return power if 2**power == value else math.log2(value)
