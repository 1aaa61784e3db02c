"""Derivatives: how LaTeX prints them, and the rules by which those of elementary functions are taken.

The rules are the few of any textbook, on the tree itself: nothing is simplified, so the work is bounded by the size of the tree.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from book.numbers.errors import TooLarge, Unreadable
from book.numbers.grammar import Parser
from book.numbers.tokens import Kind, Token
from book.numbers.tree import Node, Number, Operation, Symbol, nodes

MAX_NODES = 4_000
"""Larger derivatives are refused."""
MAX_ORDER = 3
ZERO, ONE, TWO = (Number.of(value) for value in (0, 1, 2))
_SIGNS = ("d", "\\partial")


# reading


def printed(parser: Parser, fraction: Token) -> Node | None:
    """`\\frac{d}{dx}` of the factor beside it, or `\\frac{d y}{d x}`, whose bracket was just taken; None for any other fraction."""
    start, slash = parser.at, _after_group(parser, parser.at)
    parser.at = slash
    below = _below(parser, fraction)
    end, parser.at = parser.at, start
    group = parser.takes(Kind.OPEN)
    if below is None or _order(parser) != below[1]:
        parser.at = start
        return None
    if parser.at < slash - bool(group):
        of = parser.product()
        if group:
            parser.closes(group)
        parser.at = end
    else:
        parser.at = end
        of = _beside(parser)
    return parser.operation("derivative", of, below[0], Number.of(below[1]))


def _after_group(parser: Parser, at: int) -> int:
    """The place behind a group or a token."""
    depth = 0
    for place in range(at, len(parser.tokens)):
        token = parser.tokens[place]
        depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
        if depth <= 0:
            return place + 1
    return len(parser.tokens)


def _below(parser: Parser, fraction: Token) -> tuple[Node, int] | None:
    """What stands under the line: the variable and how often."""
    if not parser.takes(Kind.OPERATOR, "/") or not (group := parser.takes(Kind.OPEN)) or not _sign(parser):
        return None
    token = parser.takes(Kind.SYMBOL)
    if token is None or parser.rules.symbol is None:
        return None
    by = parser.rules.symbol(parser, token)
    order = _power(parser)
    closed = parser.takes(Kind.CLOSE, group.text) and parser.takes(Kind.CLOSE, fraction.text)
    return (by, order) if closed and order and isinstance(by, Symbol) else None


def _sign(parser: Parser) -> bool:
    """Take the `d`; upright, it may have been read as the unit of a day."""
    token = parser.peek()
    if token is None or token.kind not in (Kind.SYMBOL, Kind.UNIT) or token.text not in _SIGNS:
        return False
    parser.at += 1
    return True


def _order(parser: Parser) -> int:
    """Take `d` or `d^2`; 0 if there is none."""
    return _power(parser) if _sign(parser) else 0


def _power(parser: Parser) -> int:
    """Take a small whole exponent; 1 without one, 0 if it is none."""
    if not parser.takes(Kind.OPERATOR, "^"):
        return 1
    node = parser.argument()
    whole = isinstance(node, Number) and node.value.denominator == 1 and 0 < node.value <= MAX_ORDER
    return int(node.value) if whole and isinstance(node, Number) else 0


def _beside(parser: Parser) -> Node:
    """What is derived: the factors beside the sign."""
    of = parser.power()
    while parser.beside():
        of = parser.operation("*", of, parser.power())
    token = parser.peek()
    if token is not None and token.kind is Kind.OPERATOR and token.text in ("*", "/"):
        raise Unreadable("where the derivative ends can be read in two ways; write brackets")
    return of


# taking


def derived(tree: Node, by: str, order: int = 1) -> Node:
    """The derivative of a tree by a symbol; `Unreadable` for what is no elementary function."""
    for _ in range(order):
        tree = _derived(tree, by)
        if sum(1 for _ in islice(nodes(tree), MAX_NODES + 1)) > MAX_NODES:
            raise TooLarge("a derivative of thousands of terms")
    return tree


def _derived(tree: Node, by: str) -> Node:
    if not any(isinstance(each, Symbol) and each.name == by for each in nodes(tree)):
        return ZERO
    if not isinstance(tree, Operation):
        return ONE
    first, inner = tree.operands[0], _derived(tree.operands[0], by)
    if tree.name in _OUTER and len(tree.operands) == 1:
        return _times(_OUTER[tree.name](first), inner)
    if tree.name not in _RULES:
        raise Unreadable(f"{tree.name} has no derivative here")
    return _RULES[tree.name](first, inner, tree.operands[1], _derived(tree.operands[1], by))


def _plus(one: Node, two: Node) -> Node:
    return two if one == ZERO else one if two == ZERO else Operation("+", (one, two))


def _minus(one: Node, two: Node) -> Node:
    return one if two == ZERO else Operation("-", (one, two))


def _times(one: Node, two: Node) -> Node:
    if ZERO in (one, two):
        return ZERO
    return two if one == ONE else one if two == ONE else Operation("*", (one, two))


def _over(one: Node, two: Node) -> Node:
    return ZERO if one == ZERO else Operation("/", (one, two))


def _ln(node: Node) -> Node:
    return Operation("ln", (node,))


def _raised(base: Node, inner: Node, exponent: Node, outer: Node) -> Node:
    """The derivative of a power; both of its parts may depend on the variable."""
    below = _times(_times(exponent, Operation("^", (base, _minus(exponent, ONE)))), inner)
    return _plus(below, ZERO if outer == ZERO else _times(_times(Operation("^", (base, exponent)), _ln(base)), outer))


_OUTER: dict[str, Callable[[Node], Node]] = {
    "neg": lambda u: Operation("neg", (ONE,)), "exp": lambda u: Operation("exp", (u,)), "ln": lambda u: _over(ONE, u),
    "log": lambda u: _over(ONE, u), "log2": lambda u: _over(ONE, _times(u, _ln(TWO))),
    "lg": lambda u: _over(ONE, _times(u, _ln(Number.of(10)))), "sqrt": lambda u: _over(ONE, _times(TWO, Operation("sqrt", (u,)))),
}
"""The outer derivatives of functions; `log` without a base is the natural one where anybody derives it."""
_RULES: dict[str, Callable[[Node, Node, Node, Node], Node]] = {
    "+": lambda u, du, v, dv: _plus(du, dv), "-": lambda u, du, v, dv: _minus(du, dv),
    "*": lambda u, du, v, dv: _plus(_times(du, v), _times(u, dv)),
    "/": lambda u, du, v, dv: _minus(_over(du, v), _over(_times(u, dv), _times(v, v))),
    "^": _raised,
    "log": lambda u, du, v, dv: _minus(_over(du, _times(u, _ln(v))), _over(_times(_ln(u), dv), _times(v, _times(_ln(v), _ln(v))))),
}
