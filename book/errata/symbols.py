"""Formulas with letters: the values that the text gives to its symbols, and what its formulas come to with them.

Letters are read only where the text (or the notation that the whole field shares for the KV cache) binds them; whatever the
grammar does not know makes a formula unread, never guessed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from book.numbers import derivative, latex
from book.numbers.chain import chains_of
from book.numbers.errors import NumberProblem, Unreadable
from book.numbers.expression import function
from book.numbers.grammar import ANYTHING, MAX_TOKENS, Parser, Rules
from book.numbers.interval import Interval
from book.numbers.tokens import Kind, Token
from book.numbers.tree import Measured, Node, Number, Operation, Symbol, mapped, nodes


@dataclass(frozen=True)
class Relation:
    """Two neighbouring sides of a printed chain."""

    left: Node | None
    sign: str
    right: Node | None


def chain_of(source: str, language: str = "en", functions: Collection[str] | None = None) -> list[Relation]:
    """The relations of a formula; a side that cannot be read is None.

    With the names of functions, derivatives and calls are read: `s(x)` is a product else.
    """
    rules = REPORT if functions is None else replace(REPORT, symbol=partial(_called, functions), fraction=derivative.printed)
    try:
        tokens = latex.tokens_of(_prepared(source if functions is not None else _with_calls_named(source)), language)
    except NumberProblem:
        return []
    out: list[Relation] = []
    for group in chains_of(tokens[: MAX_TOKENS * 4]):
        sides = [_tree(part, rules) for part in group[::2]]
        signs = [part[0].text for part in group[1::2]]
        for i, sign in enumerate(signs):
            out.append(Relation(sides[i], sign, sides[i + 1]))
    return out


def tree_of(source: str, language: str = "en") -> Node | None:
    """A formula without a relation sign; None if it cannot be read."""
    try:
        return _tree(latex.tokens_of(_prepared(_with_calls_named(source)), language))
    except NumberProblem:
        return None


_CALL = re.compile(r"(?<![A-Za-z\\])(?P<name>[A-Za-z])\((?P<of>[A-Za-z](?:\s*(?:\\(?:mid|cap|cup)\s|\||,)\s*[A-Za-z])*)\)")


def _with_calls_named(source: str) -> str:
    """`D(X)` and `P(A \\mid B)` as symbols of their own: of a lone letter in brackets a function is taken, it is no factor."""
    return _CALL.sub(lambda match: f"{match['name']}_{{{re.sub('[^A-Za-z]', '', match['of'])}}}", source)


def _prepared(source: str) -> str:
    """Without tags, and with a formula's final full stop or comma taken off."""
    return re.sub(r"\\tag\*?\{[^{}]{0,20}\}|\\label\{[^{}]{0,40}\}", "", source).strip().rstrip(".,;。，")


def _tree(tokens: Sequence[Token], rules: Rules | None = None) -> Node | None:
    try:
        return mapped(Parser(tokens, rules or REPORT).whole(), _by_value)
    except NumberProblem:
        return None


def _by_value(node: Node) -> Node:
    """Digits and units as the values that they stand for: formulas are compared by value, however they are printed."""
    if isinstance(node, Number):
        return Number.of(node.value)
    return Operation("*", (node.inner, Number.of(node.unit.factor))) if isinstance(node, Measured) else node


def _symbol(parser: Parser, token: Token) -> Node:
    """A letter or a word with its subscript."""
    name = token.text
    if name in _ELEMENTARY:
        return _elementary(parser, name)
    if not re.fullmatch(r"[A-Za-zΑ-Ωα-ω]\w{0,19}|\\[A-Za-z]{2,12}", name) or name in _NO_SYMBOLS:
        raise Unreadable(f"{name[:20]!r} is no symbol")
    return Symbol(f"{name}_{_subscript(parser)}" if parser.takes(Kind.OPERATOR, "_") else name)


def _elementary(parser: Parser, name: str) -> Node:
    """`\\tanh x`, `\\tanh^2 x` for its square, `\\tanh'(x)` for its derivative."""
    exponent = parser.argument() if parser.takes(Kind.OPERATOR, "^") else None
    primes = _primes(parser)
    node = parser.function(name[1:])
    if primes and isinstance(node, Operation):
        node = Operation("call", (Symbol(name), node.operands[0], Number.of(primes)))
    if isinstance(exponent, Operation):
        raise Unreadable("an inverse or a power of a function")
    return parser.operation("^", node, exponent) if exponent is not None else node


