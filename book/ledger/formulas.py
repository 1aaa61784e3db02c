"""Labelled equations held against the functions that they must equal: at random rational points, by sympy, and in their units."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

from book.cache import Cache, digest, toolchain_digest
from book.ledger import algebra, calculator, grammar
from book.ledger.algebra import Value
from book.ledger.difference import Point, describe
from book.ledger.entry import FormulaEntry
from book.ledger.errors import Incompatible, LedgerProblem
from book.ledger.grammar import canonical
from book.ledger.units import Dims, measured, parse_unit, told
from book.numbers.tree import Node, Symbol

POINTS = 24
FEWEST = 6
"""Points at which both sides must have a value."""
CLOSE = Fraction(1, 10**9)
"""Relative difference that roots and logarithms may leave."""


class State(Enum):
    """How an equation stands to its function."""

    VERIFIED = "verified"
    DEFINITION = "definition"
    MISMATCH = "mismatch"
    DIMENSION = "dimension"
    UNREAD = "unread"
    """Outside the grammar, or the declaration is wrong."""


@dataclass(frozen=True)
class Verdict:
    """What was found about one equation."""

    state: State
    how: str
    """Verified: `sympy and 24 points`; else what is wrong."""

    @property
    def holds(self) -> bool:
        """Whether nothing is to be mended."""
        return self.state in (State.VERIFIED, State.DEFINITION)


def judge(entry: FormulaEntry, latex: str, cache: Cache | None = None) -> Verdict:
    """Judge the printed `latex` of a labelled equation; what was judged before comes from the cache."""
    if entry.definition:
        return Verdict(State.DEFINITION, entry.definition)
    try:
        called = calculator.function(entry.function)
    except LedgerProblem as problem:
        return Verdict(State.UNREAD, str(problem))
    if cache is None:
        return _judged(entry, latex, called)
    key = digest("formula", latex, entry.function, repr(sorted(entry.symbols.items())), calculator.source_file(called).read_bytes(),
                 toolchain_digest("ledger"))

    def make() -> list[str]:
        made = _judged(entry, latex, called)
        return [made.state.value, made.how]

    state, how = cache.json_of(key, make)
    return Verdict(State(state), how)


def _judged(entry: FormulaEntry, latex: str, called: calculator.Function) -> Verdict:
    try:
        symbols = _symbols(entry, called)
        sides = grammar.equation(latex, symbols)
        result = next(name for name, parameter in symbols.items() if parameter == "result")
        units = {**calculator.parameters(called), "result": calculator.result_unit(called)}
        dims = {name: parse_unit(units[parameter]).dims for name, parameter in symbols.items()}
        right = [side for side in sides if side != Symbol(result)]
        if len(right) == len(sides) or any(result in grammar.symbols_of(side) for side in right):
            raise LedgerProblem(f"one side must be `{result}` alone, the result of {entry.function}")
    except LedgerProblem as problem:
        return Verdict(State.UNREAD, str(problem))
    for side in right:
        verdict = _side(side, symbols, dims, result, called, entry)
        if not verdict.holds:
            return verdict
    return verdict


def _symbols(entry: FormulaEntry, called: calculator.Function) -> dict[str, str]:
    """Canonical symbol → parameter; each must be one of the function's."""
    wanted = calculator.parameters(called)
    found: dict[str, str] = {}
    for written, parameter in entry.symbols.items():
        if parameter != "result" and parameter not in wanted:
            raise LedgerProblem(f"{entry.function} has no parameter `{parameter[:40]}`; it takes {', '.join(wanted)}")
        name = canonical(written)
        if name in found:
            raise LedgerProblem(f"the symbol `{written}` is declared twice")
        found[name] = parameter
    return found


def _side(side: Node, symbols: Mapping[str, str], dims: Mapping[str, Dims], result: str, called: calculator.Function,
          entry: FormulaEntry) -> Verdict:
    """One side that must equal the result."""
    try:
        got = algebra.dimension(side, dims)
        if got != measured(dims[result]):
            wanted = told(measured(dims[result]))
            return Verdict(State.DIMENSION, f"the printed form measures {told(got)}, and `{result}` is {wanted}")
    except Incompatible as problem:
        return Verdict(State.DIMENSION, f"the printed form {problem}")
    points = _points(side, symbols, called, entry.label)
    if len(points) < FEWEST:
        return Verdict(State.UNREAD, f"{entry.function} and the printed form have no common values to compare")
    if not all(close(point.printed, point.wanted) for point in points):
        return Verdict(State.MISMATCH, describe(side, points, [name for name in symbols if name != result], close))
    by_sympy = _by_sympy(side, symbols, called)
    return Verdict(State.VERIFIED, ("sympy and " if by_sympy else "") + f"{len(points)} points")


def close(first: Value, second: Value) -> bool:
    """Equal, exactly where both are fractions."""
    if isinstance(first, float) or isinstance(second, float):
        return bool(abs(first - second) <= float(CLOSE) * max(abs(first), abs(second)))
    return bool(first == second)


def _points(side: Node, symbols: Mapping[str, str], called: calculator.Function, seed: str) -> list[Point]:
    """Points where the printed form and the function both have a value."""
    chance = random.Random(seed)
    names = [name for name, parameter in symbols.items() if parameter != "result"]
    wanted = calculator.parameters(called)
    left_out = [parameter for parameter in wanted if parameter not in symbols.values()]
    found: list[Point] = []
    for number in range(POINTS * 4):
        at: dict[str, Fraction] = {name: _draw(chance, number % 4) for name in names}
        arguments = {symbols[name]: drawn for name, drawn in at.items()} | {name: _draw(chance, number % 4) for name in left_out}
        try:
            found.append(Point(at, algebra.value(side, at), _call(called, arguments)))
        except (ArithmeticError, ValueError, TypeError):
            continue
        if len(found) == POINTS:
            break
    return found


def _draw(chance: random.Random, kind: int) -> Fraction:
    """A positive number: a small count, a large one, a share, or any size."""
    if kind == 0:
        return Fraction(chance.randint(1, 40))
    if kind == 1:
        return Fraction(chance.randint(2, 5_000))
    if kind == 2:
        return Fraction(chance.randint(1, 98), 99)
    return Fraction(chance.randint(1, 999), chance.randint(1, 999)) * Fraction(10) ** chance.randint(-2, 3)


def _call(called: calculator.Function, arguments: Mapping[str, Fraction]) -> Value:
    try:
        value: Any = called(**arguments)
    except TypeError:
        value = called(**{name: int(each) if each.denominator == 1 else each for name, each in arguments.items()})
    return float(value) if isinstance(value, float) else Fraction(value)


def _by_sympy(side: Node, symbols: Mapping[str, str], called: calculator.Function) -> bool:
    """Whether sympy also finds the two equal; False where the function or the form takes no symbols."""
    import sympy

    made = {name: sympy.Symbol(f"x{i}", positive=True) for i, name in enumerate(symbols)}
    arguments = {symbols[name]: symbol for name, symbol in made.items() if symbols[name] != "result"}
    try:
        difference = algebra.symbolic(side, made) - called(**arguments)
        return bool(difference == 0 or sympy.simplify(difference) == 0)
    except (TypeError, ValueError, ArithmeticError, AttributeError, LedgerProblem):
        return False
