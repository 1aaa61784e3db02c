"""What a tree of the grammar means: its value at a point, its dimension, and the same as a sympy expression."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from book.ledger.errors import Incompatible, LedgerProblem
from book.ledger.units import Dims, combined, dims_of, measured, told
from book.numbers.tree import Node, Number, Operation, Symbol

MAX_TERMS = 300
"""Terms of a sum, and the largest exponent."""

Value = Any
"""A fraction; a float after a root or a logarithm."""


def value(tree: Node, at: Mapping[str, Value]) -> Value:
    """The value at a point: a fraction as long as no root or logarithm enters.

    Raises ArithmeticError or ValueError where there is none.
    """
    if isinstance(tree, Number):
        return tree.value
    if isinstance(tree, Symbol):
        return at[tree.name]
    if not isinstance(tree, Operation):
        raise ValueError("a unit among symbols")
    if tree.name == "sum":
        index, first, last, body = tree.operands
        low, high = value(first, at), value(last, at)
        if low != int(low) or high != int(high) or high - low > MAX_TERMS or not isinstance(index, Symbol):
            raise ValueError("a sum over no whole numbers")
        return sum((value(body, {**at, index.name: Fraction(i)}) for i in range(int(low), int(high) + 1)), Fraction(0))
    return _apply(tree.name, [value(part, at) for part in tree.operands])


def _apply(name: str, parts: list[Value]) -> Value:
    first = parts[0]
    if name in "+-*/^":
        return _binary(name, first, parts[1])
    if name == "neg":
        return -first
    if name == "mixed":
        return first + parts[1]
    if name in ("floor", "ceil"):
        return Fraction(math.floor(first) if name == "floor" else math.ceil(first))
    if name in ("max", "min"):
        return max(parts) if name == "max" else min(parts)
    if name in ("!", "binom"):
        whole = [int(part) for part in parts]
        if any(part != each or not 0 <= each <= 500 for part, each in zip(parts, whole, strict=True)):
            raise ValueError("a factorial of no small whole number")
        return Fraction(math.factorial(whole[0]) if name == "!" else math.comb(*whole))
    if name == "log":
        return math.log(first) / math.log(parts[1])
    return {"sqrt": math.sqrt, "ln": math.log, "lg": math.log10, "exp": math.exp}[name](first)


def _binary(name: str, first: Value, second: Value) -> Value:
    if name == "+":
        return first + second
    if name == "-":
        return first - second
    if name == "*":
        return first * second
    if name == "/":
        return first / second
    if abs(second) > MAX_TERMS:
        raise ValueError("a large exponent")
    if second == int(second):
        return first ** int(second)
    return float(first) ** float(second)


def dimension(tree: Node, of: Mapping[str, Dims]) -> Dims:
    """The measured dimension; Incompatible for a sum of unlike things."""
    if isinstance(tree, Number):
        return ()
    if isinstance(tree, Symbol):
        return measured(of.get(tree.name, ()))
    if not isinstance(tree, Operation):
        raise Incompatible("has a unit among its symbols")
    if tree.name == "sum":
        return dimension(tree.operands[3], of)
    dims = [dimension(part, of) for part in tree.operands]
    if tree.name in ("+", "-", "max", "min"):
        if len(set(dims)) > 1:
            different = next(each for each in dims if each != dims[0])
            what = {"+": "adds", "-": "subtracts"}.get(tree.name, "compares")
            raise Incompatible(f"{what} {told(dims[0])} and {told(different)}")
        return dims[0]
    if tree.name in "*/":
        return combined(dims[0], dims[1], 1 if tree.name == "*" else -1)
    if tree.name == "neg":
        return dims[0]
    return _power(tree, dims)


def _power(tree: Operation, dims: list[Dims]) -> Dims:
    if tree.name == "sqrt" and all(power % 2 == 0 for _, power in dims[0]):
        return tuple((base, power // 2) for base, power in dims[0])
    if tree.name == "^" and dims[0] and isinstance(tree.operands[1], Number) and tree.operands[1].value.denominator == 1:
        return dims_of({base: power * int(tree.operands[1].value) for base, power in dims[0]})
    if any(dims):
        raise Incompatible(f"takes {tree.name} of {told(next(each for each in dims if each))}")
    return ()


def symbolic(tree: Node, symbols: Mapping[str, Any]) -> Any:
    """The tree as a sympy expression; sympy is imported here."""
    import sympy

    if isinstance(tree, Number):
        return sympy.Rational(tree.value.numerator, tree.value.denominator)
    if isinstance(tree, Symbol):
        return symbols[tree.name]
    if not isinstance(tree, Operation):
        raise ValueError("a unit among symbols")
    if tree.name == "sum":
        raise LedgerProblem("a sum is compared at points only")
    parts = [symbolic(part, symbols) for part in tree.operands]
    made = {"+": lambda: parts[0] + parts[1], "-": lambda: parts[0] - parts[1], "*": lambda: parts[0] * parts[1],
            "/": lambda: parts[0] / parts[1], "^": lambda: parts[0] ** parts[1], "neg": lambda: -parts[0],
            "floor": lambda: sympy.floor(parts[0]), "ceil": lambda: sympy.ceiling(parts[0]), "max": lambda: sympy.Max(*parts),
            "min": lambda: sympy.Min(*parts), "sqrt": lambda: sympy.sqrt(parts[0]), "ln": lambda: sympy.log(parts[0]),
            "log": lambda: sympy.log(*parts), "lg": lambda: sympy.log(parts[0], 10), "mixed": lambda: parts[0] + parts[1],
            "exp": lambda: sympy.exp(parts[0]), "!": lambda: sympy.factorial(parts[0]), "binom": lambda: sympy.binomial(*parts)}
    return made[tree.name]()
