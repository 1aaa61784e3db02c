"""Printed equations over declared symbols, read as TeX prints them: everything else is refused.

A symbol is a letter, a Greek letter, or `\\bar{…}`, `\\mathrm{…}` and the like, with a subscript and a star if it has them:
`m_{kv}`, `B^*`. Nothing is guessed: letters that are not declared have no meaning. `\\sum_{i=a}^{b} term` has an index of its own.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from book.ledger.errors import LedgerProblem
from book.numbers import latex
from book.numbers.errors import NumberProblem, Unreadable
from book.numbers.grammar import ANYTHING, Parser, Rules
from book.numbers.tokens import Kind, Token
from book.numbers.tree import Node, Operation, Symbol, nodes

MAX_LENGTH = 4_000

_SPACING = re.compile(r"\s+|\\[,;:!> ]|~|\\(?:left|right|[bB]igg?[lrm]?)(?![a-zA-Z])")
_ACCENTS = ("\\bar", "\\hat", "\\tilde", "\\dot", "\\vec", "\\overline", "\\mathrm", "\\mathit", "\\mathbf", "\\mathsf", "\\mathcal",
            "\\text", "\\operatorname")
_GREEK = frozenset("\\" + name for name in (
    "alpha", "beta", "gamma", "delta", "epsilon", "varepsilon", "zeta", "eta", "theta", "vartheta", "iota", "kappa", "lambda",
    "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "varphi", "chi", "psi", "omega", "Gamma", "Delta", "Theta",
    "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega", "ell"))
_STARS = ("*", "\\star", "\\ast", "\\prime", "'", "\\dagger")


def canonical(symbol: str) -> str:
    """The one spelling of a symbol: `d_{h}` and `d_h` are the same."""
    try:
        names = _Names(symbol, ())
        parser = names.parser()
        token = parser.takes(Kind.SYMBOL)
        name = names.name(parser, token) if token else ""
    except NumberProblem as problem:
        raise LedgerProblem(str(problem)) from problem
    if not name or parser.peek():
        raise LedgerProblem(f"`{symbol[:40]}` is no single symbol")
    return name


def equation(source: str, declared: Collection[str]) -> list[Node]:
    """The sides of a printed equation over declared symbols (canonical names)."""
    if len(source) > MAX_LENGTH:
        raise LedgerProblem("the formula has thousands of characters")
    try:
        parser = _Names(source.strip().rstrip(".,;，。；"), declared).parser()
        sides = [parser.sum()]
        while parser.takes(Kind.RELATION, "="):
            sides.append(parser.sum())
        parser.ends()
    except NumberProblem as problem:
        raise LedgerProblem(str(problem)) from problem
    if len(sides) < 2:
        raise LedgerProblem("the formula has no `=`")
    return sides


class _Names:
    """The symbols of one formula, by their spelling in its source."""

    def __init__(self, source: str, declared: Collection[str]) -> None:
        self.source = source
        self.declared = set(declared)

    def parser(self) -> Parser:
        rules = Rules(ANYTHING, self.symbol, units=False, strict=True)
        return Parser(latex.tokens_of(self.source, verbatim=True), rules)

    def symbol(self, parser: Parser, token: Token) -> Node:
        if token.text == "\\sum":
            return self.sum(parser)
        name = self.name(parser, token)
        if name in self.declared:
            return Symbol(name)
        raise Unreadable(f"the symbol `{name}` is not declared; add it to `symbols`")

    def sum(self, parser: Parser) -> Node:
        """The index has its meaning inside only."""
        opening = parser.takes(Kind.OPEN) if parser.takes(Kind.OPERATOR, "_") else None
        first = parser.takes(Kind.SYMBOL)
        index = self.name(parser, first) if first else ""
        if opening is None or not index or not parser.takes(Kind.RELATION, "="):
            raise Unreadable("\\sum needs what it runs over: \\sum_{i=1}^{n}")
        if index in self.declared:
            raise Unreadable(f"the index `{index}` of a sum is also a declared symbol")
        parser.deeper("sums nested too deep")
        low = parser.sum()
        parser.closes(opening)
        if not parser.takes(Kind.OPERATOR, "^"):
            raise Unreadable("\\sum needs where it ends: \\sum_{i=1}^{n}")
        high = parser.argument()
        self.declared.add(index)
        body = parser.product()
        self.declared.discard(index)
        parser.depth -= 1
        return Operation("sum", (Symbol(index), low, high, body))

    def name(self, parser: Parser, token: Token) -> str:
        """The name that begins with a token that was just taken."""
        if token.text in _ACCENTS:
            base = f"{token.text}{{{self.group(parser)}}}"
        elif (len(token.text) == 1 and token.text.isalpha()) or token.text in _GREEK or token.text.startswith(_ACCENTS):
            base = token.text
        else:
            raise Unreadable(f"`{token.text[:30]}` is no symbol of the grammar")
        below = above = ""
        for _ in range(2):
            if not below and parser.takes(Kind.OPERATOR, "_"):
                below = f"_{self.script(parser)}"
            elif not above and self.starred(parser):
                parser.at += 1
                above = f"^{self.script(parser)}"
            elif not above and self.raw(parser.peek()) == "'":
                parser.at += 1
                above = "^'"
        return base + below + above

    def starred(self, parser: Parser) -> bool:
        """Whether what stands above is a star and no exponent."""
        first, second, third, fourth = (self.raw(parser.peek(ahead)) for ahead in range(4))
        return first == "^" and (second in _STARS or (second == "{" and third in _STARS and fourth == "}"))

    def script(self, parser: Parser) -> str:
        """What stands below or above, in braces unless it is one token: `d_h` and `d_{h}` are the same."""
        start = parser.at
        text = self.group(parser)
        return f"{{{text}}}" if parser.at - start > 3 else text

    def group(self, parser: Parser) -> str:
        """The characters of a group or one token."""
        opening = parser.peek()
        parser.at += 1
        if opening is None or self.raw(opening) != "{":
            return self.raw(opening)
        depth = 1
        while (token := parser.peek()) is not None:
            depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
            parser.at += 1
            if not depth:
                return _SPACING.sub("", self.source[opening.end:token.start])
        raise Unreadable("a group is not closed")

    def raw(self, token: Token | None) -> str:
        """A token as it is typed."""
        return self.source[token.start:token.end] if token is not None else ""


def symbols_of(tree: Node) -> set[str]:
    """The names in a tree, indices of sums left out."""
    indices = {name for each in nodes(tree) if isinstance(each, Operation) and each.name == "sum"
               for name in symbols_of(each.operands[0])}
    return {each.name for each in nodes(tree) if isinstance(each, Symbol)} - indices
