"""The strict grammar of printed equations: arithmetic and a few functions over declared symbols; everything else is refused.

    equation   side = side [= side …]
    side       [−] term {(+|−) term}
    term       factor {× factor | / factor | factor}        `a / b c` is ambiguous and refused
    factor     atom [^ exponent] [!]
    atom       number, declared symbol, (…), {…}, \\frac, \\sqrt, \\lfloor…\\rfloor, \\lceil…\\rceil, \\max, \\min, \\ln, \\log,
               \\exp, \\binom, \\sum_{i=a}^{b} term

A symbol is a letter, a Greek letter, or `\\bar{…}`, `\\mathrm{…}` and the like, with a subscript and a star if it has them:
`m_{kv}`, `B^*`. Nothing is guessed: letters that are not declared have no meaning.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

from book.ledger.errors import LedgerProblem

MAX_LENGTH = 4_000
MAX_DEPTH = 40


@dataclass(frozen=True)
class Num:
    """A number as typed."""

    value: Fraction


@dataclass(frozen=True)
class Sym:
    """A declared symbol, or the index of a sum."""

    name: str


@dataclass(frozen=True)
class Op:
    """An operation: + - * / ^ neg ! floor ceil sqrt ln log exp max min binom, or `sum` of an index from, to, over."""

    name: str
    parts: tuple[Tree, ...]


Tree = Num | Sym | Op

_TOKEN = re.compile(r"\s+|\\[,;:!> ]|~|\\(?:quad|qquad|thinspace|limits|displaystyle|left|right|[bB]igg?[lrm]?)(?![a-zA-Z])"
                    r"|(?P<number>\d+(?:\{,\}\d{3})*(?:\.\d+)?)|(?P<command>\\[a-zA-Z]+|\\[{}|])|(?P<char>.)", re.DOTALL)
_ACCENTS = frozenset(("\\bar", "\\hat", "\\tilde", "\\dot", "\\vec", "\\overline", "\\mathrm", "\\mathit", "\\mathbf", "\\mathsf",
                      "\\mathcal", "\\text", "\\operatorname"))
_GREEK = frozenset("\\" + name for name in (
    "alpha", "beta", "gamma", "delta", "epsilon", "varepsilon", "zeta", "eta", "theta", "vartheta", "iota", "kappa", "lambda",
    "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "upsilon", "phi", "varphi", "chi", "psi", "omega", "Gamma", "Delta", "Theta",
    "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega", "ell"))
_STARS = ("*", "\\star", "\\ast", "\\prime", "'", "\\dagger")
_TIMES = ("*", "\\times", "\\cdot", "×", "·")
_SIGNS = {"+": "+", "-": "-", "−": "-"}
_BUILT = ("\\frac", "\\dfrac", "\\tfrac", "\\sqrt", "\\log", "\\binom", "\\sum")
_FUNCTIONS = {"\\ln": "ln", "\\exp": "exp", "\\max": "max", "\\min": "min"}
_BRACKETS = {"(": ")", "[": "]", "\\lfloor": "\\rfloor", "\\lceil": "\\rceil", "\\{": "\\}", "{": "}"}
_ROUNDING = {"\\lfloor": "floor", "\\lceil": "ceil"}


def canonical(symbol: str) -> str:
    """The one spelling of a symbol: `d_{h}` and `d_h` are the same."""
    reader = _Reader(symbol, ())
    name = reader.symbol()
    if reader.at < len(reader.tokens):
        raise LedgerProblem(f"`{symbol[:40]}` is no single symbol")
    return name


def equation(latex: str, declared: Collection[str]) -> list[Tree]:
    """The sides of a printed equation over declared symbols (canonical names)."""
    if len(latex) > MAX_LENGTH:
        raise LedgerProblem("the formula has thousands of characters")
    reader = _Reader(latex.strip().rstrip(".,;，。；"), declared)
    sides = [reader.side()]
    while reader.takes("="):
        sides.append(reader.side())
    if reader.at < len(reader.tokens):
        raise LedgerProblem(f"`{reader.peek()[:30]}` is out of place")
    if len(sides) < 2:
        raise LedgerProblem("the formula has no `=`")
    return sides


class _Reader:
    """Recursive descent over the tokens; deeper than `MAX_DEPTH` is refused."""

    def __init__(self, latex: str, declared: Collection[str]) -> None:
        matches = [match for match in _TOKEN.finditer(latex) if match.lastgroup]
        self.tokens = [match[0] for match in matches]
        self.declared = set(declared)
        self.at = self.depth = 0

    def peek(self, ahead: int = 0) -> str:
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def takes(self, *wanted: str) -> str:
        token = self.peek()
        if not token or token not in wanted:
            return ""
        self.at += 1
        return token

    def needs(self, wanted: str, what: str) -> None:
        if not self.takes(wanted):
            raise LedgerProblem(f"{what} is not closed or lacks `{wanted}`")

    # sums, products

    def side(self) -> Tree:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise LedgerProblem("the formula is nested too deep")
        sign = self.takes(*_SIGNS)
        tree = self.term()
        tree = Op("neg", (tree,)) if sign and _SIGNS[sign] == "-" else tree
        while sign := self.takes(*_SIGNS):
            tree = Op(_SIGNS[sign], (tree, self.term()))
        self.depth -= 1
        return tree

    def term(self) -> Tree:
        tree = self.factor()
        slashed = False
        while True:
            if self.takes(*_TIMES):
                tree, slashed = Op("*", (tree, self.factor())), False
            elif self.takes("/"):
                tree, slashed = Op("/", (tree, self.factor())), True
            elif self.begins():
                if slashed:
                    raise LedgerProblem("`a / b c` can be read in two ways; write \\frac or brackets")
                tree = Op("*", (tree, self.factor()))
            else:
                return tree

    def begins(self) -> bool:
        """Whether a factor begins here."""
        token = self.peek()
        return token[:1].isalnum() or any(token in group for group in (_BRACKETS, _GREEK, _ACCENTS, _FUNCTIONS, _BUILT))

    def factor(self) -> Tree:
        tree = self.atom()
        if self.takes("^"):
            tree = Op("^", (tree, self.group()))
        while self.takes("!"):
            tree = Op("!", (tree,))
        return tree

    def group(self) -> Tree:
        """`{…}` or one token, as after ^ and \\frac."""
        if self.takes("{"):
            tree = self.side()
            self.needs("}", "a group")
            return tree
        token = self.peek()
        if token[:1].isdecimal() and len(token) > 1 and "." not in token:  # \frac12, 10^12 is 10^1 2
            self.tokens[self.at:self.at + 1] = [token[0], token[1:]]
        return self.atom()

    # atoms

    def atom(self) -> Tree:
        token = self.peek()
        if not token:
            raise LedgerProblem("the formula ends too early")
        if token[0].isdecimal():
            self.at += 1
            return Num(Fraction(token.replace("{,}", "")))
        if token in _BRACKETS:
            self.at += 1
            tree = self.side()
            self.needs(_BRACKETS[token], "a bracket")
            return Op(_ROUNDING[token], (tree,)) if token in _ROUNDING else tree
        if token in ("\\frac", "\\dfrac", "\\tfrac", "\\binom"):
            self.at += 1
            return Op("binom" if token == "\\binom" else "/", (self.group(), self.group()))
        if token in _FUNCTIONS:
            self.at += 1
            return Op(_FUNCTIONS[token], self.arguments(_FUNCTIONS[token]))
        if token == "\\sqrt":
            self.at += 1
            if self.peek() == "[":
                raise LedgerProblem("roots other than the square root are not read; write a power")
            return Op("sqrt", (self.group(),))
        if token == "\\log":
            return self.logarithm()
        if token == "\\sum":
            return self.sum()
        return self.known()

    def arguments(self, name: str) -> tuple[Tree, ...]:
        if not (opening := self.takes("(", "\\{", "[")):
            return (self.factor(),)
        found = [self.side()]
        while self.takes(","):
            found.append(self.side())
        self.needs(_BRACKETS[opening], f"\\{name}")
        if (name in ("max", "min")) != (len(found) > 1):
            raise LedgerProblem(f"\\{name} has {len(found)} argument(s)")
        return tuple(found)

    def logarithm(self) -> Tree:
        self.at += 1
        if not self.takes("_"):
            raise LedgerProblem("\\log needs its base: \\log_2, \\log_{10}, or \\ln")
        base = self.group()
        return Op("/", (Op("ln", self.arguments("log")), Op("ln", (base,))))

    def sum(self) -> Tree:
        """`\\sum_{i=a}^{b} term`; the index has its meaning inside only."""
        self.at += 1
        self.needs("_", "\\sum")
        self.needs("{", "\\sum")
        index = self.symbol()
        self.needs("=", "\\sum")
        first = self.side()
        self.needs("}", "\\sum")
        self.needs("^", "\\sum")
        last = self.group()
        if index in self.declared:
            raise LedgerProblem(f"the index `{index}` of a sum is also a declared symbol")
        self.declared.add(index)
        body = self.term()
        self.declared.discard(index)
        return Op("sum", (Sym(index), first, last, body))

    def known(self) -> Tree:
        name = self.symbol()
        if name in self.declared:
            return Sym(name)
        raise LedgerProblem(f"the symbol `{name}` is not declared; add it to `symbols`")

    # symbols

    def symbol(self) -> str:
        token = self.peek()
        if token in _ACCENTS:
            self.at += 1
            base = f"{token}{{{self.raw()}}}"
        elif (len(token) == 1 and token.isalpha()) or token in _GREEK:
            self.at += 1
            base = token
        else:
            raise LedgerProblem(f"`{token[:30] or 'nothing'}` is no symbol of the grammar")
        below = above = ""
        for _ in range(2):
            if self.peek() == "_" and not below:
                self.at += 1
                below = f"_{self.script()}"
            elif self.peek() == "^" and not above and (self.peek(1) in _STARS or (self.peek(1) == "{" and self.peek(2) in _STARS
                                                                                  and self.peek(3) == "}")):
                self.at += 1
                above = f"^{self.script()}"
            elif self.peek() == "'" and not above:
                self.at += 1
                above = "^'"
        return base + below + above

    def script(self) -> str:
        """What stands below or above, in braces unless it is one token: `d_h` and `d_{h}` are the same."""
        start = self.at
        text = self.raw()
        return f"{{{text}}}" if self.at - start > 3 else text

    def raw(self) -> str:
        """The characters of a group or one token."""
        if not self.takes("{"):
            token = self.peek()
            self.at += 1
            return token
        depth, start = 1, self.at
        while depth and self.at < len(self.tokens):
            depth += (self.peek() == "{") - (self.peek() == "}")
            self.at += 1
        if depth:
            raise LedgerProblem("a group is not closed")
        return "".join(self.tokens[start:self.at - 1])


def symbols_of(tree: Tree) -> set[str]:
    """The names in a tree, indices of sums left out."""
    if isinstance(tree, Sym):
        return {tree.name}
    if isinstance(tree, Num):
        return set()
    found = set().union(*(symbols_of(part) for part in tree.parts))
    return found - symbols_of(tree.parts[0]) if tree.name == "sum" else found
