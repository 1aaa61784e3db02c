"""Formulas with letters: the values that the text gives to its symbols, and what its formulas come to with them.

Letters are read only where the text (or the notation that the whole field shares for the KV cache) binds them; whatever the
grammar does not know makes a formula unread, never guessed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from book.numbers import latex
from book.numbers.errors import NumberProblem, TooLarge, Unreadable
from book.numbers.interval import Interval
from book.numbers.tokens import Kind, Token

MAX_DEPTH = 20
MAX_TOKENS = 300

Tree = tuple[str, tuple["Tree", ...]] | Fraction | str
"""An operation with its operands, a number, or the name of a symbol."""


@dataclass(frozen=True)
class Relation:
    """Two neighbouring sides of a printed chain."""

    left: Tree | None
    sign: str
    right: Tree | None


def chain_of(source: str, language: str = "en") -> list[Relation]:
    """The relations of a formula; a side that cannot be read is None."""
    try:
        tokens = latex.tokens_of(_prepared(source), language)
    except NumberProblem:
        return []
    out: list[Relation] = []
    for group in _chains(tokens[: MAX_TOKENS * 4]):
        sides = [_tree(part) for part in group[::2]]
        signs = [part[0].text for part in group[1::2]]
        for i, sign in enumerate(signs):
            out.append(Relation(sides[i], sign, sides[i + 1]))
    return out


def tree_of(source: str, language: str = "en") -> Tree | None:
    """A formula without a relation sign; None if it cannot be read."""
    try:
        return _tree(latex.tokens_of(_prepared(source), language))
    except NumberProblem:
        return None


def _prepared(source: str) -> str:
    """Without tags, and with a formula's final full stop or comma taken off."""
    return re.sub(r"\\tag\*?\{[^{}]{0,20}\}|\\label\{[^{}]{0,40}\}", "", source).strip().rstrip(".,;。，")


def _chains(tokens: Sequence[Token]) -> Iterator[list[list[Token]]]:
    chain: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        depth = max(0, depth + (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE))
        if depth == 0 and token.kind is Kind.RELATION:
            chain += [[token], []]
        elif depth == 0 and token.kind in (Kind.BREAK, Kind.COMMA):
            yield chain
            chain = [[]]
        else:
            chain[-1].append(token)
    yield chain


def _tree(tokens: Sequence[Token]) -> Tree | None:
    if not tokens or len(tokens) > MAX_TOKENS:
        return None
    try:
        reader = _Reader(tokens)
        tree = reader.sum()
        return tree if reader.at == len(tokens) else None
    except NumberProblem:
        return None