def _primes(parser: Parser) -> int:
    count = 0
    while parser.takes(Kind.SYMBOL, "'"):
        count += 1
    return count


def _called(functions: Collection[str], parser: Parser, token: Token) -> Node:
    """A symbol, or the call of a function, perhaps of its derivative: `s(x)`, `s'(-x)`; what is taken of a lone letter is a call."""
    node = _symbol(parser, token)
    if not isinstance(node, Symbol):
        return node
    primes = _primes(parser)
    opening, inside, closing = (parser.peek(ahead) for ahead in range(3))
    lone = inside is not None and inside.kind is Kind.SYMBOL and closing is not None and closing.kind is Kind.CLOSE
    if opening is None or opening.kind is not Kind.OPEN or opening.text != ")" or not (lone or node.name in functions):
        if primes:
            raise Unreadable("a prime at no function")
        return node
    parser.at += 1
    argument = parser.sum()
    parser.closes(opening)
    return parser.operation("call", node, argument, Number.of(primes))


def _subscript(parser: Parser) -> str:
    opening = parser.takes(Kind.OPEN)
    words: list[str] = []
    while (token := parser.peek()) is not None and len(words) < 12:
        parser.at += 1
        if opening and token.kind is Kind.CLOSE:
            break
        words.append(token.text)
        if not opening:
            break
    return "".join(words)


REPORT = Rules(ANYTHING, _symbol)
_ELEMENTARY = frozenset("\\" + name for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh"))
_NO_SYMBOLS = frozenset("\\" + name for name in (
    "sum", "prod", "int", "partial", "nabla", "hat", "tilde", "bar", "vec", "mathbf", "mathbb", "odot", "forall", "begin", "end",
    "infty", "top", "ell", "prime", "dot", "overline", "underline"))


def symbols_in(tree: Node | None) -> set[str]:
    """Names of the symbols of a tree."""
    every = list(nodes(tree)) if tree is not None else []
    return {each.name for each in every if isinstance(each, Symbol)} | {key for each in every if (key := key_of(each))}


def key_of(tree: Node) -> str:
    """`log L` as a name of its own: a text may give its value without that of L."""
    if isinstance(tree, Operation) and tree.name in ("log", "ln") and len(tree.operands) == 1:
        of = tree.operands[0]
        return f"{tree.name} {of.name}" if isinstance(of, Symbol) else ""
    return ""


def compute(tree: Node, values: Mapping[str, Fraction]) -> Interval:
    """The value of a tree; `Unreadable` if a symbol has none."""
    if isinstance(tree, Number):
        return Interval.exact(tree.value)
    if isinstance(tree, Symbol):
        if tree.name not in values:
            raise Unreadable(f"{tree.name} has no value")
        return Interval.exact(values[tree.name])
    if isinstance(tree, Measured):
        return compute(_by_value(tree), values)
    if (key := key_of(tree)) in values:
        return Interval.exact(values[key])
    done = [compute(operand, values) for operand in tree.operands]
    if tree.name in _BINARY:
        return _BINARY[tree.name](done[0], done[1])
    if tree.name == "neg":
        return -done[0]
    return function("ln" if tree.name == "log" and len(done) == 1 else tree.name, done)


_BINARY: dict[str, Callable[[Interval, Interval], Interval]] = {
    "+": Interval.__add__,
    "-": Interval.__sub__,
    "*": Interval.__mul__,
    "/": Interval.__truediv__,
    "^": Interval.power,
    "mixed": Interval.__add__,
}


def identical(left: Node, right: Node, largest: int = 97) -> bool | None:
    """Whether two sides are equal for all values of their symbols, tested at random rational points; None if unknown.

    The points go to `largest`: where an exponential is taken, small ones tell more.
    """
    names = sorted(symbols_in(left) | symbols_in(right))
    if not names:
        return None
    dice = random.Random(7)
    tried = 0
    for _ in range(12):
        values = {name: Fraction(dice.randint(3, largest), dice.choice((1, 2, 3, 5))) for name in names}
        try:
            first, second = compute(left, values), compute(right, values)
        except NumberProblem:
            continue
        if not first.meets(second):
            return False
        tried += 1
        if tried == 4:
            return True
    return None
