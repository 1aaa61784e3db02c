"""Printed arithmetic: sides of a chain without symbols, and what they come to.

`read` turns tokens into a tree of the grammar with the other readings that authors mean, `evaluate` computes a tree as a
quantity: exactly, with all operands taken as rounded, or bare (units ignored).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import comb, factorial

from book.numbers.errors import DimensionError, TooLarge, Unreadable
from book.numbers.grammar import Parser, Rules
from book.numbers.interval import Interval
from book.numbers.literal import Literal
from book.numbers.quantity import NONE, Quantity
from book.numbers.tokens import Kind, Token
from book.numbers.tree import Measured, Node, Number, Operation, Symbol, mapped
from book.numbers.units import Unit

PRODUCT_UNDER = Rules(product_under=True)


class Mode(Enum):
    """How operands are taken."""

    EXACT = "exact"
    ROUNDED = "rounded"
    BARE = "bare"
    """Exact, and the units dropped: `48/864` for 48 GB over 864 GB/s."""
    BARE_ROUNDED = "bare rounded"

    @property
    def rounds(self) -> bool:
        """Whether measured operands may have been rounded."""
        return self in (Mode.ROUNDED, Mode.BARE_ROUNDED)

    @property
    def drops(self) -> bool:
        """Whether units are ignored."""
        return self in (Mode.BARE, Mode.BARE_ROUNDED)


@dataclass(frozen=True)
class Side:
    """One side of a chain that could be read."""

    node: Node
    literal: Literal | None
    """The literal, if the side is nothing but a number (with a unit)."""
    unit: Unit | None
    """The unit of a lone literal, or the only unit at the end of the side."""
    operators: int
    """How many operations it has; 0 for a lone literal."""
    start: int
    end: int
    readings: tuple[Node, ...] = ()
    """Other readings that authors mean: a unit that belongs to the divisor, `a / b·c` for `a / (b·c)`, `log` as ln or log₂."""


def read(tokens: Sequence[Token]) -> Side:
    """Read one side of a chain; `Unreadable` or `TooLarge` if it is outside the grammar."""
    if not tokens:
        raise Unreadable("an empty side")
    units = [token for token in tokens if token.kind is Kind.UNIT]
    trailing = units[0].unit if len(units) == 1 and tokens[-1] is units[0] and len(tokens) > 2 else None
    parser = Parser(tokens[:-1] if trailing else tokens)
    node = parser.whole()
    literal, unit, _ = _lone(node)
    readings = [Parser(tokens).whole()] if trailing else []
    if trailing:
        node, unit = Measured(node, trailing), trailing
    elif unit is None and units and tokens[-1] is units[-1]:
        unit = units[-1].unit
    if any(token.text == "/" and token.start != token.end for token in tokens) and any(token.text == "*" for token in tokens):
        under = Parser(tokens[:-1] if trailing else tokens, PRODUCT_UNDER).whole()
        readings.append(Measured(under, trailing) if trailing else under)
    if any(token.text == "log" for token in tokens):
        readings += [_logarithms(node, base) for base in ("ln", "log2")]
    operators = 0 if literal is not None else parser.operators
    return Side(node, literal, unit, operators, tokens[0].start, tokens[-1].end, tuple(readings))


def _logarithms(node: Node, name: str) -> Node:
    """The tree with logarithms without a base under another name."""
    return mapped(node, lambda each: Operation(name, each.operands) if isinstance(each, Operation) and each.name == "log"
                  and len(each.operands) == 1 else each)


def _lone(node: Node) -> tuple[Literal | None, Unit | None, int]:
    """The literal of a tree that is nothing but one number, with its unit and sign."""
    if isinstance(node, Number):
        return node.literal, None, 0
    if isinstance(node, Measured) and isinstance(node.inner, Number):
        return node.inner.literal, node.unit, 0
    if isinstance(node, Operation) and node.name == "neg":
        literal, unit, _ = _lone(node.operands[0])
        if literal is not None:
            negative = Literal(-literal.value, literal.step, literal.integer, literal.slack, "−" + literal.written)
            return negative, unit, 1
    scientific = _scientific(node.inner if isinstance(node, Measured) else node)
    if scientific is not None:
        return scientific, node.unit if isinstance(node, Measured) else None, 0
    return None, None, 0


def _scientific(node: Node) -> Literal | None:
    """`6.3\\times10^{24}` as one literal with the precision of its digits."""
    if isinstance(node, Operation) and node.name == "^":
        return _scientific(Operation("*", (Number(Literal(Fraction(1), Fraction(0))), node)))
    if not isinstance(node, Operation) or node.name != "*" or not isinstance(node.operands[0], Number):
        return None
    power = node.operands[1]
    if not isinstance(power, Operation) or power.name != "^" or not isinstance(power.operands[0], Number):
        return None
    base, exponent = power.operands[0].literal, power.operands[1]
    negative = isinstance(exponent, Operation) and exponent.name == "neg"
    leaf = exponent.operands[0] if isinstance(exponent, Operation) and negative else exponent
    if base.value != 10 or not isinstance(leaf, Number) or leaf.literal.value.denominator != 1 or leaf.literal.value > 400:
        return None
    return node.operands[0].literal.scaled(Fraction(10) ** int(-leaf.literal.value if negative else leaf.literal.value))


def evaluate(node: Node, mode: Mode = Mode.EXACT) -> Quantity:
    """Compute a tree; `NumberProblem` if it has no value or adds unlike things."""
    if isinstance(node, Number):
        value = node.literal.operand() if mode.rounds else Interval.exact(node.literal.value)
        return Quantity(value, NONE, True)
    if isinstance(node, Measured):
        inner = evaluate(node.inner, mode)
        if mode.rounds and isinstance(node.inner, Number):
            literal = node.inner.literal
            inner = Quantity(literal.measured() if node.unit.dims else literal.rounded(), NONE, True)
        if mode.drops and node.unit.dims:
            return inner
        return inner * Quantity(Interval.exact(node.unit.factor), node.unit.dims)
    if isinstance(node, Symbol):
        raise Unreadable(f"{node.name[:20]} has no value")
    operands = [evaluate(operand, mode) for operand in node.operands]
    if node.name == "^" and isinstance(node.operands[1], Number) and node.operands[1].literal.integer:
        operands[1] = evaluate(node.operands[1])  # nobody rounds a whole exponent
    return _apply(node.name, operands)


def _apply(name: str, operands: list[Quantity]) -> Quantity:
    """One operation on computed operands."""
    first = operands[0]
    if name in _BINARY:
        return _BINARY[name](first, operands[1])
    if name == "neg":
        return -first
    if name in ("max", "min"):
        if len({operand.dims for operand in operands}) != 1:
            raise DimensionError("a maximum of different dimensions")
        return Quantity(function(name, [operand.value for operand in operands]), first.dims)
    if name == "sqrt" and first.dims:
        dims = tuple((base, exponent // 2) for base, exponent in first.dims)
        if any(exponent % 2 for _, exponent in first.dims):
            raise DimensionError("the root of a unit")
        return Quantity(first.value.sqrt(), dims)
    if first.dims and name in ("floor", "ceil", "abs", "round"):
        raise Unreadable("a unit inside a rounding")
    if first.dims:
        raise DimensionError(f"{name} of a quantity with a unit")
    return Quantity(function(name, [operand.value for operand in operands]), NONE, first.bare)


def function(name: str, values: Sequence[Interval]) -> Interval:
    """A function of plain numbers; `Unreadable` if there is none of the name."""
    first = values[0]
    if name == "log":
        return first.log(values[1].low if len(values) > 1 else Fraction(10))
    if name in ("max", "min"):
        pick = max if name == "max" else min
        return Interval(pick(value.low for value in values), pick(value.high for value in values))
    if name == "binom":
        return Interval.exact(comb(*(_count(value) for value in values)))
    if name == "!":
        return Interval.exact(factorial(_count(first)))
    if name not in _FUNCTIONS:
        raise Unreadable(f"{name} is no function of the grammar")
    return _FUNCTIONS[name](first)


_FUNCTIONS: dict[str, Callable[[Interval], Interval]] = {
    "sqrt": Interval.sqrt, "ln": Interval.ln, "exp": Interval.exp, "floor": Interval.floor, "ceil": Interval.ceil,
    "abs": Interval.absolute, "log2": lambda x: x.log(Fraction(2)), "lg": lambda x: x.log(Fraction(10)),
    "log10": lambda x: x.log(Fraction(10)),
}


def _count(value: Interval) -> int:
    """The small natural number that an interval is."""
    if not value.is_exact or value.low.denominator != 1 or not 0 <= value.low <= 500:
        raise TooLarge("a factorial beyond 500!")
    return int(value.low)


def _floor_divide(left: Quantity, right: Quantity) -> Quantity:
    """Integer division of programs."""
    quotient = left / right
    return Quantity(quotient.value.floor(), quotient.dims, quotient.bare)


def _remainder(left: Quantity, right: Quantity) -> Quantity:
    """Remainder of programs; `10% of` never gets here, per cent is a unit."""
    whole = _floor_divide(left, right)
    if not whole.value.is_exact:
        raise Unreadable("a remainder of rounded numbers")
    return left - whole * right


_BINARY: dict[str, Callable[[Quantity, Quantity], Quantity]] = {
    "+": Quantity.__add__, "-": Quantity.__sub__, "*": Quantity.__mul__, "/": Quantity.__truediv__, "^": Quantity.power,
    "//": _floor_divide, "%": _remainder, "mixed": Quantity.__add__,
}
