"""What the grammar reads: a small tree of numbers, symbols, units and operations, which each user gives its own meaning."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from book.numbers.literal import Literal
from book.numbers.units import Unit


@dataclass(frozen=True)
class Number:
    """A leaf: a literal."""

    literal: Literal

    @classmethod
    def of(cls, value: Fraction | int) -> Number:
        """An exact value that nobody printed."""
        return cls(Literal(Fraction(value), Fraction(0)))

    @property
    def value(self) -> Fraction:
        """The exact value of the digits."""
        return self.literal.value


@dataclass(frozen=True)
class Symbol:
    """A leaf: a letter with what belongs to it, under its one spelling."""

    name: str


@dataclass(frozen=True)
class Measured:
    """A tree times a unit."""

    inner: Node
    unit: Unit


@dataclass(frozen=True)
class Operation:
    """An operator or a function with its operands.

    Operators: + - * / // % ^ neg ! and `mixed` (2½); functions under the names of their tokens, `log` with its base second;
    `binom`; `sum` of an index from, to, over; `derivative` of, by, how often; `call` of a named function with an argument.
    """

    name: str
    operands: tuple[Node, ...]


Node = Number | Symbol | Measured | Operation


def nodes(root: Node) -> Iterator[Node]:
    """All nodes of a tree, from left to right."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        if isinstance(node, Measured):
            stack.append(node.inner)
        elif isinstance(node, Operation):
            stack.extend(reversed(node.operands))


def mapped(node: Node, change: Callable[[Node], Node]) -> Node:
    """The tree with each node changed, leaves first."""
    if isinstance(node, Operation):
        return change(Operation(node.name, tuple(mapped(operand, change) for operand in node.operands)))
    if isinstance(node, Measured):
        return change(Measured(mapped(node.inner, change), node.unit))
    return change(node)
