"""Units of the ledger: the calculator's atoms (`dollar/Mtoken`) and the symbols of SI and IEC (`GB/s`, `GiB`, `ms`) in one algebra.

Of the dimensions, the measured ones (byte, second, joule, dollar, metre) balance exactly in every formula; a counted one
(token, parameter, FLOP …) may be carried by a plain number, as the 2 of 2N is FLOP for each parameter.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Protocol

from infra_calc.units import COUNTED, MEASURED
from infra_calc.units import dimension as calculator_dimension

from book.ledger.errors import Incompatible

Dims = tuple[tuple[str, int], ...]
"""Sorted pairs of a base dimension and its power, none of them zero."""

class Measure(Protocol):
    """A unit as `book.numbers` reads it; only its size and dimension matter here."""

    @property
    def factor(self) -> Fraction:
        """Size in base units."""

    @property
    def dims(self) -> Dims:
        """Powers of the base dimensions, under the names of `book.numbers`."""


_OURS = {"flop": "FLOP", "op": "FLOP", "USD": "dollar"}
"""Printed bases under the calculator's names."""
_SOFT = frozenset(COUNTED) | {"sample", "step", "frame", "node", "event"}
_DECIMAL = {"": 0, "k": 3, "K": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18, "m": -3, "u": -6, "µ": -6, "n": -9, "p": -12}
_BINARY = {"Ki": 1, "Mi": 2, "Gi": 3, "Ti": 4, "Pi": 5}
_SYMBOLS: dict[str, tuple[Fraction, dict[str, int]]] = {
    "bit": (Fraction(1, 8), {"byte": 1}), "FLOP": (Fraction(1), {"FLOP": 1}), "B": (Fraction(1), {"byte": 1}),
    "Wh": (Fraction(3600), {"joule": 1}), "W": (Fraction(1), {"joule": 1, "second": -1}), "J": (Fraction(1), {"joule": 1}),
    "s": (Fraction(1), {"second": 1}), "min": (Fraction(60), {"second": 1}), "h": (Fraction(3600), {"second": 1}),
    "m": (Fraction(1), {"metre": 1}), "%": (Fraction(1, 100), {})}
"""Symbols that take a prefix; the longer ones come first."""
_ATOM = re.compile(r"([*/]?)\s*([^\s*/^]+)(?:\^(\d))?\s*")


@dataclass(frozen=True)
class Unit:
    """A unit as the ledger writes it."""

    text: str
    scale: Fraction
    """Size in base units."""
    dims: Dims

    @property
    def measured(self) -> Dims:
        """The dimensions that must balance."""
        return measured(self.dims)


def dims_of(powers: dict[str, int]) -> Dims:
    """A dimension from powers by base."""
    return tuple(sorted((base, power) for base, power in powers.items() if power))


def combined(first: Dims, second: Dims, sign: int = 1) -> Dims:
    """The dimension of a product, or of a quotient with `sign` −1."""
    powers = dict(first)
    for base, power in second:
        powers[base] = powers.get(base, 0) + sign * power
    return dims_of(powers)


def measured(dims: Dims) -> Dims:
    """The part that must balance: all but counted things."""
    return tuple(pair for pair in dims if pair[0] not in _SOFT)


def told(dims: Dims) -> str:
    """A dimension in words: `byte/second`; `a plain number` for none."""
    above = [base + (f"^{power}" if power > 1 else "") for base, power in dims if power > 0]
    below = [base + (f"^{-power}" if power < -1 else "") for base, power in dims if power < 0]
    if not dims:
        return "a plain number"
    return "*".join(above or ["1"]) + "".join(f"/{each}" for each in below)


@lru_cache(maxsize=1024)
def parse_unit(text: str) -> Unit:
    """Read `byte/parameter`, `dollar/Mtoken`, `GB/s` or `1`; Incompatible if an atom is unknown."""
    try:
        (above, below), powers = calculator_dimension(text)
        return Unit(text, Fraction(above, below), dims_of(powers))
    except ValueError:
        return _mixed(text)


def _mixed(text: str) -> Unit:
    """A unit with printed spellings in it, atom by atom."""
    scale, dims, at = Fraction(1), dims_of({}), 0
    while at < len(text):
        match = _ATOM.match(text, at)
        if match is None or (at > 0) != bool(match[1]):
            raise Incompatible(f"`{text[:40]}` is no unit")
        atom_scale, atom_dims = _atom(match[2], text)
        sign = -1 if match[1] == "/" else 1
        for _ in range(int(match[3] or 1)):
            scale, dims = scale * atom_scale**sign, combined(dims, atom_dims, sign)
        at = match.end()
    if not text:
        raise Incompatible("the unit is empty; write `1` for a plain number")
    return Unit(text, scale, dims)


def _atom(atom: str, text: str) -> tuple[Fraction, Dims]:
    try:
        (above, below), powers = calculator_dimension(atom)
        return Fraction(above, below), dims_of(powers)
    except ValueError:
        pass
    found = _symbol(atom)
    if found is None:
        where = "" if atom == text else f" in `{text[:40]}`"
        raise Incompatible(f"`{atom[:40]}`{where} is no unit; calculations/infra_calc/units.py lists them, and SI symbols will do")
    return found


def _symbol(atom: str) -> tuple[Fraction, Dims] | None:
    """`GB`, `KiB`, `ms`, `kW`: a prefix and a symbol."""
    for symbol, (factor, dims) in _SYMBOLS.items():
        prefix = atom.removesuffix(symbol)
        if prefix == atom:
            continue
        if prefix in _DECIMAL:
            return Fraction(10) ** _DECIMAL[prefix] * factor, dims_of(dims)
        if prefix in _BINARY and "byte" in dims:
            return Fraction(1024) ** _BINARY[prefix] * factor, dims_of(dims)
    return None


def from_printed(unit: Measure) -> tuple[Fraction, Dims]:
    """Scale and dimension of a unit as a text prints it, in the ledger's names."""
    return unit.factor, dims_of(_renamed(unit))


def _renamed(unit: Measure) -> dict[str, int]:
    powers: dict[str, int] = {}
    for base, power in unit.dims:
        name = _OURS.get(base, base)
        powers[name] = powers.get(name, 0) + power
    return powers


def known_measured() -> tuple[str, ...]:
    """The measured base dimensions of the calculator."""
    return tuple(MEASURED)
