"""The grammar of printed arithmetic: sums, products, powers, a few functions; what it does not know it refuses.

`read` turns tokens into a tree, `evaluate` computes the tree as a quantity: exactly, with all operands taken as
rounded, or bare (units ignored). Depth and length are limited, so hostile input is refused in linear time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import factorial

from book.numbers.errors import DimensionError, TooLarge, Unreadable
from book.numbers.interval import Interval
from book.numbers.literal import Literal
from book.numbers.quantity import NONE, Quantity
from book.numbers.tokens import Kind, Token
from book.numbers.units import Unit

MAX_TOKENS = 400
"""Longer sides are refused."""
MAX_DEPTH = 24
"""Deeper nesting is refused."""


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
class Number:
    """A leaf: a literal."""

    literal: Literal


@dataclass(frozen=True)
class Measured:
    """A tree times a unit."""

    inner: Node
    unit: Unit


@dataclass(frozen=True)
class Operation:
    """An operator or a function with its operands."""

    name: str
    operands: tuple[Node, ...]


Node = Number | Measured | Operation


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
    if len(tokens) > MAX_TOKENS:
        raise TooLarge("an expression of hundreds of terms")
    units = [token for token in tokens if token.kind is Kind.UNIT]
    trailing = units[0].unit if len(units) == 1 and tokens[-1] is units[0] and len(tokens) > 2 else None
    parser = _Parser(tokens[:-1] if trailing else tokens)
    node = parser.whole()
    literal, unit, _ = _lone(node)
    readings = [_Parser(tokens).whole()] if trailing else []
    if trailing:
        node, unit = Measured(node, trailing), trailing
    elif unit is None and units and tokens[-1] is units[-1]:
        unit = units[-1].unit
    if any(token.text == "/" and token.start != token.end for token in tokens) and any(token.text == "*" for token in tokens):
        under = _Parser(tokens[:-1] if trailing else tokens, product_under=True).whole()
        readings.append(Measured(under, trailing) if trailing else under)
    for base in ("ln", "log2"):
        if parser.logs:
            readings.append(_renamed(node, "log", base))
    operators = 0 if literal is not None else parser.operators
    return Side(node, literal, unit, operators, tokens[0].start, tokens[-1].end, tuple(readings))


def _renamed(node: Node, old: str, new: str) -> Node:
    """The tree with a function of one argument under another name."""
    if isinstance(node, Measured):
        return Measured(_renamed(node.inner, old, new), node.unit)
    if isinstance(node, Operation):
        name = new if node.name == old and len(node.operands) == 1 else node.name
        return Operation(name, tuple(_renamed(operand, old, new) for operand in node.operands))
    return node


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


class _Parser:
    """Precedence climbing over the tokens of one side."""

    def __init__(self, tokens: Sequence[Token], *, product_under: bool = False) -> None:
        self.tokens = tokens
        self.product_under = product_under
        self.logs = 0
        self.at = 0
        self.depth = 0
        self.operators = 0

    def whole(self) -> Node:
        node = self.sum()
        if self.at < len(self.tokens):
            raise Unreadable(f"{self.tokens[self.at].text[:20]!r} is out of place")
        return node

    def peek(self) -> Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def takes(self, kind: Kind, *texts: str) -> Token | None:
        token = self.peek()
        if token is not None and token.kind is kind and (not texts or token.text in texts):
            self.at += 1
            return token
        return None

    def sum(self) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise TooLarge("brackets nested too deep")
        node = self.product()
        while operator := self.takes(Kind.OPERATOR, "+", "-"):
            node = self.operation(operator.text, node, self.product())
        self.depth -= 1
        return node

    def operation(self, name: str, *operands: Node) -> Node:
        self.operators += 1
        return Operation(name, operands)

    def product(self) -> Node:
        node = self.signed()
        while True:
            if operator := self.takes(Kind.OPERATOR, "*", "/", "//", "%"):
                divisor = self.signed()
                while self.product_under and operator.text == "/" and self.takes(Kind.OPERATOR, "*"):
                    divisor = self.operation("*", divisor, self.signed())
                node = self.operation(operator.text, node, divisor)
            elif (token := self.peek()) is not None and token.kind is Kind.OPEN:
                node = self.operation("*", node, self.power())
            else:
                return node

    def signed(self) -> Node:
        signs = 0
        while sign := self.takes(Kind.OPERATOR, "+", "-"):
            signs += sign.text == "-"
            if signs > MAX_DEPTH:
                raise TooLarge("a row of signs")
        node = self.power()
        return Operation("neg", (node,)) if signs % 2 else node

    def power(self) -> Node:
        node = self.postfix()
        if self.takes(Kind.OPERATOR, "^"):
            self.depth += 1
            node = self.operation("^", node, self.exponent())
            self.depth -= 1
        return self.units(node)

    def exponent(self) -> Node:
        """A signed atom, perhaps raised itself; a unit after it belongs to the whole power."""
        negative = bool(self.takes(Kind.OPERATOR, "-"))
        node = self.atom()
        if self.takes(Kind.OPERATOR, "^"):
            self.depth += 1
            if self.depth > MAX_DEPTH:
                raise TooLarge("a tower of powers")
            node = self.operation("^", node, self.exponent())
            self.depth -= 1
        return Operation("neg", (node,)) if negative else node

    def postfix(self) -> Node:
        node = self.atom()
        if (token := self.peek()) is not None and token.tight and isinstance(node, Number):
            node = self.operation("mixed", node, self.atom())
        while self.takes(Kind.FACTORIAL):
            node = self.operation("!", node)
        return self.units(node)

    def units(self, node: Node) -> Node:
        while (token := self.takes(Kind.UNIT)) is not None:
            if token.unit is None:
                raise Unreadable("a unit without a meaning")
            node = Measured(node, token.unit)
        return node

    def atom(self) -> Node:
        token = self.peek()
        if token is None:
            raise Unreadable("the expression ends too early")
        self.at += 1
        if token.kind is Kind.NUMBER and token.literal is not None:
            return Number(token.literal)
        if token.kind is Kind.OPEN:
            node = self.sum()
            if not self.takes(Kind.CLOSE, token.text):
                raise Unreadable("a bracket is not closed")
            return node
        if token.kind is Kind.FUNCTION:
            return self.function(token.text)
        raise Unreadable(f"{token.text[:20]!r} has no value")

    def function(self, name: str) -> Node:
        operands: list[Node] = []
        base = None
        self.logs += name == "log"
        if name == "log" and self.takes(Kind.OPERATOR, "_"):
            base = self.atom()
        if opening := self.takes(Kind.OPEN):
            operands.append(self.sum())
            while self.takes(Kind.COMMA):
                operands.append(self.sum())
            if not self.takes(Kind.CLOSE, opening.text):
                raise Unreadable("a bracket is not closed")
        else:
            operands.append(self.power())
        return self.operation(name, *operands, *([base] if base else []))


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
    operands = [evaluate(operand, mode) for operand in node.operands]
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
        pick = max if name == "max" else min
        return Quantity(Interval(pick(q.value.low for q in operands), pick(q.value.high for q in operands)), first.dims)
    if name == "sqrt" and first.dims:
        dims = tuple((base, exponent // 2) for base, exponent in first.dims)
        if any(exponent % 2 for _, exponent in first.dims):
            raise DimensionError("the root of a unit")
        return Quantity(first.value.sqrt(), dims)
    if first.dims and name in ("floor", "ceil", "abs", "round"):
        raise Unreadable("a unit inside a rounding")
    if first.dims:
        raise DimensionError(f"{name} of a quantity with a unit")
    return Quantity(_function(name, [operand.value for operand in operands]), NONE, first.bare)


def _function(name: str, values: list[Interval]) -> Interval:
    """A function of plain numbers."""
    first = values[0]
    if name == "log":
        return first.log(values[1].low if len(values) > 1 else Fraction(10))
    if len(values) > 1:
        raise Unreadable(f"{name} of several arguments")
    if name == "!":
        return _factorial(first)
    if name not in _FUNCTIONS:
        raise Unreadable(f"{name} is no function of the grammar")
    return _FUNCTIONS[name](first)


_FUNCTIONS: dict[str, Callable[[Interval], Interval]] = {
    "sqrt": Interval.sqrt, "ln": Interval.ln, "exp": Interval.exp, "floor": Interval.floor, "ceil": Interval.ceil,
    "abs": Interval.absolute, "log2": lambda x: x.log(Fraction(2)), "lg": lambda x: x.log(Fraction(10)),
    "log10": lambda x: x.log(Fraction(10)),
}


def _factorial(value: Interval) -> Interval:
    """n! of a small natural number."""
    if not value.is_exact or value.low.denominator != 1 or not 0 <= value.low <= 500:
        raise TooLarge("a factorial beyond 500!")
    return Interval.exact(factorial(int(value.low)))


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
