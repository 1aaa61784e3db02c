"""The one grammar of printed expressions: precedence climbing over the tokens of LaTeX, code or prose, into a tree.

    sum        product {(+|−) product}
    product    signed {(×|/|//|%) signed | power}       by standing side by side only what the rules name
    signed     {+|−} power
    power      atom [fraction of a mixed number] {!} [^ exponent], each with its units
    exponent   [−] atom [^ exponent]
    atom       number, (sum), function of arguments, and what the rules let a symbol be

It refuses what it does not know. Length and depth are limited, so hostile input is refused in linear time. Who reads differs by
intent in the `Rules` only: arithmetic has no symbols, and a unit belongs to the value before it; a ledger's equation has the declared
symbols, no units, and is read as TeX prints it (`x^12` is x¹2: refused); a report's formula has any symbols, units, and derivatives.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from book.numbers.errors import TooLarge, Unreadable
from book.numbers.tokens import Kind, Token
from book.numbers.tree import Measured, Node, Number, Operation

MAX_TOKENS = 400
"""Longer expressions are refused."""
MAX_DEPTH = 24
"""Deeper nesting is refused."""
BRACKETS = frozenset((Kind.OPEN,))
ANYTHING = frozenset((Kind.OPEN, Kind.SYMBOL, Kind.FUNCTION, Kind.NUMBER))
_SEVERAL = frozenset(("max", "min", "log"))
"""Functions that may have several arguments."""


@dataclass(frozen=True)
class Rules:
    """What a user of the grammar reads."""

    beside: frozenset[Kind] = BRACKETS
    """What multiplies the factor that it stands behind; a number never does so behind a number."""
    symbol: Callable[[Parser, Token], Node] | None = None
    """Reads what begins with a symbol that was just taken; without it symbols have no value."""
    fraction: Callable[[Parser, Token], Node | None] | None = None
    """Reads what a fraction may be but a quotient, once its bracket was taken; None if it is a quotient."""
    units: bool = True
    strict: bool = False
    """As TeX prints it: exponents are one token or a group, and `a / b c`, which can be read in two ways, is refused."""
    product_under: bool = False
    """Another reading that authors mean: `a / b·c` for `a / (b·c)`."""


ARITHMETIC = Rules()


class Parser:
    """One expression; `whole` reads it to its end, `sum` as far as it goes."""

    def __init__(self, tokens: Sequence[Token], rules: Rules = ARITHMETIC) -> None:
        if len(tokens) > MAX_TOKENS:
            raise TooLarge("an expression of hundreds of terms")
        self.tokens = tokens
        self.rules = rules
        self.at = 0
        self.depth = 0
        self.operators = 0
        """Operations so far; a sign is none."""

    # the row of tokens

    def peek(self, ahead: int = 0) -> Token | None:
        """The next token, or one after it."""
        at = self.at + ahead
        return self.tokens[at] if at < len(self.tokens) else None

    def takes(self, kind: Kind, *texts: str) -> Token | None:
        """The next token, taken if it is of a kind (and one of the texts)."""
        token = self.tokens[self.at] if self.at < len(self.tokens) else None
        if token is not None and token.kind is kind and (not texts or token.text in texts):
            self.at += 1
            return token
        return None

    def closes(self, opening: Token) -> None:
        """Take what closes a bracket."""
        if not self.takes(Kind.CLOSE, opening.text):
            raise Unreadable("a bracket is not closed")

    def deeper(self, what: str) -> None:
        """Count a level of nesting."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise TooLarge(what)

    # sums, products, powers

    def whole(self) -> Node:
        """The tree of all tokens."""
        node = self.sum()
        self.ends()
        return node

    def ends(self) -> None:
        """Nothing may be left."""
        if self.at < len(self.tokens):
            raise Unreadable(f"`{self.tokens[self.at].text[:20]}` is out of place")

    def sum(self) -> Node:
        """Terms with their signs."""
        self.deeper("brackets nested too deep")
        node = self.product()
        while operator := self.takes(Kind.OPERATOR, "+", "-"):
            node = self.operation(operator.text, node, self.product())
        self.depth -= 1
        return node

    def operation(self, name: str, *operands: Node) -> Node:
        """An operation, counted."""
        self.operators += 1
        return Operation(name, operands)

    def product(self) -> Node:
        """Factors, divisors, and what stands side by side."""
        node = self.signed()
        slash = None
        while True:
            if operator := self.takes(Kind.OPERATOR, "*", "/", "//", "%"):
                divisor = self.signed()
                while self.rules.product_under and operator.text == "/" and self.takes(Kind.OPERATOR, "*"):
                    divisor = self.operation("*", divisor, self.signed())
                node = self.operation(operator.text, node, divisor)
                slash = operator if operator.text == "/" else None
            elif self.beside():
                if slash and self.rules.strict:
                    raise Unreadable("`a / b c` can be read in two ways; write \\frac or brackets")
                node = self.operation("*", node, self.power())
            else:
                return node

    def beside(self) -> bool:
        """Whether a factor follows without a sign."""
        token = self.tokens[self.at] if self.at < len(self.tokens) else None
        if token is None or token.kind not in self.rules.beside:
            return False
        return token.kind is not Kind.NUMBER or self.tokens[self.at - 1].kind is not Kind.NUMBER

    def signed(self) -> Node:
        """A power with signs before it."""
        signs = 0
        while sign := self.takes(Kind.OPERATOR, "+", "-"):
            signs += sign.text == "-"
            if self.rules.strict and self.at > 1 and self.tokens[self.at - 2].kind is Kind.OPERATOR:
                raise Unreadable("two operators stand in a row")
            if signs > MAX_DEPTH:
                raise TooLarge("a row of signs")
        node = self.power()
        return Operation("neg", (node,)) if signs % 2 else node

    def power(self) -> Node:
        """An atom with what is raised, counted or measured by what follows it."""
        node = self.atom()
        if (token := self.peek()) is not None and token.text == "frac" and token.kind is Kind.OPEN and self.after_number(token):
            node = self.operation("mixed", node, self.atom())
        while self.takes(Kind.FACTORIAL):
            node = self.operation("!", node)
        node = self.units(node)
        if self.takes(Kind.OPERATOR, "^"):
            self.depth += 1
            node = self.operation("^", node, self.argument() if self.rules.strict else self.exponent())
            self.depth -= 1
            node = self.units(node)
        return node

    def after_number(self, fraction: Token) -> bool:
        """Whether a fraction makes a mixed number: `2\\tfrac{1}{2}`; `2\\frac{1}{2}` may be one or a product, and is refused."""
        if self.tokens[self.at - 1].kind is not Kind.NUMBER:
            return False
        inside = []
        for token in self.tokens[self.at + 1:self.at + 9]:
            if token.text == "frac":
                break
            inside.append(token.kind)
        if inside.count(Kind.NUMBER) != 2 or not {*inside} <= {Kind.NUMBER, Kind.OPEN, Kind.CLOSE, Kind.OPERATOR}:
            return False
        if not fraction.tight:
            raise Unreadable("a number before a fraction can be a mixed number or a factor")
        return True

    def exponent(self) -> Node:
        """A signed atom, perhaps raised itself; a unit after it belongs to the whole power."""
        negative = bool(self.takes(Kind.OPERATOR, "-"))
        node = self.atom()
        if self.takes(Kind.OPERATOR, "^"):
            self.deeper("a tower of powers")
            node = self.operation("^", node, self.exponent())
            self.depth -= 1
        return Operation("neg", (node,)) if negative else node

    def argument(self) -> Node:
        """What TeX takes as one: a group or a token; of `12` it would take the 1."""
        token = self.peek()
        if self.rules.strict and token is not None and token.kind is Kind.NUMBER and len(token.text) > 1:
            raise Unreadable(f"of `{token.text[:20]}` only the first digit is meant; write {{{token.text[:20]}}}")
        return self.atom()

    def units(self, node: Node) -> Node:
        """The value with the units behind it."""
        while self.rules.units and (token := self.takes(Kind.UNIT)) is not None:
            if token.unit is None:
                raise Unreadable("a unit without a meaning")
            node = Measured(node, token.unit)
        return node

    # atoms

    def atom(self) -> Node:
        """A number, a bracket, a function, a symbol."""
        token = self.tokens[self.at] if self.at < len(self.tokens) else None
        if token is None:
            raise Unreadable("the expression ends too early")
        self.at += 1
        if token.kind is Kind.NUMBER and token.literal is not None:
            return Number(token.literal)
        if token.kind is Kind.OPEN:
            if self.rules.fraction and token.text == "frac" and (found := self.rules.fraction(self, token)) is not None:
                return found
            node = self.sum()
            self.closes(token)
            return node
        if token.kind is Kind.FUNCTION:
            return self.function(token.text)
        if token.text == "\\sqrt[":
            raise Unreadable("roots other than the square root are not read; write a power")
        if token.kind is Kind.SYMBOL and self.rules.symbol is not None:
            return self.rules.symbol(self, token)
        raise Unreadable(f"`{token.text[:20]}` has no value")

    def function(self, name: str) -> Node:
        """A function whose name was just taken, with its arguments."""
        self.deeper("functions of functions")
        node = self.operation(name, *self.arguments(name))
        self.depth -= 1
        return node

    def arguments(self, name: str) -> list[Node]:
        """What a function is taken of; the base of a logarithm is its second argument."""
        if name == "binom":
            return [self.argument(), self.argument()]
        base = [self.argument()] if name == "log" and self.takes(Kind.OPERATOR, "_") else []
        if name == "log" and self.rules.strict and not base:
            raise Unreadable("\\log needs its base: \\log_2, \\log_{10}, or \\ln")
        if opening := self.takes(Kind.OPEN):
            operands = [self.sum()]
            while self.takes(Kind.COMMA):
                operands.append(self.sum())
            self.closes(opening)
            if len(operands) > 1 and name not in _SEVERAL:
                raise Unreadable(f"{name} of several arguments")
        else:
            operands = [self.argument() if name == "sqrt" else self.power()]
        return operands + base
