"""The name of the difference between a printed formula and its function: a factor, a swap, a sign, a wrong symbol."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from book.ledger import algebra
from book.ledger.algebra import Value
from book.ledger.number import decimal_text
from book.numbers.tree import Node, Number, Operation, Symbol, mapped

Close = Callable[[Value, Value], bool]


@dataclass(frozen=True)
class Point:
    """Values of the symbols, and what the printed form and the function make of them."""

    at: dict[str, Fraction]
    printed: Value
    wanted: Value


def describe(tree: Node, points: Sequence[Point], names: Sequence[str], close: Close) -> str:
    """One sentence about how the printed form differs; an example where no name fits."""
    for name in (_factor(points, close), _symbol_factor(points, names, close), _exchange(tree, points, names, close),
                 _variant(tree, points, names, close), _offset(points, close)):
        if name:
            return name
    point = next(each for each in points if not close(each.printed, each.wanted))
    values = ", ".join(f"{name} = {_shown(each)}" for name, each in point.at.items())
    return f"at {values} the printed form is {_shown(point.printed)}, the function {_shown(point.wanted)}"


def _shown(value: Value) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    if value.denominator != 1 and max(abs(value.numerator), value.denominator) < 1000:
        return f"{value.numerator}/{value.denominator}"
    return decimal_text(value, 6)


def _ratios(points: Sequence[Point]) -> list[Value]:
    """Printed over wanted; empty if a value is zero."""
    if any(not point.wanted or not point.printed for point in points):
        return []
    return [point.printed / point.wanted for point in points]


def _constant(values: Sequence[Value], close: Close) -> Value | None:
    return values[0] if values and all(close(value, values[0]) for value in values) else None


def _factor(points: Sequence[Point], close: Close) -> str:
    ratio = _constant(_ratios(points), close)
    if ratio is None:
        return ""
    if ratio == -1:
        return "the printed form has the opposite sign"
    return _lacks(ratio)


def _lacks(ratio: Value, what: str = "") -> str:
    """`lacks a factor 2`, `has a factor 8 too much`."""
    size = abs(ratio)
    sign = " and has the opposite sign" if ratio < 0 else ""
    if size < 1:
        return f"the printed form lacks a factor {_shown(1 / ratio if ratio > 0 else -1 / ratio)}{what}{sign}"
    return f"the printed form has a factor {_shown(size)}{what} too much{sign}"


def _symbol_factor(points: Sequence[Point], names: Sequence[str], close: Close) -> str:
    ratios = _ratios(points)
    for name in names if ratios else ():
        for power in (1, -1, 2, -2):
            rest = _constant([ratio / point.at[name] ** power for ratio, point in zip(ratios, points, strict=True)], close)
            if rest is None:
                continue
            symbol = f"`{name}`" if abs(power) == 1 else f"`{name}^2`"
            text = f"the printed form has a factor {symbol} too much" if power > 0 else f"the printed form lacks a factor {symbol}"
            return text + ("" if close(rest, Fraction(1)) else f", and a number is off by {_shown(rest)}")
    inverse = _constant([point.printed * point.wanted for point in points], close)
    return "the printed form is upside down" if inverse is not None and close(inverse, Fraction(1)) else ""


def _exchange(tree: Node, points: Sequence[Point], names: Sequence[str], close: Close) -> str:
    for i, first in enumerate(names):
        for second in names[i + 1:]:
            if _equals(_renamed(tree, {first: second, second: first}), points, close):
                return f"`{first}` and `{second}` are exchanged"
    return ""


def _variant(tree: Node, points: Sequence[Point], names: Sequence[str], close: Close) -> str:
    for changed, name in _variants(tree, names):
        if _equals(changed, points, close):
            return name
    return ""


def _offset(points: Sequence[Point], close: Close) -> str:
    offset = _constant([point.printed - point.wanted for point in points], close)
    return "" if offset is None else f"the printed form is {_shown(abs(offset))} too {'large' if offset > 0 else 'small'}"


def _equals(tree: Node, points: Sequence[Point], close: Close) -> bool:
    try:
        return all(close(algebra.value(tree, point.at), point.wanted) for point in points)
    except (ArithmeticError, ValueError, TypeError):
        return False


def _renamed(tree: Node, names: dict[str, str]) -> Node:
    return mapped(tree, lambda each: Symbol(names.get(each.name, each.name)) if isinstance(each, Symbol) else each)


_OTHER = {"+": ("-", "a sign is wrong: `+` should be `−`"), "-": ("+", "a sign is wrong: `−` should be `+`"),
          "max": ("min", "`\\max` should be `\\min`"), "min": ("max", "`\\min` should be `\\max`"),
          "floor": ("ceil", "it rounds down and should round up"), "ceil": ("floor", "it rounds up and should round down")}


def _variants(tree: Node, names: Sequence[str]) -> Iterator[tuple[Node, str]]:
    """The tree with one thing changed, and the name of what is wrong if that makes it right."""
    if isinstance(tree, Number):
        for value in dict.fromkeys((tree.value + 1, tree.value - 1, tree.value * 2, tree.value / 2, tree.value * 4, tree.value / 4,
                                    tree.value * 8, tree.value / 8, tree.value * 10, tree.value / 10, Fraction(1))):
            yield Number.of(value), f"the number {_shown(tree.value)} should be {_shown(value)}"
        return
    if isinstance(tree, Symbol):
        for name in names:
            if name != tree.name:
                yield Symbol(name), f"`{tree.name}` stands where `{name}` belongs"
        yield Operation("-", (tree, Number.of(Fraction(1)))), f"`{tree.name}` should be `{tree.name} − 1`"
        yield Operation("+", (tree, Number.of(Fraction(1)))), f"`{tree.name}` should be `{tree.name} + 1`"
        for factor in (2, 4, 8):
            yield Operation("*", (Number.of(Fraction(factor)), tree)), f"a factor {factor} is missing at `{tree.name}`"
        return
    if not isinstance(tree, Operation):
        return
    yield from _at_the_root(tree)
    for i, part in enumerate(tree.operands):
        if tree.name == "sum" and i == 0:
            continue  # the index itself
        for changed, name in _variants(part, names):
            yield Operation(tree.name, (*tree.operands[:i], changed, *tree.operands[i + 1:])), name


def _at_the_root(tree: Operation) -> Iterator[tuple[Node, str]]:
    """The operation itself changed, its parts left alone."""
    if tree.name in _OTHER:
        yield Operation(_OTHER[tree.name][0], tree.operands), _OTHER[tree.name][1]
    if tree.name == "/":
        yield Operation("/", (tree.operands[1], tree.operands[0])), "a fraction is upside down"
    if tree.name in ("floor", "ceil"):
        yield tree.operands[0], "the function does not round"
    if tree.name in ("+", "-"):
        yield tree.operands[0], "it has a term too many"
    if tree.name in "*/^":
        yield tree.operands[0], "it has a factor or an exponent too many"