class _Reader:
    """Precedence climbing with products by juxtaposition; symbols carry their subscripts."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens, self.at, self.depth = tokens, 0, 0

    def peek(self) -> Token | None:
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def takes(self, kind: Kind, *texts: str) -> Token | None:
        token = self.peek()
        if token is not None and token.kind is kind and (not texts or token.text in texts):
            self.at += 1
            return token
        return None

    def sum(self) -> Tree:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise TooLarge("brackets nested too deep")
        negative = self.takes(Kind.OPERATOR, "-") is not None
        tree: Tree = ("neg", (self.product(),)) if negative else self.product()
        while sign := self.takes(Kind.OPERATOR, "+", "-"):
            tree = (sign.text, (tree, self.product()))
        self.depth -= 1
        return tree

    def product(self) -> Tree:
        tree = self.power()
        while (token := self.peek()) is not None:
            if token.kind is Kind.OPERATOR and token.text in ("*", "/"):
                self.at += 1
                negative = self.takes(Kind.OPERATOR, "-") is not None
                factor = self.power()
                tree = (token.text, (tree, ("neg", (factor,)) if negative else factor))
            elif token.kind in (Kind.SYMBOL, Kind.OPEN, Kind.FUNCTION) or (
                token.kind is Kind.NUMBER and self.tokens[self.at - 1].kind is not Kind.NUMBER
            ):
                tree = ("*", (tree, self.power()))
            else:
                return tree
        return tree

    def power(self) -> Tree:
        tree = self.atom()
        if self.takes(Kind.OPERATOR, "^"):
            negative = self.takes(Kind.OPERATOR, "-") is not None
            exponent = self.atom()
            tree = ("^", (tree, ("neg", (exponent,)) if negative else exponent))
        while (token := self.peek()) is not None and token.kind is Kind.UNIT and token.unit is not None:
            self.at += 1
            tree = ("*", (tree, token.unit.factor))
        return tree

    def atom(self) -> Tree:
        token = self.peek()
        if token is None:
            raise Unreadable("the formula ends too early")
        self.at += 1
        if token.kind is Kind.NUMBER and token.literal is not None:
            return token.literal.value
        if token.kind is Kind.SYMBOL:
            return self.symbol(token)
        if token.kind is Kind.OPEN:
            tree = self.sum()
            if not self.takes(Kind.CLOSE, token.text):
                raise Unreadable("a bracket is not closed")
            return tree
        if token.kind is Kind.FUNCTION and token.text in ("sqrt", "log", "ln", "exp", "log2", "ceil", "floor"):
            return self.function(token.text)
        raise Unreadable(f"{token.text[:20]!r} is not read")

    def function(self, name: str) -> Tree:
        if name == "log" and self.takes(Kind.OPERATOR, "_"):
            base = self.atom()
            return ("logb", (self.power(), base))
        return (name, (self.power(),))

    def symbol(self, token: Token) -> Tree:
        name = token.text
        if not re.fullmatch(r"[A-Za-zΑ-Ωα-ω]\w{0,19}|\\[A-Za-z]{2,12}", name) or name in _NO_SYMBOLS:
            raise Unreadable(f"{name[:20]!r} is no symbol")
        if self.takes(Kind.OPERATOR, "_"):
            name += "_" + self.subscript()
        return name

    def subscript(self) -> str:
        opening = self.takes(Kind.OPEN)
        words: list[str] = []
        while (token := self.peek()) is not None and len(words) < 12:
            self.at += 1
            if opening and token.kind is Kind.CLOSE:
                break
            words.append(token.text)
            if not opening:
                break
        return "".join(words)


_NO_SYMBOLS = frozenset(
    (
        "\\sum",
        "\\prod",
        "\\int",
        "\\partial",
        "\\nabla",
        "\\hat",
        "\\tilde",
        "\\bar",
        "\\vec",
        "\\mathbf",
        "\\mathbb",
        "\\odot",
        "\\forall",
        "\\begin",
        "\\end",
        "\\infty",
        "\\top",
        "\\ell",
        "\\prime",
        "\\dot",
        "\\overline",
        "\\underline",
        "\\binom",
    )
)


def symbols_in(tree: Tree | None) -> set[str]:
    """Names of the symbols of a tree."""
    found: set[str] = set()
    stack: list[Tree] = [tree] if tree is not None else []
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            found.add(node)
        elif isinstance(node, tuple):
            if key_of(node):
                found.add(key_of(node))
            stack.extend(node[1])
    return found


def key_of(tree: Tree) -> str:
    """`log L` as a name of its own: a text may give its value without that of L."""
    if isinstance(tree, tuple) and tree[0] in ("log", "ln") and isinstance(tree[1][0], str):
        return f"{tree[0]} {tree[1][0]}"
    return ""


def compute(tree: Tree, values: Mapping[str, Fraction]) -> Interval:
    """The value of a tree; `Unreadable` if a symbol has none."""
    if isinstance(tree, Fraction):
        return Interval.exact(tree)
    if isinstance(tree, str):
        if tree not in values:
            raise Unreadable(f"{tree} has no value")
        return Interval.exact(values[tree])
    if (key := key_of(tree)) in values:
        return Interval.exact(values[key])
    name, operands = tree
    done = [compute(operand, values) for operand in operands]
    first = done[0]
    if name in _BINARY:
        return _BINARY[name](first, done[1])
    return first.log(done[1].low) if name == "logb" else _UNARY[name](first)


_BINARY: dict[str, Callable[[Interval, Interval], Interval]] = {
    "+": Interval.__add__,
    "-": Interval.__sub__,
    "*": Interval.__mul__,
    "/": Interval.__truediv__,
    "^": Interval.power,
}
_UNARY: dict[str, Callable[[Interval], Interval]] = {
    "neg": Interval.__neg__,
    "sqrt": Interval.sqrt,
    "ln": Interval.ln,
    "log": Interval.ln,
    "exp": Interval.exp,
    "ceil": Interval.ceil,
    "floor": Interval.floor,
    "log2": lambda value: value.log(Fraction(2)),
}


def identical(left: Tree, right: Tree) -> bool | None:
    """Whether two sides are equal for all values of their symbols, tested at random rational points; None if unknown."""
    names = sorted(symbols_in(left) | symbols_in(right))
    if not names:
        return None
    dice = random.Random(7)
    tried = 0
    for _ in range(12):
        values = {name: Fraction(dice.randint(3, 97), dice.choice((1, 2, 3, 5))) for name in names}
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
