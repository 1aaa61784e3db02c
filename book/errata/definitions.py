"""The functions that a text defines, `s(x) = 1/(1+e^{-x})`, and formulas with derivatives as formulas without them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from book.checks.passage import Kind, Reading
from book.errata.symbols import Relation, chain_of, symbols_in, tree_of
from book.numbers.derivative import derived
from book.numbers.errors import TooLarge, Unreadable
from book.numbers.tree import Node, Number, Operation, Symbol, mapped, nodes

MAX_NODES = 400
"""Larger formulas are not resolved."""
MAX_CALLS = 6
"""How deep functions are defined by others."""
_NAMED: tuple[tuple[str, str, str], ...] = (
    (r"sigmoid|logistic function|сигмоид|логистическ\w+ функци|逻辑函数|邏輯函數|逻辑斯谛|邏輯斯諦|S 型函[数數]", r"\sigma", r"\frac{1}{1+e^{-x}}"),
    ("", r"\tanh", r"\tanh x"),
)
"""Functions that have one name in the whole field: the words that must say them, their sign, and what they are of x."""


@dataclass(frozen=True)
class Definition:
    """A function of one parameter, or (without one) a symbol that stands for a formula."""

    parameter: str
    body: Node


def definitions_in(readings: Sequence[Reading]) -> dict[str, Definition]:
    """What the formulas of a text define, by name; a name that is defined in two ways is left out."""
    found: dict[str, Definition] = {}
    for words, name, body in _NAMED:
        tree = tree_of(body)
        if tree is not None and any(re.search(words, reading.masked, re.IGNORECASE) for reading in readings):
            found[name] = Definition("x", tree)
    names = {name for name, each in _defined(readings, ()) if each.parameter} | set(found)
    told: dict[str, list[Definition]] = {}
    for name, definition in _defined(readings, names):
        if definition not in told.setdefault(name, []):
            told[name].append(definition)
    return found | {name: each[0] for name, each in told.items() if len(each) == 1}


def _defined(readings: Sequence[Reading], names: Sequence[str] | set[str]) -> Iterator[tuple[str, Definition]]:
    for reading in readings:
        for _, segment in reading.spans:
            if segment.kind in (Kind.MATH, Kind.DISPLAY):
                for relation in chain_of(segment.text, reading.language, names):
                    yield from _definition(relation)


def _definition(relation: Relation) -> Iterator[tuple[str, Definition]]:
    left, right = relation.left, relation.right
    if relation.sign != "=" or right is None or not symbols_in(right) or has_calculus(right, {}):
        return
    if isinstance(left, Symbol):
        yield left.name, Definition("", right)
    elif isinstance(left, Operation) and left.name == "call" and left.operands[2] == Number.of(0):
        name, argument = left.operands[:2]
        if isinstance(name, Symbol) and isinstance(argument, Symbol):
            yield name.name, Definition(argument.name, right)


def has_calculus(tree: Node, definitions: Mapping[str, Definition]) -> bool:
    """Whether a tree has a derivative, or a call of a function that is defined."""
    return any(each.name == "derivative" or (each.name == "call" and _name(each) in definitions)
               for each in nodes(tree) if isinstance(each, Operation))


def _name(call: Operation) -> str:
    return call.operands[0].name if isinstance(call.operands[0], Symbol) else ""


def resolved(left: Node, right: Node, definitions: Mapping[str, Definition]) -> tuple[Node, Node]:
    """Two sides without derivatives and calls; `Unreadable` if a function is not defined or has no derivative, `TooLarge` beyond limits."""
    variables = {each.operands[1].name for side in (left, right) for each in nodes(side)
                 if isinstance(each, Operation) and each.name == "derivative" and isinstance(each.operands[1], Symbol)}
    depend = {name: each.body for name, each in definitions.items() if not each.parameter and symbols_in(each.body) & variables}
    first, second = (_resolved(_substituted(side, depend), definitions, 0) for side in (left, right))
    return first, second


def _resolved(tree: Node, definitions: Mapping[str, Definition], calls: int) -> Node:
    def change(node: Node) -> Node:
        if isinstance(node, Operation):
            node = _changed(node)
        if sum(1 for _ in islice(nodes(node), MAX_NODES + 1)) > MAX_NODES:
            raise TooLarge("a formula of hundreds of parts")
        return node

    def _changed(node: Operation) -> Node:
        first = node.operands[0]
        if node.name == "^" and first == Symbol("e"):
            return Operation("exp", (node.operands[1],))
        if node.name in ("sinh", "cosh", "tanh"):
            return _hyperbolic(node.name, first)
        if node.name == "derivative":
            if (by := symbol_of(node.operands[1])) not in symbols_in(first):
                raise Unreadable(f"how it depends on {by[:20]} is not told")
            return derived(first, by, count_of(node.operands[2]))
        if node.name != "call":
            return node
        if (function := definitions.get(symbol_of(first))) is None or not function.parameter or calls >= MAX_CALLS:
            raise Unreadable(f"{symbol_of(first)[:20]} is not defined")
        body = derived(_resolved(function.body, definitions, calls + 1), function.parameter, count_of(node.operands[2]))
        return _substituted(body, {function.parameter: node.operands[1]})

    return mapped(tree, change)


def symbol_of(node: Node) -> str:
    """The name of what the grammar reads as a symbol."""
    if not isinstance(node, Symbol):
        raise Unreadable("no symbol")
    return node.name


def count_of(node: Node) -> int:
    """How often, as the grammar counts it."""
    if not isinstance(node, Number) or not 0 <= node.value <= 3:
        raise Unreadable("no small count")
    return int(node.value)


def _substituted(tree: Node, values: Mapping[str, Node]) -> Node:
    """The tree with formulas in the place of symbols; the variable of a derivative and the name of a function are none."""
    if isinstance(tree, Symbol):
        return values.get(tree.name, tree)
    if not isinstance(tree, Operation):
        return tree
    kept = {"derivative": 1, "call": 0}.get(tree.name)
    return Operation(tree.name, tuple(each if i == kept else _substituted(each, values) for i, each in enumerate(tree.operands)))


def _hyperbolic(name: str, of: Node) -> Node:
    """A hyperbolic function by exponentials."""
    rising, falling = Operation("exp", (of,)), Operation("exp", (Operation("neg", (of,)),))
    sine, cosine = Operation("-", (rising, falling)), Operation("+", (rising, falling))
    if name == "tanh":
        return Operation("/", (sine, cosine))
    return Operation("/", (sine if name == "sinh" else cosine, Number.of(2)))
